import type { Cue } from '../../contract/desk-api/cue.ts';
import { parseAddress } from '../../contract/model/address.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import { type ReadState, subCompositions } from './known.ts';

/** `12.5 Guest`. */
export function cueName(cue: Pick<Cue, 'number' | 'name'> | undefined): string {
  return cue ? `${cue.number} ${cue.name}`.trim() : '';
}

/**
 * The full names of all nodes, by address: with their ancestors except the root, and with the app instance in front if
 * there are several.
 */
export function nodeNames({ apps, model }: Pick<ReadState, 'apps' | 'model'>): Map<string, string> {
  const names = new Map<string, string>();
  const addAll = (nodes: readonly ModelItem[], above: readonly string[]): void => {
    for (const node of nodes) {
      const path = [...above, node.name];
      const app = apps.length > 1 ? apps.find(({ key }) => key === parseAddress(node.id).app)?.name : undefined;
      names.set(node.id, `${app === undefined ? '' : `${app}: `}${path.join(' › ')}`);
      addAll(node.subcompositions, node.state === undefined ? [] : path);
    }
  };
  addAll(model, []);
  return names;
}

/**
 * The variable suffix of each sub-composition, by address: `lower_third`, and `lower_third_2` for the next with this
 * name in tree order. Companion allows only these characters.
 */
export function variableNames(state: ReadState | null): Map<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    subCompositions(state).map(({ id, name }) => {
      const base = plain(name);
      const count = (counts.get(base) ?? 0) + 1;
      counts.set(base, count);
      return [id, count === 1 ? base : `${base}_${count}`];
    }),
  );
}

function plain(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return letters.replaceAll(/[^a-z\d]+/g, '_').replaceAll(/^_|_$/g, '') || 'sub_composition';
}
