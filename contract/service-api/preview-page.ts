import type { AnimationAction, StoredState } from '../model/animation-state.ts';
import type { Composition } from '../../scene/schema/composition.ts';
import type { Payload } from '../model/field.ts';

/**
 * The messages between the preview page (`/preview/` of the media address, or any on-air page with `?preview=1`) and
 * the page that embeds it, sent by `postMessage`. A preview has no access to the show. It can draw, and nothing else.
 */

/** One sub-composition of a preview: its state, and its values over the defaults. */
export interface PreviewItem {
  id: string;
  state: StoredState;
  payload?: Payload | undefined;
}

/** A point on a timeline at which a sub-composition is frozen. `time` is in ms from the start of that timeline. */
export interface PreviewHold {
  id: string;
  line: 'in' | 'out2';
  time: number;
}

/** To the preview. Each replaces the previous one. Sub-compositions that it does not name are Out. */
export type PreviewRequest =
  | {
      type: 'show';
      composition: Composition;
      items: PreviewItem[];
      action: AnimationAction;
      hold?: PreviewHold | undefined;
    }
  /** Requests a PNG of the picture, this many pixels wide. */
  | { type: 'capture'; width: number };

/** From the preview. */
export type PreviewAnswer =
  /** The preview listens. Sent once, when it has loaded. */
  | { type: 'ready' }
  /** The requested state is in the picture. `problems` says what could not be drawn. */
  | { type: 'shown'; problems: string[] }
  /** A `data:image/png;base64,` address. */
  | { type: 'picture'; png: string }
  | { type: 'failed'; reason: string };
