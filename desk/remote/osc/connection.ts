import { texts } from '../../../contract/texts/texts.ts';
import type { OscReceiver } from '../../osc-ports.ts';
import type { Clock } from '../../../contract/clock.ts';
import type { OscFrames } from './frames.ts';
import { OscMalformed } from './packet.ts';

/** Milliseconds to complete a packet, and to present a valid token. */
const wholeWithin = 5_000;
const letInWithin = 10_000;

export interface OscConnectionPorts {
  clock: Pick<Clock, 'after'>;
  address: string;
  frames: OscFrames;
  packet(bytes: Uint8Array): void;
  refuse(reason: string): void;
  end(): void;
  ended(): void;
}

export class OscConnection implements OscReceiver {
  readonly #ports: OscConnectionPorts;
  #isOpen = true;
  #client: string | undefined;
  #callOffWhole: (() => void) | undefined;
  readonly #callOffLetIn: () => void;
  /** The token sent once for all later messages. */
  token: string | undefined;

  constructor(ports: OscConnectionPorts) {
    this.#ports = ports;
    this.#callOffLetIn = ports.clock.after(letInWithin, () => this.#refuse(texts.osc.noToken));
  }

  get address(): string {
    return this.#ports.address;
  }

  get client(): string | undefined {
    return this.#client;
  }

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
    this.#callOffWhole ??= this.#ports.clock.after(wholeWithin, () => this.#refuse(texts.osc.packetUnended));
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
