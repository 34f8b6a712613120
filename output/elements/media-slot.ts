import type { ElementPorts } from './drawn-element.ts';

interface Loading<Media> {
  source: string;
  media: Media;
  state: 'loading' | 'ready' | 'failed';
  settled: Promise<void>;
}

/** How a slot is filled. */
export interface MediaKind<Media> {
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
  readonly #ports: ElementPorts;
  readonly #kind: MediaKind<Media>;
  #latest: Loading<Media> | undefined;
  #current: Media | undefined;
  /** It was asked for by `show`, not only prepared: it is swapped in as soon as it is decoded. */
  #due = false;

  constructor(ports: ElementPorts, kind: MediaKind<Media>) {
    this.#ports = ports;
    this.#kind = kind;
    this.node = ports.document.createElement('div');
    this.node.className = 'picture';
  }

  /** What it was last told to show cannot be had. */
  get mediaMissing(): boolean {
    return this.#latest?.state === 'failed';
  }

  /** Begins to load; a promise, which never rejects, where that is not done. */
  prepare(source: string): Promise<void> | undefined {
    if (source === '') return undefined;
    // One that failed is tried again when it is asked for again: it may have come to exist meanwhile.
    if (this.#latest?.source !== source || this.#latest.state === 'failed') this.#load(source);
    return this.#latest?.state === 'loading' ? this.#latest.settled : undefined;
  }

  /** Shows it as soon as it can be shown; nothing for an empty source. */
  show(source: string): void {
    if (source === '') return this.#empty();
    if (this.#latest?.source !== source) this.#load(source);
    this.#due = true;
    this.#swap();
  }

  /** It is taken out of the page for good. */
  dispose(): void {
    this.#forget();
  }

  #empty(): void {
    this.#forget();
    this.#change(undefined);
  }

  #forget(): void {
    this.#latest = undefined;
    this.#ports.missingMedia.remove(this);
  }

  #load(source: string): void {
    const { media, decoded } = this.#kind.open(this.#ports.address(source));
    media.className = 'picture';
    const settled = decoded.then(
      () => this.#settle(loading, 'ready'),
      (error: unknown) => this.#settle(loading, 'failed', (error as Error).message),
    );
    const loading: Loading<Media> = { source, media, state: 'loading', settled };
    this.#latest = loading;
    this.#due = false;
  }

  #settle(loading: Loading<Media>, state: 'ready' | 'failed', reason = ''): void {
    loading.state = state;
    if (loading !== this.#latest) return;
    if (state === 'ready') {
      this.#ports.missingMedia.remove(this);
    } else {
      console.warn(`on air: the ${this.#kind.name} ${loading.source} cannot be shown; the last one stays`);
      this.#ports.missingMedia.add(this, loading.source, reason);
    }
    if (this.#due) this.#swap();
  }

  #swap(): void {
    if (this.#latest?.state === 'ready' && this.#latest.media !== this.#current) this.#change(this.#latest.media);
  }

  #change(media: Media | undefined): void {
    this.#current = media;
    this.node.replaceChildren(...(media ? [media] : []));
    this.#kind.onChanged?.(media);
  }
}
