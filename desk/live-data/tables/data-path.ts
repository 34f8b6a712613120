import { parsePath } from 'dot-prop';
import type { Tree } from './tree.ts';

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

function stepsOf(path: string): readonly (string | number)[] {
  try {
    return parsePath(path);
  } catch {
    // Text that is no valid path, such as `a[`, can only be a name, and no such name exists.
    return [];
  }
}

function part(tree: Tree, step: string | number): Tree | undefined {
  if (typeof tree !== 'object' || tree === null) return undefined;
  // Excludes the `length` of a list, which is not data.
  if (Array.isArray(tree)) return typeof step === 'number' ? (tree as readonly Tree[])[step] : undefined;
  const object = tree as Readonly<Record<string, Tree>>;
  return Object.hasOwn(object, step) ? object[step] : undefined;
}
