import type { Loads } from '../../contract/service-api/live-channel.ts';
import { closeCodes } from '../../contract/service-api/live-timing.ts';
import type { OutputPage } from '../../contract/service-api/output-page.ts';
import type { AppliedUpdate, HeldApp } from '../held-app.ts';
import { type ChannelPorts, LiveChannel, type Opening, type Subscriber } from './live-channel.ts';

/** Beats (1 min) that a channel without readers keeps its history. A channel with the word of a desk is kept. */
const keepUnread = 120;
const gone = 'The service does not know this token any more.';
/** Close reasons have at most 123 bytes. The log and the API's answers locate the error. */
const unreadable = 'The composition in this app instance cannot be read.';

export class LiveChannels {
  readonly #settle: () => void;
  readonly #clock: () => number;
  readonly #ports: ChannelPorts;
  readonly #channels = new Map<number, LiveChannel>();
  readonly #unread = new Map<number, number>();

  /** `settle` writes pending changes, so that readers get only stored data. `clock` is in ms. */
  constructor(settle: () => void, clock: () => number, ports: ChannelPorts) {
    this.#settle = settle;
    this.#clock = clock;
    this.#ports = ports;
  }

  get size(): number {
    let size = 0;
    for (const channel of this.#channels.values()) size += channel.size;
    return size;
  }

  /** Sends only data that is on disk. */
  enter(app: HeldApp, subscriber: Subscriber, opening: Opening): void {
    if (app.isUnreadable) return subscriber.close(closeCodes.showUnreadable, unreadable);
    this.#settle();
    this.#channelOf(app, app.revision).open(subscriber, opening, this.#clock());
  }

  leave(app: HeldApp, subscriber: Subscriber): void {
    this.#channels.get(app.stored.id)?.leave(subscriber, this.#clock());
  }

  report(app: HeldApp, subscriber: Subscriber, text: string): void {
    const channel = this.#channels.get(app.stored.id);
    const before = channel?.toPages;
    channel?.report(subscriber, text, this.#clock());
    if (!channel || channel.toPages === before) return;
    this.#settle();
    channel.beat(this.#clock());
  }

  pages(): { pages: OutputPage[]; now: number } {
    const now = this.#clock();
    return { now, pages: [...this.#channels.values()].flatMap((channel) => channel.pages(now)) };
  }

  drained(app: HeldApp, subscriber: Subscriber): void {
    const channel = this.#channels.get(app.stored.id);
    if (!channel?.isBehind(subscriber)) return;
    this.#settle();
    channel.catchUp(subscriber, this.#clock());
  }

  /** Sends stored changes, and keeps them for later readers. */
  send(batch: readonly AppliedUpdate[]): void {
    for (const [app, changes] of Map.groupBy(batch, ({ app }) => app)) {
      this.#channelOf(app, app.revision - changes.length).send(changes);
    }
  }

  reload(app: HeldApp, loads: Loads): void {
    this.#channels.get(app.stored.id)?.reload(loads, this.#clock());
  }

  closeToken(token: string): void {
    for (const channel of this.#channels.values()) channel.close(closeCodes.tokenUnknown, gone, token);
  }

  close(app: HeldApp): void {
    this.#end(app, closeCodes.tokenUnknown, gone);
  }

  closeUnreadable(app: HeldApp): void {
    this.#end(app, closeCodes.showUnreadable, unreadable);
  }

  beat(): void {
    this.#settle();
    const now = this.#clock();
    for (const [id, channel] of this.#channels) {
      channel.beat(now);
      this.#forgetUnread(id, channel);
    }
  }

  /** Closes all readers; they may reconnect. */
  end(): void {
    for (const channel of this.#channels.values()) channel.close(closeCodes.shuttingDown, 'The service is stopping.');
  }

  #end({ stored: { id } }: HeldApp, code: number, reason: string): void {
    this.#channels.get(id)?.close(code, reason);
    this.#channels.delete(id);
    this.#unread.delete(id);
  }

  #forgetUnread(id: number, { size, toPages }: LiveChannel): void {
    const beats = size > 0 || toPages.active ? 0 : (this.#unread.get(id) ?? 0) + 1;
    this.#unread.set(id, beats);
    if (beats < keepUnread) return;
    this.#unread.delete(id);
    this.#channels.delete(id);
  }

  #channelOf(app: HeldApp, revision: number): LiveChannel {
    const { id } = app.stored;
    let channel = this.#channels.get(id);
    if (!channel) {
      channel = new LiveChannel(app, revision, this.#ports);
      this.#channels.set(id, channel);
    }
    return channel;
  }
}
