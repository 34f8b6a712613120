import { parseAddress } from '../../contract/model/address.ts';
import type { ModelItem } from '../../contract/model/control.ts';

/** One visible row of the tree. */
export interface Row {
  node: ModelItem;
  parent: ModelItem | undefined;
}

/** Trees as they are shown: an app of which nothing is known yet has one row, under its key. */
export function withBareApps(model: ModelItem[], apps: readonly { key: string; name: string }[]): ModelItem[] {
  const bare = { model: [], logicLayer: null, snapshot: null, secondTimeline: false, subcompositions: [] };
  return apps.flatMap(({ key, name }) => {
    const own = model.filter(({ id }) => parseAddress(id).app === key);
    return own.length > 0 ? own : [{ id: key, name, ...bare }];
  });
}

/** The rows that are visible, top to bottom: all but what lies in a folded branch. */
export function visibleRows(model: ModelItem[], isFolded: (id: string) => boolean, parent?: ModelItem): Row[] {
  return model.flatMap((node) => [
    { node, parent },
    ...(isFolded(node.id) ? [] : visibleRows(node.subcompositions, isFolded, node)),
  ]);
}

/** What a key does in a tree: go to another row, or fold or unfold the row it is on. */
export type Move = { go: string } | { fold: string; folded: boolean } | undefined;

/** How the tree stands when a key is pressed. */
export interface TreeNow {
  rows: Row[];
  /** The row with the focus, by its place in `rows`. */
  at: number;
  isFolded: (id: string) => boolean;
}

/** The move of a key by the tree pattern of WAI-ARIA; undefined where the key is not one of the tree's. */
export function moveFor(key: string, { rows, at, isFolded }: TreeNow): Move {
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
    case ' ':
      return to(row);
    default:
      return undefined;
  }
}

const to = (row: Row): Move => ({ go: row.node.id });

/** The next row whose name begins with what was typed, from the present one on and round; a single letter goes on from it. */
export function typedAhead(typed: string, rows: Row[], at: number): string | undefined {
  const first = typed.length === 1 ? at + 1 : at;
  const inTurn = [...rows.slice(first), ...rows.slice(0, first)];
  const begins = typed.toLowerCase();
  return inTurn.find(({ node }) => node.name.toLowerCase().startsWith(begins))?.node.id;
}
