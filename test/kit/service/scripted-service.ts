import { errorName } from '../../../contract/service-api/common.ts';
import { beatEvery } from '../../../contract/service-api/live-timing.ts';
import type {
  ConnectionPort,
  HttpAnswer,
  HttpRequest,
  LiveFailure,
  LiveHandlers,
  LiveSocket,
} from '../../../desk/ports.ts';
import type { ActiveSide } from '../../../contract/service-api/desk-presence.ts';
import type { OutputPage } from '../../../contract/service-api/output-page.ts';
import { DeskPresence } from '../../../service/live/desk-presence.ts';
import type { ManualClock } from '../manual-clock.ts';
import type { Disturbed, RequestFault } from './faulty-wire.ts';
import { asksHealth, healthy } from './health-question.ts';
import { gaveUp, type ServedShow } from './served-show.ts';
import { type Answer, oddAnswer, refusal, WiredService } from './wired-service.ts';

interface Channel extends Disturbed {
  /** The name of the desk that opened it; null for anything else. */
  desk: string | null;
  handlers: LiveHandlers;
  open: boolean;
  /** When the last frame arrives: none comes before one that was sent earlier. */
  last: number;
  stop: () => void;
}

/** A service over scripted ports: no sockets and no time but the manual clock's, with every fault that a real one has. */
export class ScriptedService extends WiredService<Channel> {
  readonly #clock: ManualClock;
  #presence = new DeskPresence<Channel>();
  /** Milliseconds until the service notices that a desk has closed its channel. */
  lingers = 0;
  /** Everything that desks said over the live channel. */
  readonly heard: string[] = [];
  /** The revisions that frames told, and when they arrived. */
  readonly told: { at: number; revision: number }[] = [];

  constructor(show: ServedShow, clock: ManualClock) {
    super(show, () => clock.monotonic());
    this.#clock = clock;
  }

  readonly connection: ConnectionPort = {
    request: (request, signal) => this.#request(request, signal),
    openLive: (url, handlers) => this.#openLive(url, handlers),
  };

  /** When a desk last asked pages for a frame. */
  get draw(): number | undefined {
    return this.#presence.toPages.draw;
  }

  /** The last word of a desk on main and backup. */
  get active(): ActiveSide | undefined {
    return this.#presence.toPages.active;
  }

  /** Ends all lines, and forgets the desks and their words. */
  restart(): void {
    this.disturb({ kind: 'cut' });
    this.#presence = new DeskPresence();
  }

  close(): Promise<void> {
    this.away = true;
    return Promise.resolve();
  }

  protected override cutLines(): void {
    this.disturb({ kind: 'cut' });
  }

  protected override cut(channel: Channel): void {
    this.#end(channel, 1006);
  }

