import type { Change } from './live-channel.ts';
import type { AnimationAction, StoredState } from '../model/animation-state.ts';
import type { Composition } from '../../scene/schema/composition.ts';
import type { Payload } from '../model/field.ts';

/**
 * `postMessage` protocol between the preview page (`/preview/` of the media address, or an on-air page with
 * `?preview=1`) and its parent. A preview can only draw; it has no access to the show.
 */

export interface PreviewItem {
  id: string;
  state: StoredState;
  payload?: Payload | undefined;
}

/** Freezes a sub-composition on a timeline; `time` is in ms from the timeline's start. */
export interface PreviewHold {
  id: string;
  line: 'in' | 'out2';
  time: number;
}

/** Each request to the preview replaces the previous one. Unlisted sub-compositions are Out. */
export type PreviewRequest =
  | {
      type: 'show';
      composition: Composition;
      items: PreviewItem[];
      action: AnimationAction;
      hold?: PreviewHold | undefined;
    }
  /**
   * For a page that follows a show: the air after these changes, which the page continues to follow. `at`: at rest,
   * played from the present air, or held at ms after the press. Answers `shown` after every drawing.
   */
  | { type: 'after'; changes: Change[]; at: 'end' | 'play' | number }
  | { type: 'capture'; width: number };

export type PreviewAnswer =
  /** Sent once, when the preview has loaded. */
  | { type: 'ready' }
  /** `problems`: what could not be drawn. `length`: milliseconds that the changes of `after` play. */
  | { type: 'shown'; problems: string[]; length?: number }
  /** Sent at any time. */
  | { type: 'problems'; problems: string[] }
  | { type: 'picture'; png: string }
  | { type: 'failed'; reason: string };
