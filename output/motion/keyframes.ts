import type { Easing, Loop, Motion, Offset } from '../../scene/schema/motion.ts';
import { animate, stop } from './animations.ts';

/** The curves of the scene's easing names, with enough contrast to look crisp at 300 to 600 ms. */
const curves: Record<Extract<Easing, string>, string> = {
  linear: 'linear',
  'ease-in': 'cubic-bezier(0.55, 0, 0.85, 0.2)',
  'ease-out': 'cubic-bezier(0.16, 1, 0.3, 1)',
  'ease-in-out': 'cubic-bezier(0.76, 0, 0.24, 1)',
  'back-in': 'cubic-bezier(0.36, 0, 0.66, -0.56)',
  'back-out': 'cubic-bezier(0.34, 1.56, 0.64, 1)',
};

export function cssEasing(easing: Easing): string {
  return typeof easing === 'string' ? curves[easing] : `cubic-bezier(${easing.bezier.join(', ')})`;
}

export interface MotionKeyframes {
  element: Keyframe[] | undefined;
  stroke: Keyframe[] | undefined;
}

/** `at`: share of the duration; `easing` applies up to the next offset. */
interface TimedOffset {
  at: number;
  offset: Offset;
  easing: Easing;
}

const rest: Offset = {};

/** In runs from away to rest, Out2 from rest to away. */
export function motionKeyframes({ offset, easing, through = [] }: Motion, line: 'in' | 'out2'): MotionKeyframes {
  const [from, to] = line === 'in' ? [offset, rest] : [rest, offset];
  const between = through.map((waypoint) => ({ ...waypoint, easing: waypoint.easing ?? easing }));
  return keyframesOf([{ at: 0, offset: from, easing }, ...between, { at: 1, offset: to, easing }]);
}

/** One round of a loop: from rest, through its places, back to rest, and at rest during `pause`. */
export function loopKeyframes({ easing, through, duration, pause = 0 }: Loop): MotionKeyframes {
  const share = duration / (duration + pause);
  const between = through.map((waypoint) => {
    return { ...waypoint, easing: waypoint.easing ?? easing, at: waypoint.at * share };
  });
  const back = [{ at: share, offset: rest, easing }, ...(pause > 0 ? [{ at: 1, offset: rest, easing }] : [])];
  return keyframesOf([{ at: 0, offset: rest, easing }, ...between, ...back]);
}

export function keyframesBetween(from: Offset, to: Offset, easing: Easing): MotionKeyframes {
  return keyframesOf([
    { at: 0, offset: from, easing },
    { at: 1, offset: to, easing },
  ]);
}

type Styles = Record<string, string | number>;
type StyleWriter = (offset: Offset, touched: ReadonlySet<string>) => Styles;

/** Writes only changed properties: the compositor can run the motion alone, and nothing else is clipped or blurred. */
function keyframesOf(offsets: TimedOffset[]): MotionKeyframes {
  const touched = new Set(offsets.flatMap(({ offset }) => namesIn(offset)));
  const write = (writers: StyleWriter[]): Keyframe[] | undefined => {
    if (writers.length === 0) return undefined;
    return offsets.map(({ at, offset, easing }) => ({
      offset: at,
      easing: cssEasing(easing),
      ...writers.reduce<Styles>((styles, writer) => ({ ...styles, ...writer(offset, touched) }), {}),
    }));
  };
  const touches = (...names: string[]): boolean => names.some((name) => touched.has(name));
  return {
    element: write([
      ...(touches('x', 'y', 'scaleX', 'scaleY', 'rotate') ? [transform] : []),
      ...(touches('opacity') ? [opacity] : []),
      ...(touches('blur') ? [blur] : []),
      ...(touches('left', 'right', 'top', 'bottom') ? [clip] : []),
    ]),
    stroke: touches('draw') ? write([draw]) : undefined,
  };
}

function namesIn({ clip = {}, ...others }: Offset): string[] {
  return [...Object.entries(others), ...Object.entries(clip)].flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
}

/**
 * Translation comes first, so an offset is in frame pixels at any scale. Every keyframe lists the same functions: each
 * is then interpolated separately, and a full turn stays a full turn.
 */
const transform: StyleWriter = ({ x = 0, y = 0, rotate = 0, scaleX = 1, scaleY = 1 }, touched) => ({
  transform: [
    ...(touched.has('x') || touched.has('y') ? [`translate(${x}px, ${y}px)`] : []),
    ...(touched.has('rotate') ? [`rotate(${rotate}deg)`] : []),
    ...(touched.has('scaleX') || touched.has('scaleY') ? [`scale(${scaleX}, ${scaleY})`] : []),
  ].join(' '),
});

const opacity: StyleWriter = ({ opacity = 1 }) => ({ opacity });

const blur: StyleWriter = ({ blur = 0 }) => ({ filter: `blur(${blur}px)` });

/** An unclipped edge lies far outside, so that a shadow or a long word may cross it. */
const clip: StyleWriter = ({ clip = {} }, touched) => {
  const inset = (['top', 'right', 'bottom', 'left'] as const).map((edge) => {
    return touched.has(edge) ? `${clip[edge] ?? 0}%` : '-1000%';
  });
  return { clipPath: `inset(${inset.join(' ')})` };
};

/** The stroke is one dash longer than its path (of length 1), so that an easing may overshoot at both ends. */
const draw: StyleWriter = ({ draw = 1 }) => ({ strokeDasharray: '2 2', strokeDashoffset: 2 - draw });

export type LoopRun = ReturnType<typeof loopRun>;

/** A motion that repeats at rest. It pauses when the element leaves and resumes from there, so nothing jumps. */
export function loopRun(loop: Loop, element: HTMLElement, stroke: SVGElement | undefined) {
  const { delay, duration, pause = 0, origin = 'center' } = loop;
  const timing = { delay, duration: duration + pause, iterations: Infinity };
  const keyframes = loopKeyframes(loop);
  let animations: Animation[] = [];
  element.style.transformOrigin = origin;
  return {
    run(resting: boolean): void {
      if (resting && animations.length === 0) {
        if (keyframes.element) animations.push(animate(element, keyframes.element, timing));
        if (keyframes.stroke && stroke) animations.push(animate(stroke, keyframes.stroke, timing));
      }
      for (const animation of animations) {
        if (resting) animation.play();
        else animation.pause();
      }
    },
    end(): void {
      animations.forEach(stop);
      animations = [];
    },
  };
}
