import { OverlayError } from '../../contract/errors.ts';
import { type AnimationState, listedState, type StoredState } from '../../contract/model/animation-state.ts';
import type { UndoPlan } from '../app/undo-memory.ts';
import { addressOf } from '../../contract/model/address.ts';
import type { Operation, Outcome, Press } from '../app/operation.ts';

/** Milliseconds in which a repeated take is refused, unless the settings say otherwise. */
export const defaultGuardTime = 250;

/**
 * Milliseconds in which a repeated press of a button or a timer command is refused, unless the guard time is less. Only a pad that
 * bounces and a nervous hand are that fast; three quick presses of "goal +1" are three.
 */
const bounceTime = 100;

/** A take as it is pressed, with what is known of its sub-composition at that moment. */
export interface GuardedTake {
  /** The address and the name of the sub-composition. */
  id: string;
  name: string;
  to: AnimationState;
  /** The state that the operator saw, if the press says so. */
  expects: StoredState | undefined;
  /** The requested state, or else the confirmed one. */
  state: StoredState;
  secondTimeline: boolean;
  /** When somebody else changed its state (ms by the monotonic clock), unless that was seen. */
  changedAt: number | undefined;
}

/** A press other than a take of one sub-composition. `did` says what it did: `The last take was undone`. */
export interface GuardedPress {
  id: string;
  did: string;
}

/** A press, and its time by the monotonic clock, because somebody may set the time of day during a show. */
type Moment = Pick<Press, 'number' | 'start'>;

/**
 * Refuses takes that cannot be intended: the same take twice in a moment, or a take based on a state that has changed.
 */
export class TakeGuard {
  /** Milliseconds; 0 refuses only takes that expect another state. */
  time: number;
  readonly #last = new Map<string, Moment & { to: AnimationState }>();
  readonly #pressed = new Map<string, Moment>();
  /** When the desk took each sub-composition out by itself, by its address (ms by the monotonic clock). */
  readonly #wentOut = new Map<string, number>();

  constructor(time: number) {
    this.time = time;
  }

  /** Throws `press-refused` or `press-outdated` if one of the takes of a press is refused; otherwise notes them all as taken. */
  pass(takes: readonly GuardedTake[], { number, start }: Moment): void {
    for (const take of takes) this.#check(take, start);
    for (const { id, to } of takes) this.#last.set(id, { to, number, start });
  }

  /** Throws `press-refused` if the same press was made a moment ago; otherwise notes it. */
  once(pressed: GuardedPress, moment: Moment): void {
    this.#once(pressed, moment, this.time);
  }

  /** As {@link TakeGuard.once}, for what may be pressed several times in a row. */
  bounced(pressed: GuardedPress, moment: Moment): void {
    this.#once(pressed, moment, Math.min(this.time, bounceTime));
  }

  #once({ id, did }: GuardedPress, { number, start }: Moment, within: number): void {
    const since = start - (this.#pressed.get(id)?.start ?? -Infinity);
    if (since < within) throw refused(`${did} ${ago(since)}, so the second press was refused.`);
    this.#pressed.set(id, { number, start });
  }

  /** The desk took these out by itself: a hand that meant to do the same must not take them In again. */
  wentOut(addresses: readonly string[], now: number): void {
    for (const address of addresses) this.#wentOut.set(address, now);
  }

  /**
   * Refuses an undo of something that the operator did not mean, because another press was confirmed in between. A key
   * says no number, so a press within the guard time before it counts as not seen. Throws `press-outdated`.
   */
  seen(
    { press: undone, undoes }: Pick<UndoPlan, 'press' | 'undoes'>,
    { press, shown }: { press: Press; shown: number | undefined },
  ): void {
    const since = press.start - undone.start;
    const unseen = shown === undefined ? press.trigger.kind === 'key' && since < this.time : shown !== undone.number;
    if (unseen) throw outdated(`${undoes} was pressed ${ago(since)}, so the undo of what was before it was refused.`);
  }

  /**
   * An operation ended. If it failed, the next press of the same is a first one again. What a panic overtook must not come
   * In by a second tap.
   */
  settled({ app, items, number }: Operation, outcome: Outcome): void {
    if (outcome.result !== 'failed' || outcome.error.code === 'overtaken') return;
    for (const address of items.map(({ id }) => addressOf(app, id))) {
      if (this.#last.get(address)?.number === number) this.#last.delete(address);
    }
    for (const [id, pressed] of this.#pressed) if (pressed.number === number) this.#pressed.delete(id);
  }

  #check({ id, name, to, expects, state, secondTimeline, changedAt }: GuardedTake, start: number): void {
    const last = this.#last.get(id);
    if (last?.to === to && start - last.start < this.time) {
      throw refused(`${name} was taken ${words(to)} ${ago(start - last.start)}, so the second press was refused.`);
    }
    if (expects !== undefined && expects !== state) {
      const [is, was] = [state, expects].map((one) => words(listedState(one, secondTimeline)));
      throw outdated(`${name} is ${is} now and no longer ${was}, so the press was refused.`);
    }
    if (expects === undefined && changedAt !== undefined && start - changedAt < this.time) {
      throw outdated(`${name} was changed elsewhere ${ago(start - changedAt)}, so the press was refused.`);
    }
    const since = start - (this.#wentOut.get(id) ?? -Infinity);
    if (expects === undefined && to === 'In' && since < this.time) {
      throw outdated(`${name} went out by itself ${ago(since)}, so the press was refused.`);
    }
  }
}

function refused(why: string): OverlayError {
  return new OverlayError('press-refused', why);
}

/** It is not what the operator saw any more. */
function outdated(why: string): OverlayError {
  return new OverlayError('press-outdated', why);
}

function ago(milliseconds: number): string {
  return `${Math.max(0, Math.round(milliseconds))} ms ago`;
}

/** A state as an operator says it. */
function words(state: AnimationState): string {
  return state.replace(/(\d)$/, ' $1');
}
