import type { Change } from './live-channel.ts';
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
  /**
   * To a page that follows a show: what is on air, after these changes. It goes on to follow the show. `at`: when all is at rest;
   * played from what is on air now; or held so many ms after the press. It is answered by `shown` each time that it is drawn.
   */
  | { type: 'after'; changes: Change[]; at: 'end' | 'play' | number }
  /** Requests a PNG of the picture, this many pixels wide. */
  | { type: 'capture'; width: number };

/** From the preview. */
export type PreviewAnswer =
  /** The preview listens. Sent once, when it has loaded. */
  | { type: 'ready' }
  /**
   * The requested state is in the picture. `problems` says what could not be drawn. `length`: the ms that the changes of an
   * `after` take to play.
   */
  | { type: 'shown'; problems: string[]; length?: number }
  /** A `data:image/png;base64,` address. */
  | { type: 'picture'; png: string }
  | { type: 'failed'; reason: string };
