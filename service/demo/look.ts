import type { Motion } from '../../contract/model/scene.ts';

/** The colors of "Evening News": one dark, one light, one accent, and what lies between. */
export const colors = {
  midnight: '#0b1628',
  dusk: '#1a2c4c',
  paper: '#f5f7fa',
  mist: '#a9b9d3',
  white: '#ffffff',
  crimson: '#cf1f38',
  amber: '#f2b134',
} as const;

type Edge = NonNullable<Motion['origin']>;

/** A plate opens from an edge, or closes to it as Out2. */
export function wipe(origin: Edge, delay: number, duration = 420): Motion {
  const offset = origin === 'left' || origin === 'right' ? { scaleX: 0 } : { scaleY: 0 };
  return { offset, delay, duration, easing: 'ease-out', origin };
}

/** A masked text rises from behind the lower edge of its frame. */
export function rise(height: number, delay: number, duration = 420): Motion {
  return { offset: { y: height }, delay, duration, easing: 'ease-out' };
}

/** It slides by `x` and `y` pixels while it appears, or while it disappears as Out2. */
export function slide(offset: { x?: number; y?: number }, delay: number, duration = 380): Motion {
  return { offset: { ...offset, opacity: 0 }, delay, duration, easing: 'ease-out' };
}

/** It appears where it is. */
export function appear(delay: number, duration = 320): Motion {
  return { offset: { opacity: 0 }, delay, duration, easing: 'ease-in-out' };
}

/** Out2: the plate closes, or the text runs, to the right. */
export function leaveRight(delay: number, travel?: number): Motion {
  const offset = travel === undefined ? { scaleX: 0 } : { x: travel };
  return { offset, delay, duration: 360, easing: 'ease-in', origin: 'right' };
}
