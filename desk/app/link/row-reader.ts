import { z } from 'zod';
import { asOverlayError, isMistake, OverlayError } from '../../../contract/errors.ts';
import { type ControlItem, type ModelItem, LogicLayer } from '../../../contract/model/control.ts';
import { readControlApp } from '../../../contract/service-api/controlapp-extras.ts';
import { readControl, readModel } from '../../../contract/service-api/controlapps.ts';
import { type Endpoint, pathOf } from '../../../contract/service-api/endpoint.ts';
import type { Snapshot } from '../../../contract/service-api/live-channel.ts';
import { deadAfter } from '../../../contract/service-api/live-timing.ts';
import type { HttpAnswer, HttpRequest } from '../../ports.ts';
import type { Spend } from './quota.ts';
import { errorOf } from './service-call.ts';
import type { TruthPorts, TruthTarget } from './truth-link.ts';
import type { Clock } from '../../../contract/clock.ts';
import { AnimationState, listedState, storedState } from '../../../contract/model/animation-state.ts';
import { Field, FieldType, type Payload, Value, WidgetGroup } from '../../../contract/model/field.ts';

export interface RowRequest {
  kind: Spend;
  signal: AbortSignal;
}

type RowPorts = Pick<TruthPorts, 'clock' | 'connection' | 'quota' | 'explain'>;

/** A service may report more fields than these, but lack ours. */
const AppAnswer = readControlApp.answer.pick({ id: true, name: true, outputUrl: true }).extend({
  accountId: z.union([z.string(), z.number()]).transform(String).optional().catch(undefined),
});

interface ReadApp {
  app: NonNullable<Snapshot['app']>;
  account: string | undefined;
}

/**
 * Skips unchanged rows by entity tag; every answer updates quota and clock. Throws the service's error,
 * `service-unreachable` or `answer-garbage`.
 */
export class RowReader {
  readonly clock: ServiceClock;
  readonly #target: TruthTarget;
  readonly #ports: RowPorts;
  readonly #twoOuts = new Set<string>();
  readonly #kept = new Map<string, { etag: string | null; body: string; rows: unknown }>();

  constructor(target: TruthTarget, ports: RowPorts) {
    [this.#target, this.#ports] = [target, ports];
    this.clock = new ServiceClock(ports.clock);
  }

  control(request: RowRequest): Promise<ControlItem[]> {
    return this.#read(readControl, polledControl, request);
  }

  model(request: RowRequest): Promise<ModelItem[]> {
    return this.#read(readModel, (answer) => polledModel(answer, this.#twoOuts), request);
  }

  /** Null if the service does not report it. */
  async app(request: RowRequest): Promise<ReadApp | null> {
    const read = (answer: unknown): ReadApp => {
      const { id, name, outputUrl, accountId: account } = AppAnswer.parse(answer);
      return { app: { id, name, onairUrl: outputUrl, mediaUrl: this.#target.base }, account };
    };
    // Many services lack this row; screens then show the connection's name.
    return this.#read(readControlApp, read, request).catch(() => null);
  }

  async #read<Rows>(endpoint: Endpoint, read: (answer: unknown) => Rows, { kind, signal }: RowRequest): Promise<Rows> {
    const url = this.#target.base + pathOf(endpoint, { appToken: this.#target.token });
    const kept = this.#kept.get(endpoint.name);
    const { clock, quota } = this.#ports;
    const sentAt = clock.now();
    quota.spend(kind);
    const request = { method: endpoint.method, url, ifNoneMatch: kept?.etag ?? undefined };
    const answer = await this.#answer(request, signal);
    quota.learn(answer, kind);
    this.clock.learn(answer.headers.date, sentAt);
    if (answer.status === 304 && kept) return kept.rows as Rows;
    if (answer.status !== 200) throw this.#explained(errorOf(answer, endpoint), answer);
    // Polls mostly return the same text, which is not parsed again.
    const rows = kept?.body === answer.body ? (kept.rows as Rows) : this.#rows(answer, read);
    this.#kept.set(endpoint.name, { etag: answer.etag, body: answer.body, rows });
    return rows;
  }

  async #answer(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    const { connection, explain } = this.#ports;
    let sent = false;
    const onSent = (): void => void (sent = true);
    return connection.request({ ...request, onSent }, signal).catch((thrown: unknown): never => {
      if (isMistake(thrown)) throw thrown;
      const unheard = { thrown, sent, timedOut: signal.aborted, patience: deadAfter / 1_000 };
      throw new OverlayError('service-unreachable', explain?.(unheard));
    });
  }

  #rows<Rows>(answer: HttpAnswer, read: (answer: unknown) => Rows): Rows {
    try {
      return read(JSON.parse(answer.body));
    } catch (thrown) {
      throw this.#explained(asOverlayError(thrown, 'answer-garbage'), answer);
    }
  }

  /** Keeps `wait` errors: the service knows best how long to wait. */
  #explained(error: OverlayError, answer: HttpAnswer): OverlayError {
    const { explain } = this.#ports;
    return explain && error.becomes !== 'wait' ? new OverlayError(error.code, explain({ answer })) : error;
  }
}

