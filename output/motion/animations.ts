/**
 * What moves in the page, as told by what moves it: to ask the browser for its animations costs a part of a frame, and many
 * a frame is watched.
 */
const animations = new Set<Animation>();
let transitionEnds = -Infinity;

let begun = 0;

/**
 * Begins an animation; {@link stop} takes it back. Chromium (156) may move a node that moved before from the style that it
 * had then, `visibility` too, so that it stays hidden while all around it is seen. A style of its own that is new makes it
 * look anew.
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

/** Ends an animation for good: what it moved is where it is without it, and nothing is told. */
export function stop(animation: Animation): void {
  animation.onfinish = null;
  animations.delete(animation);
  animation.cancel();
}

/** Values begin to run over to others, for `duration` ms. */
export function noteTransition(duration: number): void {
  transitionEnds = Math.max(transitionEnds, performance.now() + duration);
}

/** Whether an animation runs, or a value runs over. */
export function isMoving(): boolean {
  return performance.now() < transitionEnds || [...animations].some(({ playState }) => playState === 'running');
}
