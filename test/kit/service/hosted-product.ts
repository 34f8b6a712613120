import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { OverlayError } from '../../../contract/errors.ts';
import type { FirstUpdateItem } from '../../../contract/model/app-instance.ts';
import type { ControlItem, ModelItem, UpdateItem } from '../../../contract/model/control.ts';
import type { Composition } from '../../../scene/schema/composition.ts';
import { firstControl, subCompositionList, updateItems } from '../../../service/domain/first-generation.ts';
import { LiveCompositions } from '../../../service/domain/show.ts';
import { accountQuota, type Quota, type QuotaTerms } from '../../../service/http/quota.ts';

/** How a hosted product is set up. */
export interface HostedTerms {
  /** What becomes of members of an update item that row 31 does not list. The specification leaves it open. */
  unlisted: 'ignored' | 'refused';
  /** Calls per minute and per day. */
  quota: Omit<QuotaTerms, 'header'>;
  /** Whether reading counts against the quota too. */
  readsCount?: boolean;
}

/** A request as it arrived. */
export interface HostedRequest {
  method: string;
  path: string;
  body: unknown;
}

/** An answer before it is sent. A text is sent as a page, anything else as JSON. */
interface HostedAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

const minute = 60_000;
/** What row 31 lists. */
const listed = ['subCompositionId', 'subCompositionName', 'payload', 'state', 'mainComposition'];

/**
 * A stand-in of the hosted product, on loopback: what the public interface opens with the token of an app instance, and
 * nothing that only this project has. There is no live channel and no revision, conditions and preferences in headers mean
 * nothing, every answer has members that the specification does not have, an unknown address answers with a page, and
 * updates have a quota that its headers tell.
 */
export class HostedProduct {
  readonly token = 'hosted-Token_of-an-app-instance';
  /** Every request that arrived, in order. */
  readonly requests: HostedRequest[] = [];
  /** Milliseconds by which its clock is ahead of this machine's. A minute of its quota begins when it is made. */
  ahead = minute - (Date.now() % minute);
  readonly #show: LiveCompositions;
  readonly #terms: HostedTerms;
  readonly #quota: Quota;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  /** While this is set, updates wait for it before anything is done. */
  #held: PromiseWithResolvers<unknown> | undefined;
  #arrived: (() => void)[] = [];
  #base = '';

  constructor(composition: Composition, terms: HostedTerms) {
    this.#show = new LiveCompositions(composition);
    this.#terms = terms;
    this.#quota = accountQuota({ ...terms.quota, header: 'x-ratelimit' }, () => this.now());
    this.#server.on('upgrade', ({ url = '' }, socket) => {
      this.requests.push({ method: 'UPGRADE', path: url.split('?', 1)[0] ?? '', body: undefined });
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
  }

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#base = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The address that it shows to people, to be pasted into other programs. */
  get shared(): string {
    return `${this.#base}/control/${this.token}`;
  }

  now(): number {
    return Date.now() + this.ahead;
  }

  control(): ControlItem[] {
    return this.#show.control();
  }

  /** The bodies of the updates that arrived. */
  get updates(): unknown[] {
    return this.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  }

  /** Somebody else changes the show, past the quota. */
  change(items: UpdateItem[]): void {
    this.#show.apply(this.#show.check(items, this.now()).changes);
  }

  /** Other clients of the account use up the quota of this minute, but for so many calls. */
  spend(left = 0): void {
    let remaining = Infinity;
    const learn = (told: Record<string, string>): void => {
      remaining = (JSON.parse(told['x-ratelimit-burst-calls'] ?? '') as { remaining: number }).remaining;
    };
    while (remaining > left) this.#quota.count(1, learn);
  }

  /** A minute passes on its clock, so the quota is whole again. */
  nextMinute(): void {
    this.ahead += minute;
  }

  /** Lets updates wait from now on. Gives the way to let them go on. */
  hold(): () => void {
    const held = Promise.withResolvers<unknown>();
    this.#held = held;
    return () => {
      this.#held = undefined;
      held.resolve(undefined);
    };
  }

