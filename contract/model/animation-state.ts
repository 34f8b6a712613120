import { z } from 'zod';

/** The animation states as the wire writes them. Source: "Animation states of a sub-composition". */
export const AnimationState = z.enum(['In', 'Out', 'Out1', 'Out2']);
export type AnimationState = z.infer<typeof AnimationState>;

/** A state as it is stored. Every sub-composition has the out state `Out1`; only one with a second timeline has `Out2` too. */
export const StoredState = z.enum(['In', 'Out1', 'Out2']);
export type StoredState = z.infer<typeof StoredState>;

/** `play` animates from the present state to the target; `jump` reaches it at once. Source: "Animation actions". */
export const AnimationAction = z.enum(['play', 'jump']);
export type AnimationAction = z.infer<typeof AnimationAction>;

/** The stored form of a requested state: with one timeline `Out`, `Out1` and `Out2` all mean the one out state. */
export function storedState(requested: AnimationState, secondTimeline: boolean): StoredState {
  if (requested === 'In') return 'In';
  return requested === 'Out2' && secondTimeline ? 'Out2' : 'Out1';
}

/** The state as models and lists print it: `Out` for the one out state, `Out1` or `Out2` where there are two. */
export function listedState(stored: StoredState, secondTimeline: boolean): AnimationState {
  return stored === 'Out1' && !secondTimeline ? 'Out' : stored;
}