/**
 * Estimates a service's clock from `date` headers. Each answer gives bounds; several are accurate to less than a
 * second.
 */
class ServiceClock {
  readonly #clock: Pick<Clock, 'now'>;
  /** Bounds on how far the service's clock is ahead (ms). */
  #ahead = { least: 0, most: 0 };
  #known = false;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** `sentAt`: when the request was sent (desk's clock, ms). */
  learn(date: string | undefined, sentAt: number): void {
    const second = Date.parse(date ?? '');
    if (Number.isNaN(second)) return;
    const bounds = { least: second - this.#clock.now(), most: second + 1_000 - sentAt };
    const both = { least: Math.max(bounds.least, this.#ahead.least), most: Math.min(bounds.most, this.#ahead.most) };
    // Contradictory bounds mean that one of the clocks was set, so the newer bounds count.
    this.#ahead = this.#known && both.least <= both.most ? both : bounds;
    this.#known = true;
  }

  /** Milliseconds since the epoch by the service's clock; by the desk's clock if no answer had a date. */
  now(): number {
    return Math.round(this.#clock.now() + (this.#ahead.least + this.#ahead.most) / 2);
  }
}

/** Row 30. Fields that only some services report are optional and may be malformed. */
const PolledModelItem = z.object({
  id: z.string(),
  name: z.string(),
  state: AnimationState.optional().catch(undefined),
  model: z.array(z.object({ id: z.string() }).loose()).default([]),
  groups: z.array(WidgetGroup).optional().catch(undefined),
  logicLayer: LogicLayer.nullable().catch(null),
  snapshot: z.string().nullable().catch(null),
  secondTimeline: z.boolean().optional(),
  subcompositions: z.array(z.unknown()).default([]),
});

/** Row 29. */
const PolledControlItem = z.object({
  subCompositionId: z.string(),
  subCompositionName: z.string().default(''),
  mainComposition: z.boolean().catch(false),
  state: AnimationState.nullish(),
  payload: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * Parses row 30 and skips unknown field types. Missing `secondTimeline` comes from the out state or `twoOuts`. States
 * become Out, because row 29 has the current states. Throws a ZodError.
 */
function polledModel(answer: unknown, twoOuts: Set<string>, isNested = false): ModelItem[] {
  return z
    .array(PolledModelItem)
    .parse(answer)
    .map((item): ModelItem => {
      const { id, name, state, model, groups, logicLayer, snapshot } = item;
      if (state === 'Out1' || state === 'Out2') twoOuts.add(id);
      if (state === 'Out') twoOuts.delete(id);
      const secondTimeline = item.secondTimeline ?? twoOuts.has(id);
      return {
        id,
        name,
        // Only a root has no state. An unreported state must not exclude a sub-composition from a panic.
        state: state || isNested ? listedState('Out1', secondTimeline) : undefined,
        model: model.flatMap((field, at) => polledField(field, at)),
        groups,
        logicLayer,
        snapshot,
        secondTimeline,
        subcompositions: polledModel(item.subcompositions, twoOuts, true),
      };
    });
}

/** Parses row 29. Only the root may lack a state; throws a ZodError otherwise. */
function polledControl(answer: unknown): ControlItem[] {
  return z
    .array(PolledControlItem.refine(({ state, mainComposition }) => mainComposition || state))
    .parse(answer)
    .map(({ state, payload, ...item }) => ({
      ...item,
      // A service reports `Out2` only where there are two out states.
      state: storedState(state ?? 'Out', true),
      payload: Object.fromEntries(
        Object.entries(payload ?? {}).flatMap(([field, reported]): [string, Payload[string]][] => {
          const value = polledValue(reported);
          return value === undefined ? [] : [[field, value]];
        }),
      ),
    }));
}

/** Keeps only valid members; some services write limits as numbers. Empty for an unknown type. */
function polledField(reported: { id: string; [member: string]: unknown }, at: number): Field[] {
  const { id, type } = reported;
  if (!FieldType.safeParse(type).success) return [];
  const usual = { title: id, immediateUpdate: false, index: at };
  const members = Object.entries(reported).flatMap(([name, value]): [string, unknown][] => {
    const schema: z.ZodType | undefined = Object.hasOwn(Field.shape, name)
      ? Field.shape[name as keyof Field]
      : undefined;
    const written = typeof value === 'number' && name !== 'index' ? String(value) : value;
    return schema?.safeParse(written).success ? [[name, written]] : [];
  });
  const values = {
    defaultValue: polledValue(reported.defaultValue) ?? '',
    resetValue: polledValue(reported.resetValue) ?? '',
  };
  const field = Field.safeParse({ ...usual, ...Object.fromEntries(members), ...values });
  return field.success ? [field.data] : [];
}

/** Some services report numeric values as numbers. Undefined if no field can have this value. */
function polledValue(reported: unknown): Payload[string] | undefined {
  if (typeof reported === 'number') return String(reported);
  const value = Value.safeParse(reported);
  return value.success ? value.data : undefined;
}
