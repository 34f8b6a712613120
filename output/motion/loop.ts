import type { Loop } from '../../scene/schema/motion.ts';
import type { MotionKeyframes } from './keyframes.ts';
import { animate, stop } from './animations.ts';

/** What a loop moves: the element's own node for it, and its stroke where there is one. */
export interface LoopTargets {
  element: HTMLElement;
  stroke: SVGElement | undefined;
}

/**
 * What an element does again and again while it is at rest. When it leaves it keeps the place that it has at that moment,
 * and goes on from there when it turns around and comes back, so nothing jumps.
 */
export class LoopRun {
  readonly #loop: Loop;
  readonly #keyframes: MotionKeyframes;
  readonly #targets: LoopTargets;
  #animations: Animation[] = [];

  constructor(loop: Loop, keyframes: MotionKeyframes, targets: LoopTargets) {
    this.#loop = loop;
    this.#keyframes = keyframes;
    this.#targets = targets;
    targets.element.style.transformOrigin = loop.origin ?? 'center';
  }

  /** The element came to rest, or leaves it. */
  run(resting: boolean): void {
    if (resting && this.#animations.length === 0) this.#animations = this.#begin();
    for (const animation of this.#animations) {
      if (resting) animation.play();
      else animation.pause();
    }
  }

  /** Back to rest at once, when nobody sees it. */
  end(): void {
    this.#animations.forEach(stop);
    this.#animations = [];
  }

  #begin(): Animation[] {
    const { delay, duration, pause = 0 } = this.#loop;
    const timing = { delay, duration: duration + pause, iterations: Infinity };
    const { element, stroke } = this.#targets;
    return [
      ...(this.#keyframes.element ? [animate(element, this.#keyframes.element, timing)] : []),
      ...(this.#keyframes.stroke && stroke ? [animate(stroke, this.#keyframes.stroke, timing)] : []),
    ];
  }
}
