import type { Clock } from './clock.ts';
import type { Kinds } from './desk-api/key-binding.ts';

export interface GuardRule {
  /** Milliseconds until a held press fires; undefined if holding has no effect. */
  holds?: number;
  arms: boolean;
  /** A second press within this time (ms) is a bounce. */
  bounce: number;
}

export interface PressRule<What> {
  /** Of a short press, which leaves no other kind. */
  guard?: GuardRule | undefined;
  kinds: Kinds<What>;
  /** A panic never waits for a screen: a held or long press fires without `caughtUp`. */
  isUrgent?: boolean;
}

export interface Moment {
  /** Best estimate by the desk's monotonic clock. */
  at: number;
  /** By the clock of the keyboard, so that delays on the way do not change intervals. */
  stamp: number;
}

export type GuardState = 'free' | 'held' | 'armed';

interface PressMachinePorts<What> {
  clock: Pick<Clock, 'monotonic' | 'after'>;
  /**
   * Returns false if refused. `at`: when the control went down or came up; undefined for the present moment.
   * `isAwaited`: a caller of `down` waits, so a refusal may throw.
   */
  fire(what: What, at: number | undefined, isAwaited: boolean): boolean;
  /** `lasts`: milliseconds until the state ends without a press. */
  changed?: (state: GuardState, lasts: number) => void;
  /** Calls `then` once no event can be in transit; never if that is uncertain. Absent: events arrive at once. */
  caughtUp?: ((then: () => void) => void) | undefined;
  /** Did not fire: in time, no proof arrived of what the hand did. */
  unsure?: () => void;
}

interface HeardPress<What> extends Moment {
  rule: PressRule<What>;
}
type TimedState = 'held' | 'down' | 'waits';
type State<What> =
  | { is: 'idle' }
  | (HeardPress<What> & { is: TimedState | 'armed' | 'done' })
  | (HeardPress<What> & { is: 'sure'; of: TimedState });

export const armedFor = 3_000;
/** Milliseconds to wait for the proof that no event is in transit. */
const certainWithin = 2_000;
/** Hold time (ms) of a long press. */
const longAfter = 600;
/** Milliseconds in which a second press makes a double press. */
const doubleWithin = 300;
/** A button on a page fires by its timer, never by the length of its press. */
const unstamped: Moment = { at: NaN, stamp: NaN };

/**
 * The meaning of the presses of one control by one hand. `new` is `held` or `armed` with a guard, `down` with a long or
 * double press, else it fires short and is `done`. A short press without a release changes no state. A guarded panic
 * outlives its mapping, so presses with a guard have a machine, and presses without have another.
 *
 * | state | down                   | up                                      | lost | time is over                  |
 * | ----- | ---------------------- | --------------------------------------- | ---- | ----------------------------- |
 * | idle  | new                    |                                         |      |                               |
 * | held  | held                   | long enough: fires, idle; armed or idle | idle | sure                          |
 * | armed | fires, idle; or bounce |                                         |      | idle                          |
 * | down  | new                    | long: fires, idle; waits; short, idle   | idle | sure                          |
 * | waits | double, done; or new   |                                         |      | sure                          |
 * | done  | new                    | fires release, idle                     | idle |                               |
 * | sure  | as the state before    | as the state before                     | too  | `held` idle, others done      |
 *
 * Once the keyboard caught up, `sure` fires: after `held`, idle; after `down`, long, done; after `waits`, short, idle.
 */
export class PressMachine<What> {
  readonly #ports: PressMachinePorts<What>;
  #state: State<What> = { is: 'idle' };
  #callOff: () => void = () => {};

  constructor(ports: PressMachinePorts<What>) {
    this.#ports = ports;
  }

  get isIdle(): boolean {
    return this.#state.is === 'idle';
  }

  /** What fires once the control was held for long enough; undefined if it is not down, or fired. */
  get held(): What | undefined {
    const state = this.#state;
    if (state.is === 'idle') return undefined;
    const { short, long } = state.rule.kinds;
    const phase = phaseOf(state);
    return phase === 'held' ? short : phase === 'down' ? long : undefined;
  }

