import { type Cue, cueName } from '../../contract/desk-api/cue.ts';
import type { RundownOutline } from '../../contract/desk-api/cue-members.ts';
import type { CueChange, GroupChange } from '../../contract/desk-api/rundown-edit.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import type { Selection } from '../state/selection.svelte.ts';
import type { CueList } from './cue-list.svelte.ts';
import type { PastedCue } from './clipboard.ts';
import { finishedEdits, newCue } from './new-cue.ts';
import { texts } from '../texts/texts.ts';

const words = texts.cues;

export type OutlineGroup = RundownOutline['groups'][number];

/** For buttons and keys alike. Edits do not reach the air. */
export class ListEdits {
  readonly desk: DeskClient;
  readonly list: CueList;
  readonly #selection: Selection;

  constructor(desk: DeskClient, list: CueList, selection: Selection) {
    this.desk = desk;
    this.list = list;
    this.#selection = selection;
  }

  /** Returns whether it was added. */
  async addRundown(): Promise<boolean> {
    const { desk, list } = this;
    const name = words.newRundownName(desk.rundowns.length + 1);
    const added = await desk.editRundown(words.addRundown, { edit: 'addRundown', name });
    list.added = added?.[0];
    if (list.added !== undefined) list.show(list.added);
    return list.added !== undefined;
  }

  /** Adds a cue after the chosen one, at the start of the chosen group, or at the end. Returns its id. */
  async add(): Promise<readonly string[] | undefined> {
    const { desk, list } = this;
    if (!list.rundown) await this.addRundown();
    const { node } = this.#selection;
    const cue = newCue({ node, staged: finishedEdits(desk, node?.id ?? ''), numbers: list.numbers });
    const added = await this.#insert(words.addCue, [cue]);
    list.added = added?.[0];
    return added;
  }

  /** Adds cues where {@link add} does. Returns their ids. */
  async paste(cues: PastedCue[]): Promise<readonly string[] | undefined> {
    if (!this.list.rundown) await this.addRundown();
    return this.#insert(words.paste, cues);
  }

  async #insert(what: string, cues: PastedCue[]): Promise<readonly string[] | undefined> {
    const { desk, list } = this;
    const group = list.group ?? list.groupOf(list.anchor) ?? list.rundown?.groups.at(-1);
    if (!group) return undefined;
    const after = group.cues.indexOf(list.anchor ?? '');
    const before = list.group ? (group.cues[0] ?? null) : after < 0 ? null : (group.cues[after + 1] ?? null);
    return desk.editRundown(what, { edit: 'addCues', group: group.id, before, cues });
  }

  /** Returns whether it was added. */
  async addGroup(): Promise<boolean> {
    const { desk, list } = this;
    const rundown = list.rundown?.id;
    if (rundown === undefined) return false;
    const change = { name: words.newGroupName };
    const added = await desk.editRundown(words.addGroup, { edit: 'addGroup', rundown, before: null, change });
    list.added = added?.[0];
    return list.added !== undefined;
  }

  get chosenCues(): Cue[] {
    const { desk, list } = this;
    return list.chosen.flatMap((id) => desk.cues.get(id) ?? []);
  }

  async duplicate(): Promise<readonly string[] | undefined> {
    const { desk, list } = this;
    if (list.chosen.length === 0) return undefined;
    return desk.editRundown(words.duplicate, { edit: 'duplicateCues', cues: list.chosen });
  }

  change(ids: readonly string[], change: CueChange): void {
    const { desk } = this;
    const known = ids.flatMap((id) => desk.cues.get(id) ?? []);
    const title = known.length === 1 ? known.map(cueName).join() : words.cueCount(known.length);
    const cues = known.length === 0 ? [...ids] : known.map(({ id }) => id);
    void desk.editRundown(words.editOf(title), { edit: 'changeCues', cues, change });
  }

  changeGroup(what: string, group: string, change: GroupChange): void {
    void this.desk.editRundown(what, { edit: 'changeGroup', group, change });
  }

  /** What the deletion of several cues, or of a group, asks before its second press; undefined where it does not ask. */
  get question(): { short: string; whole: string } | undefined {
    const { chosen, group } = this.list;
    if (group) return { short: words.deleteGroupAsk, whole: words.deleteGroupWithCues(group.name, group.cues.length) };
    const short = words.deleteCuesAsk(chosen.length);
    return chosen.length > 1 ? { short, whole: short } : undefined;
  }

  remove(): void {
    const { desk, list } = this;
    if (list.group) void desk.editRundown(texts.common.delete, { edit: 'removeGroup', group: list.group.id });
    else if (list.chosen.length > 0)
      void desk.editRundown(texts.common.delete, { edit: 'removeCues', cues: list.chosen });
  }

  moveBefore(cue: string): void {
    const group = this.list.groupOf(cue);
    if (group) this.#move(group, cue);
  }

  moveAfter(cue: string): void {
    const group = this.list.groupOf(cue);
    if (group) this.#move(group, group.cues[group.cues.indexOf(cue) + 1] ?? null);
  }

  moveInto(group: OutlineGroup): void {
    this.#move(group, null);
  }

  /** Moves the chosen cues, or the chosen group, up or down by one. Cues cross into the next group. */
  shift(by: 1 | -1): void {
    const { list } = this;
    const groups = list.rundown?.groups ?? [];
    if (list.group) return this.#shiftGroup(list.group, by);
    const { chosen } = list;
    const group = list.groupOf(by < 0 ? chosen[0] : chosen.at(-1));
    if (!group) return;
    const others = group.cues.filter((id) => !chosen.includes(id));
    const first = group.cues.findIndex((id) => chosen.includes(id));
    const place = first + by;
    if (place >= 0 && place <= others.length) return this.#move(group, others[place] ?? null);
    const next = groups[groups.indexOf(group) + by];
    if (!next) return;
    list.fold(next.id, false);
    this.#move(next, by < 0 ? null : (next.cues[0] ?? null));
  }

  #shiftGroup(group: OutlineGroup, by: 1 | -1): void {
    const { desk, list } = this;
    const groups = list.rundown?.groups ?? [];
    const place = groups.findIndex(({ id }) => id === group.id) + by;
    if (place < 0 || place >= groups.length) return;
    const before = groups[by < 0 ? place : place + 1]?.id ?? null;
    void desk.editRundown(words.move, { edit: 'moveGroup', group: group.id, before });
  }

  #move(group: OutlineGroup, before: string | null): void {
    const { desk, list } = this;
    if (list.chosen.length === 0) return;
    void desk.editRundown(words.move, { edit: 'moveCues', cues: list.chosen, group: group.id, before });
  }

  undo(redo = false): void {
    const { desk } = this;
    const { revision: seen, ...edits } = desk.rundownEdits;
    if (edits[redo ? 'redo' : 'undo'] === null) return;
    void desk.ask(redo ? words.redoEdit : words.undoEdit, 'undoEdit', { ...(redo && { redo }), seen });
  }
}
