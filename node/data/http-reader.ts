import { texts } from '../../contract/texts/texts.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import { codeOf, errorIn } from '../../contract/errors.ts';
import type { SourceOrigin } from '../../contract/desk-api/source.ts';
import { ReadingFailed } from '../../desk/live-data/tables/data-limits.ts';
import type { EncodedText } from '../../desk/live-data/tables/decode-text.ts';
import type { SourceReader } from '../../desk/live-data/tables/source-run.ts';
import type { Clock } from '../../contract/clock.ts';
import { guardedLookup, type HostGuard, refuseOwnNetwork, shown } from './public-host.ts';

export interface NetRules {
  guard: HostGuard;
  /** Maximum bytes of an answer or a message, as sent and as unpacked. */
  most: number;
}

export interface HttpOrigin extends Extract<SourceOrigin, { kind: 'http' }> {
  secretValue: string | undefined;
}

/** An answer; `bytes` only if the status says that the body is the requested one. */
interface SourceAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** Milliseconds for a complete answer, including redirects. */
const deadline = 10_000;
const mostRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);
/** Keep-alive (ms) of an unused connection if the server does not specify it. */
const heldFor = 60_000;

/** The operator's headers are only for the configured origin, never for a redirect target. */
export function headersFor(url: URL, { url: own, headers, secret, secretValue }: HttpOrigin): Record<string, string> {
  if (url.origin !== new URL(own).origin) return {};
  const hidden = secret && secretValue !== undefined ? { [secret.header]: secretValue } : {};
  return { ...headers, ...hidden };
}

/** Reads a URL on request. Incomplete, late or too large answers are failures. */
export class HttpReader implements SourceReader {
  readonly #origin: HttpOrigin;
  readonly #url: URL;
  readonly #clock: Clock;
  readonly #rules: NetRules;
  /** By the host that is allowed at any address: that of the source, or none. */
  readonly #agents = new Map<string | undefined, Agent>();
  #fail: (why: Error) => void = () => {};
  /** All reads share this signal. */
  #signal: AbortSignal | undefined;
  #last: { url: string; headers: Record<string, string> } | undefined;

  constructor(origin: HttpOrigin, clock: Clock, rules: NetRules) {
    this.#origin = origin;
    this.#url = new URL(origin.url);
    [this.#clock, this.#rules] = [clock, rules];
  }

  async read(signal: AbortSignal): Promise<EncodedText | 'unchanged'> {
    this.#heed(signal);
    const callOff = this.#clock.after(deadline, () =>
      this.#giveUp(new ReadingFailed(texts.reading.incomplete(shown(this.#url), deadline / 1_000))),
    );
    try {
      return await this.#follow();
    } finally {
      callOff();
    }
  }

  close(): void {
    this.#giveUp(calledOff);
  }

  /** Ten reads run per second; a signal for each would cost more than half of a request. */
  #heed(signal: AbortSignal): void {
    signal.throwIfAborted();
    if (signal === this.#signal) return;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#giveUp(errorIn(signal.reason)));
  }

  #giveUp(why: Error): void {
    this.#fail(why);
    for (const agent of this.#agents.values()) void agent.destroy();
    this.#agents.clear();
  }

