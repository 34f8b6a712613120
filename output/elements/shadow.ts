import type { Shadow } from '../../scene/schema/element.ts';
import { colorOf, numberOf, numberWithin, type Scope } from '../binding.ts';

/** A shadow as CSS has it, of a box as of words. */
export function shadowOf({ x, y, blur, color }: Shadow, scope: Scope): string {
  const lengths = [numberOf(x, scope), numberOf(y, scope), numberWithin(blur, scope, [0, Infinity])];
  return `${lengths.map((length) => `${length}px`).join(' ')} ${colorOf(color, scope)}`;
}
