import { texts } from '../../contract/texts/texts.ts';
import type { DriverDoes } from '../../contract/devices/driver.ts';
import { type DeskAndMachine, messageOf, quoted, watchDesk } from '../desk-channel.ts';
import {
  type Direction,
  type ListedPort,
  listPorts,
  type MidiPortInfo,
  type PortNames,
  wholeMessages,
} from './port-list.ts';

export interface OpenPort {
  /** Does nothing on an input. Throws if the system refuses the message. */
  send(message: readonly number[]): void;
  close(): void;
}

export interface PortToOpen {
  direction: Direction;
  place: number;
  /** Called for each message, and for each part of a long one. */
  takes(bytes: readonly number[]): void;
}

export interface MidiSystem {
  /** Throws if the system no longer answers. */
  names(): PortNames;
  /** Throws if the port cannot be opened. */
  open(port: PortToOpen): OpenPort;
  close(): void;
}

export interface MidiDriverPorts extends DeskAndMachine {
  /** Throws a sentence if this machine has no MIDI system. */
  openSystem(): MidiSystem;
}

/** Milliseconds. Polled, because RtMidi does not report port changes. */
const readEvery = 500;
/** Milliseconds between two attempts without a MIDI system. */
const lookedForEvery = 10_000;
/** Attempts to open a port while the port list changes. */
const mostAttempts = 3;

/** Milliseconds between two final messages: a MIDI cable carries one per ms. */
const lastEvery = 1;

interface OpenedPort {
  info: MidiPortInfo;
  port: OpenPort;
  last: readonly (readonly number[])[];
  isLeft: boolean;
  isReleased: boolean;
}

export class MidiDriver {
  readonly #ports: MidiDriverPorts;
  #system: MidiSystem | undefined;
  #names: PortNames = { in: [], out: [] };
  #listed: readonly ListedPort[] = [];
  #told = '';
  readonly #opened = new Map<string, OpenedPort>();
  readonly #watch: ReturnType<typeof watchDesk>;
  #cancelNext: () => void = () => undefined;
  #ended: Promise<void> | undefined;

  constructor(ports: MidiDriverPorts) {
    this.#ports = ports;
    this.#watch = watchDesk(ports.after, { stale: () => void this.#leaveAll(), back: () => this.#takeUp() });
  }

  start(): void {
    this.#read();
    this.#cancelNext = this.#ports.after(this.#system ? readEvery : lookedForEvery, () => this.start());
  }

  /** Sends the final messages, closes everything, and reports nothing more. */
  end(): Promise<void> {
    return (this.#ended ??= this.#endAll());
  }

  async #endAll(): Promise<void> {
    this.#cancelNext();
    this.#watch.end();
    await this.#leaveAll();
    for (const id of this.#opened.keys()) this.#close(id);
    this.#system?.close();
  }

  do(message: Exclude<DriverDoes, { do: 'end' }>): void {
    this.#watch.heard();
    if (message.do === 'open') this.#open(message.port);
    else if (message.do === 'close') void this.#release(message.port);
    else if (message.do === 'send') this.#send(message.port, message.bytes);
    else if (message.do === 'sendLast') this.#keepLast(message.port, message.bytes);
  }

  #keepLast(id: string, bytes: readonly number[]): void {
    const opened = this.#opened.get(id);
    if (opened) opened.last = wholeMessages(bytes);
  }

  async #leaveAll(): Promise<void> {
    await Promise.all([...this.#opened].map(([id, opened]) => this.#leave(id, opened)));
  }

  async #leave(id: string, opened: OpenedPort): Promise<void> {
    if (opened.last.length === 0) return;
    opened.isLeft = true;
    const isOver = (): boolean => !opened.isLeft || this.#opened.get(id) !== opened;
    for (const message of opened.last) {
      this.#send(id, message);
      await new Promise<void>((resolve) => void this.#ports.after(lastEvery, resolve));
      if (isOver()) return;
    }
  }

  /** Clears the lights and closes the port, unless it is reopened meanwhile. */
  async #release(id: string): Promise<void> {
    const opened = this.#opened.get(id);
    if (!opened || opened.last.length === 0) return this.#close(id);
    opened.isReleased = true;
    await this.#leave(id, opened);
    if (this.#opened.get(id) === opened) this.#close(id);
  }

  #takeUp(): void {
    for (const [port, opened] of this.#opened) {
      if (opened.isReleased) continue;
      if (opened.isLeft) this.#ports.say({ say: 'opened', port });
      opened.isLeft = false;
    }
  }

