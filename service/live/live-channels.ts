import type { AppInstance } from '../app-instances.ts';
import type { Applied } from '../commit-queue.ts';
import { LiveChannel, type Opening, type Subscriber } from './live-channel.ts';

/** The live channels of all app instances. `settle` brings what is told up to what is on disk; `clock` is in ms. */
export class LiveChannels {
  readonly #channels = new Map<AppInstance, LiveChannel>();
  readonly #settle: () => void;
  readonly #clock: () => number;

  constructor(settle: () => void, clock: () => number) {
    this.#settle = settle;
    this.#clock = clock;
  }

  add(app: AppInstance, onairUrl: string): void {
    this.#channels.set(app, new LiveChannel(app, onairUrl));
  }

  /** Let a reader in. It hears of nothing that is not on disk. */
  enter(app: AppInstance, subscriber: Subscriber, opening: Opening): void {
    this.#settle();
    this.#channels.get(app)?.open(subscriber, opening, this.#clock());
  }

  leave(app: AppInstance, subscriber: Subscriber): void {
    this.#channels.get(app)?.leave(subscriber);
  }

  tell(applied: Applied): void {
    this.#channels.get(applied.app)?.tell(applied);
  }

  beat(): void {
    this.#settle();
    for (const channel of this.#channels.values()) channel.beat(this.#clock());
  }

  close(): void {
    for (const channel of this.#channels.values()) channel.close();
  }
}
