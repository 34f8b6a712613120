import type { OverlayError } from '../../../contract/errors.ts';
import { parsedJson } from '../../../contract/json-text.ts';
import { commandControlApp } from '../../../contract/service-api/controlapp-extras.ts';
import type { ControlItem, UpdateItem } from '../../../contract/model/control.ts';
import type { LiveFrame } from '../../../contract/service-api/live-channel.ts';
import type { ConnectionPort, HttpRequest } from '../../../desk/ports.ts';
import {
  type Disturbed,
  type FaultyWire,
  type LiveFault,
  noFault,
  type RequestFault,
  type SentUpdate,
} from './faulty-wire.ts';
import type { ServedShow } from './served-show.ts';

/** What the service answers to a request that it carried out or refused. */
export interface Answer {
  status: number;
  body: string;
  etag: string | null;
}

/** A refusal, as the service words them. */
export function refusal(status: number, message = `Refused with ${status}.`): Answer {
  return { status, body: JSON.stringify({ error: { message, code: status } }), etag: null };
}

/**
 * An answer as strange services give it: with members that nobody knows, limits of fields as numbers, no state for the root,
 * and without the last sub-composition.
 */
export function oddAnswer({ body, ...answer }: Answer): Answer {
  const told = JSON.parse(body, (_, value: unknown) => (isField(value) ? { ...value, ...oddField } : value)) as unknown;
  const odd = Array.isArray(told) && told.every(isControl) ? oddControl(told) : told;
  return { ...answer, body: JSON.stringify(odd) };
}

const oddField = { min: 0, max: 99, step: 1, rows: 3, unknown: [null] };

function isField(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'defaultValue' in value;
}

function isControl(value: unknown): value is ControlItem {
  return typeof value === 'object' && value !== null && 'mainComposition' in value;
}

function oddControl(items: readonly ControlItem[]): unknown[] {
  return items.slice(0, -1).map((item) => ({ ...item, ...(item.mainComposition && { state: null }), unknown: {} }));
}

/** What is the same for a service over sockets and for one without: its show, its faults, its answers, its live channels. */
export abstract class WiredService<Channel extends Disturbed> implements FaultyWire {
  readonly show: ServedShow;
  readonly updateFaults: RequestFault[] = [];
  readonly readFaults: RequestFault[] = [];
  readonly sent: SentUpdate[] = [];
  hasLive = true;
  /** False for a service that refuses the extension `action`. */
  knowsAction = true;
  /** Whether it refuses every update, as one does that speaks otherwise than the desk. */
  refusesUpdates = false;
  abstract readonly connection: ConnectionPort;
  protected readonly channels = new Set<Channel>();
  readonly #clock: () => number;
  #away = false;

  /** `clock`: the desk's, that never jumps, by which it is noted when something was sent. */
  constructor(show: ServedShow, clock: () => number) {
    this.show = show;
    this.#clock = clock;
  }

  get away(): boolean {
    return this.#away;
  }

  set away(away: boolean) {
    this.#away = away;
    if (away) this.cutLines();
  }

  disturb(fault: LiveFault): void {
    for (const channel of [...this.channels]) this.#befall(channel, fault);
  }

  abstract close(): Promise<void>;

  /** Break every line that is open. */
  protected abstract cutLines(): void;

  /** Break one live channel. */
  protected abstract cut(channel: Channel): void;

  /** Say a text on a live channel, after the delay that it has. */
  protected abstract deliver(channel: Channel, text: string): void;

  /** Note an update at the moment in which it is sent. */
  protected note({ body = '' }: HttpRequest): void {
    this.sent.push({ at: this.#clock(), items: JSON.parse(Buffer.from(body).toString()) as UpdateItem[] });
  }

  /** What becomes of the next request. */
  protected nextFault(method: string | undefined): RequestFault {
    return (method === 'PATCH' ? this.updateFaults : this.readFaults).shift() ?? noFault;
  }

  /** `by`: who asked. */
  protected carryOut(
    { method, url = '', body }: { method?: string | undefined; url?: string; body: string },
    by = 'desk',
  ): Answer {
    if (method === 'GET') {
      if (url.endsWith('/control')) return success(this.show.control());
      return url.endsWith('/model') ? success(this.show.model()) : refusal(404);
    }
    try {
      const items = url.endsWith('/command') ? this.#commanded(body) : this.#updated(body);
      if (!items) return refusal(400);
      const revision = this.show.apply(items, by);
      return success({ success: true }, this.hasLive ? `"${revision}"` : null);
    } catch (thrown) {
      return refusal((thrown as OverlayError).status, (thrown as OverlayError).message);
    }
  }

  /** The items of an update; undefined if this service refuses it. */
  #updated(body: string): UpdateItem[] | undefined {
    const items = JSON.parse(body) as UpdateItem[];
    const refused = this.refusesUpdates || (!this.knowsAction && items.some(({ action }) => action !== undefined));
    return refused ? undefined : items;
  }

  /** What a command does, in items; undefined for a wrong one, and for those that no desk sends. */
  #commanded(body: string): UpdateItem[] | undefined {
    const command = commandControlApp.body.safeParse(parsedJson(body));
    return command.success && command.data.action === 'TakeOutAllOutput' ? this.#allOut() : undefined;
  }

  #allOut(): UpdateItem[] {
    const subs = this.show.control().filter(({ mainComposition }) => !mainComposition);
    return subs.map(({ subCompositionId }) => ({ subCompositionId, state: 'Out' }));
  }

  /** Tell a frame on a live channel, unless a fault keeps it back. */
  protected tell(channel: Channel, frame: LiveFrame): void {
    if (channel.silent) return;
    if (channel.skip && frame.type === 'change') return void (channel.skip = false);
    this.deliver(channel, JSON.stringify(frame));
  }

  #befall(channel: Channel, fault: LiveFault): void {
    switch (fault.kind) {
      case 'cut':
        return this.cut(channel);
      case 'silent':
        return void (channel.silent = true);
      case 'skip':
        return void (channel.skip = true);
      case 'slow':
        return void (channel.delay = fault.delay);
      case 'garbage':
        return this.deliver(channel, '<html>');
      case 'again': {
        const frame = this.show.frame(this.show.revision - fault.back);
        if (frame) this.deliver(channel, JSON.stringify(frame));
      }
    }
  }
}

function success(answer: unknown, etag: string | null = null): Answer {
  return { status: 200, body: JSON.stringify(answer), etag };
}
