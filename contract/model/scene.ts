import { z } from 'zod';

/**
 * How a sub-composition looks, as data that the output page draws: boxes, texts and pictures in a frame of 1920 x 1080,
 * each property bound to a field where the show changes it, and one timeline each for In and, where there is one, Out2.
 * (Out1 is In played backwards.) Lengths are pixels of that frame, times are milliseconds, colors are CSS colors.
 */

/** A property that is fixed, or the value of the field with this id. */
const bound = <T extends z.ZodType>(fixed: T) => z.union([fixed, z.object({ field: z.string() })]);

const fieldOnly = z.object({ field: z.string() });

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
export const Motion = z.object({
  offset: Offset,
  delay: z.number().nonnegative(),
  duration: z.number().positive(),
  easing: z.enum(['linear', 'ease-in', 'ease-out', 'ease-in-out']),
  /** The edge that stays where it is while the element is scaled; the center where it is absent. */
  origin: z.enum(['left', 'right', 'top', 'bottom']).optional(),
});
export type Motion = z.infer<typeof Motion>;

const common = {
  id: z.string(),
  frame: Frame,
  /** True: its motions run inside its frame, which hides what is outside, so that a text can rise from behind an edge. */
  mask: z.boolean().optional(),
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
  /** Space between letters, in hundredths of the size. */
  tracking: z.number().optional(),
  uppercase: z.boolean().optional(),
};

/** A filled rectangle. */
const BoxElement = z.object({
  kind: z.literal('box'),
  ...common,
  fill: bound(z.string()),
  /** The fill runs over into this color, towards `angle` degrees (0 is up, 90 is right). */
  fade: z.object({ to: bound(z.string()), angle: z.number() }).optional(),
  /** How much of the width is filled from the left, 0 to 100: a bar that shows a number. */
  level: bound(z.number()).optional(),
});
/** A text that never leaves its frame: it is made smaller to fit, then cut with an ellipsis. */
const TextElement = z.object({
  kind: z.literal('text'),
  ...common,
  ...TextStyle,
  text: bound(z.string()),
  /** The lines it may take, 1 where it is absent. */
  lines: z.int().positive().optional(),
});
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
  /** Pixels per second. */
  speed: bound(z.number()),
  /** Where the first item stands, from the left edge of the frame, at the moment it comes In. */
  start: z.number(),
  /** The color of the mark between two items. */
  separator: bound(z.string()),
});
/** A timer: `time` is a timecontrol field, `format` one of `mm:ss`, `h:mm:ss`, `ss.t`. */
const TimerElement = z.object({
  kind: z.literal('timer'),
  ...common,
  ...TextStyle,
  time: fieldOnly,
  format: bound(z.string()),
});
/** One line per member of a JSON array of strings, or of `{label, value}` objects; as many as the frame has room for. */
const ListElement = z.object({
  kind: z.literal('list'),
  ...common,
  ...TextStyle,
  items: fieldOnly,
  lineHeight: z.number().positive(),
  /** The color of the values, and of the rule under each line. */
  valueColor: bound(z.string()),
  rule: bound(z.string()),
});
/** A sound that plays once each time its button field is pressed. */
const SoundElement = z.object({
  kind: z.literal('sound'),
  ...common,
  source: bound(z.string()),
  play: fieldOnly,
});
/** A box that lights up for a moment each time its button field is pressed. */
const FlashElement = z.object({
  kind: z.literal('flash'),
  ...common,
  fill: bound(z.string()),
  fire: fieldOnly,
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

const motions = { in: true, out2: true } as const;

/** An element without its motions, which a composition's content keeps beside it. Unknown properties are refused. */
export const StillElement = z.discriminatedUnion('kind', [
  BoxElement.omit(motions).strict(),
  TextElement.omit(motions).strict(),
  ImageElement.omit(motions).strict(),
  CrawlElement.omit(motions).strict(),
  TimerElement.omit(motions).strict(),
  ListElement.omit(motions).strict(),
  SoundElement.omit(motions).strict(),
  FlashElement.omit(motions).strict(),
]);
export type StillElement = z.infer<typeof StillElement>;

/** The element of one kind. */
export type ElementOf<Kind extends SceneElement['kind']> = Extract<SceneElement, { kind: Kind }>;

/** The elements of one sub-composition, first drawn first. An empty scene draws nothing. */
export const Scene = z.object({ elements: z.array(SceneElement) }).meta({ id: 'Scene' });
export type Scene = z.infer<typeof Scene>;
