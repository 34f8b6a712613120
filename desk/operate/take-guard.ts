import { texts } from '../../contract/texts/texts.ts';
import { captions } from '../../contract/words/words.ts';
import { OverlayError } from '../../contract/errors.ts';
import { type AnimationState, listedState, type StoredState } from '../../contract/model/animation-state.ts';
import type { UndoPlan } from '../app/undo-memory.ts';
import { addressOf } from '../../contract/model/address.ts';
import type { Operation, Outcome, Press } from '../app/operation.ts';

/** Milliseconds in which a repeated take is refused; the settings can override it. */
export const defaultGuardTime = 250;

/**
 * Milliseconds in which a repeated button or timer press is refused, capped by the guard time. Only a bouncing pad is
 * this fast; three quick "goal +1" presses count.
 */
const bounceTime = 100;

export interface GuardedTake {
  id: string;
  name: string;
  to: AnimationState;
  expects: StoredState | undefined;
  state: StoredState;
  secondTimeline: boolean;
  /** When another user changed the state unseen (monotonic ms). */
  changedAt: number | undefined;
  /** When a cue took it Out after its duration (monotonic ms). */
  wentOut: number | undefined;
}

/** `did` completes a message: `The last take was undone`. */
export interface GuardedPress {
  id: string;
  did: string;
}

/** Uses the monotonic clock, because the time of day may be set during a show. */
type PressStart = Pick<Press, 'number' | 'start'>;

/** Refuses unintended takes: quick repeats, and takes based on an outdated state. */
export class TakeGuard {
  /** Milliseconds; 0 refuses only takes that expect another state. */
  time: number;
  readonly #last = new Map<string, PressStart & { to: AnimationState }>();
  readonly #pressed = new Map<string, PressStart>();

  constructor(time: number) {
    this.time = time;
  }

  /** Throws `press-refused` or `press-outdated` if any take is refused; otherwise notes all. */
  pass(takes: readonly GuardedTake[], { number, start }: PressStart): void {
    for (const take of takes) this.#check(take, start);
    for (const { id, to } of takes) this.#last.set(id, { to, number, start });
  }

  /** Throws `press-refused` for a quick repeat; otherwise notes the press. */
  once(pressed: GuardedPress, moment: PressStart): void {
    this.#once(pressed, moment, this.time);
  }

  /** As {@link TakeGuard.once}, but allows several presses in a row. */
  bounced(pressed: GuardedPress, moment: PressStart): void {
    this.#once(pressed, moment, Math.min(this.time, bounceTime));
  }

  #once({ id, did }: GuardedPress, { number, start }: PressStart, within: number): void {
    const since = start - (this.#pressed.get(id)?.start ?? -Infinity);
    if (since < within) throw refused(texts.guard.twice(did, ago(since)));
    this.#pressed.set(id, { number, start });
  }

  /**
   * Throws `press-outdated` for an undo after a press that the operator did not see. A key has no press number, so a
   * press within the guard time counts as unseen.
   */
  seen(
    { press: undone, undoes }: Pick<UndoPlan, 'press' | 'undoes'>,
    { press, shown }: { press: Press; shown: number | undefined },
  ): void {
    const since = press.start - undone.start;
    const unseen = shown === undefined ? press.trigger.kind === 'key' && since < this.time : shown !== undone.number;
    if (unseen) throw outdated(texts.guard.undone(undoes, ago(since)));
  }

  /** A failure allows the same press again, unless a panic overtook it: a second tap must not take it In. */
  settled({ app, items, number }: Operation, outcome: Outcome): void {
    if (outcome.result !== 'failed' || outcome.error.code === 'overtaken') return;
    for (const address of items.map(({ id }) => addressOf(app, id))) {
      if (this.#last.get(address)?.number === number) this.#last.delete(address);
    }
    for (const [id, pressed] of this.#pressed) if (pressed.number === number) this.#pressed.delete(id);
  }

  #check(
    { id, name, to, expects, state, secondTimeline, changedAt, wentOut = -Infinity }: GuardedTake,
    start: number,
  ): void {
    const last = this.#last.get(id);
    if (last?.to === to && start - last.start < this.time) {
      throw refused(texts.guard.taken(name, captions.states[to], ago(start - last.start)));
    }
    if (expects !== undefined && expects !== state) {
      const called = (one: StoredState): string => captions.states[listedState(one, secondTimeline)];
      throw outdated(texts.guard.changed(name, called(state), called(expects)));
    }
    if (expects === undefined && changedAt !== undefined && start - changedAt < this.time) {
      throw outdated(texts.guard.elsewhere(name, ago(start - changedAt)));
    }
    if (expects === undefined && to === 'In' && start - wentOut < this.time) {
      throw outdated(texts.guard.byItself(name, ago(start - wentOut)));
    }
  }
}

function refused(why: string): OverlayError {
  return new OverlayError('press-refused', why);
}

function outdated(why: string): OverlayError {
  return new OverlayError('press-outdated', why);
}

/** A press that arrives late may have been made before the press that it repeats. */
function ago(milliseconds: number): string {
  const rounded = Math.round(milliseconds);
  return rounded < 0 ? texts.guard.later(-rounded) : texts.guard.ago(rounded);
}
