import type { Clock } from './clock.ts';
import type { PressKind } from './desk-api/key-binding.ts';

export interface GuardRule {
  /** Milliseconds until a held press fires; undefined if holding has no effect. */
  holds?: number;
  arms: boolean;
  /** A second press within this time (ms) is a bounce. */
  bounce: number;
}

export type Kinds<What> = Partial<Record<PressKind, What>>;

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

export interface PressMachinePorts<What> {
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

interface Pressed<What> extends Moment {
  rule: PressRule<What>;
}
type Waiting = 'held' | 'down' | 'waits';
type State<What> =
  { is: 'idle' } | (Pressed<What> & { is: Waiting | 'armed' | 'done' }) | (Pressed<What> & { is: 'sure'; of: Waiting });

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
 * double press, else it fires short and is `done`. A guarded panic outlives its mapping, so presses with a guard have a
 * machine, and presses without have another.
 *
 * | state | down                   | up                                      | lost | time is over                  |
 * | ----- | ---------------------- | --------------------------------------- | ---- | ----------------------------- |
 * | idle  | new                    |                                         |      |                               |
 * | held  | held                   | long enough: fires, idle; armed or idle | idle | sure                          |
 * | armed | fires, idle; or bounce |                                         |      | idle                          |
 * | down  | new                    | long: fires, idle; waits; short, idle   | idle | sure                          |
 * | waits | double, done; or new   |                                         |      | sure                          |
 * | done  | new                    | fires release, idle                     | idle |                               |
 * | sure  | as before              | as before                               | ...  | caught up: held fires, idle;  |
 * |       |                        |                                         |      | down: long, done; waits:      |
 * |       |                        |                                         |      | short, idle. Not: idle, done  |
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
    this.#enter({ ...now, is: 'down' });
    if (long) this.#after(longAfter, () => this.#onceSure('down', (pressed) => this.#wasLong(pressed)));
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

  /** Assistive technology cannot hold a button. */
  tap(rule: PressRule<What>): void {
    this.down(rule);
    this.up();
  }

  /** Drops the other kinds of the press, and silently ends a press without any left. */
  keep(isKept: (what: What) => boolean): void {
    if (this.#state.is === 'idle') return;
    const { rule } = this.#state;
    const kept = Object.entries(rule.kinds).filter(([, what]) => isKept(what));
    if (kept.length === 0) this.end();
    else this.#state = { ...this.#state, rule: { ...rule, kinds: Object.fromEntries(kept) } };
  }

  /** Silent. */
  end(): void {
    this.#enter({ is: 'idle' });
  }

  #downGuarded(rule: PressRule<What>, { holds, bounce }: GuardRule, moment: Moment): boolean {
    const state = this.#state;
    // A guard armed for one action never fires another.
    if (state.is === 'idle' || state.rule.kinds.short !== rule.kinds.short) {
      if (holds === undefined) this.#arm(rule);
      else this.#hold({ ...moment, rule }, holds);
    } else if (state.is === 'armed') {
      if (this.#ports.clock.monotonic() - state.at < bounce) return false;
      this.#fireGuarded(rule, moment.at, true);
    } else this.#state = { ...state, stamp: moment.stamp };
    return true;
  }

  #hold(pressed: Pressed<What>, holds: number): void {
    this.#enter({ ...pressed, is: 'held' });
    this.#after(holds, () => this.#onceSure('held', ({ rule }) => this.#fireGuarded(rule, undefined)));
    this.#ports.changed?.('held', holds);
  }

  #arm(rule: PressRule<What>): void {
    this.#enter({ is: 'armed', rule, at: this.#ports.clock.monotonic(), stamp: NaN });
    this.#after(armedFor, () => this.#free());
    this.#ports.changed?.('armed', armedFor);
  }

  #free(): void {
    this.end();
    this.#ports.changed?.('free', 0);
  }

  #fireGuarded({ kinds }: PressRule<What>, at: number | undefined, isAwaited = false): void {
    this.#free();
    if (kinds.short) this.#ports.fire(kinds.short, at, isAwaited);
  }

  #waitForSecond(pressed: Pressed<What>): void {
    this.#enter({ ...pressed, is: 'waits' });
    this.#after(doubleWithin, () =>
      this.#onceSure('waits', (waited) => {
        this.end();
        this.#wasShort(waited);
      }),
    );
  }

  #wasShort({ rule: { kinds }, at }: Pressed<What>): void {
    if (this.#fire(kinds.short, at)) this.#fire(kinds.release, at);
  }

  #wasLong(pressed: Pressed<What>): void {
    this.#enter({ ...pressed, is: 'done' });
    if (!this.#fire(pressed.rule.kinds.long, undefined)) this.end();
  }

  /** Waits until the keyboard has sent everything that may change the meaning of the press. */
  #onceSure(of: Waiting, then: (pressed: Pressed<What>) => void): void {
    const { caughtUp, unsure } = this.#ports;
    const state = this.#state;
    if (state.is === 'idle') return;
    if (!caughtUp || (state.rule.isUrgent && of !== 'waits')) return then(state);
    this.#enter({ ...state, is: 'sure', of });
    const callOff = this.#after(certainWithin, () => {
      if (of === 'held') this.#free();
      else if (this.#state.is !== 'idle') this.#enter({ ...this.#state, is: 'done' });
      unsure?.();
    });
    caughtUp(() => {
      if (this.#callOff === callOff && this.#state.is !== 'idle') then(this.#state);
    });
  }

  #fire(what: What | undefined, at: number | undefined): boolean {
    return what === undefined || this.#ports.fire(what, at, false);
  }

  #enter(state: State<What>): void {
    this.#callOff();
    this.#callOff = () => {};
    this.#state = state;
  }

  #after(milliseconds: number, then: () => void): () => void {
    return (this.#callOff = this.#ports.clock.after(milliseconds, then));
  }
}

function phaseOf<What>(state: State<What>): Exclude<State<What>['is'], 'sure'> {
  return state.is === 'sure' ? state.of : state.is;
}
