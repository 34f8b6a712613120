import { errorIn } from '../../contract/errors.ts';
import { choices } from '../../scene/schema/choices.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { choiceOf, flagOf, type Scope, textOf } from '../binding.ts';
import type { DrawnElement } from './drawn-element.ts';
import type { ShowMedia } from '../page/show-media.ts';
import { MediaSlot } from './media-slot.ts';

/** A video. It starts at every take In. A new video that arrives while In starts at once. */
export class DrawnVideo implements DrawnElement {
  readonly #scene: ElementOf<'video'>;
  readonly #slot: MediaSlot<HTMLVideoElement>;
  #current: HTMLVideoElement | undefined;
  #shown = false;
  #playback = { loop: false, muted: true };

  constructor(scene: ElementOf<'video'>, media: ShowMedia) {
    this.#scene = scene;
    this.#slot = new MediaSlot(media, {
      name: 'video',
      open: (address) => this.#open(address),
      onChanged: (video) => {
        this.#current?.pause();
        this.#current = video;
        this.#applyPlayback();
        if (this.#shown) this.#start();
      },
    });
  }

  get node(): HTMLElement {
    return this.#slot.node;
  }

  get mediaMissing(): boolean {
    return this.#slot.mediaMissing;
  }

  prepare(scope: Scope): Promise<unknown> | undefined {
    return this.#slot.prepare(textOf(this.#scene.source, scope));
  }

  show(scope: Scope): void {
    const { source, fit, repeat = false, sound = false } = this.#scene;
    this.node.style.setProperty('--fit', choiceOf(fit, scope, choices.fit));
    this.#playback = { loop: flagOf(repeat, scope), muted: !flagOf(sound, scope) };
    this.#applyPlayback();
    this.#slot.show(textOf(source, scope));
  }

  onShown(shown: boolean): void {
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (shown) this.#start();
    else this.#current?.pause();
  }

  dispose(): void {
    this.#current?.pause();
    this.#slot.dispose();
  }

  #open(address: string): { media: HTMLVideoElement; decoded: Promise<unknown> } {
    const media = document.createElement('video');
    media.playsInline = true;
    media.preload = 'auto';
    const decoded = new Promise<void>((resolve, reject) => {
      media.onloadeddata = () => resolve();
      media.onerror = () => reject(new Error(media.error?.message ?? 'the video cannot be played'));
    });
    media.src = address;
    return { media, decoded };
  }

  #applyPlayback(): void {
    if (this.#current) Object.assign(this.#current, this.#playback);
  }

  #start(): void {
    const video = this.#current;
    if (!video) return;
    video.currentTime = 0;
    video.play().catch((error: unknown) => {
      // Replacing or hiding the video aborts a pending `play`.
      if (errorIn(error).name !== 'AbortError') console.warn('on air: a video did not play:', error);
    });
  }
}
