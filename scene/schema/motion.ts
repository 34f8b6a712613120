import { z } from 'zod';
import { instead } from './bound.ts';

/**
 * How elements move. Lengths are pixels of the reference frame, times are milliseconds. All timelines refer to rest,
 * the position of the element while it is In. In runs from `offset` to rest, Out1 is In backwards, and Out2 runs from
 * rest to `offset`. A loop leaves rest and returns to it for as long as the element is In. An update moves the old
 * value away from rest and the new one to it.
 */

/** The difference from rest. An absent property is as at rest. */
export const Offset = z.strictObject({
  x: z.number().optional(),
  y: z.number().optional(),
  scaleX: z.number().optional(),
  scaleY: z.number().optional(),
  /** Degrees, clockwise. */
  rotate: z.number().optional(),
  opacity: z.number().min(0).max(1).optional(),
  /** Pixels. */
  blur: z.number().nonnegative().optional(),
  /** How much of each edge is clipped, in hundredths of the width or height. */
  clip: z
    .strictObject({
      left: z.number().min(0).max(100).optional(),
      right: z.number().min(0).max(100).optional(),
      top: z.number().min(0).max(100).optional(),
      bottom: z.number().min(0).max(100).optional(),
    })
    .optional(),
  /** How much of a path's stroke is drawn, 0 to 1. */
  draw: z.number().min(0).max(1).optional(),
});
export type Offset = z.infer<typeof Offset>;

/** A named curve, or the four numbers of a CSS cubic Bézier curve: x from 0 to 1, y may leave that range. */
export const Easing = z.union([
  z.enum(['linear', 'ease-in', 'ease-out', 'ease-in-out', 'back-in', 'back-out']),
  z.strictObject(
    { bezier: z.tuple([z.number().min(0).max(1), z.number(), z.number().min(0).max(1), z.number()]) },
    instead('{"bezier": [x1, y1, x2, y2]}'),
  ),
]);
export type Easing = z.infer<typeof Easing>;

/**
 * A place between the ends of a motion. `at` is a share of the duration. `easing` applies from here on; by default it
 * is that of the motion.
 */
const Waypoint = z.strictObject({ at: z.number().gt(0).lt(1), offset: Offset, easing: Easing.optional() });

/** Waypoints are written in the order of time. */
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

/** The edge that stays in place while the element is scaled or rotated. Default: the center. */
const Origin = z.enum(['left', 'right', 'top', 'bottom']);

/**
 * One element's part in In or Out2: it moves between `offset` and rest, starting after `delay`, for `duration`.
 * Different delays make the motions of elements overlap.
 */
export const Motion = z.strictObject({
  offset: Offset,
  ...timing,
  origin: Origin.optional(),
  /** Places between `offset` and rest (Out2: between rest and `offset`), in the order of time. */
  through: Waypoints.optional(),
});
export type Motion = z.infer<typeof Motion>;

/** A motion that repeats while the element is In: from rest `through` these places and back to rest. */
export const Loop = z.strictObject({
  /** `delay` is the time at rest before the first round. */
  ...timing,
  origin: Origin.optional(),
  through: Waypoints.min(1),
  /** The time at rest between two rounds. */
  pause: z.number().nonnegative().optional(),
});
export type Loop = z.infer<typeof Loop>;

/**
 * The animation of a new value on air. Content (text, picture, path) is swapped: the old one goes to `leave` while the
 * new one comes from `enter`. Sizes, positions and colors change gradually. Without an update all changes are cuts.
 */
export const Update = z.strictObject({
  leave: Offset.optional(),
  enter: Offset.optional(),
  duration: z.number().positive(),
  easing: Easing,
  /** How much the two animations of a swap overlap: from 0, one after the other, to 1, both together. Default 1. */
  overlap: z.number().min(0).max(1).optional(),
});
export type Update = z.infer<typeof Update>;
