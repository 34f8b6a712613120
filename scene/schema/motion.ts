import { z } from 'zod';
import { instead } from './bound.ts';

/**
 * Element motions, in pixels of the reference frame and milliseconds, relative to rest (the In position). In runs from
 * `offset` to rest, Out1 is In backwards, Out2 runs from rest to `offset`. A loop starts and ends at rest. An update
 * moves the old value away and the new one in.
 */

export const Offset = z.strictObject({
  x: z.number().optional(),
  y: z.number().optional(),
  scaleX: z.number().optional(),
  scaleY: z.number().optional(),
  /** Degrees, clockwise. */
  rotate: z.number().optional(),
  opacity: z.number().min(0).max(1).optional(),
  blur: z.number().nonnegative().optional(),
  /** Clipped share per edge, in hundredths of the width or height. */
  clip: z
    .strictObject({
      left: z.number().min(0).max(100).optional(),
      right: z.number().min(0).max(100).optional(),
      top: z.number().min(0).max(100).optional(),
      bottom: z.number().min(0).max(100).optional(),
    })
    .optional(),
  /** The drawn share of a path's stroke, 0 to 1. */
  draw: z.number().min(0).max(1).optional(),
});
export type Offset = z.infer<typeof Offset>;

/** A named curve, or a CSS cubic Bézier: x from 0 to 1, y unlimited. */
export const Easing = z.union([
  z.enum(['linear', 'ease-in', 'ease-out', 'ease-in-out', 'back-in', 'back-out']),
  z.strictObject(
    { bezier: z.tuple([z.number().min(0).max(1), z.number(), z.number().min(0).max(1), z.number()]) },
    instead('{"bezier": [x1, y1, x2, y2]}'),
  ),
]);
export type Easing = z.infer<typeof Easing>;

/** `at` is a share of the duration. `easing` applies from here; default: that of the motion. */
const Waypoint = z.strictObject({ at: z.number().gt(0).lt(1), offset: Offset, easing: Easing.optional() });

const Waypoints = z
  .array(Waypoint)
  .max(32)
  .superRefine((places, { addIssue }) => {
    for (const [place, { at }] of places.entries()) {
      const before = places[place - 1]?.at ?? 0;
      const message = `is before the previous place, which is at ${before}`;
      if (at < before) addIssue({ code: 'custom', path: [place, 'at'], message });
    }
  });

const timing = { delay: z.number().nonnegative(), duration: z.number().positive(), easing: Easing };

/** The fixed edge during scaling and rotation. Default: the center. */
const Origin = z.enum(['left', 'right', 'top', 'bottom']);

export const Motion = z.strictObject({
  offset: Offset,
  ...timing,
  origin: Origin.optional(),
  through: Waypoints.optional(),
});
export type Motion = z.infer<typeof Motion>;

export const Loop = z.strictObject({
  ...timing,
  origin: Origin.optional(),
  through: Waypoints.min(1),
  pause: z.number().nonnegative().optional(),
});
export type Loop = z.infer<typeof Loop>;

/**
 * Animates a new value on air. Content (text, picture, path) is swapped through `leave` and `enter`; sizes, positions
 * and colors change gradually. Without an update, changes are cuts.
 */
export const Update = z.strictObject({
  leave: Offset.optional(),
  enter: Offset.optional(),
  duration: z.number().positive(),
  easing: Easing,
  /** 0: one after the other; 1 (default): together. */
  overlap: z.number().min(0).max(1).optional(),
});
export type Update = z.infer<typeof Update>;
