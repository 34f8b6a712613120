import type { ExpressionBinding } from '../scene/schema/bound.ts';
import type { LogicLayer } from '../contract/model/control.ts';
import type { Field } from '../contract/model/field.ts';
import { field, rgb } from '../scene/content/new-field.ts';

/** What the gallery's graphics share, so that they look like one package: dark plates, light words, one color of yours. */
export const colors = {
  ink: '#0a1122',
  slate: '#1b2745',
  white: '#ffffff',
  /** Second words on ink. */
  fog: '#b4c0d6',
  /** Lines on ink. */
  line: 'rgba(255, 255, 255, 0.16)',
  live: '#dc1830',
} as const;

/** Where the graphics-safe area of EBU R 95 begins and ends: 5 % of a frame of 1920 x 1080 at each edge. */
export const safe = { left: 96, right: 1824, top: 54, bottom: 1026 } as const;

/** Dark plates run over from ink to slate, so that they are never quite flat. */
export const plate = { kind: 'box', fill: colors.ink, fade: { to: colors.slate, angle: 90 } } as const;

/** Words stand at the side that their script begins at. */
export const words = { kind: 'text', mask: true, align: 'start', color: colors.white } as const;

/** Small capitals, as over a list or in a label. */
export const capitals = { weight: 700, tracking: 6, uppercase: true } as const;

/** The field for the one color that a graphic takes from its show. */
export function accentField(title = 'Accent color', value = rgb(24, 92, 255)): Field {
  return field({ id: 'accent', type: 'color', title }, value);
}

/** Black or white, whichever can be read on the color of a field. The weights are how bright the eye sees each part. */
export function readableOn(color: string): ExpressionBinding {
  return when(`${color}.r * 0.299 + ${color}.g * 0.587 + ${color}.b * 0.114 > 165`, colors.ink, colors.white);
}

/** One of two fixed values, as a condition over fields has it. */
export function when<T extends string | number>(condition: string, then: T, otherwise: T): ExpressionBinding {
  return { expression: `${condition} ? ${written(then)} : ${written(otherwise)}` };
}

/** Whether a field that holds a text or the address of a picture has anything in it. */
export function given(id: string): ExpressionBinding {
  return { expression: `${id} != ''` };
}

const written = (value: string | number): string => (typeof value === 'number' ? String(value) : `'${value}'`);

/** Who speaks: one of these at a time. */
export const peopleLayer: LogicLayer = { name: 'People', delay: 'none', tag: 'people' };

/** What covers the picture: one of these at a time. */
export const fullFrameLayer: LogicLayer = { name: 'Full frame', delay: 'none', tag: 'full-frame' };
