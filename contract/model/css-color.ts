import colorNames from 'color-name';
import { z } from 'zod';
import type { Color } from './field.ts';

const functions = 'rgba?|hsla?|hwb|lab|lch|oklab|oklch|color';
const names = ['transparent', ...Object.keys(colorNames)].join('|');
const digits = '(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})';

/** A fixed CSS color. A browser draws an unknown color black, and says nothing. */
export const CssColor = z
  .string()
  .regex(new RegExp(`^(?:#${digits}|(?:${functions})\\([-+.,%/ 0-9a-z]{5,80}\\)|${names})$`, 'i'), {
    error: 'expected a CSS color, such as #1b2745, rgba(27, 39, 69, 0.5) or white',
  })
  .meta({ id: 'CssColor' });

/** The nearest `#rrggbb`, without opacity. */
export function hexOf({ r, g, b }: Color): string {
  return `#${[r, g, b].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}
