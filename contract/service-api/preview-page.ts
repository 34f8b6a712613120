import type { AnimationAction, StoredState } from '../model/animation-state.ts';
import type { Composition } from '../../scene/schema/composition.ts';
import type { Payload } from '../model/field.ts';

/**
 * What a page that embeds the preview page (`/preview/` of the media address, or any on-air page with `?preview=1`) and that
 * page tell each other, by `postMessage`. A preview has no way to the show: it can draw, and nothing else.
 */

/** One sub-composition of a preview: its state, and its values over the defaults. */
export interface PreviewItem {
  id: string;
  state: StoredState;
  payload?: Payload | undefined;
}

/** A place on a timeline at which a sub-composition is held: `time` in ms from the beginning of that line. */
export interface PreviewHold {
  id: string;
  line: 'in' | 'out2';
  time: number;
}

/** To the preview. Each replaces what was said before; what is not named is Out. */
export type PreviewRequest =
  | {
      type: 'show';
      composition: Composition;
      items: PreviewItem[];
      action: AnimationAction;
      hold?: PreviewHold | undefined;
    }
  /** Asks for a PNG of what is shown, this many pixels wide. */
  | { type: 'capture'; width: number };

/** From the preview. */
export type PreviewAnswer =
  /** It listens. Sent once, when it is loaded. */
  | { type: 'ready' }
  /** What was asked for is in the picture; `problems` says what of it could not be drawn. */
  | { type: 'shown'; problems: string[] }
  /** `data:image/png;base64,` and so on. */
  | { type: 'picture'; png: string }
  | { type: 'failed'; reason: string };