  async #follow(): Promise<EncodedText | 'unchanged'> {
    let url = this.#url;
    for (let redirect = 0; redirect <= mostRedirects; redirect += 1) {
      const answer = await this.#ask(url);
      const next = redirectOf(answer, url);
      if (!next) return await this.#taken(answer, url);
      url = next;
    }
    throw new ReadingFailed(texts.reading.manyRedirects(shown(this.#url), mostRedirects));
  }

  async #ask(url: URL): Promise<SourceAnswer> {
    const { guard, most } = this.#rules;
    // The operator allows one program of a machine: a redirect must not lead to another one.
    const allowed = url.host === this.#url.host ? guard.allowed : undefined;
    refuseOwnNetwork(url, { ...guard, allowed });
    const answered = Promise.withResolvers<SourceAnswer>();
    this.#fail = answered.reject;
    const asked = { origin: url.origin, path: url.pathname + url.search, method: 'GET', headers: this.#headers(url) };
    this.#agentFor(allowed).dispatch(asked, new Answering(answered, { url, most }));
    return answered.promise.catch((error: unknown) => {
      throw failureOf(error, url);
    });
  }

  #agentFor(allowed: string | undefined): Agent {
    const agent =
      this.#agents.get(allowed) ??
      new Agent({
        connections: 1,
        keepAliveTimeout: heldFor,
        // `deadline` replaces the library's timeouts.
        headersTimeout: 0,
        bodyTimeout: 0,
        connect: { lookup: guardedLookup({ ...this.#rules.guard, allowed }), timeout: 0 },
      });
    this.#agents.set(allowed, agent);
    return agent;
  }

  #headers(url: URL): Record<string, string> {
    const known = this.#last?.url === url.href ? this.#last.headers : {};
    return { accept: '*/*', 'accept-encoding': 'gzip, br', ...headersFor(url, this.#origin), ...known };
  }

  async #taken({ status, headers, bytes }: SourceAnswer, url: URL): Promise<EncodedText | 'unchanged'> {
    if (status === 304 && this.#last?.url === url.href) return 'unchanged';
    if (status !== 200)
      throw new ReadingFailed(
        texts.reading.answered(shown(url), status),
        retryAfter(headers['retry-after'], this.#clock),
      );
    const unpacked = await unpack(bytes, headers['content-encoding'], { url, most: this.#rules.most });
    this.#last = { url: url.href, headers: validatorsOf(headers) };
    return { bytes: unpacked, charset: /;\s*charset="?([\w.:-]+)/i.exec(headers['content-type'] ?? '')?.[1] };
  }
}

interface Whole {
  url: URL;
  most: number;
}

class Answering implements Dispatcher.DispatchHandler {
  readonly #answered: PromiseWithResolvers<SourceAnswer>;
  readonly #whole: Whole;
  #head: Omit<SourceAnswer, 'bytes'> = { status: 0, headers: {} };
  readonly #parts: Buffer[] = [];
  #length = 0;

  constructor(answered: PromiseWithResolvers<SourceAnswer>, whole: Whole) {
    [this.#answered, this.#whole] = [answered, whole];
  }

  onRequestStart(): void {}

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#head = { status, headers };
    if (status < 200 || status === 200 || status === 304) return;
    this.onResponseEnd();
    controller.abort(calledOff);
  }

  onResponseData(controller: Dispatcher.DispatchController, part: Buffer): void {
    this.#length += part.length;
    this.#parts.push(part);
    if (this.#length <= this.#whole.most) return;
    this.#answered.reject(tooLarge(this.#whole));
    controller.abort(calledOff);
  }

  onResponseEnd(): void {
    this.#answered.resolve({ ...this.#head, bytes: Buffer.concat(this.#parts) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#answered.reject(error);
  }
}

/** For cancelled reads; operators never see this reason. */
const calledOff = new Error('called off');

function tooLarge({ url, most }: Whole): Error {
  return new ReadingFailed(texts.reading.answerTooLarge(shown(url), most));
}

function redirectOf({ status, headers }: SourceAnswer, from: URL): URL | undefined {
  if (!redirects.has(status)) return undefined;
  const url = URL.parse(headers.location ?? '', from.href);
  if (headers.location === undefined || !url || !/^https?:$/.test(url.protocol))
    throw new ReadingFailed(texts.reading.redirectsNowhere(shown(from)));
  if (from.protocol === 'https:' && url.protocol === 'http:')
    throw new ReadingFailed(texts.reading.redirectsOpenly(shown(from), shown(url)));
  // A redirect must not supply credentials.
  [url.username, url.password] = ['', ''];
  return url;
}

function validatorsOf({ etag, 'last-modified': modified }: IncomingHttpHeaders): Record<string, string> {
  return { ...(etag && { 'if-none-match': etag }), ...(modified && { 'if-modified-since': modified }) };
}

const unpackers = { gzip: promisify(gunzip), br: promisify(brotliDecompress) };

/** A small compressed answer may be large when decompressed. */
async function unpack(bytes: Buffer, packing = 'identity', whole: Whole): Promise<Buffer> {
  if (packing === 'identity' || packing === '') return bytes;
  if (packing !== 'gzip' && packing !== 'br') throw new ReadingFailed(texts.reading.packed(shown(whole.url), packing));
  try {
    return await unpackers[packing](bytes, { maxOutputLength: whole.most });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(whole);
    throw failureOf(error, whole.url);
  }
}

function failureOf(error: unknown, url: URL): Error {
  if (error instanceof ReadingFailed) return error;
  const code = codeOf(error);
  // The server closed the connection; other code calls this `ECONNRESET`.
  const named = code === 'UND_ERR_SOCKET' ? 'ECONNRESET' : code;
  return new ReadingFailed(texts.reading.addressUnreadable(shown(url), named ?? errorIn(error).message));
}

/** The requested wait (ms), from seconds or a date. */
function retryAfter(asked: string | undefined, clock: Clock): number | undefined {
  if (asked === undefined) return undefined;
  const wait = /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - clock.now();
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
}
