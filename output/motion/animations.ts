/** `document.getAnimations` takes a noticeable part of a frame. */
const animations = new Set<Animation>();
let transitionEnds = -Infinity;

let begun = 0;

/**
 * Starts an animation; {@link stop} ends it.
 *
 * Chromium (156) can animate a node from an outdated style, including `visibility`: the node then stays hidden while
 * everything around it is visible. Setting a new style value forces a fresh style.
 */
export function animate(target: HTMLElement | SVGElement, keyframes: Keyframe[], timing: KeyframeAnimationOptions) {
  target.style.setProperty('--begun', String((begun += 1)));
  const animation = target.animate(keyframes, timing);
  animations.add(animation);
  animation.addEventListener('finish', () => animations.delete(animation));
  return animation;
}

/** The node returns to its own style; `onfinish` is not called. */
export function stop(animation: Animation): void {
  animation.onfinish = null;
  animations.delete(animation);
  animation.cancel();
}

/** CSS transitions now run for `duration` ms. */
export function noteTransition(duration: number): void {
  transitionEnds = Math.max(transitionEnds, performance.now() + duration);
}

export function isMoving(): boolean {
  return performance.now() < transitionEnds || [...animations].some(({ playState }) => playState === 'running');
}
