import { type Cue, cueName, type CueView } from '../../contract/desk-api/cue.ts';
import type { WrittenAction } from '../../contract/actions/actions.ts';
import type { Shared } from '../state/context.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import type { ShownCommand } from '../take/command.ts';
import { texts } from '../texts/texts.ts';
import type { CueList } from './cue-list.svelte.ts';

const words = texts.cues;

/** What can be done with the chosen cue, for the buttons below the picture and for the menu of its row. */
export class CueCommands {
  readonly #desk: DeskClient;
  readonly #list: CueList;
  readonly #cue: Cue | undefined;
  readonly #name: string;

  constructor({ desk, cueList }: Pick<Shared, 'desk' | 'cueList'>, cue: Cue | undefined) {
    [this.#desk, this.#list, this.#cue] = [desk, cueList, cue];
    this.#name = cue ? cueName(cue) : '';
  }

  get next(): ShownCommand {
    const name = words.nextCue(this.#name);
    const press = () => this.#press(name, (cue) => ({ do: 'setNext', cue }));
    return { caption: this.#ofOne(words.next), name, idle: this.#none, press };
  }

  get fire(): ShownCommand {
    const name = this.#of(words.fire);
    return {
      caption: this.#ofOne(words.fire),
      name,
      idle: this.#none,
      previews: this.#cue && { do: 'fireCue', cue: this.#cue.id },
      press: () => this.#press(name, (cue) => ({ do: 'fireCue', cue })),
    };
  }

  get update(): ShownCommand {
    const edited = this.#view?.edited;
    return {
      caption: this.#ofOne(words.update),
      name: words.updateCueName(this.#name),
      kind: edited ? 'cued' : 'plain',
      idle: this.#none ?? (edited ? undefined : this.#idleUpdate),
      previews: this.#cue && edited ? { do: 'updateCue', cue: this.#cue.id } : undefined,
      press: () => this.#press(this.#of(words.update), (cue) => ({ do: 'updateCue', cue })),
    };
  }

  get end(): ShownCommand {
    const view = this.#view;
    const isThere = view && (view.due || view.onAir !== 'no' || ['REQUESTED', 'UNKNOWN'].includes(view.state));
    const idle = this.#none ?? (isThere ? undefined : words.nothingToEnd);
    return {
      caption: this.#ofOne(words.end),
      name: this.#of(words.end),
      idle,
      previews: this.#cue && idle === undefined ? { do: 'endCue', cue: this.#cue.id } : undefined,
      press: () => this.#press(this.#of(words.end), (cue) => ({ do: 'endCue', cue })),
    };
  }

  /** Marks are the one thing to do with several chosen cues: they are fired together. */
  get mark(): ShownCommand {
    const position = this.#desk.positions[this.#list.rundown?.id ?? ''];
    const isMarked = position?.marked.includes(this.#cue?.id ?? '') ?? false;
    const [caption, name] = [isMarked ? words.unmark : words.mark, this.#of(words.mark)];
    const press = () => {
      const marks = this.#list.chosen.map((cue) => this.#desk.later(name, { do: 'markCue', cue, marked: !isMarked }));
      return () => marks.forEach((mark) => void mark());
    };
    return { caption, name: this.#of(caption), idle: this.#none, press };
  }

  get #idleUpdate(): string | undefined {
    // A press stores the words that are typed, before it sends them.
    if (![...this.#list.typed].some(({ cue }) => cue === this.#cue?.id)) return words.notEdited;
    return this.#view?.onAir === 'no' ? words.nothingOnAir : undefined;
  }

  get #view(): CueView | undefined {
    return this.#cue && this.#desk.cueView(this.#cue.id);
  }

  get #none(): string | undefined {
    return this.#cue ? undefined : words.noCueChosen;
  }

  #of(command: string): string {
    return texts.common.of(command, this.#name);
  }

  /** Several cues may be chosen. These commands act on one of them. */
  #ofOne(command: string): string {
    return this.#list.chosen.length > 1 && this.#cue
      ? texts.common.of(command, this.#cue.number || this.#name)
      : command;
  }

  #press(what: string, action: (cue: string) => WrittenAction): () => void {
    return this.#cue ? this.#desk.later(what, action(this.#cue.id)) : () => {};
  }
}
