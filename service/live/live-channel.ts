import type { Loads } from '../../contract/service-api/live-channel.ts';
import type { ToPages } from '../../contract/service-api/desk-presence.ts';
import { closeCodes } from '../../contract/service-api/live-timing.ts';
import type { OutputPage, PageRole } from '../../contract/service-api/output-page.ts';
import type { Addresses } from '../addresses.ts';
import type { AppliedUpdate, HeldApp } from '../held-app.ts';
import { outputId } from '../domain/outputs.ts';
import { changeFrame, ChannelView, type TextInTwo } from './channel-view.ts';
import { DeskPresence } from './desk-presence.ts';
import { OutputPages } from './output-pages.ts';

export interface Subscriber {
  /** Bytes sent but not yet transmitted. */
  readonly waiting: number;
  /** Sends frames together; encodes the same array once for all readers. */
  send(frames: readonly string[]): void;
  /** Sends a frame; encodes and stores its shared part once. */
  sendInTwo(frame: TextInTwo): void;
  close(code: number, reason: string): void;
}

export interface Opening {
  token: string;
  revision: number | undefined;
  /** The snapshot includes the composition; the reader draws the picture and reports its state. */
  scene: boolean;
  outputs: boolean;
  /** The desk's name. A desk gets the list of desks and reports its holds; undefined for other readers. */
  desk?: string | undefined;
}

interface ChannelLimits {
  maxSubscribers: number;
  /** Unread bytes from which a reader gets nothing until it has caught up. */
  maxWaiting: number;
  /** Beats until a slow reader is closed, because unread bytes occupy memory. */
  patience: number;
}

export interface ChannelWatch {
  slow(what: 'skipped' | 'closed'): void;
  dropped(role: PageRole, frames: number): void;
}

interface ChannelReader extends Omit<Opening, 'revision'> {
  view: ChannelView;
  /** Beats since frames were first withheld; undefined for a reader that keeps up. */
  behind: number | undefined;
}

export interface ChannelPorts {
  addresses: Addresses;
  limits: ChannelLimits;
  watch: ChannelWatch;
}

/** One of this many places is kept for readers with the app token. */
const keptForApp = 10;

/** Most characters of a piece. The unread limit is checked before each, so large commits cannot exceed it. */
const mostTogether = 256 * 1024;

/** Builds each frame once for all readers. A slow reader skips frames and gets a snapshot once it has caught up. */
export class LiveChannel {
  readonly #app: HeldApp;
  readonly #ports: ChannelPorts;
  readonly #readers = new Map<Subscriber, ChannelReader>();
  readonly #whole: ChannelView;
  readonly #ofOutputs = new Map<number, ChannelView>();
  readonly #pages: OutputPages<Subscriber>;
  readonly #desks = new DeskPresence<Subscriber>();

  constructor(app: HeldApp, revision: number, ports: ChannelPorts) {
    this.#app = app;
    this.#ports = ports;
    this.#whole = new ChannelView(app, undefined, { revision, addresses: ports.addresses });
    this.#pages = new OutputPages((role, frames) => ports.watch.dropped(role, frames));
  }

  get size(): number {
    return this.#readers.size;
  }

  get toPages(): ToPages {
    return this.#desks.toPages;
  }

