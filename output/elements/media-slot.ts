import type { Surroundings } from './drawn-element.ts';

interface Loading<Media> {
  source: string;
  media: Media;
  state: 'loading' | 'ready' | 'failed';
  settled: Promise<void>;
}

/** How a slot is filled. */
export interface Filling<Media> {
  /** What it is called in what is said of it. */
  name: string;
  /** Begins to load; `decoded` is there when it can be shown, and rejects when it cannot. */
  open: (address: string) => { media: Media; decoded: Promise<unknown> };
  /** It took the place of the one before. */
  onChanged?: (media: Media | undefined) => void;
}

/**
 * A place for a picture or a video, which is changed only when the new one is decoded, so that there is no moment without
 * one. One that cannot be had leaves the last good one.
 */
export class MediaSlot<Media extends HTMLElement> {
  readonly node: HTMLElement;
  readonly #surroundings: Surroundings;
  readonly #filling: Filling<Media>;
  #wanted: Loading<Media> | undefined;
  #present: Media | undefined;
  /** It was asked for by `show`, not only prepared: it is swapped in as soon as it is decoded. */
  #due = false;

  constructor(surroundings: Surroundings, filling: Filling<Media>) {
    this.#surroundings = surroundings;
    this.#filling = filling;
    this.node = surroundings.document.createElement('div');
    this.node.className = 'picture';
  }

  /** What it was last told to show cannot be had. */
  get lacking(): boolean {
    return this.#wanted?.state === 'failed';
  }

  /** Begins to load; a promise, which never rejects, where that is not done. */
  prepare(source: string): Promise<void> | undefined {
    if (source === '') return undefined;
    // One that failed is tried again when it is asked for again: it may have come to exist meanwhile.
    if (this.#wanted?.source !== source || this.#wanted.state === 'failed') this.#load(source);
    return this.#wanted?.state === 'loading' ? this.#wanted.settled : undefined;
  }

  /** Shows it as soon as it can be shown; nothing for an empty source. */
  show(source: string): void {
    if (source === '') return this.#empty();
    if (this.#wanted?.source !== source) this.#load(source);
    this.#due = true;
    this.#swap();
  }

  /** It is taken out of the page for good. */
  leave(): void {
    this.#wanted = undefined;
    this.#surroundings.missing.found(this);
  }

  #empty(): void {
    this.leave();
    this.#change(undefined);
  }

  #load(source: string): void {
    const { media, decoded } = this.#filling.open(this.#surroundings.address(source));
    media.className = 'picture';
    const settled = decoded.then(
      () => this.#settle(loading, 'ready'),
      (error: unknown) => this.#settle(loading, 'failed', (error as Error).message),
    );
    const loading: Loading<Media> = { source, media, state: 'loading', settled };
    this.#wanted = loading;
    this.#due = false;
  }

  #settle(loading: Loading<Media>, state: 'ready' | 'failed', reason = ''): void {
    loading.state = state;
    if (loading !== this.#wanted) return;
    if (state === 'ready') {
      this.#surroundings.missing.found(this);
    } else {
      console.warn(`on air: the ${this.#filling.name} ${loading.source} cannot be shown; the last one stays`);
      this.#surroundings.missing.lost(this, loading.source, reason);
    }
    if (this.#due) this.#swap();
  }

  #swap(): void {
    if (this.#wanted?.state === 'ready' && this.#wanted.media !== this.#present) this.#change(this.#wanted.media);
  }

  #change(media: Media | undefined): void {
    this.#present = media;
    this.node.replaceChildren(...(media ? [media] : []));
    this.#filling.onChanged?.(media);
  }
}
