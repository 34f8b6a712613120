import type { HidEntry, HidHandle, HidLibrary } from '../../../devices/hid/hid-driver.ts';

/** A report that a device was sent, as hexadecimal, with how: `output 02 07 00`. */
type Sent = string;

/** A device of the stand-in. */
export class StandInDevice {
  readonly entry: HidEntry;
  readonly #sent: { kind: string; report: Buffer }[] = [];
  /** Takes nothing until this is called. */
  #goOn: (() => void) | undefined;
  #holds: Promise<void> | undefined;
  /** Why it cannot be opened, in the words of the system; undefined if it can. */
  taken: string | undefined;
  /** It fails whatever is written to it. */
  cut = false;
  closed = 0;
  #data: ((report: Uint8Array) => void)[] = [];
  #errors: ((error: unknown) => void)[] = [];

  constructor(entry: HidEntry) {
    this.entry = entry;
  }

  /** What it was sent, the first one first. A driver that is measured does not wait until it is written down. */
  get sent(): Sent[] {
    return this.#sent.map(({ kind, report }) => `${kind} ${report.toString('hex').replaceAll(/(..)(?=.)/g, '$1 ')}`);
  }

  /** Sends reports to whoever has it open. */
  says(...report: number[]): void {
    for (const takes of this.#data) takes(Uint8Array.from(report));
  }

  /** Its cable is pulled: reading fails. */
  pull(): void {
    for (const takes of this.#errors) takes(new Error('could not read from HID device'));
  }

  /** Takes nothing from now on. Returns what makes it go on. */
  stall(): () => void {
    this.#holds = new Promise((resolve) => (this.#goOn = resolve));
    return () => {
      this.#holds = undefined;
      this.#goOn?.();
    };
  }

  open(): HidHandle {
    this.#data = [];
    this.#errors = [];
    const take = async (kind: string, report: Buffer): Promise<void> => {
      await this.#holds;
      if (this.cut) throw new Error('could not write to HID device.');
      this.#sent.push({ kind, report });
    };
    const on = (event: 'data' | 'error', takes: (value: never) => void): void => {
      if (event === 'data') this.#data.push(takes as (report: Uint8Array) => void);
      else this.#errors.push(takes as (error: unknown) => void);
    };
    return {
      on,
      write: (report) => take('output', report),
      sendFeatureReport: (report) => take('feature', report),
      close: () => {
        this.closed += 1;
        this.#data = [];
        return Promise.resolve();
      },
    };
  }
}

/** Stands in for `node-hid`: devices that a test plugs in, whose reports it plays and records. */
export class StandInHid implements HidLibrary {
  plugged: StandInDevice[] = [];
  /** Other entries of the system, which have no device behind them. */
  others: HidEntry[] = [];
  /** Why nothing can be listed; undefined if it can. */
  missing: string | undefined;

  readonly devicesAsync = (): Promise<HidEntry[]> => {
    if (this.missing !== undefined) return Promise.reject(new Error(this.missing));
    return Promise.resolve([...this.others, ...this.plugged.map(({ entry }) => entry)]);
  };

  readonly HIDAsync = {
    open: (path: string): Promise<HidHandle> => {
      const device = this.plugged.find(({ entry }) => entry.path === path);
      if (!device) return Promise.reject(new Error(`cannot open device with path ${path}: No such file or directory`));
      if (device.taken !== undefined) return Promise.reject(new Error(device.taken));
      return Promise.resolve(device.open());
    },
  };
}

/** A Stream Deck XL. */
export function xlDeck(path = '/dev/hidraw1', serialNumber = 'CL1'): StandInDevice {
  return new StandInDevice({
    path,
    vendorId: 0x0fd9,
    productId: 0x006c,
    serialNumber,
    product: 'Stream Deck XL',
    interface: 0,
  });
}

/** An X-keys XK-24, which has no serial number. */
export function xk24(path = '/dev/hidraw2'): StandInDevice {
  return new StandInDevice({ path, vendorId: 0x05f3, productId: 1029, product: 'XK-24 HID', interface: 0 });
}
