import { parsePath } from 'dot-prop';
import type { Tree } from './tree.ts';

/**
 * What is at a path of a tree: `team.home.name`, `players[2].name`. Undefined if nothing is there. The empty path is the
 * tree itself. A name that the tree has wins over a path, so the column `Goals.Home` needs no other spelling.
 */
export function treeAt(tree: Tree, path: string): Tree | undefined {
  if (path === '') return tree;
  const named = part(tree, path);
  if (named !== undefined) return named;
  const steps = stepsOf(path);
  // The library gives no steps for a path through the names that every object inherits.
  if (steps.length === 0) return undefined;
  return steps.reduce<Tree | undefined>((at, step) => (at === undefined ? undefined : part(at, step)), tree);
}

function stepsOf(path: string): readonly (string | number)[] {
  try {
    return parsePath(path);
  } catch {
    // What is no path, such as `a[`, could only be a name, and there is none like it.
    return [];
  }
}

function part(tree: Tree, step: string | number): Tree | undefined {
  if (typeof tree !== 'object' || tree === null) return undefined;
  // A list has a length too, which is no part of what the text says.
  if (Array.isArray(tree)) return typeof step === 'number' ? (tree as readonly Tree[])[step] : undefined;
  const object = tree as Readonly<Record<string, Tree>>;
  return Object.hasOwn(object, step) ? object[step] : undefined;
}
