import { texts } from '../../contract/texts/texts.ts';
import type { Cue, Rundown } from '../../contract/desk-api/cue.ts';
import type { RundownEdit } from '../../contract/desk-api/rundown-edit.ts';
import { OverlayError } from '../../contract/errors.ts';
import { same } from '../app/confirmed.ts';
import { editedRundowns, editName, gone } from './edit-rundowns.ts';
import { RundownOrder } from './rundown-order.ts';

interface MadeEdit {
  name: string;
  by?: string | undefined;
  before: readonly Rundown[];
  after: readonly Rundown[];
}

const mostUndone = 200;

/** The rundowns of a show and their undo history. Edits never affect graphics on air. */
export class Rundowns {
  #all: readonly Rundown[];
  readonly #newId: () => string;
  readonly #mayGo: (cue: Cue, withRundown: boolean) => void;
  #undo: MadeEdit[] = [];
  #redo: MadeEdit[] = [];
  revision = 0;
  latest = '';
  #orders = new WeakMap<Rundown, RundownOrder>();

  /** `mayGo` throws if a cue must not be removed now, alone or with its rundown. */
  constructor(
    all: readonly Rundown[],
    newId: () => string,
    mayGo: (cue: Cue, withRundown: boolean) => void = () => {},
  ) {
    [this.#all, this.#newId, this.#mayGo] = [all, newId, mayGo];
  }

  get all(): readonly Rundown[] {
    return this.#all;
  }

  /** Throws `call-invalid` for an unknown id. */
  rundown(id: string): Rundown {
    const found = this.#all.find((rundown) => rundown.id === id);
    if (!found) throw gone('rundown');
    return found;
  }

  order(rundown: Rundown): RundownOrder {
    const known = this.#orders.get(rundown) ?? new RundownOrder(rundown);
    this.#orders.set(rundown, known);
    return known;
  }

  rundownOf(cue: string): Rundown | undefined {
    return this.#all.find((rundown) => this.order(rundown).cue(cue));
  }

  find(id: string): Cue | undefined {
    const rundown = this.rundownOf(id);
    return rundown && this.order(rundown).cue(id);
  }

  withCuesFrom(file: string): Rundown | undefined {
    return this.#all.find((rundown) => cuesOf([rundown]).some(({ from }) => from === file));
  }

  get list(): readonly Cue[] {
    return cuesOf(this.#all);
  }

  get undoable(): { undo: string | null; redo: string | null; by?: string | undefined } {
    const made = this.#undo.at(-1);
    return { undo: made?.name ?? null, redo: this.#redo.at(-1)?.name ?? null, by: made?.by };
  }

  /** `by`: the screen. Returns the ids of added parts. Throws `call-invalid` for missing ids or cues that must not be removed. */
  edit(edit: RundownEdit, by?: string): string[] {
    const added: string[] = [];
    const before = this.#all;
    const name = editName(before, edit);
    const after = editedRundowns(before, edit, () => {
      const id = this.#newId();
      added.push(id);
      return id;
    });
    const isMove = edit.edit === 'moveCues' || edit.edit === 'moveGroup';
    // An undo of a move to its own place would do nothing.
    if (!isMove || !same(placesIn(before), placesIn(after))) this.becomeAll(after, name, by);
    return added;
  }

  /** The rundowns of a file. Steps that are as before stay the same object, so their cue is not marked as edited. */
  known(all: readonly Rundown[]): Rundown[] {
    const known = (cue: Cue): Cue => {
      const before = this.find(cue.id);
      if (!before || !same(before.steps, cue.steps)) return cue;
      return same(before, cue) ? before : { ...cue, steps: before.steps };
    };
    return all.map((rundown) => {
      return { ...rundown, groups: rundown.groups.map((group) => ({ ...group, cues: group.cues.map(known) })) };
    });
  }

  /** Replaces all rundowns as one edit. Throws `call-invalid` for cues that must not be removed. */
  becomeAll(after: readonly Rundown[], name: string, by?: string): void {
    const before = this.#all;
    this.#become(after, name);
    this.#undo = [...this.#undo, { name, by, before, after }].slice(-mostUndone);
    this.#redo = [];
  }

  /** Throws `undo-impossible` if no edit is left. */
  undo(): void {
    const made = this.#undo.at(-1);
    if (!made) throw new OverlayError('undo-impossible');
    this.#become(made.before, texts.cues.undo(made.name));
    this.#undo.pop();
    this.#redo.push(made);
  }

  /** Throws `undo-impossible` if no edit was undone. */
  redo(): void {
    const made = this.#redo.at(-1);
    if (!made) throw new OverlayError('undo-impossible', texts.cues.nothingToRedo);
    this.#become(made.after, texts.cues.redo(made.name));
    this.#redo.pop();
    this.#undo.push(made);
  }

  #become(after: readonly Rundown[], edit: string): void {
    const stay = new Set(cuesOf(after).map(({ id }) => id));
    const staying = new Set(after.map(({ id }) => id));
    for (const rundown of this.#all) {
      for (const cue of cuesOf([rundown])) if (!stay.has(cue.id)) this.#mayGo(cue, !staying.has(rundown.id));
    }
    this.#all = after;
    this.latest = edit;
    this.revision += 1;
  }
}

export function changedCues(before: readonly Rundown[], after: readonly Rundown[]): Set<string> {
  const changed = new Set(cuesOf(before)).symmetricDifference(new Set(cuesOf(after)));
  return new Set([...changed].map(({ id }) => id));
}

/** The groups and cues of rundowns, by id. */
function placesIn(all: readonly Rundown[]): unknown {
  return all.map(({ groups }) => groups.map(({ id, cues }) => [id, ...cues.map((cue) => cue.id)]));
}

function cuesOf(all: readonly Rundown[]): Cue[] {
  return all.flatMap(({ groups }) => groups.flatMap(({ cues }) => cues));
}
