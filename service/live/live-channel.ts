import { closeCodes } from '../../contract/service-api/live-timing.ts';
import type { OutputPage, PageRole } from '../../contract/service-api/output-page.ts';
import type { AppInstance } from '../app-instances.ts';
import type { Applied } from '../commit-queue.ts';
import { outputId } from '../domain/outputs.ts';
import { changeFrame, ChannelView, type TextInTwo, type ViewAddresses } from './channel-view.ts';
import { DeskPresence } from './desk-presence.ts';
import { OutputPages } from './output-pages.ts';

/** One reader of a live channel, over any kind of connection. */
export interface Subscriber {
  /** Bytes sent to it that have not left yet. */
  readonly waiting: number;
  /** Sends frames in one piece. The same array for several readers is encoded once. */
  send(frames: readonly string[]): void;
  /** Sends one frame. The part that is the same text for several readers is encoded, and held, once. */
  sendInTwo(frame: TextInTwo): void;
  close(code: number, reason: string): void;
}

/** The request with which a reader opens the channel. */
export interface Opening {
  /** The token that it used. */
  token: string;
  /** The revision that it already has; undefined for none. */
  revision: number | undefined;
  /** Whether its snapshot includes the composition. Such a reader draws the picture and reports its own state. */
  scene: boolean;
  /** Whether it receives the list of pages that draw the picture. */
  outputs: boolean;
  /** The name of a desk, which receives the list of desks and reports what it holds; undefined for any other reader. */
  desk?: string | undefined;
}

/** The limits of a channel's readers. */
interface ChannelLimits {
  /** The most readers. */
  maxSubscribers: number;
  /** A reader with more than this many bytes unread gets nothing more until it has read them. */
  maxWaiting: number;
  /** A reader that stays behind for this many beats is closed, because its unread bytes occupy memory. */
  patience: number;
}

/** Receives what happens to readers. */
export interface ChannelWatch {
  /** A slow reader was skipped for now, or was closed. */
  slow(what: 'skipped' | 'closed'): void;
  /** A page that draws the picture dropped further frames. */
  dropped(role: PageRole, frames: number): void;
}

interface Reader extends Omit<Opening, 'revision'> {
  view: ChannelView;
  /** For how many beats frames have been withheld from it; undefined for a reader that keeps up. */
  behind: number | undefined;
}

/** What a channel needs from outside. */
export interface ChannelPorts {
  addresses: ViewAddresses;
  limits: ChannelLimits;
  watch: ChannelWatch;
}

/**
 * A piece has at most this many characters, unless one frame alone has more. The limit of what a reader
 * has not read yet is checked before each piece, so that a large commit does not lead beyond it.
 */
const mostTogether = 256 * 1024;

/**
 * The live channel of one app instance. Each frame is built once for all readers. A reader that falls behind costs the
 * others nothing: its frames are skipped, and it gets a fresh snapshot when it has caught up.
 */
export class LiveChannel {
  readonly #app: AppInstance;
  readonly #ports: ChannelPorts;
  readonly #readers = new Map<Subscriber, Reader>();
  readonly #whole: ChannelView;
  /** What readers of one output see, by its place. */
  readonly #ofOutputs = new Map<number, ChannelView>();
  readonly #pages: OutputPages<Subscriber>;
  readonly #desks = new DeskPresence<Subscriber>();

  /** `revision` is the one that readers know. The show may be ahead of it by a write under way. */
  constructor(app: AppInstance, revision: number, ports: ChannelPorts) {
    this.#app = app;
    this.#ports = ports;
    this.#whole = new ChannelView(app, undefined, { revision, addresses: ports.addresses });
    this.#pages = new OutputPages((role, frames) => ports.watch.dropped(role, frames));
  }

  get size(): number {
    return this.#readers.size;
  }

