import { errorIn } from '../../contract/errors.ts';
import { div } from './drawn-element.ts';
import type { ShowMedia } from '../page/show-media.ts';

interface Loading<Media> {
  source: string;
  /** Undefined for an address that is not loaded. */
  media: Media | undefined;
  state: 'loading' | 'ready' | 'failed';
  settled: Promise<void>;
}

/** `decoded` resolves when the media can be shown, and rejects when they cannot. */
interface Opened<Media> {
  media: Media;
  decoded: Promise<unknown>;
}

interface MediaKind<Media> {
  name: string;
  /** What becomes of the media before, where new ones fail or come late. */
  before: 'stays' | 'goes';
  open: (address: string) => Opened<Media>;
  onChanged?: (media: Media | undefined) => void;
}

export type MediaSlot<Media extends HTMLElement> = ReturnType<typeof mediaSlot<Media>>;

/** A place for a picture or a video. New media show once they are decoded. */
export function mediaSlot<Media extends HTMLElement>(media: ShowMedia, kind: MediaKind<Media>) {
  const node = div('picture');
  let latest: Loading<Media> | undefined;
  let current: Media | undefined;
  /** `show` has requested the latest media: swap them in once decoded. */
  let due = false;
  const change = (next: Media | undefined): void => {
    current = next;
    node.replaceChildren(...(next ? [next] : []));
    kind.onChanged?.(next);
  };
  const swap = (): void => {
    if (latest?.state === 'ready') {
      if (latest.media !== current) change(latest.media);
    } else if (kind.before === 'goes' && current) change(undefined);
  };
  const settle = (loading: Loading<Media>, state: 'ready' | 'failed', reason = ''): void => {
    loading.state = state;
    if (loading !== latest) return;
    if (state === 'ready') media.removeMissing(slot);
    else {
      console.warn(`on air: the ${kind.name} ${loading.source} cannot be shown; the last one ${kind.before}`);
      media.addMissing(slot, loading.source, reason);
    }
    if (due) swap();
  };
  const load = (source: string): void => {
    const opened = opening(() => kind.open(media.address(source)));
    const settled = opened.decoded.then(
      () => settle(loading, 'ready'),
      (error: unknown) => settle(loading, 'failed', errorIn(error).message),
    );
    const loading: Loading<Media> = { source, media: opened.media, state: 'loading', settled };
    [latest, due] = [loading, false];
  };
  const slot = {
    node,
    get mediaMissing(): boolean {
      return latest?.state === 'failed';
    },
    prepare(source: string): Promise<void> | undefined {
      if (source === '') return undefined;
      // Retried at each request, because the file may exist by now.
      if (latest?.source !== source || latest.state === 'failed') load(source);
      return latest?.state === 'loading' ? latest.settled : undefined;
    },
    /** Shows the media once decoded. An empty source shows nothing. */
    show(source: string): void {
      if (source === '') {
        slot.dispose();
        return change(undefined);
      }
      if (latest?.source !== source) load(source);
      due = true;
      swap();
    },
    /** Stops reporting this slot's media as missing. */
    dispose(): void {
      latest = undefined;
      media.removeMissing(slot);
    },
  };
  return slot;
}

function opening<Media extends HTMLElement>(open: () => Opened<Media>): Opened<Media | undefined> {
  try {
    const opened = open();
    opened.media.className = 'picture';
    return opened;
  } catch (error) {
    return { media: undefined, decoded: Promise.reject(errorIn(error)) };
  }
}

export function openPicture(address: string, crossOrigin: string | null = null) {
  const media = document.createElement('img');
  media.alt = '';
  media.crossOrigin = crossOrigin;
  media.src = address;
  return { media, decoded: media.decode() };
}
