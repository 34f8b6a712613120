import { type Cue, cueName } from '../../contract/desk-api/cue.ts';
import type { MenuCommand, RowMenu } from '../menu/context-menu.svelte.ts';
import type { Shared } from '../state/context.ts';
import { texts } from '../texts/texts.ts';
import { CueCommands } from './cue-commands.ts';
import { rowId } from './cue-list.svelte.ts';
import type { ListEdits, OutlineGroup } from './list-edits.ts';

const words = texts.cues;

/** What the buttons under the list do. */
interface MenuPane {
  add(): void;
  remove(): void;
  /** Whether a deletion waits for its second press. */
  isAsked(): boolean;
  added(cues: readonly string[] | undefined): Promise<void>;
}

/** The menus of the rows of a rundown. */
export class RundownMenus {
  readonly #all: Shared;
  readonly #edits: ListEdits;
  readonly #pane: MenuPane;

  constructor(all: Shared, edits: ListEdits, pane: MenuPane) {
    [this.#all, this.#edits, this.#pane] = [all, edits, pane];
  }

  /** The menu of a cue or of the head of a group; undefined if it has no row. */
  of(id: string): RowMenu | undefined {
    const row = this.#edits.list.rows.find((one) => rowId(one) === id);
    const cue = this.#edits.desk.cues.get(row?.cue ?? '');
    if (cue) return this.#ofCue(cue);
    return row && row.cue === undefined ? this.#ofGroup(row.group) : undefined;
  }

  #ofCue(cue: Cue): RowMenu {
    const { desk, list } = this.#edits;
    const { next, fire, update, end, mark } = new CueCommands(this.#all, cue);
    const keyOf = (does: string): string | undefined =>
      desk.keyFor((action) => action.do === does && 'cue' in action && action.cue === cue.id);
    const { locked } = desk.lock;
    const several = list.chosen.length > 1;
    // The first press of a guarded cue arms it.
    const view = desk.cueView(cue.id);
    const stays = cue.guarded && view.state !== 'ARMED';
    return {
      name: several ? words.cueCount(list.chosen.length) : cueName(cue),
      cue: several ? undefined : view,
      note: locked ? words.showLocked : undefined,
      groups: [
        [
          { ...next, key: keyOf('setNext') },
          { ...fire, key: keyOf('fireCue'), stays },
          { ...update, key: keyOf('updateCue') },
          { ...end, key: keyOf('endCue') },
        ],
        [{ ...mark, key: keyOf('markCue') }, ...(several ? [] : [this.#preview(cue)])],
        locked ? [] : this.#editsOfCues(),
      ],
    };
  }

  #preview(cue: Cue): MenuCommand {
    const { preview } = this.#all;
    const shows = preview.showsChosen;
    const press = () => () => preview.showChosen(!shows);
    return { caption: texts.preview.preview, name: words.previewOf(cueName(cue)), checked: shows, press };
  }

  #editsOfCues(): MenuCommand[] {
    const edits = this.#edits;
    const { chosen } = edits.list;
    const disabled = edits.chosenCues.every((cue) => cue.disabled);
    return [
      // Several cues begin with their numbers.
      this.#edit(chosen.length > 1 ? words.renumber : texts.common.rename),
      {
        caption: words.duplicate,
        name: words.duplicate,
        chord: this.#chord('Ctrl+KeyD'),
        press: () => () => void edits.duplicate().then((cues) => this.#pane.added(cues)),
      },
      this.#switch(texts.common.disabled, disabled, () => edits.change(chosen, { disabled: !disabled })),
      this.#delete(),
    ];
  }

  #ofGroup({ id, name, loop, disabled }: OutlineGroup): RowMenu {
    const edits = this.#edits;
    const { loop: loops, disabled: off } = texts.common;
    return {
      name,
      groups: [
        [{ caption: words.addCue, name: words.addCue, press: () => () => this.#pane.add() }],
        [
          this.#edit(texts.common.rename),
          this.#switch(loops, loop === true, () => edits.changeGroup(loops, id, { loop: !loop })),
          this.#switch(off, disabled === true, () => edits.changeGroup(words.disable, id, { disabled: !disabled })),
          this.#delete(),
        ],
      ],
    };
  }

  /** Goes into the first field of the editor. */
  #edit(caption: string): MenuCommand {
    return { caption, name: caption, chord: this.#chord('Enter'), press: () => () => this.#edits.list.onEdit() };
  }

  #switch(caption: string, checked: boolean, run: () => void): MenuCommand {
    return { caption, name: caption, checked, press: () => run };
  }

  #delete(): MenuCommand {
    const { question } = this.#edits;
    const caption = texts.common.delete;
    return {
      caption: (this.#pane.isAsked() && question?.short) || caption,
      name: (this.#pane.isAsked() && question?.whole) || caption,
      chord: this.#chord('Delete'),
      stays: question !== undefined,
      press: () => () => this.#pane.remove(),
    };
  }

  /** A key of the list, unless the show has mapped it. */
  #chord(key: string): string | undefined {
    return this.#edits.desk.isMapped(key) ? undefined : key;
  }
}
