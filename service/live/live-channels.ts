import { closeCodes } from '../../contract/service-api/live-timing.ts';
import type { OutputPage } from '../../contract/service-api/output-page.ts';
import type { AppInstance } from '../app-instances.ts';
import type { Applied } from '../commit-queue.ts';
import type { ViewAddresses } from './channel-view.ts';
import { type ChannelPorts, LiveChannel, type Opening, type Subscriber } from './live-channel.ts';

/**
 * What the live channels need from outside. `settle` writes pending changes, so that readers get only what is on disk.
 * `clock` is in ms. `mediaUrl` gives the base address of media.
 */
export interface LiveChannelsPorts extends Omit<ChannelPorts, 'addresses'>, Pick<ViewAddresses, 'onairUrl'> {
  settle: () => void;
  clock: () => number;
  mediaUrl: () => string;
}

/** A channel without readers keeps its past for this many beats: a minute, for readers that reconnect. */
const keepUnread = 120;
const gone = 'The service does not know this token any more.';
/** The reason of a close has at most 123 bytes. The log and the answers of the API say where the content is wrong. */
const unreadable = 'The composition in this app instance cannot be read.';

/** The live channels of all app instances. Each is created at its first use. */
export class LiveChannels {
  readonly #ports: LiveChannelsPorts;
  readonly #channels = new Map<number, LiveChannel>();
  readonly #unread = new Map<number, number>();

  constructor(ports: LiveChannelsPorts) {
    this.#ports = ports;
  }

  /** The number of readers, over all app instances. */
  get size(): number {
    let size = 0;
    for (const channel of this.#channels.values()) size += channel.size;
    return size;
  }

  /** Adds a reader. It gets only what is on disk. */
  enter(app: AppInstance, subscriber: Subscriber, opening: Opening): void {
    if (app.isUnreadable) return subscriber.close(closeCodes.showUnreadable, unreadable);
    this.#ports.settle();
    this.#channelOf(app, app.revision).open(subscriber, opening, this.#ports.clock());
  }

  leave(app: AppInstance, subscriber: Subscriber): void {
    this.#channels.get(app.stored.id)?.leave(subscriber, this.#ports.clock());
  }

  /** Takes a report from a reader. */
  report(app: AppInstance, subscriber: Subscriber, text: string): void {
    this.#channels.get(app.stored.id)?.report(subscriber, text, this.#ports.clock());
  }

  /** Every page that currently draws a picture, over all app instances, and the current time. */
  pages(): { pages: OutputPage[]; now: number } {
    const now = this.#ports.clock();
    return { now, pages: [...this.#channels.values()].flatMap((channel) => channel.pages(now)) };
  }

  /** A reader has read everything that was sent to it. */
  drained(app: AppInstance, subscriber: Subscriber): void {
    const channel = this.#channels.get(app.stored.id);
    if (!channel?.isBehind(subscriber)) return;
    this.#ports.settle();
    channel.catchUp(subscriber, this.#ports.clock());
  }

  /** Sends changes that are on disk. They are kept even without readers, for those that reconnect. */
  send(batch: readonly Applied[]): void {
    for (const [app, changes] of Map.groupBy(batch, ({ app }) => app)) {
      this.#channelOf(app, app.revision - changes.length).send(changes);
    }
  }

  /** Another show was loaded into an app instance, or the show was taken out. Every reader gets a snapshot. */
  reload(app: AppInstance): void {
    this.#channels.get(app.stored.id)?.reload(this.#ports.clock());
  }

  /** A token was revoked or replaced. Readers that used it are closed at once. */
  closeToken(token: string): void {
    for (const channel of this.#channels.values()) channel.close(closeCodes.tokenUnknown, gone, token);
  }

  /** An app instance was deleted. Its readers are closed at once. */
  close(app: AppInstance): void {
    this.#end(app, closeCodes.tokenUnknown, gone);
  }

  /** The show of an app instance cannot be read. Its readers are closed, keep what they have, and may connect again. */
  closeUnreadable(app: AppInstance): void {
    this.#end(app, closeCodes.showUnreadable, unreadable);
  }

  /** Sends a heartbeat on every channel. */
  beat(): void {
    this.#ports.settle();
    const now = this.#ports.clock();
    for (const [id, channel] of this.#channels) {
      channel.beat(now);
      this.#forgetUnread(id, channel);
    }
  }

  /** Closes every reader. Each may connect again. */
  end(): void {
    for (const channel of this.#channels.values()) channel.close(closeCodes.shuttingDown, 'The service is stopping.');
  }

  #end({ stored: { id } }: AppInstance, code: number, reason: string): void {
    this.#channels.get(id)?.close(code, reason);
    this.#channels.delete(id);
    this.#unread.delete(id);
  }

  #forgetUnread(id: number, { size }: LiveChannel): void {
    const beats = size > 0 ? 0 : (this.#unread.get(id) ?? 0) + 1;
    this.#unread.set(id, beats);
    if (beats < keepUnread) return;
    this.#unread.delete(id);
    this.#channels.delete(id);
  }

  /** Finds the channel of an app instance, or creates it at this revision. */
  #channelOf(app: AppInstance, revision: number): LiveChannel {
    const { id } = app.stored;
    let channel = this.#channels.get(id);
    if (!channel) {
      const { limits, watch, onairUrl, mediaUrl } = this.#ports;
      channel = new LiveChannel(app, revision, {
        limits,
        watch,
        addresses: { onairUrl, mediaUrl: mediaUrl() },
      });
      this.#channels.set(id, channel);
    }
    return channel;
  }
}
