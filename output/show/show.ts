import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { Composition } from '../../scene/schema/composition.ts';
import type { ControlItem } from '../../contract/model/control.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import type { ElementPorts } from '../elements/drawn-element.ts';
import { Fonts, type OwnFont } from '../text/fonts.ts';
import { SubCompositionView } from './sub-composition-view.ts';
import type { LineName } from '../motion/timeline.ts';

/**
 * A press that is older (ms, by the service's clock) when it arrives is not fired any more: a sting that a viewer hears
 * seconds after its moment is worse than none. It is long enough for a lost link to be noticed and taken up again.
 */
const tooLate = 4_000;

/** What is to be shown of one sub-composition. */
export type SubState = Pick<ControlItem, 'subCompositionId' | 'payload'> & { state: StoredState };

/** What a show needs from the page; it makes the fonts itself. */
export type ShowPorts = Omit<ElementPorts, 'fonts'>;

/** A composition as it stands in the page. */
export class Show {
  readonly node: HTMLElement;
  readonly #root: SubCompositionView;
  readonly #views: Map<string, SubCompositionView>;
  readonly #now: () => number;
  readonly #fonts: Fonts;

  constructor(composition: Composition, ports: ShowPorts) {
    this.#now = ports.now;
    this.#fonts = new Fonts(ports, composition.stage?.fonts ?? []);
    this.#root = new SubCompositionView(composition.root, { ...ports, fonts: this.#fonts });
    this.#views = new Map([...this.#root.all()].map((view) => [view.id, view]));
    this.node = ports.document.createElement('div');
    this.node.className = 'show';
    this.node.append(this.#root.node);
    // The root is the picture itself: it has no state of its own, and what is in it comes and goes.
    this.#root.state = 'In';
    this.#root.take('In', 'jump');
  }

  /** Begins to fetch what these changes need; the promises never reject. */
  prepare(changes: readonly Pick<Change, 'id' | 'payload'>[]): Promise<unknown>[] {
    return changes.flatMap(({ id, payload }) => (payload && this.#views.get(id)?.prepare(payload)) ?? []);
  }

  /**
   * One applied request, in the order that it has: within each change the values before the state. `smooth`: the values
   * may run over from those before.
   */
  apply(changes: readonly Change[], smooth = true): void {
    for (const { id, payload, state, action } of changes) {
      const view = this.#view(id);
      if (!view) continue;
      if (payload) this.#fire(view, view.show(payload, smooth));
      if (state) this.#take(view, state, action ?? 'play');
    }
  }

  /**
   * The whole truth. Where it differs from what is shown it is there at once: the moment for an animation passed while
   * nobody heard of it, and a viewer must not see a show play itself through again. Where it is the same, nothing is
   * touched, so that what still moves goes on moving.
   */
  reconcile(states: readonly SubState[], presses: 'fire' | 'ignore'): void {
    for (const { subCompositionId, state, payload } of states) {
      const view = this.#view(subCompositionId);
      if (!view) continue;
      const pressed = view.show(payload, false);
      if (presses === 'fire') this.#fire(view, pressed);
      if (state !== view.state) this.#take(view, state, 'jump');
    }
  }

  /** What each sub-composition is in. */
  get states(): ReadonlyMap<string, StoredState> {
    return new Map([...this.#views].map(([id, { state }]) => [id, state]));
  }

  /** The fonts that its composition brings along. */
  get fonts(): readonly OwnFont[] {
    return this.#fonts.own;
  }

  /** Stands still at a time (ms) of a line of one sub-composition. */
  hold(id: string, line: LineName, time: number): void {
    this.#view(id)?.hold(line, time);
  }

  /** Takes it out of the page, with all that runs in it. */
  dispose(): void {
    for (const view of this.#views.values()) view.dispose();
    this.#fonts.dispose();
    this.node.remove();
  }

  #view(id: string): SubCompositionView | undefined {
    const view = this.#views.get(id);
    if (!view) console.error(`on air: the service speaks of a sub-composition ${id} that is not in the composition`);
    return view;
  }

  #fire(view: SubCompositionView, buttons: string[]): void {
    for (const button of buttons) {
      const age = this.#now() - view.pressedAt(button);
      if (age <= tooLate) view.press(button);
      else console.warn(`on air: a press of "${button}" came ${Math.round(age)} ms late and was not fired`);
    }
  }

  #take(view: SubCompositionView, state: StoredState, action: AnimationAction): void {
    if (view === this.#root) return;
    view.state = state;
    for (const each of view.all()) each.take(each.visibleState, action);
  }
}
