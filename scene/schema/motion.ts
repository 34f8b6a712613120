import { z } from 'zod';
import { instead } from './bound.ts';

/**
 * How elements move. Lengths are pixels of the reference frame, times are milliseconds. Every timeline is written against
 * rest, which is how the element stands while it is In: In runs from `offset` to rest, Out1 is In backwards, Out2 runs
 * from rest to `offset`, a loop leaves rest and comes back to it for as long as the element is In, and an update carries
 * the old value away from rest and the new one to it.
 */

/** Where an element is away from rest; what is absent is as at rest. */
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
  /** How much of it is cut off at each edge, in hundredths of its width or height. */
  clip: z
    .strictObject({
      left: z.number().min(0).max(100).optional(),
      right: z.number().min(0).max(100).optional(),
      top: z.number().min(0).max(100).optional(),
      bottom: z.number().min(0).max(100).optional(),
    })
    .optional(),
  /** How much of the stroke of a path is drawn, 0 to 1. */
  draw: z.number().min(0).max(1).optional(),
});
export type Offset = z.infer<typeof Offset>;

/** A named curve, or the four numbers of a cubic Bézier curve as CSS has them: x from 0 to 1, y may leave that range. */
export const Easing = z.union([
  z.enum(['linear', 'ease-in', 'ease-out', 'ease-in-out', 'back-in', 'back-out']),
  z.strictObject(
    { bezier: z.tuple([z.number().min(0).max(1), z.number(), z.number().min(0).max(1), z.number()]) },
    instead('{"bezier": [x1, y1, x2, y2]}'),
  ),
]);
export type Easing = z.infer<typeof Easing>;

/** A place on the way, `at` its share of the duration. `easing` is that of the way from here on; that of the whole where absent. */
const Waypoint = z.strictObject({ at: z.number().gt(0).lt(1), offset: Offset, easing: Easing.optional() });

/** They are passed in the order of time, so they are written in it. */
const Waypoints = z
  .array(Waypoint)
  .max(32)
  .superRefine((places, { addIssue }) => {
    for (const [place, { at }] of places.entries()) {
      const before = places[place - 1]?.at ?? 0;
      const message = `comes before the place in front of it, which is at ${before}`;
      if (at < before) addIssue({ code: 'custom', path: [place, 'at'], message });
    }
  });

const timing = { delay: z.number().nonnegative(), duration: z.number().positive(), easing: Easing };

/** The edge that stays where it is while the element is scaled or turned; the center where it is absent. */
const Origin = z.enum(['left', 'right', 'top', 'bottom']);

/** One element's part in In or Out2: it moves between `offset` and rest, from `delay` on for `duration`. Delays make overlaps. */
export const Motion = z.strictObject({
  offset: Offset,
  ...timing,
  origin: Origin.optional(),
  /** Places between `offset` and rest (Out2: between rest and `offset`), in the order of time. */
  through: Waypoints.optional(),
});
export type Motion = z.infer<typeof Motion>;

/** What an element does again and again while it is In: from rest `through` these places and back to rest. */
export const Loop = z.strictObject({
  /** `delay` is how long it rests before it begins. */
  ...timing,
  origin: Origin.optional(),
  through: Waypoints.min(1),
  /** How long it rests between two rounds. */
  pause: z.number().nonnegative().optional(),
});
export type Loop = z.infer<typeof Loop>;

/**
 * How an element takes a new value while it is on air. Contents (text, picture, path) change places: the old one goes to
 * `leave` while the new one comes from `enter`. Sizes, places and colors run over to the new ones. Without it both are cut.
 */
export const Update = z.strictObject({
  leave: Offset.optional(),
  enter: Offset.optional(),
  duration: z.number().positive(),
  easing: Easing,
  /** How much of its way the old one may still have before it when the new one begins, 0 to 1; 1, together, where absent. */
  overlap: z.number().min(0).max(1).optional(),
});
export type Update = z.infer<typeof Update>;
