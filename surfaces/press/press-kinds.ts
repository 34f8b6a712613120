import { fillsPress, type ShortPress } from '../../contract/desk-api/controller.ts';
import { type KeyBinding, OtherPress, type PressKind, pressWords } from '../../contract/desk-api/key-binding.ts';
import { onceCaughtUp } from '../../contract/press-guard.ts';
import type { WakingClock } from '../../contract/clock-watch.ts';
import type { Keyboard, Moment } from './key-guards.ts';

/** Hold time (ms) of a long press. */
const longAfter = 600;
/** Milliseconds in which a second press makes a double press. */
const doubleWithin = 300;

export type Kinds<Binding> = Partial<Record<PressKind, Binding>>;

export function hasOthers({ long, double, release }: Kinds<unknown>): boolean {
  return (long ?? double ?? release) !== undefined;
}

/** Why a kind of press can never count, as the rest of a sentence that begins with the control's name. */
export function unheardPress(all: readonly Kinds<ShortPress>[]): string | undefined {
  for (const { short, ...others } of all) {
    const why = short && fillsPress(short);
    const press = OtherPress.options.find((kind) => others[kind]);
    if (why && press) return `${why}, so it can do nothing else when it is ${pressWords[press]}`;
  }
  return undefined;
}

export interface ControlDown<Binding> extends Moment {
  key: string;
  kinds: Kinds<Binding>;
}

interface PressKindsPorts<Binding> {
  clock: WakingClock;
  /** `at`: when the press went down, came up or became long. Returns false if refused. */
  fire(keyboard: Keyboard, binding: Binding, at: number | 'now'): boolean;
  /** The keyboard does not answer, so the kind of press is unknown and nothing fired. */
  unsure(key: string): void;
}

/** An unfinished press. Its moment is the key-down; in `waits`, the release. */
interface PressRun<Binding> extends Omit<ControlDown<Binding>, 'key'> {
  /** `down`: may become long. `waits`: may become double. `done`: has fired. */
  state: 'down' | 'waits' | 'done';
  /** The press was refused, so its release fires nothing: it would undo an action that never happened. */
  isRefused: boolean;
  callOff: () => void;
}

/**
 * Distinguishes short, long and double presses and releases. A control without long and double press fires on key-down.
 * The same control on two keyboards is two controls.
 */
export class PressKinds<Binding extends Pick<KeyBinding, 'action'>> {
  readonly #ports: PressKindsPorts<Binding>;
  readonly #clock: WakingClock;
  readonly #keyboards = new Map<Keyboard, Map<string, PressRun<Binding>>>();

  constructor(ports: PressKindsPorts<Binding>) {
    this.#ports = ports;
    this.#clock = ports.clock;
  }

  woke(): void {
    for (const keyboard of [...this.#keyboards.keys()]) this.gone(keyboard);
  }

  down(keyboard: Keyboard, { key, kinds, at, stamp }: ControlDown<Binding>): void {
    this.#clock.look();
    const runs = this.#keyboards.get(keyboard) ?? new Map<string, PressRun<Binding>>();
    this.#keyboards.set(keyboard, runs);
    const before = runs.get(key);
    before?.callOff();
    const run: PressRun<Binding> = { kinds, at, stamp, state: 'done', isRefused: false, callOff: () => undefined };
    runs.set(key, run);
    if (before?.state === 'waits') {
      if (kinds.double && stamp - before.stamp <= doubleWithin)
        return this.#fire(keyboard, run, { press: 'double', at });
      // Both presses were delayed on their way and were further apart.
      this.#wasShort(keyboard, before);
      // What fired may have opened another page, which ends this press.
      if (runs.get(key) !== run) return;
    }
    if (!kinds.long && !kinds.double) return this.#fire(keyboard, run, { press: 'short', at });
    run.state = 'down';
    if (!kinds.long) return;
    const heldLong = (): void => {
      run.state = 'done';
      this.#fire(keyboard, run, { press: 'long', at: 'now' });
    };
    run.callOff = this.#clock.after(longAfter, () => {
      // A panic never waits for a screen.
      if (run.kinds.long?.action.do === 'panic') heldLong();
      else this.#onceSure(keyboard, { key, run }, heldLong);
    });
  }

