import { CssColor } from '../../contract/model/css-color.ts';
import { z } from 'zod';
import { bound, ExpressionBinding, FieldBinding } from './bound.ts';
import { choices } from './choices.ts';

/** Elements without nesting or motions. Lengths are pixels of the reference frame, times ms, colors CSS colors. */

const Frame = z.strictObject({
  x: bound(z.number()),
  y: bound(z.number()),
  width: bound(z.number().nonnegative()),
  height: bound(z.number().nonnegative()),
});

/** How an element follows another aspect: one edge, both (stretches) or the center (default). Direct elements only. */
const Pin = z.strictObject({
  x: z.enum(['left', 'center', 'right', 'stretch']).optional(),
  y: z.enum(['top', 'center', 'bottom', 'stretch']).optional(),
});

const common = {
  id: z.string().min(1),
  frame: Frame,
  pin: Pin.optional(),
  /** Clips the content at the frame, so that text can rise from behind an edge. */
  mask: bound(z.boolean()).optional(),
  visible: bound(z.boolean()).optional(),
  opacity: bound(z.number().min(0).max(1)).optional(),
  /** Degrees, clockwise. */
  rotate: bound(z.number()).optional(),
};

const Shadow = z.strictObject({
  x: bound(z.number()),
  y: bound(z.number()),
  blur: bound(z.number().nonnegative()),
  color: bound(CssColor),
});
export type Shadow = z.infer<typeof Shadow>;

const Stroke = z.strictObject({ width: bound(z.number().positive()), color: bound(CssColor) });

const textStyle = {
  /** A bundled, stage or system font family; default: the bundled sans. */
  family: bound(z.string().min(1)).optional(),
  size: bound(z.number().positive()),
  weight: bound(z.int().min(100).max(900)),
  italic: bound(z.boolean()).optional(),
  align: bound(z.enum(choices.align)),
  color: bound(CssColor),
  /** Hundredths of the size. */
  tracking: bound(z.number()).optional(),
  uppercase: bound(z.boolean()).optional(),
  /** Line distance as a multiple of the size. */
  leading: bound(z.number().positive()).optional(),
  shadow: Shadow.optional(),
  outline: Stroke.optional(),
  direction: bound(z.enum(choices.direction)).optional(),
  /** A BCP 47 language for Han forms, line breaks, capitals, date names. Default: from the text; English date names. */
  language: bound(z.string()).optional(),
};

/** Default `hold`, at zero. `continue` counts below zero. */
const atEnd = { atEnd: bound(z.enum(choices.atEnd)).optional(), endText: bound(z.string()).optional() };

/** How a graphic gets a value: unchanged, JSON number, percent as a share of 1, color, parsed JSON, media address. */
const GraphicValue = z.enum(['text', 'flag', 'number', 'share', 'color', 'color-alpha', 'json', 'address']);

const GraphicData = z.record(z.string(), FieldBinding.extend({ as: GraphicValue.optional() }));

export function element<Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) {
  return z.strictObject({ kind: z.literal(kind), ...common, ...shape });
}

export const leaves = [
  element('box', {
    fill: bound(CssColor),
    /** Gradient to this color; `angle` in degrees, 0 up, 90 right. */
    fade: z.strictObject({ to: bound(CssColor), angle: bound(z.number()) }).optional(),
    /** The filled width from the left, 0 to 100, for a bar. */
    level: bound(z.number()).optional(),
    radius: bound(z.number().nonnegative()).optional(),
    border: Stroke.optional(),
    shadow: Shadow.optional(),
  }),
  /** Never leaves its frame: wraps to `lines`, shrinks, then ends in an ellipsis. */
  element('text', {
    ...textStyle,
    text: bound(z.string()),
    /** Default 1. */
    lines: bound(z.int().positive()).optional(),
    /** Default `middle`. */
    place: bound(z.enum(choices.place)).optional(),
    /** The smallest share of its size before the text is cut. Default 0.6. */
    smallest: bound(z.number().min(0.1).max(1)).optional(),
  }),
  element('image', {
    source: bound(z.string()),
    fit: bound(z.enum(choices.fit)),
    radius: bound(z.number().nonnegative()).optional(),
  }),
  /** Starts at In, keeps its last picture at the end, silent by default. */
  element('video', {
    source: bound(z.string()),
    fit: bound(z.enum(choices.fit)),
    repeat: bound(z.boolean()).optional(),
    sound: bound(z.boolean()).optional(),
  }),
  /** `path` is SVG path data within `box`, scaled to fit the frame. */
  element('path', {
    path: bound(z.string()),
    box: z.strictObject({ width: bound(z.number().positive()), height: bound(z.number().positive()) }),
    fill: bound(CssColor).optional(),
    stroke: Stroke.optional(),
  }),
  /** An endless line of items separated by line breaks. New text joins behind the visible items. */
  element('crawl', {
    ...textStyle,
    text: bound(z.string()),
    /** Pixels per second. */
    speed: bound(z.number()),
    /** The first item's position at In, from the edge that items leave by. */
    start: bound(z.number()),
    separator: bound(CssColor),
    /** Default `left`; use `right` for right-to-left scripts. */
    toward: bound(z.enum(choices.toward)).optional(),
  }),
  /** `time`: a timecontrol field; `format`: `mm:ss`, `h:mm:ss` or `ss.t`. With `from` it counts down. */
  element('timer', {
    ...textStyle,
    time: FieldBinding,
    format: bound(z.string()),
    /** Seconds; absent to count up. */
    from: bound(z.number()).optional(),
    ...atEnd,
  }),
  /**
   * The time of day, or the time left `until` one. `zone`: an IANA name or `local`. `format`: `HH H hh h mm ss a EEEE EEE
   * dd d MMMM MMM MM yyyy`, with words in single quotes; with `until`, a timer format.
   */
  element('clock', {
    ...textStyle,
    zone: bound(z.string()),
    format: bound(z.string()),
    /** `HH:mm`, `HH:mm:ss` or ISO 8601, in `zone` without an offset. A time of day is the next, or up to 1 h past. */
    until: bound(z.string()).optional(),
    ...atEnd,
  }),
  /** One line per JSON array member, a string or `{label, value}`, as many as fit. */
  element('list', {
    ...textStyle,
    items: z.union([FieldBinding, ExpressionBinding]),
    lineHeight: bound(z.number().positive()),
    valueColor: bound(CssColor),
    rule: bound(CssColor),
  }),
  element('sound', { source: bound(z.string()), play: FieldBinding }),
  element('flash', { fill: bound(CssColor), fire: FieldBinding, duration: bound(z.number().positive()) }),
  element('graphic', {
    graphic: z.string().min(1),
    data: GraphicData,
    actions: z.record(z.string(), FieldBinding),
    payloads: z.record(z.string(), GraphicData).optional(),
    step: FieldBinding.optional(),
    /** The graphic leaves automatically. In plays it again; a jump goes to its end and shows nothing. */
    once: z.boolean().optional(),
  }),
] as const;
