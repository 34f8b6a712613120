import { z } from 'zod';
import { bound, ExpressionBinding, FieldBinding } from './bound.ts';
import { choices } from './choices.ts';

/**
 * The elements of a scene that hold no others, without their motions. Lengths are pixels of the reference frame, times are
 * milliseconds, colors are CSS colors.
 */

const Frame = z.strictObject({
  x: bound(z.number()),
  y: bound(z.number()),
  width: bound(z.number().nonnegative()),
  height: bound(z.number().nonnegative()),
});

/**
 * What an element keeps to when the picture has another aspect than the reference frame: its distance to that edge of the
 * picture, or to both, growing with it. `center`, the whole frame in the middle, where it is absent. Only elements that
 * stand directly in a sub-composition are pinned; what is inside of another element moves with it.
 */
const Pin = z.strictObject({
  x: z.enum(['left', 'center', 'right', 'stretch']).optional(),
  y: z.enum(['top', 'center', 'bottom', 'stretch']).optional(),
});

/** What every element has. */
export const common = {
  id: z.string().min(1),
  frame: Frame,
  pin: Pin.optional(),
  /** True: its motions run inside its frame, which hides what is outside, so that a text can rise from behind an edge. */
  mask: bound(z.boolean()).optional(),
  /** Shown only while this is true. */
  visible: bound(z.boolean()).optional(),
  opacity: bound(z.number().min(0).max(1)).optional(),
  /** Degrees, clockwise. */
  rotate: bound(z.number()).optional(),
};

const Shadow = z.strictObject({
  x: bound(z.number()),
  y: bound(z.number()),
  blur: bound(z.number().nonnegative()),
  color: bound(z.string()),
});
export type Shadow = z.infer<typeof Shadow>;

/** A line around something. */
const Stroke = z.strictObject({ width: bound(z.number().positive()), color: bound(z.string()) });

const textStyle = {
  /** A bundled family, one of the stage's `fonts`, or one of the machine; the bundled sans where it is absent. */
  family: bound(z.string().min(1)).optional(),
  size: bound(z.number().positive()),
  weight: bound(z.int().min(100).max(900)),
  italic: bound(z.boolean()).optional(),
  align: bound(z.enum(choices.align)),
  color: bound(z.string()),
  /** Space between letters, in hundredths of the size. */
  tracking: bound(z.number()).optional(),
  uppercase: bound(z.boolean()).optional(),
  /** Distance of two lines as a multiple of the size. */
  leading: bound(z.number().positive()).optional(),
  shadow: Shadow.optional(),
  outline: Stroke.optional(),
  /** Which way the words run; told from the words themselves where it is absent. */
  direction: bound(z.enum(choices.direction)).optional(),
  /**
   * A BCP 47 language: which forms Chinese characters have, where lines break, how capitals are made, what days and months
   * are called. Told from the words where it is absent, English for days and months.
   */
  language: bound(z.string()).optional(),
};

/** A filled rectangle. */
const BoxElement = z.strictObject({
  kind: z.literal('box'),
  ...common,
  fill: bound(z.string()),
  /** The fill runs over into this color, towards `angle` degrees (0 is up, 90 is right). */
  fade: z.strictObject({ to: bound(z.string()), angle: bound(z.number()) }).optional(),
  /** How much of the width is filled from the left, 0 to 100: a bar that shows a number. */
  level: bound(z.number()).optional(),
  radius: bound(z.number().nonnegative()).optional(),
  border: Stroke.optional(),
  shadow: Shadow.optional(),
});

/** A text that never leaves its frame: it wraps to `lines`, is made smaller to fit, then cut with an ellipsis. */
const TextElement = z.strictObject({
  kind: z.literal('text'),
  ...common,
  ...textStyle,
  text: bound(z.string()),
  /** The lines it may take, 1 where it is absent. */
  lines: bound(z.int().positive()).optional(),
  /** Where the lines stand in a higher frame; `middle` where it is absent. */
  place: bound(z.enum(choices.place)).optional(),
  /** The share of its size that it is made smaller to before it is cut; 0.6 where it is absent. */
  smallest: bound(z.number().min(0.1).max(1)).optional(),
});

const ImageElement = z.strictObject({
  kind: z.literal('image'),
  ...common,
  source: bound(z.string()),
  fit: bound(z.enum(choices.fit)),
  radius: bound(z.number().nonnegative()).optional(),
});

/** A moving picture. It begins when it comes In, keeps its last picture at its end, and is silent unless it is told not to be. */
const VideoElement = z.strictObject({
  kind: z.literal('video'),
  ...common,
  source: bound(z.string()),
  fit: bound(z.enum(choices.fit)),
  repeat: bound(z.boolean()).optional(),
  sound: bound(z.boolean()).optional(),
});

/** A shape. `path` is the data of an SVG path, in a box of `box.width` x `box.height` that is fitted into the frame. */
const PathElement = z.strictObject({
  kind: z.literal('path'),
  ...common,
  path: bound(z.string()),
  box: z.strictObject({ width: bound(z.number().positive()), height: bound(z.number().positive()) }),
  fill: bound(z.string()).optional(),
  stroke: Stroke.optional(),
});

