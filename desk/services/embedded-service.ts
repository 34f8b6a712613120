import { errorTable } from '../../contract/errors.ts';
import type { ReadyLine } from '../../contract/service-api/live-channel.ts';
import type { LaunchService, ServicePorts, ServiceProcess } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';

/**
 * Milliseconds before the embedded service is started anew that did not even get ready, and the longest wait. One that was ready
 * is started at once: a show waits for it.
 */
const retry = { first: 100, most: 5_000 };

export interface EmbeddedServicePorts {
  clock: Pick<Clock, 'after'>;
  launch: LaunchService;
  onReady(ready: ReadyLine): void;
  /** It ended or did not start; `reason` is for the operator. It restarts by itself. */
  onEnded(reason: string): void;
}

/**
 * Runs the embedded service while it is wanted. A process that ends is restarted on the same ports, so its addresses stay
 * valid.
 */
export class EmbeddedService {
  readonly #ports: EmbeddedServicePorts;
  #run: Run | undefined;
  #stopped: Promise<void> | undefined;

  constructor(ports: EmbeddedServicePorts) {
    this.#ports = ports;
  }

  want(wanted: boolean): void {
    if (wanted) this.#run ??= new Run(this.#ports);
    else void this.close();
  }

  /** Stop it; resolves when it has ended. */
  async close(): Promise<void> {
    const run = this.#run;
    this.#run = undefined;
    if (run) this.#stopped = run.stop();
    await this.#stopped;
  }
}

/** The service from the moment it is wanted until it is not, over all its restarts. */
class Run {
  readonly #ports: EmbeddedServicePorts;
  #process: ServiceProcess | undefined;
  #servicePorts: ServicePorts = { port: 0, mediaPort: 0 };
  /** How often in a row it was started without getting ready. */
  #tries = 0;
  #cancelRestart: () => void = () => {};
  #stopped = false;

  constructor(ports: EmbeddedServicePorts) {
    this.#ports = ports;
    this.#start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelRestart();
    this.#process?.stop();
    await this.#process?.ended;
  }

  #start(): void {
    this.#tries += 1;
    const process = this.#ports.launch(this.#servicePorts);
    this.#process = process;
    process.ready.then(
      (ready) => {
        this.#servicePorts = { port: portOf(ready.url), mediaPort: portOf(ready.mediaUrl) };
        this.#tries = 0;
        this.#ports.onReady(ready);
      },
      // `ended` reports the same end.
      () => {},
    );
    void process.ended.then((lastWords) => this.#restart(lastWords));
  }

  #restart(lastWords: string): void {
    if (this.#stopped) return;
    const wait = Math.min(retry.most, retry.first * (2 ** this.#tries - 1));
    this.#cancelRestart = this.#ports.clock.after(wait, () => this.#start());
    this.#ports.onEnded(`${errorTable['service-lost'].operator} ${lastWords}`.trim());
  }
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}
