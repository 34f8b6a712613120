import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { Scope } from '../binding.ts';
import type { Fonts } from '../text/fonts.ts';
import type { MissingMediaList } from '../page/missing-media.ts';
import type { LineName, Track } from '../motion/timeline.ts';

/** What an element may need from the page around it. */
export interface ElementPorts {
  /** The service's clock, milliseconds since the epoch. */
  now: () => number;
  /** The absolute address of a picture or a sound; throws where it is none that may be loaded. */
  address: (source: string) => string;
  /** The page itself, to make nodes with. */
  document: Document;
  /** The fonts that words are set in. */
  fonts: Fonts;
  /** Where an element says which of its media cannot be had. */
  missingMedia: MissingMediaList;
  /** Says what cannot be drawn and why; everything else is drawn. */
  report: (problem: string, error: unknown) => void;
}

/**
 * One element of a scene as nodes of the page. It is told to show once at first, then whenever a field that it is bound
 * to is set. Every call may throw: the caller reports it and draws the others.
 */
export interface DrawnElement {
  readonly node: HTMLElement;
  /** Begins to fetch what these values need. A promise, which never rejects, where that is not there yet. */
  prepare?(scope: Scope): Promise<unknown> | undefined;
  /** Shows these values. `smooth`: they changed while on air, so that what can move to them may. */
  show(scope: Scope, smooth: boolean): void;
  /** The sub-composition begins to be seen, or stopped to be. */
  onShown?(shown: boolean): void;
  /** The sub-composition is to go to a state, for what comes and goes by itself; said before anything of it moves. */
  take?(state: StoredState, action: AnimationAction): void;
  /** The button field was pressed: called exactly once for each press. */
  press?(field: string): void;
  /** The sub-composition came to rest In, or leaves that rest. */
  onRest?(resting: boolean): void;
  /** It is taken out of the page for good. */
  dispose?(): void;
  /** The motions of what it holds, `delay` ms later than they say. */
  tracks?(line: LineName, delay: number): Track[];
  /** What a motion's `draw` draws. */
  readonly stroke?: SVGElement | undefined;
  /** What it was last told to show cannot be had. */
  readonly mediaMissing?: boolean;
}
