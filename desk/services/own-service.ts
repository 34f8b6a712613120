import { errorTable } from '../../contract/errors.ts';
import type { ReadyLine } from '../../contract/service-api/live-channel.ts';
import type { Clock, LaunchService } from '../ports.ts';
import { EmbeddedService } from './embedded-service.ts';

export interface OwnServicePorts {
  clock: Clock;
  launch: LaunchService;
  onReady(ready: ReadyLine): void;
  /** It has ended, however it did; `reason` is for the operator. */
  onEnded(reason: string): void;
}

/** The service that the desk runs itself, as long as it is wanted. */
export class OwnService {
  readonly #ports: OwnServicePorts;
  #service: EmbeddedService | undefined;
  #ended: Promise<void> | undefined;

  constructor(ports: OwnServicePorts) {
    this.#ports = ports;
  }

  /** Run it, or let it end. */
  want(wanted: boolean): void {
    if (!wanted) return void this.close();
    this.#service ??= new EmbeddedService({
      ...this.#ports,
      onEnded: (lastWords) => this.#ports.onEnded(`${errorTable['service-lost'].operator} ${lastWords}`.trim()),
    });
  }

  /** Let it end; resolves when it has. */
  async close(): Promise<void> {
    const service = this.#service;
    this.#service = undefined;
    if (service) this.#ended = service.close();
    await this.#ended;
  }
}
