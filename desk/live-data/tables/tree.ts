/** What a text of data says, whatever it is written in. */
export type Tree = string | number | boolean | null | readonly Tree[] | NamedTree;

/** A tree whose parts have names. To go through them name by name costs a fraction of a list of its names or its values. */
export interface NamedTree {
  readonly [name: string]: Tree;
}

export function isNamed(tree: Tree): tree is NamedTree {
  return typeof tree === 'object' && tree !== null && !Array.isArray(tree);
}

/** Whether it says nothing: null, an empty text, or a list or an object of nothing. */
export function saysNothing(tree: Tree): boolean {
  if (typeof tree !== 'object' || tree === null) return tree === null || tree === '';
  return Object.values(tree).every(saysNothing);
}