  #read(): void {
    try {
      this.#system ??= this.#ports.openSystem();
      this.#list(this.#system.names(), null);
    } catch (thrown) {
      this.#system?.close();
      this.#system = undefined;
      this.#list({ in: [], out: [] }, messageOf(thrown));
    }
  }

  #list(names: PortNames, trouble: string | null): void {
    this.#names = names;
    this.#listed = listPorts(names, this.#listed, (name) => this.#newPort(name));
    const ports = this.#listed.map(({ info }) => info);
    for (const [id, { info }] of this.#opened) {
      if (!ports.some((port) => port.id === id)) this.#lose(id, trouble ?? whyGone(info, ports));
    }
    const known = JSON.stringify([ports, trouble]);
    if (known === this.#told) return;
    this.#told = known;
    this.#ports.say({ say: 'ports', ports, trouble });
  }

  #newPort(name: string): Pick<MidiPortInfo, 'id' | 'place'> {
    const place = this.#ports.placeOf(name);
    return { id: this.#ports.newId(), ...(place !== undefined && { place }) };
  }

  #open(id: string): void {
    const opened = this.#opened.get(id);
    if (opened) {
      if (opened.isReleased) this.#opened.set(id, openedAnew(opened));
      return this.#ports.say({ say: 'opened', port: id });
    }
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      this.#read();
      const listed = this.#listed.find(({ info }) => info.id === id);
      if (!listed || !this.#system) return this.#refuse(id, texts.drivers.gone);
      try {
        const port = this.#openSurely(this.#system, listed);
        if (!port) continue;
        this.#opened.set(id, openedAnew({ info: listed.info, port }));
        return this.#ports.say({ say: 'opened', port: id });
      } catch (thrown) {
        const reason = texts.drivers.portTaken(quoted(listed.info.name), words(thrown));
        return this.#ports.say({ say: 'refused', port: id, reason, taken: true });
      }
    }
    this.#refuse(id, texts.drivers.portsChange);
  }

  /** Ports open by index. If the names have changed since the last read, closes the port and returns undefined. */
  #openSurely(system: MidiSystem, { info: { id, direction }, place }: ListedPort): OpenPort | undefined {
    const port: OpenPort = system.open({ direction, place, takes: (bytes) => this.#take({ id, port }, bytes) });
    if (this.#hasSameNames(system, direction)) return port;
    closeQuietly(port);
    return undefined;
  }

  /** The opened port itself appears as a port of the other direction, so only its own direction is compared. */
  #hasSameNames(system: MidiSystem, direction: Direction): boolean {
    try {
      return String(system.names()[direction].map(quoted)) === String(this.#names[direction].map(quoted));
    } catch {
      // The next reading reports the failure.
      return false;
    }
  }

  #take({ id, port }: { id: string; port: OpenPort }, bytes: readonly number[]): void {
    // Messages of a closed port may still arrive.
    if (this.#opened.get(id)?.port !== port) return;
    this.#ports.say({ say: 'bytes', port: id, bytes: [...bytes], at: this.#ports.now() });
  }

  #send(id: string, bytes: readonly number[]): void {
    const port = this.#opened.get(id)?.port;
    if (!port) return;
    try {
      for (const message of wholeMessages(bytes)) port.send(message);
    } catch (thrown) {
      this.#lose(id, texts.drivers.portTakesNothing(words(thrown)));
    }
  }

  #refuse(port: string, reason: string): void {
    this.#ports.say({ say: 'refused', port, reason });
  }

  #lose(port: string, reason: string): void {
    this.#close(port);
    this.#ports.say({ say: 'closed', port, reason });
  }

  #close(id: string): void {
    const opened = this.#opened.get(id);
    this.#opened.delete(id);
    if (opened) closeQuietly(opened.port);
  }
}

function openedAnew({ info, port }: Pick<OpenedPort, 'info' | 'port'>): OpenedPort {
  return { info, port, last: [], isLeft: false, isReleased: false };
}

function closeQuietly(port: OpenPort): void {
  try {
    port.close();
  } catch {
    // The port of a removed device is already closed, even if the system reports an error.
  }
}

function whyGone({ name, direction }: MidiPortInfo, ports: readonly MidiPortInfo[]): string {
  const twins = ports.some((port) => port.name === name && port.direction === direction);
  if (!twins) return texts.drivers.deviceGone(quoted(name));
  return texts.drivers.nameTwice(quoted(name));
}

function words(thrown: unknown): string {
  return messageOf(thrown).replace(/\.$/, '');
}
