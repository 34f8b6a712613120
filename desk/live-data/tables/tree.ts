/** Parsed data, independent of its format. */
export type Tree = string | number | boolean | null | readonly Tree[] | NamedTree;

/** Iterate over this by name; lists of its names or values cost far more. */
export interface NamedTree {
  readonly [name: string]: Tree;
}

export function isNamed(tree: Tree): tree is NamedTree {
  return typeof tree === 'object' && tree !== null && !Array.isArray(tree);
}

/** True for null, an empty text, and lists or objects of only these. */
export function saysNothing(tree: Tree): boolean {
  if (typeof tree !== 'object' || tree === null) return tree === null || tree === '';
  return Object.values(tree).every(saysNothing);
}