  /** Adds a reader. It gets its missed changes or a snapshot at once, and then every change. */
  open(subscriber: Subscriber, { revision, ...reader }: Opening, now: number): void {
    if (this.#readers.size >= this.#ports.limits.maxSubscribers) {
      return subscriber.close(closeCodes.tooMany, 'This show has the most live readers that it may have.');
    }
    const place = this.#placeFor(reader);
    const view = this.#viewOf(place);
    const missed = revision === undefined ? undefined : view.since(revision);
    if (missed === undefined) subscriber.sendInTwo(view.snapshot(reader.scene, now));
    else subscriber.send(missed.length === 0 ? [this.#beat(now)] : missed);
    if (reader.outputs) subscriber.send([outputsFrame(this.#pages.alive(now), now)]);
    if (reader.scene) this.#pages.open(subscriber, place === undefined ? null : outputId(place), now);
    this.#readers.set(subscriber, { ...reader, view, behind: undefined });
    if (reader.desk === undefined) return;
    this.#desks.open(subscriber, reader.desk, now);
    this.#sendDesks(now);
  }

  leave(subscriber: Subscriber, now: number): void {
    this.#forget(subscriber);
    this.#sendPages(now);
    this.#sendDesks(now);
  }

  /** The pages that currently draw the picture. */
  pages(now: number): OutputPage[] {
    return this.#pages.alive(now);
  }

  /** Takes a report: a page reports its state, a desk sends what it holds. Any other sender is closed. */
  report(subscriber: Subscriber, text: string, now: number): void {
    if (!this.#readers.has(subscriber)) return;
    const refused = (this.#desks.has(subscriber) ? this.#desks : this.#pages).take(subscriber, text, now);
    if (refused) {
      this.#forget(subscriber);
      subscriber.close(refused.code, refused.reason);
    }
    this.#sendPages(now);
    this.#sendDesks(now);
  }

  /** Sends the changes of one commit to every reader, a frame for each. */
  send(batch: readonly Applied[]): void {
    const made = batch.map((applied) => ({ applied, whole: changeFrame(applied, applied.changes) }));
    for (const view of this.#views()) {
      const frames = made.map(({ applied, whole }) => view.add(applied, whole));
      for (const piece of inPieces(frames)) this.#sendAll(piece, (reader) => reader.view === view);
    }
  }

  /** Sends every reader a snapshot. A page whose output still shows the same leaves its picture as it is. */
  reload(now: number): void {
    for (const view of this.#views()) view.reload();
    for (const [subscriber, reader] of this.#readers) {
      if (this.#keepsUp(subscriber, reader)) subscriber.sendInTwo(reader.view.snapshot(reader.scene, now));
    }
  }

  isBehind(subscriber: Subscriber): boolean {
    return this.#readers.get(subscriber)?.behind !== undefined;
  }

  /** Sends a snapshot to a reader that was behind and has read everything, in place of the skipped frames. */
  catchUp(subscriber: Subscriber, now: number): void {
    const reader = this.#readers.get(subscriber);
    if (!reader) return;
    reader.behind = undefined;
    subscriber.sendInTwo(reader.view.snapshot(reader.scene, now));
    if (reader.outputs) subscriber.send([outputsFrame(this.#pages.alive(now), now)]);
    if (reader.desk !== undefined) subscriber.send([this.#desksFrame(subscriber, now)]);
  }

  /** Sends a heartbeat, and closes readers that have stopped reading. */
  beat(now: number): void {
    if (this.#readers.size === 0) return;
    for (const [subscriber, reader] of this.#readers) {
      if (reader.behind === undefined) continue;
      reader.behind += 1;
      if (reader.behind > this.#ports.limits.patience) this.#dismiss(subscriber);
    }
    this.#sendAll([this.#beat(now)]);
    this.#sendPages(now);
    this.#sendDesks(now);
  }

  /** Closes every reader, or those that used a token. */
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

  #sendAll(frames: readonly string[], to: (reader: Reader) => boolean = () => true): void {
    for (const [subscriber, reader] of this.#readers) {
      if (to(reader) && this.#keepsUp(subscriber, reader)) subscriber.send(frames);
    }
  }

  #sendPages(now: number): void {
    const pages = this.#pages.changed(now);
    if (pages) this.#sendAll([outputsFrame(pages, now)], ({ outputs }) => outputs);
  }

  /** Sends each desk the list of desks, which says which one it is itself. */
  #sendDesks(now: number): void {
    if (!this.#desks.hasChanged(now)) return;
    for (const [subscriber, reader] of this.#readers) {
      if (reader.desk === undefined || !this.#keepsUp(subscriber, reader)) continue;
      subscriber.send([this.#desksFrame(subscriber, now)]);
    }
  }

  #desksFrame(subscriber: Subscriber, now: number): string {
    return JSON.stringify(this.#desks.frameFor(subscriber, now));
  }

  /** Whether a reader gets a frame. After the first frame that is withheld, it waits for a snapshot. */
  #keepsUp(subscriber: Subscriber, reader: Reader): boolean {
    if (reader.behind !== undefined) return false;
    if (subscriber.waiting <= this.#ports.limits.maxWaiting) return true;
    reader.behind = 0;
    this.#ports.watch.slow('skipped');
    return false;
  }

  #dismiss(subscriber: Subscriber): void {
    this.#forget(subscriber);
    this.#ports.watch.slow('closed');
    subscriber.close(closeCodes.tooSlow, 'This client has stopped reading.');
  }

  #beat(now: number): string {
    return JSON.stringify({ type: 'beat', revision: this.#app.revision, now });
  }

  /**
   * The place of the output that a reader sees; undefined for the whole show. An output token opens its own output, and
   * a picture is of one output: with the app token, of the first.
   */
  #placeFor({ token, scene }: Pick<Reader, 'token' | 'scene'>): number | undefined {
    const { outputs } = this.#app.stored;
    const place = outputs.findIndex((output) => output.token === token);
    if (place >= 0) return place;
    return scene && outputs.length > 0 ? 0 : undefined;
  }

  #viewOf(place: number | undefined): ChannelView {
    if (place === undefined) return this.#whole;
    const { revision } = this.#app;
    const { addresses } = this.#ports;
    const view = this.#ofOutputs.get(place) ?? new ChannelView(this.#app, place, { revision, addresses });
    this.#ofOutputs.set(place, view);
    return view;
  }

  #views(): ChannelView[] {
    return [this.#whole, ...this.#ofOutputs.values()];
  }
}

function outputsFrame(outputs: readonly OutputPage[], now: number): string {
  return JSON.stringify({ type: 'outputs', now, outputs });
}

/** Frames in order, in as few pieces as their lengths allow. */
function inPieces(frames: readonly string[]): string[][] {
  const pieces: string[][] = [];
  let length = Infinity;
  for (const frame of frames) {
    if (length + frame.length > mostTogether) {
      pieces.push([]);
      length = 0;
    }
    pieces.at(-1)?.push(frame);
    length += frame.length;
  }
  return pieces;
}
