import type { LookDrift } from '../../contract/desk-api/look.ts';
import { StoredState } from '../../contract/model/animation-state.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import { asText, asTold } from '../fields/shown-value.ts';
import { stateWord } from '../take/matter.ts';

/** One line of the comparison of a look with the air, in words. */
export interface LookRow {
  name: string;
  /** The title of the field, or `State`; with `is gone` where there is nothing to compare any more. */
  what: string;
  look: string;
  air: string;
  /** What a recall would change of it is on air now, or would come on air. */
  onAir: boolean;
}

interface Known {
  node(id: string): ModelItem | undefined;
  confirmedOnAir(id: string): boolean;
}

/** The differences of a look as they are read; `known` tells of the show as it is now. */
export function lookRows(differences: readonly LookDrift[], known: Known): LookRow[] {
  return differences.map((difference) => {
    const { id, what, look, air } = difference;
    const node = known.node(id);
    const told = (value: LookDrift['look']): string => valueWord(difference, node, value);
    return {
      name: node?.name ?? id,
      what: whatWord(difference, node),
      look: told(look),
      air: what === 'gone' ? 'not in this show' : told(air),
      onAir: what !== 'gone' && (known.confirmedOnAir(id) || look === 'In'),
    };
  });
}

function whatWord({ what, field }: LookDrift, node: ModelItem | undefined): string {
  if (field === null) return what === 'gone' ? 'is gone' : 'State';
  const title = node?.model.find(({ id }) => id === field)?.title ?? field;
  return what === 'gone' ? `${title} is gone` : title;
}

function valueWord(
  { what, field: name }: LookDrift,
  node: ModelItem | undefined,
  value: LookDrift['look'],
): string {
  if (value === null) return '';
  const state = StoredState.safeParse(value);
  if (what === 'state' && node && state.success) return stateWord(node, state.data);
  const field = node?.model.find(({ id }) => id === name);
  return field ? asTold(field, value) : asText(value);
}
