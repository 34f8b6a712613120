import { closeCodes } from '../../contract/service-api/live-channel.ts';
import type { OutputPage, PageRole } from '../../contract/service-api/output-page.ts';
import type { AppInstance } from '../app-instances.ts';
import type { Applied } from '../commit-queue.ts';
import { ChangeLog } from './change-log.ts';
import { DeskPresence } from './desk-presence.ts';
import { OutputPages } from './output-pages.ts';

/** One reader of a live channel, whatever it is connected by. */
export interface Subscriber {
  /** Bytes that were sent to it and have not left yet. */
  readonly waiting: number;
  send(frame: Buffer): void;
  close(code: number, reason: string): void;
}

/** What a reader asks for when it opens the channel. */
export interface Opening {
  /** The token that it came in with. */
  token: string;
  /** The revision that it holds already; undefined for none. */
  revision: number | undefined;
  /** Whether its snapshot is to carry the composition: it draws the picture, and reports of itself. */
  scene: boolean;
  /** Whether it is told of the pages that draw the picture. */
  outputs: boolean;
  /** The name of a desk, which is told of the desks and says what it holds; undefined for who is none. */
  desk?: string | undefined;
}

/** How a channel treats its readers. */
interface ChannelLimits {
  /** No more readers than this. */
  maxSubscribers: number;
  /** A reader with more than this many bytes unread is sent nothing more until it has read them. */
  maxWaiting: number;
  /** A reader that has not read them within this many beats is closed: it would hold up the memory of all. */
  patience: number;
}

/** What became of readers, told to whoever counts. */
export interface ChannelWatch {
  /** A reader was too slow and is sent nothing for now, or was closed for it. */
  slow(what: 'skipped' | 'closed'): void;
  /** A page that draws the picture left out further frames. */
  dropped(role: PageRole, frames: number): void;
}

interface Reader extends Omit<Opening, 'revision'> {
  /** For how many beats frames are kept from it; undefined for a reader that keeps up. */
  behind: number | undefined;
}

/** What a channel is made with. */
export interface ChannelParts {
  onairUrl: string;
  mediaUrl: string;
  limits: ChannelLimits;
  watch: ChannelWatch;
}

/**
 * The live channel of one app instance. Each frame is built once, however many read it. A reader that falls behind costs
 * the others nothing: what it would have been sent is left out, and a fresh snapshot takes its place when it has caught up.
 */
export class LiveChannel {
  readonly #app: AppInstance;
  #log: ChangeLog;
  readonly #parts: ChannelParts;
  readonly #readers = new Map<Subscriber, Reader>();
  readonly #snapshots = new Map<boolean, { revision: number; rest: string }>();
  readonly #pages: OutputPages<Subscriber>;
  readonly #desks = new DeskPresence<Subscriber>();

  /** `revision` is the one that readers know of: the show may be ahead of it by what is being written. */
  constructor(app: AppInstance, revision: number, parts: ChannelParts) {
    this.#app = app;
    this.#parts = parts;
    this.#log = new ChangeLog(revision);
    this.#pages = new OutputPages((role, frames) => parts.watch.dropped(role, frames));
  }

  get size(): number {
    return this.#readers.size;
  }

