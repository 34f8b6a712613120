import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { Composition } from '../../scene/schema/composition.ts';
import type { ControlItem } from '../../contract/model/control.ts';
import type { Payload } from '../../contract/model/field.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import { pressedAt } from '../binding.ts';
import { div } from '../elements/drawn-element.ts';
import type { PageService, ChannelClock } from '../live/page-service.ts';
import { showMedia, type ShowMedia } from '../page/show-media.ts';
import type { ShowFailures } from '../page/show-failures.ts';
import { Fonts } from '../text/fonts.ts';
import { DrawnSubComposition, type Revised } from './sub-composition-view.ts';
import type { LineName } from '../motion/timeline.ts';

/** In ms by the service's clock: a late sting is worse than none. Leaves time to notice a lost link and reconnect. */
const tooLate = 4_000;

type DrawnState = Pick<ControlItem, 'subCompositionId' | 'payload'> & { state: StoredState };

export class DrawnComposition {
  readonly node = div('show');
  readonly media: ShowMedia;
  readonly #root: DrawnSubComposition;
  readonly #stage: string;
  #views: Map<string, DrawnSubComposition>;
  readonly #clock: ChannelClock;
  readonly fonts: Fonts;

  constructor(composition: Composition, service: PageService, failures: ShowFailures) {
    this.#clock = service.clock;
    this.#stage = JSON.stringify(composition.stage);
    this.media = showMedia(service);
    this.fonts = new Fonts(this.media, composition.stage?.fonts ?? []);
    const [clock, media, fonts] = [this.#clock, this.media, this.fonts];
    this.#root = new DrawnSubComposition(composition.root, { clock, media, fonts, failures });
    this.#views = new Map([...this.#root.all()].map((view) => [view.id, view]));
    this.node.append(this.#root.node);
    // The root is the picture itself, without a state; only its sub-compositions come and go.
    this.#root.state = 'In';
    this.#root.take('In', 'jump');
  }

  /** Prepares a new version of the composition in place; undefined if the whole picture has to be drawn anew. */
  revised({ root, stage }: Composition): Revised | undefined {
    if (JSON.stringify(stage) !== this.#stage || root.id !== this.#root.id || !this.#root.fits(root)) return undefined;
    const { created, adopt } = this.#root.revised(root);
    return {
      created,
      adopt: () => {
        adopt();
        this.#views = new Map([...this.#root.all()].map((view) => [view.id, view]));
      },
    };
  }

  /** Starts loading media for these changes. The promises never reject. */
  prepare(changes: readonly Pick<Change, 'id' | 'payload'>[]): Promise<unknown>[] {
    return onePayloadEach(changes).flatMap(
      ({ id, payload }) => (payload && this.#views.get(id)?.prepare(payload)) ?? [],
    );
  }

  /** Applies one request in order, values before the state. `smooth`: an update animation may run. */
  apply(changes: readonly Change[], smooth = true): void {
    for (const { id, payload, state, action } of onePayloadEach(changes)) {
      const view = this.#view(id);
      if (!view) continue;
      if (payload) this.#fire(view, view.show(payload, smooth));
      if (state) this.#take(view, state, action ?? 'play');
    }
  }

  /**
   * Brings the show to the confirmed state. Differences appear at once: their moment passed while the page was offline,
   * and viewers must not see the show replayed. Matching parts are untouched, so running motions continue.
   * @param presses whether presses that are new to this page fire
   */
  reconcile(states: readonly DrawnState[], presses: 'fire' | 'ignore'): void {
    for (const { subCompositionId, state, payload } of states) {
      const view = this.#view(subCompositionId);
      if (!view) continue;
      const pressed = view.show(payload, false);
      if (presses === 'fire') this.#fire(view, pressed);
      if (state !== view.state) this.#take(view, state, 'jump');
    }
  }

  get states(): ReadonlyMap<string, StoredState> {
    return new Map([...this.#views].map(([id, { state }]) => [id, state]));
  }

  /** In ms; 0 for an unknown sub-composition. */
  lengthOf(id: string, line: LineName): number {
    return this.#view(id)?.timeline.lengthOf(line) ?? 0;
  }

  /** Holds a sub-composition at a time (ms) of a line. */
  hold(id: string, line: LineName, time: number): void {
    this.#view(id)?.timeline.hold(line, time);
  }

  dispose(): void {
    for (const view of this.#views.values()) view.dispose();
    this.fonts.dispose();
    this.node.remove();
  }

  #view(id: string): DrawnSubComposition | undefined {
    const view = this.#views.get(id);
    if (!view) console.error(`on air: the service speaks of a sub-composition ${id} that is not in the composition`);
    return view;
  }

  #fire(view: DrawnSubComposition, buttons: string[]): void {
    for (const button of buttons) {
      const age = this.#clock.now() - view.pressedAt(button);
      if (age <= tooLate) view.press(button);
      else console.warn(`on air: a press of "${button}" came ${Math.round(age)} ms late and was not fired`);
    }
  }

  #take(view: DrawnSubComposition, state: StoredState, action: AnimationAction): void {
    if (view === this.#root) return;
    view.state = state;
    for (const each of view.all()) each.take(each.visibleState, action);
  }
}

/**
 * Gives the first change of a sub-composition the values of all: no frame draws half of them. Each press stays in its
 * own change, and fires.
 */
function onePayloadEach<Some extends Pick<Change, 'id' | 'payload'>>(changes: readonly Some[]): readonly Some[] {
  const firsts = new Map<string, number>();
  const joined: Some[] = [];
  for (const change of changes) {
    const at = firsts.get(change.id);
    const first = at === undefined ? undefined : joined[at];
    if (at === undefined || !first) firsts.set(change.id, joined.push(change) - 1);
    else {
      const { presses, values } = apart(change.payload);
      joined[at] = { ...first, payload: { ...first.payload, ...values } };
      joined.push({ ...change, payload: presses });
    }
  }
  return joined;
}

/** The presses of a payload, or undefined without any, and its other values. */
function apart(payload: Payload = {}): { presses: Payload | undefined; values: Payload } {
  const entries = Object.entries(payload);
  const presses = entries.filter(([, value]) => pressedAt(value) > 0);
  const values = entries.filter(([, value]) => pressedAt(value) === 0);
  return { presses: presses.length > 0 ? Object.fromEntries(presses) : undefined, values: Object.fromEntries(values) };
}
