import { closeCodes } from '../../contract/service-api/live-channel.ts';
import type { AppInstance } from '../app-instances.ts';
import type { Applied } from '../commit-queue.ts';
import { ChangeLog } from './change-log.ts';

/** One reader of a live channel, whatever it is connected by. */
export interface Subscriber {
  /** Bytes that were sent to it and have not left yet. */
  readonly waiting: number;
  send(frame: Buffer): void;
  close(code: number, reason: string): void;
}

/** What a reader asks for when it opens the channel. */
export interface Opening {
  /** The revision that it holds already; undefined for none. */
  revision: number | undefined;
  /** Whether its snapshot is to carry the composition. */
  scene: boolean;
}

/** A reader with more than this many bytes unread is closed: it would hold up the memory of all. */
export const mostWaiting = 4 * 1024 * 1024;

/** The live channel of one app instance. Each frame is built once, however many read it. */
export class LiveChannel {
  readonly #app: AppInstance;
  readonly #onairUrl: string;
  readonly #log: ChangeLog;
  readonly #subscribers = new Set<Subscriber>();
  readonly #snapshots = new Map<boolean, { revision: number; rest: string }>();

  constructor(app: AppInstance, onairUrl: string) {
    this.#app = app;
    this.#onairUrl = onairUrl;
    this.#log = new ChangeLog(app.revision);
  }

  /** Let a reader in: it gets what it missed or a snapshot at once, and every change from then on. */
  open(subscriber: Subscriber, opening: Opening, now: number): void {
    const missed = opening.revision === undefined ? undefined : this.#log.since(opening.revision);
    if (missed === undefined) subscriber.send(this.#snapshot(opening.scene, now));
    else if (missed.length === 0) subscriber.send(this.#beat(now));
    else for (const frame of missed) subscriber.send(frame);
    this.#subscribers.add(subscriber);
  }

  leave(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
  }

  /** Tell everyone of a committed change. */
  tell({ revision, now, changes }: Applied): void {
    const frame = Buffer.from(JSON.stringify({ type: 'change', revision, now, changes }));
    this.#log.add(frame);
    this.#sendAll(frame);
  }

  /** Say that the channel lives. */
  beat(now: number): void {
    if (this.#subscribers.size > 0) this.#sendAll(this.#beat(now));
  }

  /** Send everyone away; each may come back on its own. */
  close(): void {
    for (const subscriber of this.#subscribers) subscriber.close(closeCodes.shuttingDown, 'The service is stopping.');
    this.#subscribers.clear();
  }

  #sendAll(frame: Buffer): void {
    for (const subscriber of this.#subscribers) {
      if (subscriber.waiting > mostWaiting) {
        this.#subscribers.delete(subscriber);
        subscriber.close(closeCodes.tooSlow, 'This client reads too slowly.');
      } else subscriber.send(frame);
    }
  }

  #beat(now: number): Buffer {
    return Buffer.from(JSON.stringify({ type: 'beat', revision: this.#app.revision, now }));
  }

  /** All but the time is kept as text: after an outage many clients come for the same snapshot at once. */
  #snapshot(scene: boolean, now: number): Buffer {
    const { id, name, show, revision } = this.#app;
    let kept = this.#snapshots.get(scene);
    if (kept?.revision !== revision) {
      const app = { id, name, onairUrl: this.#onairUrl };
      const composition = scene ? show.composition : undefined;
      const all = { type: 'snapshot', revision, app, model: show.model(), control: show.control(), composition };
      kept = { revision, rest: JSON.stringify(all).slice(1) };
      this.#snapshots.set(scene, kept);
    }
    return Buffer.from(`{"now":${now},${kept.rest}`);
  }
}
