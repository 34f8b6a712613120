import { parseAddress } from '../../contract/model/address.ts';
import type { ModelItem } from '../../contract/model/control.ts';

export interface TreeRow {
  node: ModelItem;
  parent: ModelItem | undefined;
  /** 1 for a root. */
  level: number;
  /** From 0, among the children of its parent. */
  at: number;
  /** How many children its parent has. */
  of: number;
}

/** The trees to show. An app instance without a known model gets one placeholder row, under its key. */
export function withPlaceholders(model: ModelItem[], apps: readonly { key: string; name: string }[]): ModelItem[] {
  const placeholder = { model: [], logicLayer: null, snapshot: null, secondTimeline: false, subcompositions: [] };
  return apps.flatMap(({ key, name }) => {
    const own = model.filter(({ id }) => parseAddress(id).app === key);
    return own.length > 0 ? own : [{ id: key, name, ...placeholder }];
  });
}

/** Top to bottom, without folded branches. */
export function visibleRows(model: ModelItem[], isFolded: (id: string) => boolean, above?: TreeRow): TreeRow[] {
  return model.flatMap((node, at) => {
    const row = { node, parent: above?.node, level: (above?.level ?? 0) + 1, at, of: model.length };
    return isFolded(node.id) ? [row] : [row, ...visibleRows(node.subcompositions, isFolded, row)];
  });
}

export type TreeMove = { go: string } | { edit: string } | { fold: string; folded: boolean } | undefined;

export interface TreeState {
  rows: TreeRow[];
  /** The index in `rows` of the row with the focus. */
  at: number;
  isFolded: (id: string) => boolean;
}

/** By the WAI-ARIA tree pattern; undefined for keys that the tree does not use. */
export function moveFor(key: string, { rows, at, isFolded }: TreeState): TreeMove {
  const row = rows[at];
  if (!row) return undefined;
  const { node, parent } = row;
  const branch = node.subcompositions.length > 0;
  const open = branch && !isFolded(node.id);
  switch (key) {
    case 'ArrowDown':
      return to(rows[at + 1] ?? row);
    case 'ArrowUp':
      return to(rows[at - 1] ?? row);
    case 'PageDown':
      return to(rows[Math.min(at + page, rows.length - 1)] ?? row);
    case 'PageUp':
      return to(rows[Math.max(at - page, 0)] ?? row);
    case 'Home':
      return to(rows[0] ?? row);
    case 'End':
      return to(rows.at(-1) ?? row);
    case 'ArrowRight':
      if (!branch) return to(row);
      return open ? to(rows[at + 1] ?? row) : { fold: node.id, folded: false };
    case 'ArrowLeft':
      return open ? { fold: node.id, folded: true } : { go: (parent ?? node).id };
    case 'Enter':
      return { edit: node.id };
    case ' ':
      return to(row);
    default:
      return undefined;
  }
}

/** In rows. */
const page = 10;

const to = (row: TreeRow): TreeMove => ({ go: row.node.id });
