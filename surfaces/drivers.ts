import { texts } from '../contract/texts/texts.ts';
import { wakingClock } from '../contract/clock-watch.ts';
import type { Clock } from '../contract/clock.ts';
import type { DriverDoes, DriverSays } from '../contract/devices/driver.ts';
import type { DriverProcess, LaunchDriver } from './driver-ports.ts';

/** Milliseconds until a driver that died is restarted: after the first death, the second, and so on. */
const startsAgainAfter = [500, 1_000, 2_000, 5_000] as const;

/** Interval (ms) of the check for a sleep of the machine. */
const looksEvery = 1_000;

export interface DriverUser {
  says(message: DriverSays): void;
  /** The driver died, and with it every held press. `why` is a sentence. */
  died(why: string): void;
}

/** Keeps a driver running. Restarts it after a sleep of the machine, when devices may be dark and ports dead. */
export class DriverKeeper {
  readonly clock: Clock;
  readonly #launch: LaunchDriver;
  #driver: DriverProcess | undefined;
  #deaths = 0;
  #closed = false;
  readonly #ended = Promise.withResolvers<undefined>();
  #callOff: () => void = () => {};
  #callOffLook: () => void = () => {};
  #why: string | undefined;

  constructor(clock: Clock, launch: LaunchDriver) {
    [this.clock, this.#launch] = [clock, launch];
  }

  begin(user: DriverUser): void {
    this.#start(user);
    const clock = wakingClock({ clock: this.clock, woke: () => this.#startAnew(texts.threads.machineSlept) });
    const look = (): void => void (this.#callOffLook = clock.after(looksEvery, look));
    look();
  }

  do(message: DriverDoes): void {
    this.#driver?.do(message);
  }

  /** Ends the driver. Resolves when it has ended and its lamps are dark. */
  close(): Promise<void> {
    this.#closed = true;
    this.#callOff();
    this.#callOffLook();
    if (!this.#driver) return Promise.resolve();
    this.#driver.stop();
    return this.#ended.promise;
  }

  #startAnew(why: string): void {
    if (!this.#driver || this.#why !== undefined) return;
    this.#why = why;
    this.#driver.stop();
  }

  #start(user: DriverUser): void {
    this.#driver = this.#launch({
      says: (message) => {
        // A driver that lives until it reports its ports is healthy.
        if (message.say === 'ports') this.#deaths = 0;
        user.says(message);
      },
      ended: (why) => {
        this.#driver = undefined;
        if (this.#closed) return this.#ended.resolve(undefined);
        user.died(this.#why ?? why);
        this.#why = undefined;
        const wait = startsAgainAfter[Math.min(this.#deaths, startsAgainAfter.length - 1)] ?? 0;
        this.#deaths += 1;
        this.#callOff = this.clock.after(wait, () => this.#start(user));
      },
    });
  }
}
