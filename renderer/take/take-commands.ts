import type { AnimationAction, AnimationState } from '../../contract/model/animation-state.ts';
import { storedState } from '../../contract/model/animation-state.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import type { Drafts } from '../fields/drafts.svelte.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import type { Shared } from '../state/context.ts';
import { typists } from '../tally/marks.ts';
import { texts } from '../texts/texts.ts';
import { shownState } from './chord.ts';
import type { ShownCommand } from './command.ts';

const words = texts.take;

/** What can be done with a graphic, for the Take pane and for the menu of its row. */
export class TakeCommands {
  readonly #desk: DeskClient;
  readonly #drafts: Drafts;
  readonly #node: ModelItem;
  readonly #id: string;
  readonly #name: string;

  constructor({ desk, drafts }: Pick<Shared, 'desk' | 'drafts'>, node: ModelItem) {
    [this.#desk, this.#drafts, this.#node, this.#id] = [desk, drafts, node, node.id];
    this.#name = desk.nameIn(node.id) ?? '';
  }

  get takeIn(): ShownCommand {
    const name = this.#sending(words.takeIn);
    return { ...this.#take(words.takeIn, 'In'), name, detail: this.#left, icon: 'takeIn' };
  }

  /** One, or two for a graphic with two ways out. */
  get takeOuts(): ShownCommand[] {
    const { secondTimeline } = this.#node;
    const outs: [caption: string, to: AnimationState][] = secondTimeline
      ? [
          [words.takeOut1, 'Out1'],
          [words.takeOut2, 'Out2'],
        ]
      : [[words.takeOut, 'Out']];
    return outs.map(([caption, to]) => ({ ...this.#take(caption, to), icon: 'takeOut' }));
  }

  get jumpIn(): ShownCommand {
    const press = () => this.#press(words.jumpIn, 'In', 'jump');
    return { caption: words.jumpIn, name: words.jumpInName(this.#name), press };
  }

  get jumpOut(): ShownCommand {
    const press = () => this.#press(words.jumpOut, 'Out', 'jump');
    return { caption: words.jumpOut, name: words.jumpOutName(this.#name), press };
  }

  get cue(): ShownCommand {
    const cued = this.#desk.tally(this.#id) === 'CUED';
    const caption = cued ? words.uncue : words.cue;
    const name = this.#of(caption);
    const press = () => this.#desk.later(name, { do: 'cue', subComposition: this.#id, cued: !cued });
    return { caption, name, kind: cued ? 'cued' : 'plain', press };
  }

  get update(): ShownCommand {
    const action = { do: 'update', subComposition: this.#id } as const;
    const edits = this.#edits;
    const refused = this.#drafts.anyRefused(this.#id) ? words.refusedEdits : undefined;
    return {
      caption: edits > 0 ? words.updateCount(edits) : words.update,
      name: this.#sending(words.update),
      detail: this.#left,
      kind: 'edited',
      idle: refused ?? this.#noEdits,
      previews: edits > 0 && !refused ? action : undefined,
      press: () => this.#desk.later(this.#of(words.update), action),
    };
  }

  get discard(): ShownCommand {
    const press = () => () => {
      this.#drafts.dropAll(this.#id);
      void this.#desk.do(this.#of(words.discard), { do: 'discard', subComposition: this.#id });
    };
    const idle = this.#drafts.any(this.#id) ? undefined : this.#noEdits;
    return { caption: words.discard, name: words.discardEditsOf(this.#name), idle, press };
  }

  #of(command: string): string {
    return texts.common.of(command, this.#name);
  }

  get #edits(): number {
    return Object.keys(this.#desk.sub(this.#id)?.staged ?? {}).length;
  }

  get #noEdits(): string | undefined {
    return this.#edits > 0 ? undefined : words.noEdits;
  }

  get #typing(): string {
    return typists([this.#desk.sub(this.#id)], this.#desk.screen);
  }

  /** A press that would send edits says before it that words of others stay behind. */
  #sending(command: string): string {
    const typing = this.#typing;
    return typing ? `${this.#of(command)}, ${words.without(typing)}` : this.#of(command);
  }

  get #left(): string | undefined {
    const typing = this.#typing;
    return typing ? words.withoutShort(typing) : undefined;
  }

  #take(caption: string, to: AnimationState): ShownCommand {
    return {
      caption,
      name: this.#of(caption),
      kind: 'main',
      key: this.#keyOf(to),
      previews: { do: 'take', subComposition: this.#id, to },
      press: () => this.#press(caption, to, 'play'),
    };
  }

  /** A press that takes it to a state. It carries the shown state, so that the desk refuses a late press. */
  #press(caption: string, to: AnimationState, action: AnimationAction): () => void {
    const expects = shownState(this.#desk, this.#node);
    return this.#desk.later(this.#of(caption), { do: 'take', subComposition: this.#id, to, action }, expects);
  }

  #keyOf(to: AnimationState): string | undefined {
    const { secondTimeline } = this.#node;
    return this.#desk.keyFor(
      (bound) =>
        bound.do === 'take' &&
        bound.subComposition === this.#id &&
        bound.action === 'play' &&
        storedState(bound.to, secondTimeline) === storedState(to, secondTimeline),
    );
  }
}
