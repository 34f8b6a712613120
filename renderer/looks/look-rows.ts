import type { LookDrift } from '../../contract/desk-api/look.ts';
import { StoredState } from '../../contract/model/animation-state.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import { asText, displayText } from '../fields/shown-value.ts';
import { stateWord } from '../take/issue.ts';
import { texts } from '../texts/texts.ts';

const words = texts.looks;

export interface LookRow {
  name: string;
  /** The title of the field, or `State`; with `is gone` when the show no longer has the field. */
  what: string;
  look: string;
  air: string;
  /** A recall would change the picture on air. */
  onAir: boolean;
}

interface ConfirmedModel {
  node(id: string): ModelItem | undefined;
  confirmedOnAir(id: string): boolean;
}

export function lookRows(differences: readonly LookDrift[], show: ConfirmedModel): LookRow[] {
  return differences.map((difference) => {
    const { id, what, look, air } = difference;
    const node = show.node(id);
    const inWords = (value: LookDrift['look']): string => valueWord(difference, node, value);
    return {
      name: node?.name ?? id,
      what: whatWord(difference, node),
      look: inWords(look),
      air: what === 'gone' ? texts.common.notInThisShow : what === 'unknown' ? words.notKnown : inWords(air),
      onAir: what !== 'gone' && (show.confirmedOnAir(id) || look === 'In'),
    };
  });
}

function whatWord({ what, field }: LookDrift, node: ModelItem | undefined): string {
  if (field === null) return what === 'gone' ? words.isGone : words.state;
  const title = node?.model.find(({ id }) => id === field)?.title ?? field;
  return what === 'gone' ? words.fieldGone(title) : title;
}

function valueWord({ what, field: name }: LookDrift, node: ModelItem | undefined, value: LookDrift['look']): string {
  if (value === null) return '';
  const state = StoredState.safeParse(value);
  if (what === 'state' && node && state.success) return stateWord(node, state.data);
  const field = node?.model.find(({ id }) => id === name);
  return field ? displayText(field, value) : asText(value);
}
