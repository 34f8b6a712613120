import { texts } from '../../../contract/texts/texts.ts';
import { sentenceOf } from '../../../contract/errors.ts';
import { parsedJson } from '../../../contract/json-text.ts';
import { pathOf } from '../../../contract/service-api/endpoint.ts';
import { LiveFrame } from '../../../contract/service-api/live-channel.ts';
import { closeCodes, deadAfter, liveChannelPath, retryDelay } from '../../../contract/service-api/live-timing.ts';
import type { ConnectionPort, LiveFailure } from '../../ports.ts';
import type { TruthLink, TruthPorts, TruthTarget, TruthFailure } from './truth-link.ts';
import { health } from '../../../contract/service-api/health.ts';
import type { Clock } from '../../../contract/clock.ts';

/** Reconnects forever and treats silence as a dead link. Requests use other sockets, which this link keeps warm. */
export class LiveLink implements TruthLink {
  readonly mode = 'live';
  readonly #ports: TruthPorts;
  readonly #refused: () => void;
  readonly #url: string;
  readonly #warmth: Warmth;
  #tries = 0;
  #connected = false;
  /** Ids of fields whose value this desk cannot read. */
  #unreadable = new Set<string>();
  #socket: ReturnType<ConnectionPort['openLive']> | undefined;
  #callOff: () => void = () => {};
  #closed = false;

  /** `refused`: the service has no live channel here. This link does not retry. */
  constructor({ base, token, desk }: TruthTarget, ports: TruthPorts, refused: () => void) {
    const path = pathOf({ path: liveChannelPath }, { appToken: token });
    const named = desk === undefined ? '' : `&desk=${encodeURIComponent(desk)}`;
    this.#url = `${base.replace(/^http/, 'ws')}${path}?outputs=1${named}`;
    [this.#ports, this.#refused] = [ports, refused];
    this.#warmth = new Warmth(base, ports.clock, ports.connection);
    this.#open();
  }

  get reason(): string {
    const ids = [...this.#unreadable].map((id) => `"${id}"`).join(', ');
    return ids && texts.link.unreadableValues(ids);
  }

  acknowledged(revision: number | null): number {
    return revision ?? this.#ports.revision();
  }

  hurry(): void {}

  send(text: string): void {
    this.#socket?.send(text);
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  restart(): void {
    this.#drop();
    this.#open();
  }

  #open(): void {
    const revision = this.#ports.revision();
    this.#socket = this.#ports.connection.openLive(revision < 0 ? this.#url : `${this.#url}&revision=${revision}`, {
      onText: (text) => this.#read(text),
      onClose: (code, _reason, failure) => this.#ended(code, failure),
    });
    this.#watch();
  }

  #ended(code: number, failure: LiveFailure | undefined): void {
    if (failure && 'status' in failure && isNoChannel(failure.status)) {
      this.close();
      return this.#refused();
    }
    this.#lose(code === closeCodes.tokenUnknown ? sentenceOf('token-unknown') : this.#why(failure));
  }

  #why(failure: LiveFailure | 'silence' | undefined): string {
    if (this.#connected) return sentenceOf('service-lost');
    const failed = failure && failureOf(failure);
    return (failed && this.#ports.explain?.(failed)) ?? sentenceOf('service-unreachable');
  }

  #read(text: string): void {
    const told: unknown = parsedJson(text);
    const frame = this.#frame(told);
    if (!frame.success && !isUnknownKind(told)) return this.#lose(sentenceOf('answer-garbage'));
    this.#tries = 0;
    this.#connected = true;
    this.#watch();
    this.#warmth.begin();
    if (frame.success) this.#ports.onFrame(frame.data);
  }

  /** One value that this desk cannot read costs that value, not the channel. */
  #frame(told: unknown): ReturnType<typeof LiveFrame.safeParse> {
    const frame = LiveFrame.safeParse(told);
    if (frame.success) {
      if (frame.data.type === 'snapshot') this.#unreadable.clear();
      return frame;
    }
    const ids = frame.error.issues.flatMap(({ path }) => leaveOut(told, path));
    if (ids.length === 0) return frame;
    this.#unreadable = this.#unreadable.union(new Set(ids));
    return LiveFrame.safeParse(told);
  }

  #watch(): void {
    this.#callOff();
    this.#callOff = this.#ports.clock.after(deadAfter, () => this.#lose(this.#why('silence')));
  }

  #lose(reason: string): void {
    this.#drop();
    if (this.#closed) return;
    const wait = retryDelay(this.#tries++, this.#ports.random());
    this.#callOff = this.#ports.clock.after(wait, () => this.#open());
    this.#connected = false;
    this.#ports.onLost(reason);
  }

  #drop(): void {
    this.#callOff();
    this.#warmth.end();
    this.#socket?.close();
    this.#socket = undefined;
  }
}

