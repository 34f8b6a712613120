import { z } from 'zod';
import { bound, ExpressionBinding, FieldBinding } from './bound.ts';
import { choices } from './choices.ts';

/**
 * The elements of a scene that contain no others, without their motions. Lengths are pixels of the reference frame,
 * times are milliseconds, colors are CSS colors.
 */

const Frame = z.strictObject({
  x: bound(z.number()),
  y: bound(z.number()),
  width: bound(z.number().nonnegative()),
  height: bound(z.number().nonnegative()),
});

/**
 * What an element follows if the picture has another aspect than the reference frame: one edge, both edges (it
 * stretches), or the center, which is the default. Only direct elements of a sub-composition can be pinned; a nested
 * element moves with its container.
 */
const Pin = z.strictObject({
  x: z.enum(['left', 'center', 'right', 'stretch']).optional(),
  y: z.enum(['top', 'center', 'bottom', 'stretch']).optional(),
});

/** The properties of every element. */
export const common = {
  id: z.string().min(1),
  frame: Frame,
  pin: Pin.optional(),
  /** True: the frame clips its content, so that a text can rise from behind an edge. */
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

/** A line around or along something. */
const Stroke = z.strictObject({ width: bound(z.number().positive()), color: bound(z.string()) });

const textStyle = {
  /** A bundled family, one of the stage's `fonts`, or one installed on the machine. The default is the bundled sans. */
  family: bound(z.string().min(1)).optional(),
  size: bound(z.number().positive()),
  weight: bound(z.int().min(100).max(900)),
  italic: bound(z.boolean()).optional(),
  align: bound(z.enum(choices.align)),
  color: bound(z.string()),
  /** Letter spacing in hundredths of the size. */
  tracking: bound(z.number()).optional(),
  uppercase: bound(z.boolean()).optional(),
  /** The distance of two lines as a multiple of the size. */
  leading: bound(z.number().positive()).optional(),
  shadow: Shadow.optional(),
  outline: Stroke.optional(),
  /** The writing direction. By default it follows the words. */
  direction: bound(z.enum(choices.direction)).optional(),
  /**
   * A BCP 47 language. It decides the forms of Han characters, line breaks, capitals, and the names of days and months.
   * By default it follows the words; names of days and months are then English.
   */
  language: bound(z.string()).optional(),
};

/** A filled rectangle. */
const BoxElement = z.strictObject({
  kind: z.literal('box'),
  ...common,
  fill: bound(z.string()),
  /** The fill fades into this color, towards `angle` degrees (0 is up, 90 is right). */
  fade: z.strictObject({ to: bound(z.string()), angle: bound(z.number()) }).optional(),
  /** How much of the width is filled from the left, 0 to 100: a bar that shows a number. */
  level: bound(z.number()).optional(),
  radius: bound(z.number().nonnegative()).optional(),
  border: Stroke.optional(),
  shadow: Shadow.optional(),
});

/** A text that never leaves its frame: it wraps to `lines`, shrinks to fit, then ends in an ellipsis. */
const TextElement = z.strictObject({
  kind: z.literal('text'),
  ...common,
  ...textStyle,
  text: bound(z.string()),
  /** The most lines. Default 1. */
  lines: bound(z.int().positive()).optional(),
  /** The vertical position of the lines in a higher frame. Default `middle`. */
  place: bound(z.enum(choices.place)).optional(),
  /** The smallest share of its size that it shrinks to before it is cut. Default 0.6. */
  smallest: bound(z.number().min(0.1).max(1)).optional(),
});

const ImageElement = z.strictObject({
  kind: z.literal('image'),
  ...common,
  source: bound(z.string()),
  fit: bound(z.enum(choices.fit)),
  radius: bound(z.number().nonnegative()).optional(),
});

/** A video. It starts when it comes In, keeps its last picture at its end, and is silent by default. */
const VideoElement = z.strictObject({
  kind: z.literal('video'),
  ...common,
  source: bound(z.string()),
  fit: bound(z.enum(choices.fit)),
  repeat: bound(z.boolean()).optional(),
  sound: bound(z.boolean()).optional(),
});

/** A shape. `path` is SVG path data in a box of `box.width` x `box.height`, which is scaled to fit the frame. */
const PathElement = z.strictObject({
  kind: z.literal('path'),
  ...common,
  path: bound(z.string()),
  box: z.strictObject({ width: bound(z.number().positive()), height: bound(z.number().positive()) }),
  fill: bound(z.string()).optional(),
  stroke: Stroke.optional(),
});

/** An endless line of text. Line breaks separate its items. New text joins behind the visible items. */
const CrawlElement = z.strictObject({
  kind: z.literal('crawl'),
  ...common,
  ...textStyle,
  text: bound(z.string()),
  /** Pixels per second. */
  speed: bound(z.number()),
  /** The position of the first item when it comes In, from the edge that items leave by. */
  start: bound(z.number()),
  /** The color of the mark between two items. */
  separator: bound(z.string()),
  /** The edge that items leave by. Default `left`; `right` for scripts that run from right to left. */
  toward: bound(z.enum(choices.toward)).optional(),
});

/** What a countdown shows at its end. Default `hold`, which is zero. `continue` counts on below zero. */
const atEnd = {
  atEnd: bound(z.enum(choices.atEnd)).optional(),
  /** `text`: the words that replace the digits. */
  endText: bound(z.string()).optional(),
};

/** A timer. `time` is a timecontrol field, `format` one of `mm:ss`, `h:mm:ss`, `ss.t`. With `from` it counts down. */
const TimerElement = z.strictObject({
  kind: z.literal('timer'),
  ...common,
  ...textStyle,
  time: FieldBinding,
  format: bound(z.string()),
  /** The seconds to count down from. Absent: it counts up. */
  from: bound(z.number()).optional(),
  ...atEnd,
});

/**
 * The time of day, or the time left `until` one. `zone` is a name of the IANA database or `local`. `format` consists of
 * `HH H hh h mm ss a EEEE EEE dd d MMMM MMM MM yyyy`; other characters stay as they are, and words need single quotes.
 * With `until` it is a format of a timer.
 */
const ClockElement = z.strictObject({
  kind: z.literal('clock'),
  ...common,
  ...textStyle,
  zone: bound(z.string()),
  format: bound(z.string()),
  /**
   * A time of day as `HH:mm` or `HH:mm:ss`, or a date and time as ISO 8601; in `zone` if it has no offset. A time of
   * day means its next occurrence, but for one hour after it the countdown stays at its end.
   */
  until: bound(z.string()).optional(),
  ...atEnd,
});

/** One line per member of a JSON array of strings or `{label, value}` objects, as many as fit in the frame. */
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
 * The form in which a graphic receives a value: unchanged (`text`, `flag`), a JSON number, percent as a share of one,
 * `#rrggbb`, `#rrggbbaa`, parsed JSON, or the absolute address of a picture or a sound. Unchanged by default.
 */
const GraphicValue = z.enum(['text', 'flag', 'number', 'share', 'color', 'color-alpha', 'json', 'address']);

/** Properties that a graphic receives: name to the field that holds the value and the form of that value. */
const GraphicData = z.record(z.string(), FieldBinding.extend({ as: GraphicValue.optional() }));

/** A graphic made of someone else's code (OGraf), isolated in a frame of its own. */
const GraphicElement = z.strictObject({
  kind: z.literal('graphic'),
  ...common,
  /** The id of an installed graphic. */
  graphic: z.string().min(1),
  data: GraphicData,
  /** The graphic's name of an action, to the button field that fires it. */
  actions: z.record(z.string(), FieldBinding),
  /** The graphic's name of an action, to its payload: the field values at the moment of the press. */
  payloads: z.record(z.string(), GraphicData).optional(),
  /** The field that holds the current step, from 1 on, if the graphic has several. */
  step: FieldBinding.optional(),
  /** The graphic leaves by itself. In plays it once more; a jump goes to its end and shows nothing. */
  once: z.boolean().optional(),
});

/** Every kind of element that contains no others. */
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