  /** Returns whether the press counts; a bounce does not. */
  down(rule: PressRule<What>, moment = unstamped): boolean {
    if (rule.guard) return this.#downGuarded(rule, rule.guard, moment);
    const { short, long, double, release } = rule.kinds;
    const isShort = !long && !double;
    // A refusal throws, so its release undoes nothing.
    if (isShort && short && (!this.#ports.fire(short, moment.at, true) || !release)) return true;
    const before = this.#state;
    this.#enter({ ...moment, is: 'done', rule });
    if (before.is !== 'idle' && phaseOf(before) === 'waits') {
      if (double && moment.stamp - before.stamp <= doubleWithin) {
        if (!this.#fire(double, moment.at)) this.end();
        return true;
      }
      // Both presses were delayed on their way and were further apart.
      this.#wasShort(before);
    }
    // What fired may have opened another page, which ends this press.
    const now = this.#state;
    if (isShort || now.is === 'idle') return true;
    this.#enter({ ...now, is: 'down' }, long ? longAfter : undefined, () =>
      this.#onceSure('down', (pressed) => this.#wasLong(pressed)),
    );
    return true;
  }

  up(moment = unstamped): void {
    const state = this.#state;
    if (state.is === 'idle') return;
    const { guard, kinds } = state.rule;
    const heldFor = moment.stamp - state.stamp;
    const phase = phaseOf(state);
    if (phase === 'held') {
      if (heldFor >= (guard?.holds ?? Infinity)) this.#fireGuarded(state.rule, moment.at);
      else if (guard?.arms) this.#arm(state.rule);
      else this.#free();
    } else if (phase === 'down') {
      const pressed = { ...moment, rule: state.rule };
      // A long press may end before the keyboard has confirmed it.
      const wasLong = kinds.long && heldFor >= longAfter;
      if (kinds.double && !wasLong) return this.#waitForSecond(pressed);
      this.end();
      if (!wasLong) this.#wasShort(pressed);
      else if (this.#fire(kinds.long, moment.at)) this.#fire(kinds.release, moment.at);
    } else if (phase === 'done') {
      this.end();
      this.#fire(kinds.release, moment.at);
    }
  }

  /** The pointer, the focus or the key left, so the state of the control is unknown. */
  lost(): void {
    const phase = phaseOf(this.#state);
    if (phase === 'held') this.#free();
    else if (phase === 'down' || phase === 'done') this.end();
  }

  /** Assistive technology cannot hold a button. Returns as {@link PressMachine.down}. */
  tap(rule: PressRule<What>): boolean {
    const counts = this.down(rule);
    this.up();
    return counts;
  }

  /** Drops the other kinds of the press, and silently ends a press without any left. */
  keep(isKept: (what: What) => boolean): void {
    if (this.#state.is === 'idle') return;
    const { rule } = this.#state;
    const kept = Object.entries(rule.kinds).filter(([, what]) => isKept(what));
    if (kept.length === 0) this.end();
    else this.#state = { ...this.#state, rule: { ...rule, kinds: Object.fromEntries(kept) } };
  }

  end(): void {
    this.#enter({ is: 'idle' });
  }

  #downGuarded(rule: PressRule<What>, { holds, bounce }: GuardRule, moment: Moment): boolean {
    const state = this.#state;
    // A guard armed for one action never fires another.
    if (state.is === 'idle' || state.rule.kinds.short !== rule.kinds.short) {
      if (holds === undefined) this.#arm(rule);
      else {
        const fires = (held: HeardPress<What>): void => this.#fireGuarded(held.rule, undefined);
        this.#guard({ ...moment, rule, is: 'held' }, holds, () => this.#onceSure('held', fires));
      }
    } else if (state.is === 'armed') {
      if (this.#ports.clock.monotonic() - state.at < bounce) return false;
      this.#fireGuarded(rule, moment.at, true);
    } else this.#state = { ...state, stamp: moment.stamp };
    return true;
  }

  #arm(rule: PressRule<What>): void {
    const state = { is: 'armed', rule, at: this.#ports.clock.monotonic(), stamp: NaN } as const;
    this.#guard(state, armedFor, () => this.#free());
  }

  #guard(state: HeardPress<What> & { is: 'held' | 'armed' }, lasts: number, then: () => void): void {
    this.#enter(state, lasts, then);
    this.#ports.changed?.(state.is, lasts);
  }

  #free(): void {
    this.end();
    this.#ports.changed?.('free', 0);
  }

  #fireGuarded({ kinds }: PressRule<What>, at: number | undefined, isAwaited = false): void {
    this.#free();
    if (kinds.short) this.#ports.fire(kinds.short, at, isAwaited);
  }

  #waitForSecond(pressed: HeardPress<What>): void {
    this.#enter({ ...pressed, is: 'waits' }, doubleWithin, () =>
      this.#onceSure('waits', (waited) => {
        this.end();
        this.#wasShort(waited);
      }),
    );
  }

  #wasShort({ rule: { kinds }, at }: HeardPress<What>): void {
    if (this.#fire(kinds.short, at)) this.#fire(kinds.release, at);
  }

  #wasLong(pressed: HeardPress<What>): void {
    this.#enter({ ...pressed, is: 'done' });
    if (!this.#fire(pressed.rule.kinds.long, undefined)) this.end();
  }

  /** Waits until the keyboard has sent everything that may change the meaning of the press. */
  #onceSure(of: TimedState, then: (pressed: HeardPress<What>) => void): void {
    const { caughtUp, unsure } = this.#ports;
    const state = this.#state;
    if (state.is === 'idle') return;
    if (!caughtUp || (state.rule.isUrgent && of !== 'waits')) return then(state);
    this.#enter({ ...state, is: 'sure', of }, certainWithin, () => {
      if (of === 'held') this.#free();
      else if (this.#state.is !== 'idle') this.#enter({ ...this.#state, is: 'done' });
      unsure?.();
    });
    const callOff = this.#callOff;
    caughtUp(() => {
      if (this.#callOff === callOff && this.#state.is !== 'idle') then(this.#state);
    });
  }

  #fire(what: What | undefined, at: number | undefined): boolean {
    return what === undefined || this.#ports.fire(what, at, false);
  }

  /** Runs `then` if the state lasts so long (ms). */
  #enter(state: State<What>, lasts?: number, then: () => void = () => {}): void {
    this.#callOff();
    this.#state = state;
    this.#callOff = lasts === undefined ? () => {} : this.#ports.clock.after(lasts, then);
  }
}

function phaseOf<What>(state: State<What>): Exclude<State<What>['is'], 'sure'> {
  return state.is === 'sure' ? state.of : state.is;
}
