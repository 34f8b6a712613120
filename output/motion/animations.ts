/** The running animations, tracked here because `document.getAnimations` takes a noticeable part of a frame. */
const animations = new Set<Animation>();
let transitionEnds = -Infinity;

let begun = 0;

/**
 * Starts an animation; {@link stop} ends it.
 *
 * Chromium (156) can animate a node from an outdated style, including `visibility`, so that the node stays hidden while
 * everything around it is visible. Setting a new style value on the node forces a fresh style.
 */
export function animate(
  target: HTMLElement | SVGElement,
  keyframes: Keyframe[],
  timing: KeyframeAnimationOptions,
): Animation {
  target.style.setProperty('--begun', String((begun += 1)));
  const animation = target.animate(keyframes, timing);
  animations.add(animation);
  animation.addEventListener('finish', finished);
  return animation;
}

function finished({ target }: Event): void {
  animations.delete(target as Animation);
}

/** Cancels an animation. The node returns to its own style, and `onfinish` is not called. */
export function stop(animation: Animation): void {
  animation.onfinish = null;
  animations.delete(animation);
  animation.cancel();
}

/** Records that CSS transitions now run for `duration` ms. */
export function noteTransition(duration: number): void {
  transitionEnds = Math.max(transitionEnds, performance.now() + duration);
}

/** Whether an animation or a transition is running. */
export function isMoving(): boolean {
  return performance.now() < transitionEnds || [...animations].some(({ playState }) => playState === 'running');
}
