import type { Loop } from '../../scene/schema/motion.ts';
import type { MotionKeyframes } from './keyframes.ts';
import { animate, stop } from './animations.ts';

/** The element's node, and its stroke if it has one. */
export interface LoopTargets {
  element: HTMLElement;
  stroke: SVGElement | undefined;
}

/**
 * A motion that repeats while an element is at rest. It pauses when the element leaves and resumes from there, so
 * nothing jumps.
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

  run(resting: boolean): void {
    if (resting && this.#animations.length === 0) this.#animations = this.#begin();
    for (const animation of this.#animations) {
      if (resting) animation.play();
      else animation.pause();
    }
  }

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
