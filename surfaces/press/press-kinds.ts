import { fillsPress, type ShortPress } from '../../contract/desk-api/controller.ts';
import { type KeyBinding, OtherPress, type PressKind, pressWords } from '../../contract/desk-api/key-binding.ts';
import { onceCaughtUp } from '../../contract/press-guard.ts';
import { type WakingClock, wakingClock } from '../../contract/clock-watch.ts';
import type { Clock } from '../../contract/clock.ts';
import type { Keyboard, Moment } from './key-guards.ts';

/** Milliseconds for which a control is held that is pressed long. */
const longAfter = 600;
/** Milliseconds within which a control is pressed again that is pressed twice. */
const doubleWithin = 300;

/** What a control does by each kind of press. */
export type Kinds<Binding> = Partial<Record<PressKind, Binding>>;

/** Whether a control does something by another kind of press than a short one. */
export function hasOthers({ long, double, release }: Kinds<unknown>): boolean {
  return (long ?? double ?? release) !== undefined;
}

/** Why a kind of press would never count, in words that follow the name of its control; undefined where each does. */
export function unheardPress(all: readonly Kinds<ShortPress>[]): string | undefined {
  for (const { short, ...others } of all) {
    const why = short && fillsPress(short);
    const press = OtherPress.options.find((kind) => others[kind]);
    if (why && press) return `${why}, so it can do nothing else when it is ${pressWords[press]}`;
  }
  return undefined;
}

/** A control that goes down. */
export interface ControlDown<Binding> extends Moment {
  key: string;
  kinds: Kinds<Binding>;
}

interface PressKindsPorts<Binding> {
  clock: Clock;
  /** A press counts. `at` is when what makes it count happened: that the control went down or came up, or was held for long enough. Returns whether it was not refused. */
  fire(keyboard: Keyboard, binding: Binding, at: number | 'now'): boolean;
  /** A control was pressed, but its keyboard does not answer, so nobody can tell by what kind of press, and it did not fire. */
  unsure(key: string): void;
}

/** A press that is not over. Its moment is when its control went down; of one that waits, when it came up. */
interface Run<Binding> extends Omit<ControlDown<Binding>, 'key'> {
  /** `down`: it may become a long one. `waits`: it may become a double one. `done`: it has fired already. */
  state: 'down' | 'waits' | 'done';
  /** What it fired was refused, so its release fires nothing: it would undo what it did not do. */
  isRefused: boolean;
  callOff: () => void;
}

/**
 * Tells short, long and double presses and releases of controls apart. A control that does nothing by a long or a double press fires as it
 * goes down. The same control of two keyboards is two controls.
 */
export class PressKinds<Binding extends Pick<KeyBinding, 'action'>> {
  readonly #ports: PressKindsPorts<Binding>;
  readonly #clock: WakingClock;
  /** The presses of each keyboard, by control. */
  readonly #keyboards = new Map<Keyboard, Map<string, Run<Binding>>>();

