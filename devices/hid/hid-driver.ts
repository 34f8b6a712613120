import {
  type DriverDoes,
  type DriverSays,
  hidLibraryMissing,
  type HidReport,
  type PortInfo,
} from '../../contract/devices/driver.ts';
import { DeskWatch } from '../desk-watch.ts';
import type { HidEntry, HidHandle, HidLibrary } from './hid-library.ts';

/** What the driver needs. */
export interface HidDriverPorts {
  library: HidLibrary;
  /** Tells the desk. */
  say(message: DriverSays): void;
  /** Milliseconds of the system's monotonic clock. */
  now(): number;
  /** Runs a function once after this many milliseconds. Returns the function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
  /** Where the panel with this path is plugged in; undefined where the system does not say. */
  placeOf(path: string): string | undefined;
  /** An id that no port had before. */
  newId(): string;
}

/** How often the devices are listed (ms). */
const listedEvery = 500;
/** How often that is tried where it is not possible (ms). */
const triedEvery = 10_000;
/** How long (ms) the end of the driver waits for what is to be written. */
const endsAfter = 500;

/** The makers of panels, by their number, with the programs that use to have them. Other devices are never told or opened. */
const makers: ReadonlyMap<number, string> = new Map([
  [0x0fd9, 'Stream Deck of Elgato, or Companion'],
  [0x05f3, 'MacroWorks of P.I. Engineering, ControllerMate, or Companion'],
]);

interface Listed {
  info: PortInfo;
  path: string;
  rivals: string;
}

interface Opened {
  info: PortInfo;
  /** Undefined while it is being opened. */
  handle: HidHandle | undefined;
  /** Ends when everything that was to be written so far has been. Never rejects. */
  writing: Promise<void>;
  /** What it is written once nobody lights it any more. */
  last: readonly HidReport[];
  /** It is being written its last, or was. */
  isLeft: boolean;
}

/** Carries the reports of panels, and tells when they come and go. No panel waits for another one. */
export class HidDriver {
  readonly #ports: HidDriverPorts;
  #listed: readonly Listed[] = [];
  /** What the desk was told of the ports, as text; empty before the first time. */
  #told = '';
  readonly #opened = new Map<string, Opened>();
  readonly #watch: DeskWatch;
  #cancelNext: () => void = () => undefined;
  #isEnding = false;
  #ended: Promise<void> | undefined;

  constructor(ports: HidDriverPorts) {
    this.#ports = ports;
    this.#watch = new DeskWatch({ after: ports.after, stale: () => this.#leaveAll(), back: () => this.#takeUp() });
  }

  /** Tells of the panels, now and whenever they change. */
  async start(): Promise<void> {
    const canList = await this.#list();
    if (this.#isEnding) return;
    this.#cancelNext = this.#ports.after(canList ? listedEvery : triedEvery, () => void this.start());
  }

  /** Does what the desk asks for. `end` is for the program that runs the driver. */
  do(message: Exclude<DriverDoes, { do: 'end' }>): void {
    this.#watch.heard();
    if (message.do === 'open') this.#open(message.port);
    else if (message.do === 'close') this.#close(message.port);
    else if (message.do === 'write') this.#write(message.port, message.reports);
    else if (message.do === 'writeLast') this.#keepLast(message.port, message.reports);
    // A panel is sent reports, not messages.
  }

  /** Writes each panel its last, closes everything when what is to be written has been, and tells nothing more. */
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

  /** Nobody lights the panels any more. */
  #leaveAll(): void {
    for (const [id, opened] of this.#opened) {
      opened.isLeft = opened.last.length > 0;
      if (opened.isLeft) this.#write(id, opened.last, false);
    }
  }

  /** The desk is back. It has to light anew whatever was left. */
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

  /** One that was there before keeps its id, unless it stopped answering: then it was unplugged and is back. */
  #compare(entries: readonly HidEntry[], trouble: string | null): void {
    if (this.#isEnding) return;
    const before = new Map(this.#listed.map((listed) => [keyOf(listed), listed]));
    const found = entries.flatMap((entry) => this.#listedAs(entry));
    // Some systems list a device once for each of its usages.
    const unique = [...new Map(found.map((listed) => [keyOf(listed), listed])).values()];
    this.#listed = unique.map((listed) => before.get(keyOf(listed)) ?? { ...listed, info: this.#named(listed) });
    const ports = this.#listed.map(({ info }) => info);
    for (const [id, { info }] of this.#opened) {
      if (!ports.some((port) => port.id === id)) this.#lose(id, `${quoted(info.name)} is not there any more.`);
    }
    const known = JSON.stringify([ports, trouble]);
    if (known === this.#told) return;
    this.#told = known;
    this.#ports.say({ say: 'ports', ports, trouble });
  }

  /** The first interface of a panel has its keys. X-keys have others beside it, which act as a keyboard or a mouse. */
  #listedAs({ path, vendorId, productId, serialNumber, product, interface: place }: HidEntry): Listed[] {
    const rivals = makers.get(vendorId);
    if (rivals === undefined || path === undefined || place > 0) return [];
    const usb = { vendor: vendorId, product: productId };
    const info: PortInfo = { id: '', name: product ?? '', direction: 'both', usb };
    return [{ path, rivals, info: serialNumber ? { ...info, serial: serialNumber } : info }];
  }

  #named({ info, path }: Listed): PortInfo {
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
    if (!listed) return this.#ports.say({ say: 'refused', port: id, reason: 'It is not there any more.' });
    const opened: Opened = {
      info: listed.info,
      handle: undefined,
      writing: Promise.resolve(),
      last: [],
      isLeft: false,
    };
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

  #take(id: string, opened: Opened, handle: HidHandle): void {
    const isOpen = (): boolean => this.#opened.get(id) === opened;
    // It was closed before it was open.
    if (!isOpen()) return closeQuietly(handle);
    opened.handle = handle;
    handle.on('error', (error) => {
      if (isOpen()) this.#unlist(id, `It does not answer any more (${words(error)}).`);
    });
    this.#ports.say({ say: 'opened', port: id });
    handle.on('data', (report) => {
      if (isOpen()) this.#ports.say({ say: 'bytes', port: id, bytes: [...report], at: this.#ports.now() });
    });
  }

  /** `isAsked` says that the desk waits for it to be written. */
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
      if (isOpen()) this.#unlist(id, `It does not take what is written to it (${words(thrown)}).`);
    });
  }

  /** Whatever has its path when the devices are listed next is another device. */
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

/** A device whose cable was pulled is closed already, however the library says so. */
function closeQuietly(handle: HidHandle): void {
  // It says so to nobody who could do something about it.
  handle.close().catch(() => undefined);
}

function keyOf({ path, info }: Listed): string {
  return JSON.stringify([path, info.usb, info.serial]);
}

/** Why a panel cannot be opened, with what to do about it. */
function whyNot({ info, rivals }: Listed, why: string): string {
  if (/permission denied|not permitted|privilege violation/i.test(why)) {
    return `This user may not open ${quoted(info.name)} (${why}). On Linux a rule for udev allows it, as panels.md of the manual says.`;
  }
  return `${quoted(info.name)} cannot be opened; another program may have it, such as ${rivals} (${why}).`;
}

function quoted(name: string): string {
  return JSON.stringify(name.trim());
}

/** What was thrown, to be put into a sentence. */
function words(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text.split('\n', 1)[0]?.replace(/\.$/, '') ?? '';
}
