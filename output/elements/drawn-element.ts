import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { Scope } from '../binding.ts';
import type { Fonts } from '../text/fonts.ts';
import type { MissingMediaList } from '../page/missing-media.ts';
import type { LineName, Track } from '../motion/timeline.ts';

/** What an element needs from the page. */
export interface ElementPorts {
  /** The service's clock, milliseconds since the epoch. */
  now: () => number;
  /** Returns the absolute address of a picture or a sound. Throws for an address that may not be loaded. */
  address: (source: string) => string;
  /** The document to create nodes with. */
  document: Document;
  /** The fonts of the show. */
  fonts: Fonts;
  /** The list of media that failed to load. */
  missingMedia: MissingMediaList;
  /** Reports what could not be drawn, and why. Everything else is still drawn. */
  report: (problem: string, error: unknown) => void;
}

/**
 * One element of a scene, drawn as nodes of the page. `show` is called once at first, then whenever a bound field
 * changes. Every method may throw: the caller reports the error and draws the other elements.
 */
export interface DrawnElement {
  readonly node: HTMLElement;
  /**
   * Starts loading what these values need. Returns a promise that never rejects, or undefined if nothing has to be
   * loaded.
   */
  prepare?(scope: Scope): Promise<unknown> | undefined;
  /**
   * Shows these values.
   * @param smooth the values changed on air, so an update animation may run
   */
  show(scope: Scope, smooth: boolean): void;
  /** Called with true before the sub-composition becomes visible, and with false once it is hidden. */
  onShown?(shown: boolean): void;
  /**
   * Called when the sub-composition is taken to a state, before any of its timelines move. For elements with animations
   * of their own.
   */
  take?(state: StoredState, action: AnimationAction): void;
  /** Called exactly once for each press of the button field. */
  press?(field: string): void;
  /** Called with true when the sub-composition comes to rest In, and with false when it leaves that rest. */
  onRest?(resting: boolean): void;
  /** Removes the element from the page for good. */
  dispose?(): void;
  /** Returns the motions of nested elements, each delayed by `delay` ms. */
  tracks?(line: LineName, delay: number): Track[];
  /** The path that a motion's `draw` reveals. */
  readonly stroke?: SVGElement | undefined;
  /** True while the media of the current values failed to load. */
  readonly mediaMissing?: boolean;
}
