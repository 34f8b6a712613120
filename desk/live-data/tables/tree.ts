import { texts } from '../../../contract/texts/texts.ts';
import type { ReadCell } from '../../../contract/desk-api/source.ts';
import { parsePath } from 'dot-prop';

export type Tree = string | number | boolean | null | readonly Tree[] | NamedTree;

/** Iterate over this by name; lists of its names or values cost far more. */
export interface NamedTree {
  readonly [name: string]: Tree;
}

/** The member with the text of an XML element that has attributes or parts. */
export const textOf = '#text';
/** The member with the name of a row that was a member of an object. */
const nameOf = '#name';

export function isNamed(tree: Tree): tree is NamedTree {
  return typeof tree === 'object' && tree !== null && !Array.isArray(tree);
}

/** True for null, an empty text, and lists or objects of only these. */
export function saysNothing(tree: Tree): boolean {
  if (typeof tree !== 'object' || tree === null) return tree === null || tree === '';
  return Object.values(tree).every(saysNothing);
}

/** The value of a tree, or the reason it has none. `most`: maximum characters of a text. */
export function cellValue(tree: Tree | undefined, most: number): ReadCell {
  if (tree === undefined) return { problem: texts.data.missing, absent: true };
  if (tree === null) return { problem: texts.data.null, absent: true };
  if (Array.isArray(tree)) return { problem: texts.data.list };
  // An element of XML with attributes.
  if (typeof tree === 'object' && Object.hasOwn(tree, textOf)) return cellValue((tree as NamedTree)[textOf], most);
  if (typeof tree === 'object') return { problem: texts.data.object };
  if (typeof tree === 'string' && tree.length > most) return { problem: texts.data.tooLong(most) };
  if (typeof tree === 'number' && !isExact(tree)) return { problem: texts.data.tooLargeNumber };
  return { value: tree };
}

/** Larger numbers may have lost precision when the text was parsed. */
function isExact(number: number): boolean {
  return Number.isSafeInteger(number) || (Number.isFinite(number) && !Number.isInteger(number));
}

/**
 * Returns the part of a tree at a path such as `players[2].name`; the empty path is the tree itself. An exact name wins
 * over a path, so the column `Goals.Home` needs no escaping.
 */
export function treeAt(tree: Tree, path: string): Tree | undefined {
  if (path === '') return tree;
  const named = part(tree, path);
  if (named !== undefined) return named;
  const steps = stepsOf(path);
  if (steps.length === 0) return undefined;
  return steps.reduce<Tree | undefined>((at, step) => (at === undefined ? undefined : part(at, step)), tree);
}

/** The rows at a path: a list, one row, or with `*` at its end the members of an object. */
export function rowsAt(tree: Tree, path: string): readonly Tree[] | undefined {
  const membersOf = /^(?:(.*)\.)?\*$/.exec(path);
  const found = treeAt(tree, membersOf ? (membersOf[1] ?? '') : path);
  if (found === undefined) return undefined;
  if (!membersOf) return Array.isArray(found) ? (found as readonly Tree[]) : [found];
  if (!isNamed(found)) return undefined;
  return Object.entries(found).map(([name, member]) => {
    return Object.fromEntries([
      [nameOf, name],
      ...(isNamed(member) ? Object.entries(member) : [['value', member]]),
    ]) as Tree;
  });
}

function stepsOf(path: string): readonly (string | number)[] {
  try {
    return parsePath(path);
  } catch {
    // Text that is no valid path, such as `a[`, can only be a name, and no such name exists.
    return [];
  }
}

function part(tree: Tree, step: string | number): Tree | undefined {
  // The first of several elements of XML is also there where a row has only one.
  if (step === 0 && !Array.isArray(tree)) return tree;
  if (typeof tree !== 'object' || tree === null) return undefined;
  // Excludes the `length` of a list, which is not data.
  if (Array.isArray(tree)) return typeof step === 'number' ? (tree as readonly Tree[])[step] : undefined;
  const object = tree as Readonly<Record<string, Tree>>;
  return Object.hasOwn(object, step) ? object[step] : undefined;
}
