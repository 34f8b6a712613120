import type { Motion, Update } from '../scene/schema/motion.ts';

/** How graphics come and go, here and in the demo show: short, without overshoot, one after the other with an overlap. */
type Edge = NonNullable<Motion['origin']>;

const opposite: Record<Edge, Edge> = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' };

/** A plate opens from an edge, or closes to it as Out2. Its contents are squeezed: for plates that hold nothing. */
export function wipe(origin: Edge, delay: number, duration = 420): Motion {
  const offset = origin === 'left' || origin === 'right' ? { scaleX: 0 } : { scaleY: 0 };
  return { offset, delay, duration, easing: 'ease-out', origin };
}

/** It is uncovered from an edge on, as it is. */
export function reveal(from: Edge, delay: number, duration = 520): Motion {
  return { offset: { clip: { [opposite[from]]: 100 } }, delay, duration, easing: 'ease-out' };
}

/** Out2: it is covered from an edge on, when its words have gone. */
export function cover(from: Edge, delay: number, duration = 340): Motion {
  return { offset: { clip: { [from]: 100 } }, delay, duration, easing: 'ease-in-out' };
}

/** A masked text rises from behind the lower edge of its frame. */
export function rise(height: number, delay: number, duration = 420): Motion {
  return { offset: { y: height }, delay, duration, easing: 'ease-out' };
}

/** Out2: a masked text goes on upwards, behind the upper edge of its frame. */
export function goUp(height: number, delay: number, duration = 240): Motion {
  return { offset: { y: -height }, delay, duration, easing: 'ease-in' };
}

/** It slides by `x` and `y` pixels while it appears, or while it disappears as Out2. */
export function slide(offset: { x?: number; y?: number }, delay: number, duration = 380): Motion {
  return { offset: { ...offset, opacity: 0 }, delay, duration, easing: 'ease-out' };
}

/** It appears where it is, or disappears there as Out2. */
export function appear(delay: number, duration = 320): Motion {
  return { offset: { opacity: 0 }, delay, duration, easing: 'ease-in-out' };
}

/** Out2: the plate closes, or the text runs, to the right. */
export function leaveRight(delay: number, travel?: number): Motion {
  const offset = travel === undefined ? { scaleX: 0 } : { x: travel };
  return { offset, delay, duration: 360, easing: 'ease-in', origin: 'right' };
}

/** A masked text changes on air: the old one goes up while the new one follows it. */
export function roll(height: number, duration = 480): Update {
  return { leave: { y: -height }, enter: { y: height }, duration, easing: 'ease-in-out' };
}

/** Colors and sizes run over to new ones, and a new picture comes through the old one. */
export const crossFade: Update = {
  leave: { opacity: 0 },
  enter: { opacity: 0 },
  duration: 420,
  easing: 'ease-in-out',
};