  up(keyboard: Keyboard, key: string, { at, stamp }: Moment): void {
    this.#clock.look();
    const runs = this.#keyboards.get(keyboard);
    const run = runs?.get(key);
    // The press began before the desk listened, or was meant for another mapping.
    if (!runs || !run || run.state === 'waits') return;
    run.callOff();
    const { kinds, state } = run;
    // A long press may end before the keyboard has confirmed it.
    const wasLong = kinds.long !== undefined && stamp - run.stamp >= longAfter;
    Object.assign(run, { at, stamp });
    if (state === 'down' && kinds.double && !wasLong) return this.#waitForSecond(keyboard, key, run);
    runs.delete(key);
    if (state === 'down' && !wasLong) return this.#wasShort(keyboard, run);
    if (state === 'down') this.#fire(keyboard, run, { press: 'long', at });
    this.#release(keyboard, run);
  }

  /** The state of the control is unknown; its press fires nothing. */
  lost(keyboard: Keyboard, key: string): void {
    const runs = this.#keyboards.get(keyboard);
    const run = runs?.get(key);
    if (!run || run.state === 'waits') return;
    run.callOff();
    runs?.delete(key);
  }

  /** Drops held presses, which were meant for another mapping. A panic continues. */
  interrupt(keyboards: Iterable<Keyboard> = this.#keyboards.keys()): void {
    for (const keyboard of keyboards) {
      const runs = this.#keyboards.get(keyboard) ?? new Map<string, PressRun<Binding>>();
      for (const [key, run] of runs) {
        run.kinds = panicsOf(run.kinds);
        if (Object.keys(run.kinds).length > 0) continue;
        run.callOff();
        runs.delete(key);
      }
    }
  }

  gone(keyboard: Keyboard): void {
    for (const { callOff } of this.#keyboards.get(keyboard)?.values() ?? []) callOff();
    this.#keyboards.delete(keyboard);
  }

  #waitForSecond(keyboard: Keyboard, key: string, run: PressRun<Binding>): void {
    run.state = 'waits';
    run.callOff = this.#clock.after(doubleWithin, () =>
      this.#onceSure(keyboard, { key, run }, () => {
        this.#keyboards.get(keyboard)?.delete(key);
        this.#wasShort(keyboard, run);
      }),
    );
  }

  /** Waits until the keyboard has sent everything that may change the kind of press. */
  #onceSure({ caughtUp }: Keyboard, { key, run }: { key: string; run: PressRun<Binding> }, then: () => void): void {
    const { clock, unsure } = this.#ports;
    run.callOff = () => undefined;
    if (!caughtUp) return then();
    run.callOff = onceCaughtUp(clock, caughtUp, (isCertain) => {
      if (isCertain) return then();
      run.state = 'done';
      run.callOff = () => undefined;
      unsure(key);
    });
  }

  #wasShort(keyboard: Keyboard, run: PressRun<Binding>): void {
    this.#fire(keyboard, run, { press: 'short', at: run.at });
    this.#release(keyboard, run);
  }

  #release(keyboard: Keyboard, run: PressRun<Binding>): void {
    if (!run.isRefused) this.#fire(keyboard, run, { press: 'release', at: run.at });
  }

  #fire(keyboard: Keyboard, run: PressRun<Binding>, { press, at }: { press: PressKind; at: number | 'now' }): void {
    const binding = run.kinds[press];
    if (binding && !this.#ports.fire(keyboard, binding, at)) run.isRefused = true;
  }
}

function panicsOf<Binding extends Pick<KeyBinding, 'action'>>(kinds: Kinds<Binding>): Kinds<Binding> {
  const panics = Object.entries(kinds).filter(([, { action }]) => action.do === 'panic');
  return Object.fromEntries(panics);
}