  /** Let a reader in: it gets what it missed or a snapshot at once, and every change from then on. */
  open(subscriber: Subscriber, { revision, ...reader }: Opening, now: number): void {
    if (this.#readers.size >= this.#parts.limits.maxSubscribers) {
      return subscriber.close(closeCodes.tooMany, 'This show has as many live readers as it takes.');
    }
    const missed = revision === undefined ? undefined : this.#log.since(revision);
    if (missed === undefined) subscriber.send(this.#snapshot(reader.scene, now));
    else if (missed.length === 0) subscriber.send(this.#beat(now));
    else for (const frame of missed) subscriber.send(Buffer.from(frame));
    if (reader.outputs) subscriber.send(outputsFrame(this.#pages.alive(now), now));
    if (reader.scene) this.#pages.open(subscriber, now);
    this.#readers.set(subscriber, { ...reader, behind: undefined });
    if (reader.desk === undefined) return;
    this.#desks.open(subscriber, reader.desk, now);
    this.#tellOfDesks(now);
  }

  leave(subscriber: Subscriber, now: number): void {
    this.#forget(subscriber);
    this.#tellOfPages(now);
    this.#tellOfDesks(now);
  }

  /** The pages that draw the picture now. */
  pages(now: number): OutputPage[] {
    return this.#pages.alive(now);
  }

  /** Somebody said something: a page reports of itself, a desk says what it holds. Who says anything else is closed. */
  report(subscriber: Subscriber, text: string, now: number): void {
    if (!this.#readers.has(subscriber)) return;
    const refused = (this.#desks.has(subscriber) ? this.#desks : this.#pages).take(subscriber, text, now);
    if (refused) {
      this.#forget(subscriber);
      subscriber.close(refused.code, refused.reason);
    }
    this.#tellOfPages(now);
    this.#tellOfDesks(now);
  }

  /** Tell everyone of a committed change. */
  tell({ revision, now, changes }: Applied): void {
    const frame = JSON.stringify({ type: 'change', revision, now, changes });
    this.#log.add(frame);
    if (this.#readers.size > 0) this.#sendAll(Buffer.from(frame));
  }

  /** Tell everyone the whole truth: another show was loaded, and no change leads from the one before to it. */
  reload(now: number): void {
    this.#log = new ChangeLog(this.#app.revision);
    this.#snapshots.clear();
    for (const [subscriber, reader] of this.#readers) {
      if (this.#keepsUp(subscriber, reader)) subscriber.send(this.#snapshot(reader.scene, now));
    }
  }

  isBehind(subscriber: Subscriber): boolean {
    return this.#readers.get(subscriber)?.behind !== undefined;
  }

  /** A reader that was behind has read all it was sent: in place of what was left out it gets the whole truth of now. */
  catchUp(subscriber: Subscriber, now: number): void {
    const reader = this.#readers.get(subscriber);
    if (!reader) return;
    reader.behind = undefined;
    subscriber.send(this.#snapshot(reader.scene, now));
    if (reader.outputs) subscriber.send(outputsFrame(this.#pages.alive(now), now));
    if (reader.desk !== undefined) subscriber.send(this.#desksFrame(subscriber, now));
  }

  /** Say that the channel lives, and close who has stopped reading. */
  beat(now: number): void {
    if (this.#readers.size === 0) return;
    for (const [subscriber, reader] of this.#readers) {
      if (reader.behind === undefined) continue;
      reader.behind += 1;
      if (reader.behind > this.#parts.limits.patience) this.#dismiss(subscriber);
    }
    this.#sendAll(this.#beat(now));
    this.#tellOfPages(now);
    this.#tellOfDesks(now);
  }

  /** Close every reader, or those that came in with a token. */
  close(code: number, reason: string, token?: string): void {
    for (const [subscriber, reader] of this.#readers) {
      if (token !== undefined && reader.token !== token) continue;
      this.#forget(subscriber);
      subscriber.close(code, reason);
    }
  }

  #forget(subscriber: Subscriber): void {
    this.#readers.delete(subscriber);
    this.#pages.leave(subscriber);
    this.#desks.leave(subscriber);
  }

  #sendAll(frame: Buffer, to: (reader: Reader) => boolean = () => true): void {
    for (const [subscriber, reader] of this.#readers) {
      if (to(reader) && this.#keepsUp(subscriber, reader)) subscriber.send(frame);
    }
  }

  #tellOfPages(now: number): void {
    const pages = this.#pages.news(now);
    if (pages) this.#sendAll(outputsFrame(pages, now), ({ outputs }) => outputs);
  }

  /** Each desk is told which of them it is itself. */
  #tellOfDesks(now: number): void {
    if (!this.#desks.isNews(now)) return;
    for (const [subscriber, reader] of this.#readers) {
      if (reader.desk === undefined || !this.#keepsUp(subscriber, reader)) continue;
      subscriber.send(this.#desksFrame(subscriber, now));
    }
  }

  #desksFrame(subscriber: Subscriber, now: number): Buffer {
    return Buffer.from(JSON.stringify(this.#desks.told(subscriber, now)));
  }

  /** Whether a reader is to be sent a frame. From the first one that is kept from it, it waits for a snapshot. */
  #keepsUp(subscriber: Subscriber, reader: Reader): boolean {
    if (reader.behind !== undefined) return false;
    if (subscriber.waiting <= this.#parts.limits.maxWaiting) return true;
    reader.behind = 0;
    this.#parts.watch.slow('skipped');
    return false;
  }

  #dismiss(subscriber: Subscriber): void {
    this.#forget(subscriber);
    this.#parts.watch.slow('closed');
    subscriber.close(closeCodes.tooSlow, 'This client has stopped reading.');
  }

  #beat(now: number): Buffer {
    return Buffer.from(JSON.stringify({ type: 'beat', revision: this.#app.revision, now }));
  }

  /** All but the time is kept as text: after an outage many clients come for the same snapshot at once. */
  #snapshot(scene: boolean, now: number): Buffer {
    const { show, revision } = this.#app;
    const { id, name } = this.#app.stored;
    let kept = this.#snapshots.get(scene);
    if (kept?.revision !== revision) {
      const { onairUrl, mediaUrl } = this.#parts;
      const app = { id, name, onairUrl, mediaUrl };
      const composition = scene ? show.composition : undefined;
      const all = { type: 'snapshot', revision, app, model: show.model(), control: show.control(), composition };
      kept = { revision, rest: JSON.stringify(all).slice(1) };
      this.#snapshots.set(scene, kept);
    }
    return Buffer.from(`{"now":${now},${kept.rest}`);
  }
}

function outputsFrame(outputs: readonly OutputPage[], now: number): Buffer {
  return Buffer.from(JSON.stringify({ type: 'outputs', now, outputs }));
}