  open(subscriber: Subscriber, { revision, ...opening }: Opening, now: number): void {
    // An output token stands in the settings of mixers, so it opens pages only.
    const reader = opening.token === this.#app.stored.token ? opening : { ...opening, desk: undefined };
    if (this.#readers.size >= this.#placesFor(reader)) {
      return subscriber.close(closeCodes.tooMany, 'This show has the most live readers that it may have.');
    }
    const place = this.#placeFor(reader);
    const view = this.#viewOf(place);
    const missed = revision === undefined ? undefined : view.since(revision);
    if (missed === undefined) this.#sendSnapshot(subscriber, { ...reader, view }, now);
    else if (missed.length > 0 && !reader.scene) subscriber.send(missed);
    // A page that shows the wrong side hides it before it draws what it missed.
    else subscriber.send([this.#beat(now, revision), ...missed]);
    if (reader.outputs) subscriber.send([outputsFrame(this.#pages.alive(now), now)]);
    if (reader.scene) this.#pages.open(subscriber, place === undefined ? null : outputId(place), now);
    this.#readers.set(subscriber, { ...reader, view, behind: undefined });
    if (reader.desk === undefined) return;
    this.#desks.open(subscriber, reader.desk, now);
    this.#sendDesks(now);
  }

  /** An output token never takes the place of a desk. */
  #placesFor({ token }: Pick<ChannelReader, 'token'>): number {
    const { maxSubscribers } = this.#ports.limits;
    const kept = token === this.#app.stored.token ? 0 : Math.ceil(maxSubscribers / keptForApp);
    return maxSubscribers - kept;
  }

  leave(subscriber: Subscriber, now: number): void {
    this.#forget(subscriber);
    this.#sendPresence(now);
  }

  pages(now: number): OutputPage[] {
    return this.#pages.alive(now);
  }

  /** Pages report their state and desks their holds; other senders are closed. */
  report(subscriber: Subscriber, text: string, now: number): void {
    if (!this.#readers.has(subscriber)) return;
    const refused = (this.#desks.has(subscriber) ? this.#desks : this.#pages).take(subscriber, text, now);
    if (refused) {
      this.#forget(subscriber);
      subscriber.close(refused.code, refused.reason);
    }
    this.#sendPresence(now);
  }

  send(batch: readonly AppliedUpdate[]): void {
    const made = batch.map((applied) => ({ applied, whole: changeFrame(applied, applied.changes) }));
    for (const view of this.#views()) {
      const frames = made.map(({ applied, whole }) => view.add(applied, whole));
      for (const piece of inPieces(frames)) this.#sendAll(piece, (reader) => reader.view === view);
    }
  }

  /** A page keeps its picture if its output is unchanged. */
  reload(loads: Loads, now: number): void {
    for (const view of this.#views()) view.reload(loads);
    for (const [subscriber, reader] of this.#readers) {
      if (this.#keepsUp(subscriber, reader)) this.#sendSnapshot(subscriber, reader, now);
    }
  }

  isBehind(subscriber: Subscriber): boolean {
    return this.#readers.get(subscriber)?.behind !== undefined;
  }

  catchUp(subscriber: Subscriber, now: number): void {
    const reader = this.#readers.get(subscriber);
    if (!reader) return;
    reader.behind = undefined;
    this.#sendSnapshot(subscriber, reader, now);
    if (reader.outputs) subscriber.send([outputsFrame(this.#pages.alive(now), now)]);
    if (reader.desk !== undefined) subscriber.send([this.#desksFrame(subscriber, now)]);
  }

  beat(now: number): void {
    if (this.#readers.size === 0) return;
    for (const [subscriber, reader] of this.#readers) {
      if (reader.behind === undefined) continue;
      reader.behind += 1;
      if (reader.behind <= this.#ports.limits.patience) continue;
      this.#forget(subscriber);
      this.#ports.watch.slow('closed');
      subscriber.close(closeCodes.tooSlow, 'This client has stopped reading.');
    }
    this.#sendAll([this.#beat(now)]);
    this.#sendPresence(now);
  }

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

  #sendAll(frames: readonly string[], to: (reader: ChannelReader) => boolean = () => true): void {
    for (const [subscriber, reader] of this.#readers) {
      if (to(reader) && this.#keepsUp(subscriber, reader)) subscriber.send(frames);
    }
  }

  /** Sends only what has changed. */
  #sendPresence(now: number): void {
    const pages = this.#pages.changed(now);
    if (pages) this.#sendAll([outputsFrame(pages, now)], ({ outputs }) => outputs);
    this.#sendDesks(now);
  }

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

  /** After the first withheld frame, a reader waits for a snapshot. */
  #keepsUp(subscriber: Subscriber, reader: ChannelReader): boolean {
    if (reader.behind !== undefined) return false;
    if (subscriber.waiting <= this.#ports.limits.maxWaiting) return true;
    reader.behind = 0;
    this.#ports.watch.slow('skipped');
    return false;
  }

  #sendSnapshot(to: Subscriber, { view, scene }: Pick<ChannelReader, 'view' | 'scene'>, now: number): void {
    to.sendInTwo(view.snapshot(scene, { now, ...this.toPages }));
  }

  #beat(now: number, revision = this.#app.revision): string {
    const { unstored } = this.#app;
    return JSON.stringify({ type: 'beat', revision, now, ...(unstored && { unstored }), ...this.toPages });
  }

  /** Undefined: the whole show. Output tokens see their output; a picture with the app token shows the first. */
  #placeFor({ token, scene }: Pick<ChannelReader, 'token' | 'scene'>): number | undefined {
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