/** `silence`: the link counts as dead; whether the request arrived is unknown. */
function failureOf(failure: LiveFailure | 'silence'): TruthFailure {
  if (failure !== 'silence' && 'status' in failure) return { answer: { ...failure, body: '', headers: {} } };
  const thrown = failure === 'silence' ? undefined : failure.thrown;
  return { thrown, sent: false, timedOut: failure === 'silence', patience: deadAfter / 1_000 };
}

/** Deletes the value of a payload that `path` leads into, and returns its field. */
function leaveOut(frame: unknown, path: readonly PropertyKey[]): string[] {
  const [list, at, member, id] = path;
  if (member !== 'payload' || typeof id !== 'string') return [];
  const items = (frame as Record<PropertyKey, { payload: Record<string, unknown> }[]>)[list as string];
  const payload = items?.[at as number]?.payload;
  return payload && Reflect.deleteProperty(payload, id) ? [id] : [];
}

const kinds: readonly unknown[] = LiveFrame.options.map(({ shape }) => shape.type.value);

/** Frames of unknown kinds from a newer service only prove that the link is alive. */
function isUnknownKind(told: unknown): boolean {
  if (typeof told !== 'object' || told === null || !('type' in told)) return false;
  return typeof told.type === 'string' && !kinds.includes(told.type);
}

/** True if the status means no live channel, not a temporary failure. */
function isNoChannel(status: number): boolean {
  return status < 500 || status === 501;
}

/** One socket for the lane, and one for a parallel panic. */
export const keptSockets = 2;
/** Milliseconds between requests per socket. A Node server closes a socket after 5 s of silence. */
export const warmEvery = 4_000;
/** A timer may fire this much (ms) early. */
const early = 50;

/**
 * Keeps sockets open, so that no press waits for TCP, TLS or a proxy. Parallel health requests are quota-free;
 * sequential requests would share a socket.
 */
class Warmth {
  readonly #base: string;
  readonly #clock: Clock;
  readonly #connection: ConnectionPort;
  #requests = new AbortController();
  #callOff: (() => void) | undefined;

  constructor(base: string, clock: Clock, connection: ConnectionPort) {
    [this.#base, this.#clock, this.#connection] = [base, clock, connection];
  }

  begin(): void {
    if (!this.#callOff) this.#send();
  }

  end(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#requests.abort();
  }

  /** An unanswered request is aborted with its socket, because a press on that socket would hang too. */
  #send(): void {
    this.#requests.abort();
    const { signal } = (this.#requests = new AbortController());
    const request = { method: health.method, url: this.#base + health.path };
    // The answers do not matter: the live channel reports a lost service.
    for (let at = 0; at < keptSockets; at++) this.#connection.request(request, signal).catch(() => undefined);
    // All apps send at the same moments, so apps on one route share sockets.
    const now = this.#clock.monotonic();
    const next = (Math.floor((now + early) / warmEvery) + 1) * warmEvery;
    this.#callOff = this.#clock.after(next - now, () => this.#send());
  }
}
