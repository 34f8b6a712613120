import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { SubComposition } from '../../scene/schema/composition.ts';
import type { Scope } from '../binding.ts';
import type { Fonts } from '../text/fonts.ts';
import type { ChannelClock } from '../live/page-service.ts';
import type { ShowMedia } from '../page/show-media.ts';
import type { ShowFailures } from '../page/show-failures.ts';
import type { LineName, Track } from '../motion/timeline.ts';

export interface ShowPorts {
  clock: ChannelClock;
  media: ShowMedia;
  fonts: Fonts;
  failures: ShowFailures;
}

export interface ElementPorts extends ShowPorts {
  subComposition: Pick<SubComposition, 'id' | 'name'>;
}

/**
 * One element of a scene, drawn as nodes. `show` is called first, then whenever a bound field changes. Every method may
 * throw: the caller reports the error and draws the other elements.
 */
export interface DrawnElement {
  readonly node: HTMLElement;
  /** Starts loading media for these values. The promise never rejects; undefined if there is nothing to load. */
  prepare?(scope: Scope): Promise<unknown> | undefined;
  /** `smooth`: the values changed on air, so an update animation may run. */
  show(scope: Scope, smooth: boolean): void;
  /** Called with true before the sub-composition appears, with false after it is hidden. */
  onShown?(shown: boolean): void;
  /** Called at a take, before the timelines move. For elements with their own animations. */
  take?(state: StoredState, action: AnimationAction): void;
  /** Called once per press of the button field. */
  press?(field: string): void;
  /** Called with true when the sub-composition comes to rest In, with false when it leaves rest. */
  onRest?(resting: boolean): void;
  dispose?(): void;
  /** The motions of nested elements, each delayed by `delay` ms. */
  tracks?(line: LineName, delay: number): Track[];
  readonly stroke?: SVGElement | undefined;
  /** True while the media of the current values failed to load. */
  readonly mediaMissing?: boolean;
}

export function div(className: string): HTMLElement {
  const node = document.createElement('div');
  node.className = className;
  return node;
}