/** A line of text that runs for ever; line breaks in the text separate its items. New text joins behind what can be seen. */
const CrawlElement = z.strictObject({
  kind: z.literal('crawl'),
  ...common,
  ...textStyle,
  text: bound(z.string()),
  /** Pixels per second. */
  speed: bound(z.number()),
  /** Where the first item stands, from the edge that items leave by, at the moment it comes In. */
  start: bound(z.number()),
  /** The color of the mark between two items. */
  separator: bound(z.string()),
  /** The edge that items leave by: `left`, or `right` for scripts that run from right to left; `left` where it is absent. */
  toward: bound(z.enum(choices.toward)).optional(),
});

/** What is shown when a countdown has come to its end: `hold`, which is zero, where it is absent. `continue` counts on below zero. */
const atEnd = {
  atEnd: bound(z.enum(choices.atEnd)).optional(),
  /** `text`: the words that take the place of the digits. */
  endText: bound(z.string()).optional(),
};

/** A timer: `time` is a timecontrol field, `format` one of `mm:ss`, `h:mm:ss`, `ss.t`. With `from` it counts down. */
const TimerElement = z.strictObject({
  kind: z.literal('timer'),
  ...common,
  ...textStyle,
  time: FieldBinding,
  format: bound(z.string()),
  /** Seconds that it counts down from; it counts up where it is absent. */
  from: bound(z.number()).optional(),
  ...atEnd,
});

/**
 * The time of day, or how long it is `until` one. `zone` is a name of the IANA database or `local`; `format` is made of
 * `HH H hh h mm ss a EEEE EEE dd d MMMM MMM MM yyyy` with anything else as it is, words in single quotes; with `until` it
 * is one of a timer's.
 */
const ClockElement = z.strictObject({
  kind: z.literal('clock'),
  ...common,
  ...textStyle,
  zone: bound(z.string()),
  format: bound(z.string()),
  /**
   * `HH:mm`, `HH:mm:ss` (the next time that it is this time in `zone`; one that was less than an hour ago has come), or a
   * date and time as ISO 8601, in `zone` where it names no offset.
   */
  until: bound(z.string()).optional(),
  ...atEnd,
});

/** One line per member of a JSON array of strings, or of `{label, value}` objects; as many as the frame has room for. */
const ListElement = z.strictObject({
  kind: z.literal('list'),
  ...common,
  ...textStyle,
  items: z.union([FieldBinding, ExpressionBinding]),
  lineHeight: bound(z.number().positive()),
  /** The color of the values, and of the rule under each line. */
  valueColor: bound(z.string()),
  rule: bound(z.string()),
});

/** A sound that plays once each time its button field is pressed. */
const SoundElement = z.strictObject({
  kind: z.literal('sound'),
  ...common,
  source: bound(z.string()),
  play: FieldBinding,
});

/** A box that lights up for a moment each time its button field is pressed. */
const FlashElement = z.strictObject({
  kind: z.literal('flash'),
  ...common,
  fill: bound(z.string()),
  fire: FieldBinding,
  duration: bound(z.number().positive()),
});

/**
 * What a value becomes for a graphic: as it stands (`text`, `flag`), a JSON number, a number of percent as a share of one,
 * `#rrggbb`, `#rrggbbaa`, what the JSON in it says, or the whole address of a picture or a sound. As it stands where absent.
 */
const GraphicValue = z.enum(['text', 'flag', 'number', 'share', 'color', 'color-alpha', 'json', 'address']);

/** What a graphic calls a property of what it is given, to the field that holds it, and the form that it is told it in. */
const GraphicData = z.record(z.string(), FieldBinding.extend({ as: GraphicValue.optional() }));

/** A graphic of somebody else's code (OGraf), drawn in a frame of its own that reaches nothing. */
const GraphicElement = z.strictObject({
  kind: z.literal('graphic'),
  ...common,
  /** The id of an installed graphic. */
  graphic: z.string().min(1),
  data: GraphicData,
  /** What the graphic calls an action, to the button field that fires it. */
  actions: z.record(z.string(), FieldBinding),
  /** What the graphic calls an action, to what it is given with it: the values at the moment of the press. */
  payloads: z.record(z.string(), GraphicData).optional(),
  /** The field that holds which of its steps it is at, from 1 on, where it has several. */
  step: FieldBinding.optional(),
  /** It leaves by itself once it was played: In again plays it again, and a jump, which comes to its end, shows nothing. */
  once: z.boolean().optional(),
});

/** Every kind of element that holds no others. */
export const leaves = [
  BoxElement,
  TextElement,
  ImageElement,
  VideoElement,
  PathElement,
  CrawlElement,
  TimerElement,
  ClockElement,
  ListElement,
  SoundElement,
  FlashElement,
  GraphicElement,
] as const;
