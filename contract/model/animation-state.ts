import { z } from 'zod';

/** Source: "Animation states of a sub-composition". */
export const AnimationState = z.enum(['In', 'Out', 'Out1', 'Out2']);
export type AnimationState = z.infer<typeof AnimationState>;

/** Only sub-compositions with a second timeline have `Out2`. */
export const StoredState = z.enum(['In', 'Out1', 'Out2']);
export type StoredState = z.infer<typeof StoredState>;

/** `play` animates from the present state; `jump` is immediate. Source: "Animation actions". */
export const AnimationAction = z.enum(['play', 'jump']);
export type AnimationAction = z.infer<typeof AnimationAction>;

/** With one timeline, `Out`, `Out1` and `Out2` are the same state. */
export function storedState(requested: AnimationState, secondTimeline: boolean): StoredState {
  if (requested === 'In') return 'In';
  return requested === 'Out2' && secondTimeline ? 'Out2' : 'Out1';
}

export function listedState(stored: StoredState, secondTimeline: boolean): AnimationState {
  return stored === 'Out1' && !secondTimeline ? 'Out' : stored;
}
