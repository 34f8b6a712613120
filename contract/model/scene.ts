import { z } from 'zod';

/**
 * How a sub-composition looks, as data that the output page draws: boxes, texts and pictures in a frame of 1920 x 1080,
 * each property bound to a field where the show changes it, and one timeline each for In and, where there is one, Out2.
 * (Out1 is In played backwards.) Lengths are pixels of that frame, times are milliseconds.
 */

/** A property that is fixed, or the value of the field with this id. */
const bound = <T extends z.ZodType>(fixed: T) => z.union([fixed, z.object({ field: z.string() })]);

const Frame = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number().nonnegative(),
  height: z.number().nonnegative(),
});

/** Where an element starts from (In) or goes to (Out2); what is absent stays as it is at rest. */
const Offset = z.object({
  x: z.number().optional(),
  y: z.number().optional(),
  scaleX: z.number().optional(),
  scaleY: z.number().optional(),
  opacity: z.number().min(0).max(1).optional(),
});

/** One element's part in a timeline: it moves between `offset` and its rest, from `delay` on for `duration`. */
const Motion = z.object({
  offset: Offset,
  delay: z.number().nonnegative(),
  duration: z.number().positive(),
  easing: z.enum(['linear', 'ease-in', 'ease-out', 'ease-in-out']),
});
export type Motion = z.infer<typeof Motion>;

const common = {
  id: z.string(),
  frame: Frame,
  /** Shown only while this checkbox field is true. */
  visible: bound(z.boolean()).optional(),
  in: Motion.optional(),
  out2: Motion.optional(),
};

const TextStyle = {
  size: z.number().positive(),
  weight: z.int().min(100).max(900),
  align: z.enum(['left', 'center', 'right']),
  color: bound(z.string()),
};

const BoxElement = z.object({
  kind: z.literal('box'),
  ...common,
  fill: bound(z.string()),
  radius: z.number().optional(),
});
const TextElement = z.object({ kind: z.literal('text'), ...common, ...TextStyle, text: bound(z.string()) });
const ImageElement = z.object({
  kind: z.literal('image'),
  ...common,
  source: bound(z.string()),
  fit: z.enum(['contain', 'cover']),
});
/** A line of text that runs from right to left for ever; line breaks in the text separate its items. */
const CrawlElement = z.object({
  kind: z.literal('crawl'),
  ...common,
  ...TextStyle,
  text: bound(z.string()),
  speed: bound(z.number()),
});
/** A timer: `time` is a timecontrol field, `format` one of `mm:ss`, `h:mm:ss`, `ss.t`. */
const TimerElement = z.object({
  kind: z.literal('timer'),
  ...common,
  ...TextStyle,
  time: z.object({ field: z.string() }),
  format: bound(z.string()),
});
/** One line per member of a JSON array of strings, or of `{label, value}` objects. */
const ListElement = z.object({
  kind: z.literal('list'),
  ...common,
  ...TextStyle,
  items: z.object({ field: z.string() }),
  lineHeight: z.number(),
});
/** A sound that plays once each time its button field is pressed. */
const SoundElement = z.object({
  kind: z.literal('sound'),
  ...common,
  source: bound(z.string()),
  play: z.object({ field: z.string() }),
});
/** A box that lights up for a moment each time its button field is pressed. */
const FlashElement = z.object({
  kind: z.literal('flash'),
  ...common,
  fill: bound(z.string()),
  fire: z.object({ field: z.string() }),
  duration: z.number().positive(),
});

export const SceneElement = z.discriminatedUnion('kind', [
  BoxElement,
  TextElement,
  ImageElement,
  CrawlElement,
  TimerElement,
  ListElement,
  SoundElement,
  FlashElement,
]);
export type SceneElement = z.infer<typeof SceneElement>;

/** The elements of one sub-composition, first drawn first. An empty scene draws nothing. */
export const Scene = z.object({ elements: z.array(SceneElement) });
export type Scene = z.infer<typeof Scene>;