  constructor(ports: PressKindsPorts<Binding>) {
    this.#ports = ports;
    // Nobody can tell what a hand does that held a control when the machine fell asleep.
    const woke = (): void => [...this.#keyboards.keys()].forEach((keyboard) => this.gone(keyboard));
    this.#clock = wakingClock({ clock: ports.clock, woke });
  }

  /** A control went down. */
  down(keyboard: Keyboard, { key, kinds, at, stamp }: ControlDown<Binding>): void {
    this.#clock.look();
    const runs = this.#keyboards.get(keyboard) ?? new Map<string, Run<Binding>>();
    this.#keyboards.set(keyboard, runs);
    const before = runs.get(key);
    before?.callOff();
    const run: Run<Binding> = { kinds, at, stamp, state: 'done', isRefused: false, callOff: () => undefined };
    runs.set(key, run);
    if (before?.state === 'waits') {
      if (kinds.double && stamp - before.stamp <= doubleWithin)
        return this.#fire(keyboard, run, { press: 'double', at });
      // Both presses were held up on their way, and lay further apart.
      this.#wasShort(keyboard, before);
    }
    if (!kinds.long && !kinds.double) return this.#fire(keyboard, run, { press: 'short', at });
    run.state = 'down';
    if (!kinds.long) return;
    const heldLong = (): void => {
      run.state = 'done';
      this.#fire(keyboard, run, { press: 'long', at: 'now' });
    };
    run.callOff = this.#clock.after(longAfter, () => {
      // A panic is never held back by a screen.
      if (run.kinds.long?.action.do === 'panic') heldLong();
      else this.#onceSure(keyboard, { key, run }, heldLong);
    });
  }

  /** A control came up. */
  up(keyboard: Keyboard, key: string, { at, stamp }: Moment): void {
    this.#clock.look();
    const runs = this.#keyboards.get(keyboard);
    const run = runs?.get(key);
    // It went down before anybody listened, or was meant for something else.
    if (!runs || !run || run.state === 'waits') return;
    run.callOff();
    const { kinds, state } = run;
    // What was held for long enough may come up before anybody could be sure of that.
    const wasLong = kinds.long !== undefined && stamp - run.stamp >= longAfter;
    Object.assign(run, { at, stamp });
    if (state === 'down' && kinds.double && !wasLong) return this.#waitForSecond(keyboard, key, run);
    runs.delete(key);
    if (state === 'down' && !wasLong) return this.#wasShort(keyboard, run);
    if (state === 'down') this.#fire(keyboard, run, { press: 'long', at });
    this.#release(keyboard, run);
  }

  /** Nobody can tell any more whether a control is down, so what may still become of its press does not. */
  lost(keyboard: Keyboard, key: string): void {
    const runs = this.#keyboards.get(keyboard);
    const run = runs?.get(key);
    if (!run || run.state === 'waits') return;
    run.callOff();
    runs?.delete(key);
  }

  /** What is held of a keyboard, or of all of them, was meant for something else, so it fires nothing; but a panic goes on. */
  interrupt(keyboards: Iterable<Keyboard> = this.#keyboards.keys()): void {
    for (const keyboard of keyboards) {
      const runs = this.#keyboards.get(keyboard) ?? new Map<string, Run<Binding>>();
      for (const [key, run] of runs) {
        run.kinds = panicsOf(run.kinds);
        if (Object.keys(run.kinds).length > 0) continue;
        run.callOff();
        runs.delete(key);
      }
    }
  }

  /** A keyboard has gone, so nothing becomes of what is held on it. */
  gone(keyboard: Keyboard): void {
    for (const { callOff } of this.#keyboards.get(keyboard)?.values() ?? []) callOff();
    this.#keyboards.delete(keyboard);
  }

  /** A press that is over is a short one, unless a second press comes in time. */
  #waitForSecond(keyboard: Keyboard, key: string, run: Run<Binding>): void {
    run.state = 'waits';
    run.callOff = this.#clock.after(doubleWithin, () =>
      this.#onceSure(keyboard, { key, run }, () => {
        this.#keyboards.get(keyboard)?.delete(key);
        this.#wasShort(keyboard, run);
      }),
    );
  }

  /** Goes on with a press, unless its keyboard has sent already what makes another one of it. */
  #onceSure({ caughtUp }: Keyboard, { key, run }: { key: string; run: Run<Binding> }, then: () => void): void {
    const { clock, unsure } = this.#ports;
    run.callOff = () => undefined;
    if (!caughtUp) return then();
    const gaveUp = (): void => {
      run.state = 'done';
      run.callOff = () => undefined;
      unsure(key);
    };
    run.callOff = onceCaughtUp({ clock, caughtUp, unsure: gaveUp }, then);
  }

  /** A press was a short one, and came up. */
  #wasShort(keyboard: Keyboard, run: Run<Binding>): void {
    this.#fire(keyboard, run, { press: 'short', at: run.at });
    this.#release(keyboard, run);
  }

  #release(keyboard: Keyboard, run: Run<Binding>): void {
    if (!run.isRefused) this.#fire(keyboard, run, { press: 'release', at: run.at });
  }

  #fire(keyboard: Keyboard, run: Run<Binding>, { press, at }: { press: PressKind; at: number | 'now' }): void {
    const binding = run.kinds[press];
    if (binding && !this.#ports.fire(keyboard, binding, at)) run.isRefused = true;
  }
}

/** The kinds of press by which a control does a panic. */
function panicsOf<Binding extends Pick<KeyBinding, 'action'>>(kinds: Kinds<Binding>): Kinds<Binding> {
  const panics = Object.entries(kinds).filter(([, { action }]) => action.do === 'panic');
  return Object.fromEntries(panics);
}
