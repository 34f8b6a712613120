/** What a text of data says, whatever it is written in. */
export type Tree = string | number | boolean | null | readonly Tree[] | { readonly [name: string]: Tree };

/** Whether it says nothing: null, an empty text, or a list or an object of nothing. */
export function saysNothing(tree: Tree): boolean {
  if (typeof tree !== 'object' || tree === null) return tree === null || tree === '';
  return Object.values(tree).every(saysNothing);
}
