import { OverlayError } from '../../contract/errors.ts';
import type { ControlItem, ModelItem } from '../../contract/model/control.ts';
import { readControlApp } from '../../contract/service-api/controlapp-extras.ts';
import { readControl, readModel } from '../../contract/service-api/controlapps.ts';
import { type Endpoint, pathOf } from '../../contract/service-api/endpoint.ts';
import type { Snapshot } from '../../contract/service-api/live-channel.ts';
import type { HttpAnswer } from '../ports.ts';
import { polledControl, polledModel } from './polled-rows.ts';
import type { Spend } from './quota.ts';
import { ServiceClock } from './service-clock.ts';
import { errorOf } from './service-client.ts';
import type { TruthPorts, TruthTarget } from './truth-link.ts';

/** How one row is asked for: what it is spent on, and when it is given up. */
export interface Asking {
  kind: Spend;
  signal: AbortSignal;
}

/** What real clients need of an app instance; a service may say more, and less of what only ours has. */
const AppAnswer = readControlApp.answer.pick({ id: true, name: true, outputUrl: true });

/**
 * Reads the rows of an app instance: what has not changed is not sent again where the service knows entity tags, and every
 * answer teaches the quota and the service's clock. Throws what the service answered with, `service-unreachable` where
 * nothing answered, `answer-garbage` where what answered is no such service.
 */
export class RowReader {
  readonly clock: ServiceClock;
  readonly #target: TruthTarget;
  readonly #ports: Pick<TruthPorts, 'clock' | 'connection' | 'quota'>;
  readonly #kept = new Map<string, { etag: string | null; body: string; rows: unknown }>();

  constructor(target: TruthTarget, ports: Pick<TruthPorts, 'clock' | 'connection' | 'quota'>) {
    this.#target = target;
    this.#ports = ports;
    this.clock = new ServiceClock(ports.clock);
  }

  control(asking: Asking): Promise<ControlItem[]> {
    return this.#read(readControl, polledControl, asking);
  }

  model(asking: Asking): Promise<ModelItem[]> {
    return this.#read(readModel, polledModel, asking);
  }

  /** What the app instance is called; null where the service does not tell. */
  async app(asking: Asking): Promise<Snapshot['app'] | null> {
    const read = (answer: unknown): Snapshot['app'] => {
      const { id, name, outputUrl } = AppAnswer.parse(answer);
      return { id, name, onairUrl: outputUrl, mediaUrl: this.#target.base };
    };
    return this.#read(readControlApp, read, asking).catch(() => null);
  }

  async #read<Rows>(endpoint: Endpoint, read: (answer: unknown) => Rows, { kind, signal }: Asking): Promise<Rows> {
    const url = this.#target.base + pathOf(endpoint, { appToken: this.#target.token });
    const kept = this.#kept.get(endpoint.name);
    const { clock, connection, quota } = this.#ports;
    const sentAt = clock.now();
    quota.spend(kind);
    const request = { method: endpoint.method, url, ifNoneMatch: kept?.etag ?? undefined };
    const answer = await connection.request(request, signal).catch((): never => {
      throw new OverlayError('service-unreachable');
    });
    quota.hear(answer, kind);
    this.clock.hear(answer.headers.date, sentAt);
    if (answer.status === 304 && kept) return kept.rows as Rows;
    if (answer.status !== 200) throw errorOf(answer, endpoint);
    // What is asked for again and again is mostly what it was: the same text has the same rows, without reading it.
    const rows = kept?.body === answer.body ? (kept.rows as Rows) : rowsOf(answer, read);
    this.#kept.set(endpoint.name, { etag: answer.etag, body: answer.body, rows });
    return rows;
  }
}

function rowsOf<Rows>({ body }: HttpAnswer, read: (answer: unknown) => Rows): Rows {
  try {
    return read(JSON.parse(body));
  } catch {
    throw new OverlayError('answer-garbage');
  }
}