  protected override deliver(channel: Channel, text: string): void {
    channel.last = Math.max(channel.last, this.#clock.monotonic() + channel.delay);
    this.#clock.after(channel.last - this.#clock.monotonic(), () => {
      if (!channel.open || channel.silent) return;
      this.#noteTold(text);
      channel.handlers.onText(text);
    });
  }

  #noteTold(text: string): void {
    const revision = /^\{"type":"(?:change|snapshot)","revision":(\d+)/.exec(text)?.[1];
    if (revision !== undefined) this.told.push({ at: this.#clock.monotonic(), revision: Number(revision) });
  }

  #request(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    if (asksHealth(request)) return this.away ? Promise.reject(new Error('ECONNREFUSED')) : Promise.resolve(healthy);
    const fault: RequestFault = this.away ? { kind: 'refused' } : this.nextFault(request.method);
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new Error('aborted'));
      signal.addEventListener('abort', () => reject(new Error('aborted')));
      if (fault.kind === 'refused') return reject(new Error('ECONNREFUSED'));
      if (request.method === 'PATCH') this.note(request);
      const opening = fault.kind === 'dialled' ? fault.opening : 0;
      if (opening === 0) request.onSent?.();
      if (fault.kind === 'half-open') return;
      this.#clock.after(fault.kind === 'dialled' ? opening : fault.there, () => {
        // A desk that gives up closes its line, and what had not arrived by then never does.
        if (signal.aborted && fault.kind !== 'stalled') return;
        if (opening > 0) request.onSent?.();
        if (fault.kind === 'reset-before' || fault.kind === 'reset-within') return reject(new Error('ECONNRESET'));
        const answer = this.#answered(
          fault.kind === 'status' ? refusal(fault.status) : this.#carryOut(request, signal.aborted),
        );
        if (fault.kind === 'mute') return;
        if (fault.kind === 'reset-after') return reject(new Error('ECONNRESET'));
        if (fault.kind === 'status' && fault.name) answer.headers = { [errorName]: fault.name };
        if (fault.kind === 'garbage') return resolve({ ...answer, status: 200, body: '<html>', etag: null });
        if (fault.kind === 'odd') return resolve({ ...answer, ...oddAnswer(answer) });
        if (fault.kind === 'failed-after') return resolve(this.#answered(refusal(500)));
        this.#clock.after(fault.kind === 'none' ? fault.back : 0, () => resolve(answer));
      });
    });
  }

  #carryOut({ method, url, body }: HttpRequest, isGivenUp: boolean): Answer {
    return this.carryOut({ method, url, body: Buffer.from(body ?? '').toString() }, isGivenUp ? gaveUp : 'desk');
  }

  #answered(answer: Answer): HttpAnswer {
    return { ...answer, headers: answer.status === 200 ? { date: new Date(this.show.now()).toUTCString() } : {} };
  }

  #openLive(url: string, handlers: LiveHandlers): LiveSocket {
    const desk = new URL(url).searchParams.get('desk');
    const channel: Channel = {
      handlers,
      open: true,
      silent: false,
      skip: false,
      delay: 0,
      last: 0,
      desk,
      stop: () => {},
    };
    this.channels.add(channel);
    const close = (): void => this.#forget(channel);
    if (this.away) this.#clock.after(0, () => this.#end(channel, 1006));
    else if (!this.hasLive) this.#clock.after(0, () => this.#end(channel, 1006, { status: 404 }));
    else this.#enter(channel, new URL(url).searchParams.get('revision'));
    return { send: (text) => this.#hear(channel, text), close };
  }

  #enter(channel: Channel, held: string | null): void {
    this.#clock.after(1, () => {
      if (!channel.open) return;
      for (const frame of this.show.opening(held === null ? undefined : Number(held))) this.tell(channel, frame);
      this.#meet(channel);
      const stopListening = this.show.listen((frame) => this.tell(channel, frame));
      const stopBeating = this.#beat(channel);
      channel.stop = () => {
        stopListening();
        stopBeating();
      };
    });
  }

  /** A desk comes to the others. */
  #meet(channel: Channel): void {
    if (channel.desk === null) return;
    this.#presence.open(channel, channel.desk, this.show.now());
    this.#presence.hasChanged(this.show.now());
    this.#tellDesks();
  }

  #hear(channel: Channel, text: string): void {
    this.#clock.after(1, () => {
      if (!channel.open || channel.silent) return;
      this.heard.push(text);
      const refusal = this.#presence.take(channel, text, this.show.now());
      if (refusal) return this.#end(channel, refusal.code);
      if (this.#presence.hasChanged(this.show.now())) this.#tellDesks();
    });
  }

  tellOutputs(...outputs: OutputPage[]): void {
    for (const channel of this.channels) this.tell(channel, { type: 'outputs', now: this.show.now(), outputs });
  }

  #tellDesks(): void {
    for (const channel of this.channels) {
      if (this.#presence.has(channel)) this.tell(channel, this.#presence.frameFor(channel, this.show.now()));
    }
  }

  #beat(channel: Channel): () => void {
    let callOff = (): void => {};
    const next = (): void => {
      callOff = this.#clock.after(beatEvery, () => {
        this.tell(channel, { ...this.show.beat(), ...this.#presence.toPages });
        next();
      });
    };
    next();
    return () => callOff();
  }

  #end(channel: Channel, code: number, failure?: LiveFailure): void {
    const { open } = channel;
    this.#forget(channel);
    if (open) channel.handlers.onClose(code, '', failure);
  }

  #forget(channel: Channel): void {
    channel.open = false;
    channel.stop();
    this.channels.delete(channel);
    if (!this.#presence.has(channel)) return;
    if (this.lingers > 0) this.#clock.after(this.lingers, () => this.#leave(channel));
    else this.#leave(channel);
  }

  #leave(channel: Channel): void {
    this.#presence.leave(channel);
    if (this.#presence.hasChanged(this.show.now())) this.#tellDesks();
  }
}