  /** Resolves when the next update arrives. */
  arrival(): Promise<void> {
    return new Promise((resolve) => this.#arrived.push(resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const path = url.split('?', 1)[0] ?? '';
    this.requests.push({ method, path, body: parsed(body) });
    if (method === 'PATCH') {
      for (const arrived of this.#arrived.splice(0)) arrived();
      await this.#held?.promise;
    }
    const answer = this.#answered({ method, path, body: parsed(body) });
    const isPage = typeof answer.body === 'string' && answer.status === 404;
    response.writeHead(answer.status, {
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      date: new Date(this.now()).toUTCString(),
      'x-powered-by': 'a hosted product',
      'x-request-id': String(this.requests.length),
      ...answer.headers,
    });
    response.end(isPage ? answer.body : JSON.stringify(answer.body));
  }

  #answered(request: HostedRequest): HostedAnswer {
    const found = this.#routes()[`${request.method} ${request.path}`];
    if (!found) {
      const isToken = /^\/apiv2\/controlapps\/[^/]+(\/(control|model|command))?$/.test(request.path);
      return isToken ? refusal(404, 'Not Found') : noPage(request);
    }
    const counts = request.method !== 'GET' || this.#terms.readsCount === true;
    const headers: Record<string, string> = {};
    try {
      if (counts) this.#quota.count(1, (told) => Object.assign(headers, told));
      return { status: 200, body: found(request.body), headers };
    } catch (thrown) {
      const { status, message, retryAfter } = thrown as OverlayError;
      const wait = retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfter)) };
      return { ...refusal(status, message), headers: { ...headers, ...wait } };
    }
  }

  #routes(): Partial<Record<string, (body: unknown) => unknown>> {
    const [first, second] = [`/apiv1/control/${this.token}`, `/apiv2/controlapps/${this.token}`];
    const update = (body: unknown): unknown => (this.#update(body), { success: true, message: 'Updated', items: [] });
    return {
      [`GET ${first}`]: () => firstControl(this.control()).map(withMore),
      [`GET ${first}/subcompositions`]: () => withMore(subCompositionList(this.#show.model())),
      [`PUT ${first}`]: (body) => (this.change(updateItems(body as FirstUpdateItem[])), 'Ok'),
      [`GET ${second}`]: () => this.#about(),
      [`GET ${second}/control`]: () => this.control().map(withMore),
      [`GET ${second}/model`]: () => this.#show.model().map(modelOf),
      [`PATCH ${second}/control`]: update,
      [`POST ${second}/command`]: (body) => (this.#command(body), { success: true, queued: false }),
    };
  }

  #about(): unknown {
    const at = '2026-01-02T20:00:00.000Z';
    const output = `${this.#base}/output/${this.token}`;
    return withMore({
      id: 4711,
      name: 'Hosted Show',
      type: 'controlapp',
      createdAt: at,
      updatedAt: at,
      outputUrl: output,
    });
  }

  #update(body: unknown): void {
    const items = body as UpdateItem[];
    const unlisted = items.flatMap((item) => Object.keys(item).filter((member) => !listed.includes(member)));
    if (this.#terms.unlisted === 'refused' && unlisted.length > 0) throw wrong(`"${unlisted[0]}" is not allowed`);
    this.change(items.map((item) => ({ ...item, action: undefined })));
  }

  #command(body: unknown): void {
    const { action } = body as { action?: unknown };
    if (action !== 'TakeOutAllOutput') throw wrong('"action" is unknown');
    const subs = this.control().filter(({ mainComposition }) => !mainComposition);
    this.change(subs.map(({ subCompositionId }) => ({ subCompositionId, state: 'Out' })));
  }
}

/** A wrong body, as the rest of this class throws it. */
function wrong(message: string): Error {
  return Object.assign(new Error(message), { status: 400 });
}

function refusal(status: number, message: string): HostedAnswer {
  return { status, body: { error: { message, code: status, requestId: 'hosted' } } };
}

/** What its web server says of an address that it does not have. */
function noPage({ method, path }: HostedRequest): HostedAnswer {
  return { status: 404, body: `<!DOCTYPE html><html><body><pre>Cannot ${method} ${path}</pre></body></html>` };
}

function parsed(body: string): unknown {
  return body === '' ? undefined : (JSON.parse(body) as unknown);
}

/** Adds members that the specification does not have. */
function withMore<Item extends object>(item: Item): Item {
  return { ...item, tenant: { region: 'north' }, locked: false, tags: ['sport'], lastEditedBy: null };
}

/**
 * A sub-composition of row 30 as others write it: with more members, limits as numbers, a field of a kind of its own, and
 * without what only this project tells.
 */
function modelOf(item: ModelItem): unknown {
  const numeric = (limit: string | undefined): object => (limit === undefined ? {} : { max: Number(limit) });
  const fields: unknown[] = item.model.map((field) => ({ ...withMore(field), ...numeric(field.max) }));
  const own = { id: 'gradient-1', title: 'Gradient', type: 'gradientmap', defaultValue: { stops: [] }, index: 99 };
  const subcompositions = item.subcompositions.map(modelOf);
  return { ...withMore(item), secondTimeline: undefined, model: [...fields, own], subcompositions };
}
