import { texts } from '../../contract/texts/texts.ts';
import type { Device } from 'node-hid';
import { type DriverDoes, hidLibraryMissing, type HidReport, type PortInfo } from '../../contract/devices/driver.ts';
import { type DeskAndMachine, messageOf, quoted, watchDesk } from '../desk-channel.ts';

export interface HidLibrary {
  /** Rejects if the devices cannot be listed. */
  devicesAsync(): Promise<readonly HidEntry[]>;
  HIDAsync: {
    /** Rejects with the system's message. */
    open(path: string): Promise<HidHandle>;
  };
}

export type HidEntry = Pick<Device, 'path' | 'vendorId' | 'productId' | 'serialNumber' | 'product' | 'interface'>;

export interface HidHandle {
  /** `error`: the device is no longer readable. */
  on(event: 'data', takes: (report: Uint8Array) => void): unknown;
  on(event: 'error', takes: (error: unknown) => void): unknown;
  write(report: Buffer): Promise<unknown>;
  sendFeatureReport(report: Buffer): Promise<unknown>;
  close(): Promise<void>;
}

export interface HidDriverPorts extends DeskAndMachine {
  library: HidLibrary;
}

/** Milliseconds. */
const listedEvery = 500;
/** Milliseconds between two attempts while listing fails. */
const triedEvery = 10_000;
/** Milliseconds to wait for pending writes at the end. */
const endsAfter = 500;

/** Panel vendors, with programs that may hold their devices. Other devices are never reported or opened. */
const makers: ReadonlyMap<number, string> = new Map([
  [0x0fd9, 'Stream Deck of Elgato, or Companion'],
  [0x05f3, 'MacroWorks of P.I. Engineering, ControllerMate, or Companion'],
]);

interface ListedPanel {
  info: PortInfo;
  path: string;
  rivals: string;
}

interface OpenedPanel {
  info: PortInfo;
  handle: HidHandle | undefined;
  writing: Promise<void>;
  /** Written when the desk no longer controls the panel. */
  last: readonly HidReport[];
  isLeft: boolean;
}

/** No panel waits for another. */
export class HidDriver {
  readonly #ports: HidDriverPorts;
  #listed: readonly ListedPanel[] = [];
  #told = '';
  readonly #opened = new Map<string, OpenedPanel>();
  readonly #watch: ReturnType<typeof watchDesk>;
  #cancelNext: () => void = () => undefined;
  #isEnding = false;
  #ended: Promise<void> | undefined;

  constructor(ports: HidDriverPorts) {
    this.#ports = ports;
    this.#watch = watchDesk(ports.after, { stale: () => this.#leaveAll(), back: () => this.#takeUp() });
  }

