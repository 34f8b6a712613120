import type { ReadCell } from '../../../contract/desk-api/source.ts';
import type { Tree } from './tree.ts';

/** The value of a tree, or the reason it has none. `most`: maximum characters of a text. */
export function cellValue(tree: Tree | undefined, most: number): ReadCell {
  if (tree === undefined) return { problem: 'is not there' };
  if (tree === null) return { problem: 'has no value (null)' };
  if (Array.isArray(tree)) return { problem: 'is a list' };
  if (typeof tree === 'object') return { problem: 'is an object' };
  if (typeof tree === 'string' && tree.length > most) return { problem: `is longer than ${most} characters` };
  if (typeof tree === 'number' && !isExact(tree)) return { problem: 'is a number too large to be exact' };
  return { value: tree };
}

/** Larger numbers may have lost precision when the text was parsed. */
function isExact(number: number): boolean {
  return Number.isSafeInteger(number) || (Number.isFinite(number) && !Number.isInteger(number));
}
