import type { OscReceiver } from '../../osc-ports.ts';
import type { Clock } from '../../../contract/clock.ts';
import type { Frames } from './frames.ts';
import { OscMalformed } from './packet.ts';

/** Milliseconds in which a packet that has begun must end, and in which a connection must show a token that is right. */
const wholeWithin = 5_000;
const letInWithin = 10_000;

export interface OscConnectionPorts {
  clock: Pick<Clock, 'after'>;
  /** The address that it comes from. */
  address: string;
  frames: Frames;
  packet(bytes: Uint8Array): void;
  /** Why it is ended, in a sentence. */
  refuse(reason: string): void;
  end(): void;
  /** It is no more. */
  ended(): void;
}

/** A TCP connection: its packets, its token, and how long it may keep the desk waiting. */
export class OscConnection implements OscReceiver {
  readonly #ports: OscConnectionPorts;
  #isOpen = true;
  #client: string | undefined;
  #callOffWhole: (() => void) | undefined;
  readonly #callOffLetIn: () => void;
  /** The token that it told for all that follows. */
  token: string | undefined;

  constructor(ports: OscConnectionPorts) {
    this.#ports = ports;
    this.#callOffLetIn = ports.clock.after(letInWithin, () =>
      this.#refuse('A connection showed no token that is right in time.'),
    );
  }

  get address(): string {
    return this.#ports.address;
  }

  /** The client that was let in last. */
  get client(): string | undefined {
    return this.#client;
  }

  /** A message of this client was let in, so the connection may stay. */
  letIn(client: string): void {
    this.#client = client;
    this.#callOffLetIn();
  }

  receive(part: Uint8Array): void {
    if (!this.#isOpen) return;
    const { frames, packet } = this.#ports;
    try {
      for (const bytes of frames.read(part)) {
        this.#endOfPacket();
        packet(bytes);
        // The packet may have ended the connection.
        if (this.#isClosed()) return;
      }
      if (frames.unfinished) this.#beginOfPacket();
    } catch (thrown) {
      if (!(thrown instanceof OscMalformed)) throw thrown;
      this.#refuse(thrown.message);
    }
  }

  end(): void {
    this.closed();
    this.#ports.end();
  }

  closed(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#callOffWhole?.();
    this.#callOffLetIn();
    this.#ports.ended();
  }

  #isClosed(): boolean {
    return !this.#isOpen;
  }

  #beginOfPacket(): void {
    this.#callOffWhole ??= this.#ports.clock.after(wholeWithin, () => this.#refuse('A packet did not end in time.'));
  }

  #endOfPacket(): void {
    this.#callOffWhole?.();
    this.#callOffWhole = undefined;
  }

  #refuse(reason: string): void {
    this.#ports.refuse(reason);
    this.end();
  }
}
