import type { DriverDoes, DriverSays, PortInfo } from '../../../contract/devices/driver.ts';
import type { LaunchDriver } from '../../../surfaces/driver-ports.ts';
import type { LogRecord } from '../../../desk/ports.ts';
import { expect } from 'vitest';

/** A driver process, and all that it says. */
export class RecordedDriver {
  readonly said: DriverSays[] = [];
  /** How it ended; more than one would be a mistake. */
  readonly ended: string[] = [];
  readonly do: (message: DriverDoes) => void;
  readonly stop: () => void;
  readonly #hasEnded = Promise.withResolvers<undefined>();

  constructor(launch: LaunchDriver) {
    const process = launch({
      says: (message) => this.said.push(message),
      ended: (reason) => {
        this.ended.push(reason);
        this.#hasEnded.resolve(undefined);
      },
    });
    this.do = process.do;
    this.stop = process.stop;
  }

  /** Asks it to end, and waits until it has. */
  async end(): Promise<void> {
    this.stop();
    await this.#hasEnded.promise;
  }

  /** The ports as they were told last; undefined before the first time. */
  get ports(): readonly PortInfo[] | undefined {
    return this.said.findLast((message) => message.say === 'ports')?.ports;
  }

  /** Waits for a port. The system may put the name of a program before its name. */
  async port(direction: PortInfo['direction'], name: string): Promise<PortInfo> {
    const find = (): PortInfo | undefined =>
      this.ports?.find((port) => port.direction === direction && port.name.endsWith(name));
    await expect.poll(find, { message: `${direction} "${name}"` }).toBeDefined();
    return find()!;
  }

  /** Opens a port, and waits until it is open. */
  async open({ id }: PortInfo): Promise<void> {
    this.do({ do: 'open', port: id });
    await expect.poll(() => this.said).toContainEqual({ say: 'opened', port: id });
  }

  /** The chunks that came from a port. */
  bytesOf({ id }: PortInfo): number[][] {
    return this.said.flatMap((message) => (message.say === 'bytes' && message.port === id ? [message.bytes] : []));
  }
}

/** A log that keeps its records in a list. */
export function listLog(): { records: LogRecord[]; write(record: LogRecord): void } {
  const records: LogRecord[] = [];
  return { records, write: (record) => void records.push(record) };
}
