import type { SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import { staleWord } from '../data/data-words.ts';
import type { Refusal } from '../state/refusals.svelte.ts';
import { texts } from '../texts/texts.ts';

const words = texts.tally;

type MarkKind = 'drift' | 'refused' | 'stale' | 'changed' | 'editing' | 'restored' | 'staged';

export interface Mark {
  kind: MarkKind;
  word: string;
  /** The person, shown beside the word. */
  by?: string;
  /** The mark in a few words, for the accessible name and the tooltip. */
  description: string;
}

/** The most urgent first. `trusted`: the confirmed state can be believed; `stale`: live data is late or broken. */
export function marksOf(
  view: SubCompositionView | undefined,
  { refusal, trusted, stale = false }: { refusal: Refusal | undefined; trusted: boolean; stale?: boolean },
): Mark[] {
  if (!view) return [];
  const edits = Object.keys(view.staged).length;
  const marks: (Mark | false | null)[] = [
    trusted && view.drift && { kind: 'drift', word: words.drift.word, description: words.drift.description },
    refusal !== undefined && { kind: 'refused', word: words.refused.word, description: words.refused.description },
    stale && { kind: 'stale', word: staleWord, description: words.stale.description },
    view.changed && { kind: 'changed', word: words.changed.word, description: words.changed.description },
    view.holder !== null && {
      kind: 'editing',
      word: words.editing.word,
      by: view.holder,
      description: words.editing.description(view.holder),
    },
    view.restored === true && {
      kind: 'restored',
      word: words.restored.word,
      description: words.restored.description,
    },
    edits > 0 && {
      kind: 'staged',
      word: String(edits),
      description: words.staged.description(edits),
    },
  ];
  return marks.filter((mark) => mark !== false && mark !== null);
}
