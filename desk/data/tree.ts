/** What a text of data says, whatever it is written in. */
export type Tree = string | number | boolean | null | readonly Tree[] | { readonly [name: string]: Tree };

/** The parts of a tree that is a list or an object; none for a value. */
export function partsOf(tree: Tree): readonly Tree[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return Array.isArray(tree) ? (tree as readonly Tree[]) : Object.values(tree);
}

/** Whether it says nothing: null, an empty text, or a list or an object of nothing. */
export function saysNothing(tree: Tree): boolean {
  if (typeof tree !== 'object' || tree === null) return tree === null || tree === '';
  return partsOf(tree).every(saysNothing);
}
