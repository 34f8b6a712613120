import type { SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import type { Refusal } from '../state/refusals.svelte.ts';
import { texts } from '../texts/texts.ts';

const words = texts.tally;

export interface Mark {
  kind: 'drift' | 'refused' | 'stale' | 'changed' | 'editing' | 'restored' | 'staged';
  word: string;
  /** The person, shown beside the word. */
  by?: string;
  /** The mark in a few words, for the accessible name and the tooltip. */
  description: string;
}

/** What the marks of a sub-composition follow from. `trusted`: its confirmed state can be believed; `stale`: live data is late or broken. */
export interface MarkFacts {
  refusal: Refusal | undefined;
  trusted: boolean;
  stale?: boolean;
}

export function markFacts(desk: DeskClient, id: string): MarkFacts {
  return { refusal: desk.refusal(id), trusted: desk.trusts(id), stale: desk.data.link(id)?.stale ?? false };
}

/** The most urgent first. */
export function marksOf(view: SubCompositionView | undefined, { refusal, trusted, stale = false }: MarkFacts): Mark[] {
  if (!view) return [];
  const edits = Object.keys(view.staged).length;
  const marks: (Mark | false | null)[] = [
    trusted && view.drift && { kind: 'drift', ...words.drift },
    refusal !== undefined && { kind: 'refused', ...words.refused },
    stale && { kind: 'stale', word: texts.data.stale, description: words.stale.description },
    view.changed && { kind: 'changed', ...words.changed },
    view.holder !== null && {
      kind: 'editing',
      word: words.editing.word,
      by: view.holder,
      description: words.editing.description(view.holder),
    },
    view.restored === true && { kind: 'restored', ...words.restored },
    edits > 0 && { kind: 'staged', word: String(edits), description: words.staged.description(edits) },
  ];
  return marks.filter((mark) => mark !== false && mark !== null);
}
