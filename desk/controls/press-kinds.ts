import type { ControllerBinding, PressKind } from '../../contract/desk-api/controller.ts';
import { type WakingClock, wakingClock } from '../operate/clock-watch.ts';
import type { Clock } from '../ports.ts';

/** Milliseconds for which a control is held that is pressed long. */
const longAfter = 600;
/** Milliseconds within which a control is pressed again that is pressed twice. */
const doubleWithin = 300;

/** What a control does by each kind of press. */
export type Kinds<Binding> = Partial<Record<PressKind, Binding>>;

interface PressKindsPorts<Binding> {
  clock: Clock;
  /** A press counts. `at` is when the control went down, for a long press when it had been held for long enough. */
  fire(binding: Binding, at: number | 'now'): void;
}

/** A press that is not over. */
interface Run<Binding> {
  kinds: Kinds<Binding>;
  at: number;
  /** `down`: it may become a long one. `waits`: it may become a double one. `done`: it has fired already. */
  state: 'down' | 'waits' | 'done';
  callOff: () => void;
}

/**
 * Tells short, long and double presses and releases of controls apart. A control that does nothing by a long or a double press fires as it
 * goes down.
 */
export class PressKinds<Binding extends Pick<ControllerBinding, 'action'>> {
  readonly #ports: PressKindsPorts<Binding>;
  readonly #clock: WakingClock;
  readonly #runs = new Map<string, Run<Binding>>();

  constructor(ports: PressKindsPorts<Binding>) {
    this.#ports = ports;
    // Nobody can tell what a hand does that held a control when the machine fell asleep.
    const woke = (): void => this.interrupt(() => true, { keepsPanic: false });
    this.#clock = wakingClock({ clock: ports.clock, woke });
  }

  /** A control went down, which does this by each kind of press. */
  down(key: string, kinds: Kinds<Binding>, at: number): void {
    this.#clock.look();
    const before = this.#runs.get(key);
    before?.callOff();
    const run: Run<Binding> = { kinds, at, state: 'done', callOff: () => undefined };
    this.#runs.set(key, run);
    if (before?.state === 'waits' && kinds.double) return this.#ports.fire(kinds.double, at);
    if (!kinds.long && !kinds.double) return this.#fire(kinds.short, at);
    run.state = 'down';
    const { long } = kinds;
    if (!long) return;
    run.callOff = this.#clock.after(longAfter, () => {
      run.state = 'done';
      this.#ports.fire(long, 'now');
    });
  }

  /** A control came up. */
  up(key: string): void {
    this.#clock.look();
    const run = this.#runs.get(key);
    // It went down before anybody listened, or was meant for something else.
    if (!run || run.state === 'waits') return;
    run.callOff();
    const { kinds, at, state } = run;
    if (state === 'down' && kinds.double) {
      run.state = 'waits';
      run.callOff = this.#clock.after(doubleWithin, () => {
        this.#runs.delete(key);
        this.#fire(run.kinds.short, at);
      });
    } else {
      this.#runs.delete(key);
      if (state === 'down') this.#fire(kinds.short, at);
    }
    if (kinds.release) this.#ports.fire(kinds.release, 'now');
  }

  /** What is held was meant for something else, so it fires nothing; but its panic goes on, where `keepsPanic` says so. */
  interrupt(isIt: (key: string) => boolean, { keepsPanic }: { keepsPanic: boolean }): void {
    for (const [key, run] of this.#runs) {
      if (!isIt(key)) continue;
      run.kinds = keepsPanic ? panicsOf(run.kinds) : {};
      if (Object.keys(run.kinds).length > 0) continue;
      run.callOff();
      this.#runs.delete(key);
    }
  }

  #fire(binding: Binding | undefined, at: number): void {
    if (binding) this.#ports.fire(binding, at);
  }
}

/** The kinds of press by which a control does a panic. */
function panicsOf<Binding extends Pick<ControllerBinding, 'action'>>(kinds: Kinds<Binding>): Kinds<Binding> {
  const panics = Object.entries(kinds).filter(([, { action }]) => action.do === 'panic');
  return Object.fromEntries(panics);
}
