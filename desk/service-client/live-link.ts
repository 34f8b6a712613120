import { errorTable } from '../../contract/errors.ts';
import { pathOf } from '../../contract/service-api/endpoint.ts';
import { closeCodes, deadAfter, LiveFrame, liveChannelPath } from '../../contract/service-api/live-channel.ts';
import type { Clock, ConnectionPort } from '../ports.ts';

/** Milliseconds before the first reconnect and the most between two; each wait is spread over half of it. */
const retry = { first: 50, most: 1_000 };

export interface LiveLinkPorts {
  clock: Pick<Clock, 'after'>;
  connection: Pick<ConnectionPort, 'openLive'>;
  /** 0 to 1, to spread reconnects. */
  random(): number;
  /** The revision that is held already; -1 for none. */
  revision(): number;
  onFrame(frame: LiveFrame): void;
  /** The truth no longer arrives, and why, in words for the operator. Called once each time it is lost. */
  onLost(reason: string): void;
}

/**
 * Keeps the live channel of one app instance open: it reconnects by itself for ever, and takes silence for a dead
 * link. Nothing is ever sent on it.
 */
export class LiveLink {
  readonly #ports: LiveLinkPorts;
  readonly #url: string;
  #tries = 0;
  #socket: { close(): void } | undefined;
  #callOff: () => void = () => {};
  #closed = false;

  /** `base`: the service's http(s) address without a trailing slash. */
  constructor(base: string, token: string, ports: LiveLinkPorts) {
    this.#url = `${base.replace(/^http/, 'ws')}${pathOf({ path: liveChannelPath }, { appToken: token })}?outputs=1`;
    this.#ports = ports;
    this.#open();
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  /** Ask for the whole truth again: what came does not follow on what is held. */
  restart(): void {
    this.#drop();
    this.#open();
  }

  #open(): void {
    const revision = this.#ports.revision();
    this.#socket = this.#ports.connection.openLive(revision < 0 ? this.#url : `${this.#url}&revision=${revision}`, {
      onText: (text) => this.#read(text),
      onClose: (code) =>
        this.#lose(code === closeCodes.tokenUnknown ? errorTable['token-unknown'].operator : this.#gone()),
    });
    this.#watch();
  }

  #gone(): string {
    return errorTable[this.#tries === 0 ? 'service-lost' : 'service-unreachable'].operator;
  }

  #read(text: string): void {
    const frame = LiveFrame.safeParse(parsed(text));
    if (!frame.success) return this.#lose(errorTable['answer-garbage'].operator);
    this.#tries = 0;
    this.#watch();
    this.#ports.onFrame(frame.data);
  }

  #watch(): void {
    this.#callOff();
    this.#callOff = this.#ports.clock.after(deadAfter, () => this.#lose(this.#gone()));
  }

  #lose(reason: string): void {
    this.#drop();
    if (this.#closed) return;
    const wait = Math.min(retry.most, retry.first * 2 ** this.#tries++);
    this.#callOff = this.#ports.clock.after(wait * (0.5 + this.#ports.random() / 2), () => this.#open());
    this.#ports.onLost(reason);
  }

  #drop(): void {
    this.#callOff();
    this.#socket?.close();
    this.#socket = undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
