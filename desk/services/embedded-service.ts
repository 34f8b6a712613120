import type { ReadyLine } from '../../contract/service-api/live-channel.ts';
import type { Clock, LaunchService, ServicePorts, ServiceProcess } from '../ports.ts';

/** Milliseconds before the embedded service is started again, and the most between two tries. */
const retry = { first: 100, most: 5_000 };

export interface EmbeddedServicePorts {
  clock: Pick<Clock, 'after'>;
  launch: LaunchService;
  onReady(ready: ReadyLine): void;
  /** It ended, or did not start: its last words. It is started again by itself. */
  onEnded(lastWords: string): void;
}

/** Keeps the embedded service running: one that ends is started again on the same ports, so its addresses stay valid. */
export class EmbeddedService {
  readonly #ports: EmbeddedServicePorts;
  #process: ServiceProcess | undefined;
  #known: ServicePorts = { port: 0, mediaPort: 0 };
  #tries = 0;
  #callOff: () => void = () => {};
  #closed = false;

  constructor(ports: EmbeddedServicePorts) {
    this.#ports = ports;
    this.#start();
  }

  /** End it for good; resolves when it has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#callOff();
    this.#process?.stop();
    await this.#process?.ended;
  }

  #start(): void {
    const process = this.#ports.launch(this.#known);
    this.#process = process;
    process.ready.then(
      (ready) => {
        this.#known = { port: portOf(ready.url), mediaPort: portOf(ready.mediaUrl) };
        this.#tries = 0;
        this.#ports.onReady(ready);
      },
      // Its end is told once, by `ended`.
      () => {},
    );
    void process.ended.then((lastWords) => this.#ended(lastWords));
  }

  #ended(lastWords: string): void {
    if (this.#closed) return;
    const wait = Math.min(retry.most, retry.first * 2 ** this.#tries++);
    this.#callOff = this.#ports.clock.after(wait, () => this.#start());
    this.#ports.onEnded(lastWords);
  }
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}
