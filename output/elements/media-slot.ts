import { errorIn } from '../../contract/errors.ts';
import { div } from './drawn-element.ts';
import type { ShowMedia } from '../page/show-media.ts';

interface Loading<Media> {
  source: string;
  media: Media;
  state: 'loading' | 'ready' | 'failed';
  settled: Promise<void>;
}

interface MediaKind<Media> {
  /** The word for messages. */
  name: string;
  /** Starts loading. `decoded` resolves when the media can be shown, and rejects when they cannot. */
  open: (address: string) => { media: Media; decoded: Promise<unknown> };
  onChanged?: (media: Media | undefined) => void;
}

/**
 * A place for a picture or a video. New media replace the old ones only when decoded, so the slot is never empty in
 * between. If new media fail, the old ones stay.
 */
export class MediaSlot<Media extends HTMLElement> {
  readonly node = div('picture');
  readonly #media: ShowMedia;
  readonly #kind: MediaKind<Media>;
  #latest: Loading<Media> | undefined;
  #current: Media | undefined;
  /** `show` has requested the latest media: swap them in once decoded. */
  #due = false;

  constructor(media: ShowMedia, kind: MediaKind<Media>) {
    this.#media = media;
    this.#kind = kind;
  }

  get mediaMissing(): boolean {
    return this.#latest?.state === 'failed';
  }

  /** The promise never rejects; undefined if there is nothing to load. */
  prepare(source: string): Promise<void> | undefined {
    if (source === '') return undefined;
    // Retried at each request, because the file may exist by now.
    if (this.#latest?.source !== source || this.#latest.state === 'failed') this.#load(source);
    return this.#latest?.state === 'loading' ? this.#latest.settled : undefined;
  }

  /** Shows the media once decoded. An empty source shows nothing. */
  show(source: string): void {
    if (source === '') {
      this.dispose();
      return this.#change(undefined);
    }
    if (this.#latest?.source !== source) this.#load(source);
    this.#due = true;
    this.#swap();
  }

  /** Stops reporting this slot's media as missing. */
  dispose(): void {
    this.#latest = undefined;
    this.#media.removeMissing(this);
  }

  #load(source: string): void {
    const { media, decoded } = this.#kind.open(this.#media.address(source));
    media.className = 'picture';
    const settled = decoded.then(
      () => this.#settle(loading, 'ready'),
      (error: unknown) => this.#settle(loading, 'failed', errorIn(error).message),
    );
    const loading: Loading<Media> = { source, media, state: 'loading', settled };
    this.#latest = loading;
    this.#due = false;
  }

  #settle(loading: Loading<Media>, state: 'ready' | 'failed', reason = ''): void {
    loading.state = state;
    if (loading !== this.#latest) return;
    if (state === 'ready') {
      this.#media.removeMissing(this);
    } else {
      console.warn(`on air: the ${this.#kind.name} ${loading.source} cannot be shown; the last one stays`);
      this.#media.addMissing(this, loading.source, reason);
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

export function openPicture(address: string, crossOrigin: string | null = null) {
  const media = document.createElement('img');
  media.alt = '';
  media.crossOrigin = crossOrigin;
  media.src = address;
  return { media, decoded: media.decode() };
}
