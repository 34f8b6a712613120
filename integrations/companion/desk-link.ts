import { staleAfter } from '../../contract/desk-api/desk-api.ts';
import { parsedJson } from '../../contract/json-text.ts';
import { CallerClock } from '../../contract/link/caller-clock.ts';
import type { LinkClock } from '../../contract/link/link.ts';
import { applyFrame, ReadFrame, type KnownDesk, type ModuleLinkState } from './known.ts';

/** Where the desk is, and the token that lets this module in. */
export interface DeskAddress {
  host: string;
  port: number;
  token: string;
}

/** What a dialed WebSocket tells. After `refused` or `closed` it tells nothing more. */
export interface SocketHandlers {
  text(text: string): void;
  /** A sign of life came from the other end. */
  alive(): void;
  refused(status: number, reason: string): void;
  closed(reason: string): void;
}

/** A dialed WebSocket. */
export interface Socket {
  /** Asks the other end for a sign of life. */
  ping(): void;
  /** Ends it at once. It tells nothing more. */
  end(): void;
}

export interface DeskLinkPorts {
  clock: LinkClock;
  dial(address: DeskAddress, handlers: SocketHandlers): Socket;
  /** Something is known that was not known before. */
  changed(): void;
  /** What was sent on the way of this link, and not answered, is not to be waited for. */
  lost(): void;
}

/** Milliseconds before each dial after a loss; the last one counts for all that follow. */
const waits = [500, 1_000, 2_000, 4_000, 8_000];
/** Milliseconds until a desk that lets nobody in is asked again: it makes those wait who try often. */
const waitRefused = 15_000;
/** Milliseconds between two questions whether the desk is still there. */
const pingEach = 1_500;
/** Milliseconds without a sign of life after which nothing of the desk is believed: as the desk judges its services. */
const silentAfter = staleAfter.live;

/** The link to the desk: dials, dials again, and tells what is known. It sends nothing but questions for a sign of life. */
export class DeskLink {
  readonly #ports: DeskLinkPorts;
  #address: DeskAddress | null = null;
  #known: KnownDesk = { link: { is: 'off', reason: '' }, state: null };
  #socket: Socket | undefined;
  #losses = 0;
  #next = nothing;
  /** The clock of the desk that is dialed. */
  #deskClock = new CallerClock();
  #silence = nothing;
  #pings = nothing;

  constructor(ports: DeskLinkPorts) {
    this.#ports = ports;
  }

  get known(): KnownDesk {
    return this.#known;
  }

  /** Where the desk is that is linked, or will be; null for none. */
  get address(): DeskAddress | null {
    return this.#address;
  }

  /** The time of the desk at a time of the monotonic clock, or an earlier one; undefined while the desk has told none. */
  deskTime(then: number): number | undefined {
    return this.#deskClock.theirs(then, this.#ports.clock.monotonic());
  }

  /** Links to this desk from now on, and to no other. What was known of the one before is forgotten. */
  open(address: DeskAddress): void {
    this.#hangUp();
    this.#address = address;
    this.#losses = 0;
    this.#known = { link: { is: 'connecting' }, state: null };
    this.#ports.changed();
    this.#dial(address);
  }

  /** Links to nothing, because of this. */
  close(reason: string): void {
    this.end(reason);
    this.#ports.changed();
  }

  /** The same, and nobody is told. */
  end(reason = ''): void {
    this.#hangUp();
    this.#address = null;
    this.#known = { link: { is: 'off', reason }, state: null };
  }

  #dial(address: DeskAddress): void {
    const lost = (link: ModuleLinkState): void => this.#lost(address, link);
    this.#expectLife(lost);
    this.#deskClock = new CallerClock();
    this.#socket = this.#ports.dial(address, {
      text: (text) => this.#read(text, lost),
      alive: () => this.#expectLife(lost),
      refused: (status, reason) => lost({ is: 'refused', status, reason }),
      closed: (reason) => lost({ is: 'gone', reason }),
    });
    this.#ping();
  }

  #read(text: string, lost: (link: ModuleLinkState) => void): void {
    this.#expectLife(lost);
    const frame = ReadFrame.safeParse(parsedJson(text)).data;
    if (frame?.type === 'time') return this.#deskClock.heard(-Infinity, frame.time, this.#ports.clock.monotonic());
    const state = frame && applyFrame(this.#known.state, frame);
    if (!state) {
      const reason = 'The desk sent what this module does not understand. It may be newer: update the module.';
      return lost({ is: 'unreadable', reason });
    }
    this.#losses = 0;
    this.#known = { link: { is: 'open' }, state };
    this.#ports.changed();
  }

  #expectLife(lost: (link: ModuleLinkState) => void): void {
    this.#silence();
    const reason = `Nothing came from the desk for ${silentAfter / 1_000} seconds.`;
    this.#silence = this.#ports.clock.after(silentAfter, () => lost({ is: 'gone', reason }));
  }

  #ping(): void {
    this.#pings = this.#ports.clock.after(pingEach, () => {
      this.#socket?.ping();
      this.#ping();
    });
  }

  #lost(address: DeskAddress, link: ModuleLinkState): void {
    this.#hangUp();
    this.#known = { ...this.#known, link };
    const wait = link.is === 'gone' ? (waits[Math.min(this.#losses, waits.length - 1)] ?? 0) : waitRefused;
    this.#losses += 1;
    this.#next = this.#ports.clock.after(wait, () => this.#dial(address));
    this.#ports.changed();
  }

  #hangUp(): void {
    const wasDialed = this.#socket;
    this.#socket = undefined;
    for (const callOff of [this.#next, this.#silence, this.#pings]) callOff();
    wasDialed?.end();
    if (this.#known.link.is === 'open') this.#ports.lost();
  }
}

function nothing(): void {
  // There is nothing to call off yet.
}
