import { staleAfter } from '../../contract/desk-api/desk-api.ts';
import { parsedJson } from '../../contract/json-text.ts';
import { CallerClock } from '../../contract/link/caller-clock.ts';
import type { LinkClock } from '../../contract/link/link.ts';
import { applyFrame, ReadFrame, type KnownDesk, type ModuleLinkState } from './known.ts';

export interface DeskAddress {
  host: string;
  port: number;
  token: string;
}

/** Events of a dialed WebSocket. `refused` and `closed` are final. */
export interface SocketHandlers {
  text(text: string): void;
  alive(): void;
  refused(status: number, reason: string): void;
  closed(reason: string): void;
}

export interface DeskSocket {
  ping(): void;
  /** Ends the socket at once, without further events. */
  end(): void;
}

export type DialDesk = (address: DeskAddress, handlers: SocketHandlers) => DeskSocket;

interface LinkHandlers {
  changed(): void;
  /** The link is lost: open presses get no answer. */
  lost(): void;
}

/** Milliseconds before each dial after a loss; the last one repeats. */
const waits = [500, 1_000, 2_000, 4_000, 8_000];
/** Milliseconds before dialling again after a refusal: the desk slows down clients that try often. */
const waitRefused = 15_000;
/** Milliseconds between two pings. */
const pingEach = 1_500;
/** Milliseconds of silence after which the desk's state is not trusted: the desk's own limit for services. */
const silentAfter = staleAfter.live;

/** It sends only pings. */
export class DeskLink {
  readonly #clock: LinkClock;
  readonly #dialDesk: DialDesk;
  readonly #handlers: LinkHandlers;
  #address: DeskAddress | null = null;
  #known: KnownDesk = { link: { is: 'off', reason: '' }, state: null };
  #socket: DeskSocket | undefined;
  #losses = 0;
  #next = nothing;
  #deskClock = new CallerClock();
  #silence = nothing;
  #pings = nothing;

  constructor(clock: LinkClock, dialDesk: DialDesk, handlers: LinkHandlers) {
    this.#clock = clock;
    this.#dialDesk = dialDesk;
    this.#handlers = handlers;
  }

  get known(): KnownDesk {
    return this.#known;
  }

  get address(): DeskAddress | null {
    return this.#address;
  }

  /** The desk's time at a monotonic time, or earlier if uncertain; undefined before the desk's first stamp. */
  deskTime(then: number): number | undefined {
    return this.#deskClock.theirs(then, this.#clock.monotonic());
  }

  /** Links to this desk only, and forgets the desk before. */
  open(address: DeskAddress): void {
    this.#hangUp();
    this.#address = address;
    this.#losses = 0;
    this.#known = { link: { is: 'connecting' }, state: null };
    this.#handlers.changed();
    this.#dial(address);
  }

  close(reason: string): void {
    this.end(reason);
    this.#handlers.changed();
  }

  /** As {@link close}, without an event. */
  end(reason = ''): void {
    this.#hangUp();
    this.#address = null;
    this.#known = { link: { is: 'off', reason }, state: null };
  }

  #dial(address: DeskAddress): void {
    const lost = (link: ModuleLinkState): void => this.#lost(address, link);
    this.#expectLife(lost);
    this.#deskClock = new CallerClock();
    this.#socket = this.#dialDesk(address, {
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
    if (frame?.type === 'time') return this.#deskClock.heard(-Infinity, frame.time, this.#clock.monotonic());
    const state = frame && applyFrame(this.#known.state, frame);
    if (!state) {
      const reason = 'The desk sent what this module does not understand. It may be newer: update the module.';
      return lost({ is: 'unreadable', reason });
    }
    this.#losses = 0;
    this.#known = { link: { is: 'open' }, state };
    this.#handlers.changed();
  }

  #expectLife(lost: (link: ModuleLinkState) => void): void {
    this.#silence();
    const reason = `Nothing came from the desk for ${silentAfter / 1_000} seconds.`;
    this.#silence = this.#clock.after(silentAfter, () => lost({ is: 'gone', reason }));
  }

  #ping(): void {
    this.#pings = this.#clock.after(pingEach, () => {
      this.#socket?.ping();
      this.#ping();
    });
  }

  #lost(address: DeskAddress, link: ModuleLinkState): void {
    this.#hangUp();
    this.#known = { ...this.#known, link };
    const wait = link.is === 'gone' ? (waits[Math.min(this.#losses, waits.length - 1)] ?? 0) : waitRefused;
    this.#losses += 1;
    this.#next = this.#clock.after(wait, () => this.#dial(address));
    this.#handlers.changed();
  }

  #hangUp(): void {
    const wasDialed = this.#socket;
    this.#socket = undefined;
    for (const callOff of [this.#next, this.#silence, this.#pings]) callOff();
    wasDialed?.end();
    if (this.#known.link.is === 'open') this.#handlers.lost();
  }
}

function nothing(): void {
  // No redial is pending yet.
}