  async start(): Promise<void> {
    const canList = await this.#list();
    if (this.#isEnding) return;
    this.#cancelNext = this.#ports.after(canList ? listedEvery : triedEvery, () => void this.start());
  }

  do(message: Exclude<DriverDoes, { do: 'end' }>): void {
    this.#watch.heard();
    if (message.do === 'open') this.#open(message.port);
    else if (message.do === 'close') this.#close(message.port);
    else if (message.do === 'write') this.#write(message.port, message.reports);
    else if (message.do === 'writeLast') this.#keepLast(message.port, message.reports);
    // Panels take reports, not messages.
  }

  /** Writes the final reports, waits for pending writes, closes everything, and reports nothing more. */
  end(): Promise<void> {
    return (this.#ended ??= this.#endAll());
  }

  async #endAll(): Promise<void> {
    this.#isEnding = true;
    this.#cancelNext();
    this.#watch.end();
    this.#leaveAll();
    const late = new Promise<void>((resolve) => this.#ports.after(endsAfter, resolve));
    await Promise.race([Promise.all([...this.#opened.values()].map(({ writing }) => writing)), late]);
    for (const id of this.#opened.keys()) this.#close(id);
  }

  #keepLast(id: string, reports: readonly HidReport[]): void {
    const opened = this.#opened.get(id);
    if (opened) opened.last = reports;
  }

  #leaveAll(): void {
    for (const [id, opened] of this.#opened) {
      opened.isLeft = opened.last.length > 0;
      if (opened.isLeft) this.#write(id, opened.last, false);
    }
  }

  #takeUp(): void {
    for (const [port, opened] of this.#opened) {
      if (opened.isLeft) this.#ports.say({ say: 'opened', port });
      opened.isLeft = false;
    }
  }

  async #list(): Promise<boolean> {
    try {
      this.#compare(await this.#ports.library.devicesAsync(), null);
      return true;
    } catch (thrown) {
      this.#compare([], `${hidLibraryMissing}: ${words(thrown)}.`);
      return false;
    }
  }

  /** A known device keeps its id, unless it stopped answering: then it was unplugged and is back. */
  #compare(entries: readonly HidEntry[], trouble: string | null): void {
    if (this.#isEnding) return;
    const before = new Map(this.#listed.map((listed) => [keyOf(listed), listed]));
    const found = entries.flatMap((entry) => this.#listedAs(entry));
    // Some systems list a device once per usage.
    const unique = [...new Map(found.map((listed) => [keyOf(listed), listed])).values()];
    this.#listed = unique.map((listed) => before.get(keyOf(listed)) ?? { ...listed, info: this.#named(listed) });
    const ports = this.#listed.map(({ info }) => info);
    for (const [id, { info }] of this.#opened) {
      if (!ports.some((port) => port.id === id)) this.#lose(id, texts.drivers.deviceGone(quoted(info.name)));
    }
    const known = JSON.stringify([ports, trouble]);
    if (known === this.#told) return;
    this.#told = known;
    this.#ports.say({ say: 'ports', ports, trouble });
  }

  /** A panel's first interface has its keys. Other X-keys interfaces act as keyboard or mouse. */
  #listedAs({ path, vendorId, productId, serialNumber, product, interface: place }: HidEntry): ListedPanel[] {
    const rivals = makers.get(vendorId);
    if (rivals === undefined || path === undefined || place > 0) return [];
    const usb = { vendor: vendorId, product: productId };
    const info: PortInfo = { id: '', name: product ?? '', direction: 'both', usb };
    return [{ path, rivals, info: serialNumber ? { ...info, serial: serialNumber } : info }];
  }

  #named({ info, path }: ListedPanel): PortInfo {
    const place = this.#ports.placeOf(path);
    return { ...info, id: this.#ports.newId(), ...(place !== undefined && { place }) };
  }

  #open(id: string): void {
    const known = this.#opened.get(id);
    if (known) {
      if (known.handle) this.#ports.say({ say: 'opened', port: id });
      return;
    }
    const listed = this.#listed.find(({ info }) => info.id === id);
    if (!listed) return this.#ports.say({ say: 'refused', port: id, reason: texts.drivers.gone });
    const { info } = listed;
    const opened: OpenedPanel = { info, handle: undefined, writing: Promise.resolve(), last: [], isLeft: false };
    this.#opened.set(id, opened);
    this.#ports.library.HIDAsync.open(listed.path).then(
      (handle) => this.#take(id, opened, handle),
      (thrown: unknown) => {
        if (this.#opened.get(id) !== opened) return;
        this.#opened.delete(id);
        this.#ports.say({ say: 'refused', port: id, reason: whyNot(listed, words(thrown)) });
      },
    );
  }

  #take(id: string, opened: OpenedPanel, handle: HidHandle): void {
    const isOpen = (): boolean => this.#opened.get(id) === opened;
    if (!isOpen()) return closeQuietly(handle);
    opened.handle = handle;
    handle.on('error', (error) => {
      if (isOpen()) this.#unlist(id, texts.drivers.silent(words(error)));
    });
    this.#ports.say({ say: 'opened', port: id });
    handle.on('data', (report) => {
      if (isOpen()) this.#ports.say({ say: 'bytes', port: id, bytes: [...report], at: this.#ports.now() });
    });
  }

  /** `isAsked`: the desk waits for this write. */
  #write(id: string, reports: readonly HidReport[], isAsked = true): void {
    const opened = this.#opened.get(id);
    const handle = opened?.handle;
    if (!opened || !handle) return;
    const isOpen = (): boolean => this.#opened.get(id) === opened;
    const write = async (): Promise<void> => {
      for (const { kind, bytes } of reports) {
        if (!isOpen()) return;
        const report = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        await (kind === 'feature' ? handle.sendFeatureReport(report) : handle.write(report));
      }
      if (isOpen() && !this.#isEnding && isAsked) this.#ports.say({ say: 'written', port: id });
    };
    opened.writing = opened.writing.then(write).catch((thrown: unknown) => {
      if (isOpen()) this.#unlist(id, texts.drivers.takesNothing(words(thrown)));
    });
  }

  /** Whatever has its path in the next list is another device. */
  #unlist(id: string, reason: string): void {
    this.#listed = this.#listed.filter(({ info }) => info.id !== id);
    this.#lose(id, reason);
  }

  #lose(port: string, reason: string): void {
    this.#close(port);
    if (!this.#isEnding) this.#ports.say({ say: 'closed', port, reason });
  }

  #close(id: string): void {
    const handle = this.#opened.get(id)?.handle;
    this.#opened.delete(id);
    if (handle) closeQuietly(handle);
  }
}

function closeQuietly(handle: HidHandle): void {
  // An unplugged device is already closed, even if the library reports an error.
  handle.close().catch(() => undefined);
}

function keyOf({ path, info }: ListedPanel): string {
  return JSON.stringify([path, info.usb, info.serial]);
}

/** The reason why a panel cannot be opened, and the remedy. */
function whyNot({ info, rivals }: ListedPanel, why: string): string {
  // EPERM: not the rights of the user, but a list of devices of the unit or the container.
  if (/not permitted/i.test(why)) return texts.drivers.keptOut(quoted(info.name), why);
  if (/permission denied|privilege violation/i.test(why)) return texts.drivers.notAllowed(quoted(info.name), why);
  return texts.drivers.panelTaken(quoted(info.name), rivals, why);
}

function words(thrown: unknown): string {
  return messageOf(thrown).split('\n', 1)[0]?.replace(/\.$/, '') ?? '';
}
