import { closeCodes } from '../../contract/service-api/live-channel.ts';
import type { OutputPage } from '../../contract/service-api/output-page.ts';
import type { AppInstance } from '../app-instances.ts';
import type { Applied } from '../commit-queue.ts';
import { type ChannelParts, LiveChannel, type Opening, type Subscriber } from './live-channel.ts';

/**
 * What the live channels need from outside. `settle` brings what is told up to what is on disk; `clock` is in ms;
 * `onairUrl` is the address of an app instance's on-air page, `mediaUrl` where media are served from.
 */
export interface LiveChannelsParts extends Omit<ChannelParts, 'onairUrl' | 'mediaUrl'> {
  settle: () => void;
  clock: () => number;
  onairUrl: (app: AppInstance) => string;
  mediaUrl: () => string;
}

/** The past of a channel that nobody reads is kept for this many beats: a minute, for who comes back. */
const keepUnread = 120;
const gone = 'The service does not know this token any more.';
/** A reason of closing has 123 bytes at most; the log and the answers of the API say where it is wrong. */
const unreadable = 'What is loaded into this app instance cannot be read.';

/** The live channels of all app instances, each made when it is first needed. */
export class LiveChannels {
  readonly #parts: LiveChannelsParts;
  readonly #channels = new Map<number, LiveChannel>();
  readonly #unread = new Map<number, number>();

  constructor(parts: LiveChannelsParts) {
    this.#parts = parts;
  }

  /** How many read, over all app instances. */
  get size(): number {
    let size = 0;
    for (const channel of this.#channels.values()) size += channel.size;
    return size;
  }

  /** Let a reader in. It hears of nothing that is not on disk. */
  enter(app: AppInstance, subscriber: Subscriber, opening: Opening): void {
    if (app.isUnreadable) return subscriber.close(closeCodes.showUnreadable, unreadable);
    this.#parts.settle();
    this.#channelOf(app, app.revision).open(subscriber, opening, this.#parts.clock());
  }

  leave(app: AppInstance, subscriber: Subscriber): void {
    this.#channels.get(app.stored.id)?.leave(subscriber, this.#parts.clock());
  }

  /** Somebody said something on its channel. */
  report(app: AppInstance, subscriber: Subscriber, text: string): void {
    this.#channels.get(app.stored.id)?.report(subscriber, text, this.#parts.clock());
  }

  /** Every page that draws a picture now, over all app instances, and the time that it is. */
  pages(): { pages: OutputPage[]; now: number } {
    const now = this.#parts.clock();
    return { now, pages: [...this.#channels.values()].flatMap((channel) => channel.pages(now)) };
  }

  /** A reader has read all it was sent. */
  drained(app: AppInstance, subscriber: Subscriber): void {
    const channel = this.#channels.get(app.stored.id);
    if (!channel?.isBehind(subscriber)) return;
    this.#parts.settle();
    channel.catchUp(subscriber, this.#parts.clock());
  }

  /** Tell the readers of a change that is on disk. Kept also while nobody reads, for who comes back. */
  tell(applied: Applied): void {
    this.#channelOf(applied.app, applied.revision - 1).tell(applied);
  }

  /** Another show was loaded into an app instance, or none: everyone who reads it gets the whole truth. */
  reload(app: AppInstance): void {
    this.#channels.get(app.stored.id)?.reload(this.#parts.clock());
  }

  /** A token was revoked or replaced: who came in with it is sent away at once. */
  closeToken(token: string): void {
    for (const channel of this.#channels.values()) channel.close(closeCodes.tokenUnknown, gone, token);
  }

  /** An app instance was deleted: everyone who reads it is sent away at once. */
  close(app: AppInstance): void {
    this.#end(app, closeCodes.tokenUnknown, gone);
  }

  /** The show of an app instance cannot be read: everyone who reads it is sent away, keeps what it has, and may ask again. */
  closeUnreadable(app: AppInstance): void {
    this.#end(app, closeCodes.showUnreadable, unreadable);
  }

  /** Say that the channels live. */
  beat(): void {
    this.#parts.settle();
    const now = this.#parts.clock();
    for (const [id, channel] of this.#channels) {
      channel.beat(now);
      this.#forgetUnread(id, channel);
    }
  }

  /** Send everyone away; each may come back on its own. */
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

  /** The channel of an app instance; one that is made now begins at a revision. */
  #channelOf(app: AppInstance, revision: number): LiveChannel {
    const { id } = app.stored;
    let channel = this.#channels.get(id);
    if (!channel) {
      const { limits, watch, onairUrl, mediaUrl } = this.#parts;
      channel = new LiveChannel(app, revision, {
        limits,
        watch,
        onairUrl: onairUrl(app),
        mediaUrl: mediaUrl(),
      });
      this.#channels.set(id, channel);
    }
    return channel;
  }
}
