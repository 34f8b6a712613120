import { Agent, type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http';
import { Agent as SecureAgent, request as httpsRequest } from 'node:https';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { SourceOrigin } from '../../../contract/desk-api/source.ts';
import { ReadingFailed } from '../../data/data-problem.ts';
import type { EncodedText } from '../../data/decode-text.ts';
import type { SourceReader } from '../../data/source-run.ts';
import type { Clock } from '../../ports.ts';
import { guardedLookup, type HostGuard, refuseOwnNetwork } from './public-host.ts';
import { shown } from './shown-address.ts';

/** How an address is read. */
export interface HttpReaderPorts {
  clock: Pick<Clock, 'after' | 'now'>;
  guard: HostGuard;
  /** Milliseconds for a whole answer, with all redirects. */
  deadline: number;
  /** Bytes of the largest answer, as it comes and unpacked. */
  most: number;
}

/** An HTTP source with its secret. */
export interface HttpOrigin extends Extract<SourceOrigin, { kind: 'http' }> {
  /** The value of the header that `secret` names. */
  secretValue: string | undefined;
}

const mostRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

/** Reads an address each time it is asked to. An answer that is not whole, and small enough, in time, is none. */
export class HttpReader implements SourceReader {
  readonly #origin: HttpOrigin;
  readonly #url: URL;
  readonly #ports: HttpReaderPorts;
  readonly #agents: { http: Agent; https: SecureAgent };
  /** What identifies the last answer, and where it came from. */
  #last: { url: string; headers: Record<string, string> } | undefined;

  constructor(origin: HttpOrigin, ports: HttpReaderPorts) {
    this.#origin = origin;
    this.#url = new URL(origin.url);
    this.#ports = ports;
    const options = { keepAlive: true, lookup: guardedLookup(ports.guard) };
    this.#agents = { http: new Agent(options), https: new SecureAgent(options) };
  }

  async read(signal: AbortSignal): Promise<EncodedText | 'unchanged'> {
    const { clock, deadline } = this.#ports;
    // A composite signal costs several times as much, and there are ten readings a second.
    const end = new AbortController();
    const giveUp = (): void => end.abort(signal.reason);
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
    const callOff = clock.after(deadline, () => {
      end.abort(new ReadingFailed(`${shown(this.#url)} did not answer completely within ${deadline / 1_000} s.`));
    });
    try {
      return await this.#follow(end.signal);
    } finally {
      callOff();
      signal.removeEventListener('abort', giveUp);
    }
  }

  close(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }

  async #follow(signal: AbortSignal): Promise<EncodedText | 'unchanged'> {
    let url = this.#url;
    for (let redirect = 0; redirect <= mostRedirects; redirect += 1) {
      const answer = await this.#ask(url, signal);
      const next = redirectOf(answer, url);
      if (!next) return await this.#taken(answer, url, signal);
      answer.destroy();
      url = next;
    }
    throw new ReadingFailed(`${shown(this.#url)} redirects more than ${mostRedirects} times.`);
  }

  #ask(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    refuseOwnNetwork(url, this.#ports.guard);
    const isSecure = url.protocol === 'https:';
    const options: RequestOptions = { headers: this.#headers(url) };
    const outgoing = isSecure
      ? httpsRequest(url, { ...options, agent: this.#agents.https })
      : httpRequest(url, { ...options, agent: this.#agents.http });
    const giveUp = (): void => void outgoing.destroy(signal.reason as Error);
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
    return new Promise((resolve, reject) => {
      outgoing.on('response', resolve);
      // Whoever reads the answer finds out when it is cut off.
      outgoing.on('error', (error) => reject(failureOf(error, url, signal)));
      outgoing.end();
    });
  }

  #headers(url: URL): Record<string, string> {
    const { headers, secret, secretValue } = this.#origin;
    const base = { accept: '*/*', 'accept-encoding': 'gzip, br' };
    const known = this.#last?.url === url.href ? this.#last.headers : {};
    // They are for the host that the operator named, whoever it redirects to.
    if (url.origin !== this.#url.origin) return { ...base, ...known };
    const hidden = secret && secretValue !== undefined ? { [secret.header]: secretValue } : {};
    return { ...base, ...headers, ...hidden, ...known };
  }

  async #taken(answer: IncomingMessage, url: URL, signal: AbortSignal): Promise<EncodedText | 'unchanged'> {
    const { statusCode: status = 0, headers } = answer;
    if (status === 304 && this.#last?.url === url.href) {
      answer.resume();
      return 'unchanged';
    }
    if (status !== 200) {
      answer.destroy();
      throw new ReadingFailed(
        `${shown(url)} answered ${status}.`,
        retryAfter(headers['retry-after'], this.#ports.clock),
      );
    }
    const bytes = await wholeOf(answer, { url, signal, most: this.#ports.most });
    this.#last = { url: url.href, headers: validatorsOf(answer) };
    return { bytes, charset: /;\s*charset="?([\w.:-]+)/i.exec(headers['content-type'] ?? '')?.[1] };
  }
}

/** Where an answer redirects to; undefined if it does not. */
function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined {
  if (!redirects.has(statusCode)) return undefined;
  const url = URL.parse(headers.location ?? '', from.href);
  if (headers.location === undefined || !url || !/^https?:$/.test(url.protocol)) {
    throw new ReadingFailed(`${shown(from)} redirects to what is no address of the web.`);
  }
  if (from.protocol === 'https:' && url.protocol === 'http:') {
    throw new ReadingFailed(`${shown(from)} redirects to ${shown(url)}, which is not encrypted.`);
  }
  // An answer gives nobody an account.
  [url.username, url.password] = ['', ''];
  return url;
}

/** The headers that ask whether an answer still holds. */
function validatorsOf({ headers }: IncomingMessage): Record<string, string> {
  const { etag, 'last-modified': modified } = headers;
  return { ...(etag && { 'if-none-match': etag }), ...(modified && { 'if-modified-since': modified }) };
}

/** What the reading of one answer needs. */
interface Whole {
  url: URL;
  signal: AbortSignal;
  most: number;
}

async function wholeOf(answer: IncomingMessage, { url, signal, most }: Whole): Promise<Uint8Array> {
  // An error is dear, and almost no answer needs it.
  const tooLarge = (): Error => new ReadingFailed(`${shown(url)} answered with more than ${most} bytes.`);
  const unpack = unpackerOf(answer, url);
  try {
    if (!unpack) return await collected(answer, { most, tooLarge });
    const parts: Buffer[] = [];
    const collect = new Writable({
      write(part: Buffer, _, done) {
        parts.push(part);
        done();
      },
    });
    // An answer that is small as it comes may be large when it is unpacked.
    await pipeline(answer, limited(most, tooLarge), unpack, limited(most, tooLarge), collect);
    return Buffer.concat(parts);
  } catch (error) {
    throw failureOf(error, url, signal);
  }
}

/** Collects an answer as it comes. A pipeline of streams would cost more than the rest of the reading. */
function collected(
  answer: IncomingMessage,
  { most, tooLarge }: { most: number; tooLarge(): Error },
): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    answer.on('data', (part: Buffer) => {
      length += part.length;
      if (length > most) answer.destroy(tooLarge());
      else parts.push(part);
    });
    answer.on('end', () => resolve(Buffer.concat(parts)));
    answer.on('error', reject);
    answer.on('close', () => reject(new Error('the answer was cut off')));
  });
}

function unpackerOf(answer: IncomingMessage, url: URL): Transform | undefined {
  const packed = answer.headers['content-encoding'] ?? 'identity';
  if (packed === 'identity' || packed === '') return undefined;
  if (packed === 'gzip') return createGunzip();
  if (packed === 'br') return createBrotliDecompress();
  answer.destroy();
  throw new ReadingFailed(`${shown(url)} answered with data that is packed in an unknown way (${packed}).`);
}

/** Passes so many bytes on, and fails at the next one. */
function limited(most: number, tooLarge: () => Error): Transform {
  let length = 0;
  return new Transform({
    transform(part: Buffer, _, done) {
      length += part.length;
      if (length > most) done(tooLarge());
      else done(null, part);
    },
  });
}

function failureOf(error: unknown, url: URL, signal: AbortSignal): Error {
  if (signal.aborted) return signal.reason as Error;
  if (error instanceof ReadingFailed) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return new ReadingFailed(`${shown(url)} cannot be read (${code ?? message}).`);
}

/** Milliseconds that an answer asks to wait: it names seconds, or a time. */
function retryAfter(asked: string | undefined, clock: Pick<Clock, 'now'>): number | undefined {
  if (asked === undefined) return undefined;
  const wait = /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - clock.now();
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
}
