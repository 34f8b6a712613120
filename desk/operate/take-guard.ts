import { OverlayError } from '../../contract/errors.ts';
import { type AnimationState, listedState, type StoredState } from '../../contract/model/animation-state.ts';
import type { Press } from '../app/operation.ts';

/** A take as it is pressed, and what is known of its sub-composition then. */
export interface GuardedTake {
  /** The address of the sub-composition, and its name. */
  id: string;
  name: string;
  to: AnimationState;
  /** The state that the operator was shown, where the press says so. */
  expects: StoredState | undefined;
  /** The state that is asked for, else the one that is confirmed. */
  state: StoredState;
  secondTimeline: boolean;
  /** When somebody else changed its state (ms by the clock that never jumps), if that was not seen yet. */
  changedAt: number | undefined;
}

/** What is pressed and is no take of one sub-composition. `did` says that it was done: `The last take was undone`. */
export interface GuardedPress {
  id: string;
  did: string;
}

/** When something was pressed, by the clock that never jumps: somebody may set the time of day in the middle of a show. */
type Moment = Pick<Press, 'start'>;

/** Refuses takes that cannot be meant: the same one twice in a moment, or against a state that is another one by now. */
export class TakeGuard {
  /** Milliseconds; 0 refuses nothing but what expects another state. */
  time: number;
  readonly #last = new Map<string, { to: AnimationState; start: number }>();
  readonly #pressed = new Map<string, number>();

  constructor(time: number) {
    this.time = time;
  }

  /** Throws `press-refused` for the first of the takes of one press that is refused; otherwise they count as taken. */
  pass(takes: readonly GuardedTake[], { start }: Moment): void {
    for (const take of takes) this.#check(take, start);
    for (const { id, to } of takes) this.#last.set(id, { to, start });
  }

  /** Throws `press-refused` where the same was pressed a moment ago; otherwise it counts as pressed. */
  once({ id, did }: GuardedPress, { start }: Moment): void {
    const since = start - (this.#pressed.get(id) ?? -Infinity);
    if (since < this.time) throw refused(`${did} ${ago(since)}, so the second press was refused.`);
    this.#pressed.set(id, start);
  }

  #check({ id, name, to, expects, state, secondTimeline, changedAt }: GuardedTake, start: number): void {
    const last = this.#last.get(id);
    if (last?.to === to && start - last.start < this.time) {
      throw refused(`${name} was taken ${words(to)} ${ago(start - last.start)}, so the second press was refused.`);
    }
    if (expects !== undefined && expects !== state) {
      const [is, was] = [state, expects].map((one) => words(listedState(one, secondTimeline)));
      throw refused(`${name} is ${is} by now and no longer ${was}, so the press was refused.`);
    }
    if (expects === undefined && changedAt !== undefined && start - changedAt < this.time) {
      throw refused(`${name} was changed elsewhere ${ago(start - changedAt)}, so the press was refused.`);
    }
  }
}

function refused(why: string): OverlayError {
  return new OverlayError('press-refused', why);
}

function ago(milliseconds: number): string {
  return `${Math.max(0, Math.round(milliseconds))} ms ago`;
}

/** A state as an operator says it. */
export function words(state: AnimationState): string {
  return state.replace(/(\d)$/, ' $1');
}
