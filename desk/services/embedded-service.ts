import { errorTable } from '../../contract/errors.ts';
import type { ReadyLine } from '../../contract/service-api/live-channel.ts';
import type { LaunchService, PortNumbers, ServiceProcess } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';

/**
 * Milliseconds before restarting a service that never became ready, and the longest wait. A service that was ready
 * restarts at once.
 */
const retry = { first: 100, most: 5_000 };

interface ServiceEvents {
  ready(ready: ReadyLine): void;
  /** `reason` is for the operator. The service restarts automatically. */
  ended(reason: string): void;
}

export class EmbeddedService {
  readonly #clock: Clock;
  readonly #launch: LaunchService;
  readonly #on: ServiceEvents;
  #run: ServiceRun | undefined;
  #stopped: Promise<void> | undefined;

  constructor(clock: Clock, launch: LaunchService, on: ServiceEvents) {
    [this.#clock, this.#launch, this.#on] = [clock, launch, on];
  }

  want(wanted: boolean): void {
    if (wanted) this.#run ??= new ServiceRun(this.#clock, this.#launch, this.#on);
    else void this.close();
  }

  async close(): Promise<void> {
    const run = this.#run;
    this.#run = undefined;
    if (run) this.#stopped = run.stop();
    await this.#stopped;
  }
}

/** One wanted period of the service, including its restarts. */
class ServiceRun {
  readonly #clock: Clock;
  readonly #launch: LaunchService;
  readonly #on: ServiceEvents;
  #process: ServiceProcess | undefined;
  #servicePorts: PortNumbers = { port: 0, mediaPort: 0 };
  #tries = 0;
  #cancelRestart: () => void = () => {};
  #stopped = false;

  constructor(clock: Clock, launch: LaunchService, on: ServiceEvents) {
    [this.#clock, this.#launch, this.#on] = [clock, launch, on];
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
    const process = this.#launch(this.#servicePorts);
    this.#process = process;
    process.ready.then(
      (ready) => {
        this.#servicePorts = { port: portOf(ready.url), mediaPort: portOf(ready.mediaUrl) };
        this.#tries = 0;
        this.#on.ready(ready);
      },
      // `ended` reports the same end.
      () => {},
    );
    void process.ended.then((lastWords) => this.#restart(lastWords));
  }

  #restart(lastWords: string): void {
    if (this.#stopped) return;
    const wait = Math.min(retry.most, retry.first * (2 ** this.#tries - 1));
    this.#cancelRestart = this.#clock.after(wait, () => this.#start());
    this.#on.ended(`${errorTable['service-lost'].operator} ${lastWords}`.trim());
  }
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}
