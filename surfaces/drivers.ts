import type { DriverDoes, DriverSays } from '../contract/devices/driver.ts';
import type { DriverProcess, LaunchDriver } from './driver-ports.ts';
import { wakingClock } from '../contract/clock-watch.ts';
import type { Clock } from '../contract/clock.ts';

/** Milliseconds until a driver that died is started again: the first time, the second, and so on. */
const startsAgainAfter = [500, 1_000, 2_000, 5_000] as const;

/** How often (ms) it looks whether the machine slept. */
const looksEvery = 1_000;

export interface DriverKeeperPorts {
  clock: Clock;
  launch: LaunchDriver;
  says(message: DriverSays): void;
  /** The driver has died; what it held is no longer held. `why` is a sentence. */
  died(why: string): void;
}

/**
 * Keeps a driver running. After a sleep of the machine it is started anew: what a device lost of its power has other lamps than the desk
 * believes, and a system may go on naming a port that is dead.
 */
export class DriverKeeper {
  readonly #ports: DriverKeeperPorts;
  #driver: DriverProcess | undefined;
  #deaths = 0;
  #closed = false;
  readonly #ended = Promise.withResolvers<undefined>();
  #callOff: () => void = () => {};
  #callOffLook: () => void = () => {};
  /** Why the desk ended it; undefined while it did not. */
  #why: string | undefined;

  constructor(ports: DriverKeeperPorts) {
    this.#ports = ports;
    this.#start();
    const clock = wakingClock({ clock: ports.clock, woke: () => this.#startAnew('The machine slept.') });
    const look = (): void => void (this.#callOffLook = clock.after(looksEvery, look));
    look();
  }

  do(message: DriverDoes): void {
    this.#driver?.do(message);
  }

  /** Ends the driver. Resolves when it has ended, and with it everything that it lights is dark. */
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

  #start(): void {
    const { clock, launch, says, died } = this.#ports;
    this.#driver = launch({
      says: (message) => {
        // One that lives long enough to tell its ports is well.
        if (message.say === 'ports') this.#deaths = 0;
        says(message);
      },
      ended: (why) => {
        this.#driver = undefined;
        if (this.#closed) return this.#ended.resolve(undefined);
        died(this.#why ?? why);
        this.#why = undefined;
        const wait = startsAgainAfter[Math.min(this.#deaths, startsAgainAfter.length - 1)] ?? 0;
        this.#deaths += 1;
        this.#callOff = clock.after(wait, () => this.#start());
      },
    });
  }
}
