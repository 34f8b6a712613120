import type { SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import { staleWord } from '../data/data-words.ts';
import type { Refusal } from '../state/refusals.svelte.ts';

/** What a mark beside the tally of a sub-composition tells. */
type MarkKind = 'drift' | 'refused' | 'stale' | 'changed' | 'editing' | 'restored' | 'staged';

export interface Mark {
  kind: MarkKind;
  /** The word on the screen. */
  word: string;
  /** Who, for beside the word. */
  by?: string;
  /** The mark in a few words, for the accessible name and the tooltip. */
  description: string;
}

/**
 * The marks of a sub-composition, the most urgent first. `trusted`: its confirmed state can be believed; `stale`: its live data
 * is late or broken.
 */
export function marksOf(
  view: SubCompositionView | undefined,
  { refusal, trusted, stale = false }: { refusal: Refusal | undefined; trusted: boolean; stale?: boolean },
): Mark[] {
  if (!view) return [];
  const edits = Object.keys(view.staged).length;
  const marks: (Mark | false | null)[] = [
    trusted && view.drift && { kind: 'drift', word: 'DRIFT', description: 'drift from what was requested' },
    refusal !== undefined && { kind: 'refused', word: 'REFUSED', description: 'last press refused' },
    stale && { kind: 'stale', word: staleWord, description: 'its data is late or broken' },
    view.changed && { kind: 'changed', word: 'CHANGED', description: 'changed elsewhere' },
    view.holder !== null && {
      kind: 'editing',
      word: 'EDITING',
      by: view.holder,
      description: `${view.holder} is editing`,
    },
    view.restored === true && {
      kind: 'restored',
      word: 'RESTORED',
      description: 'prepared before the desk last started',
    },
    edits > 0 && {
      kind: 'staged',
      word: String(edits),
      description: `${edits} ${edits === 1 ? 'edit' : 'edits'} not sent`,
    },
  ];
  return marks.filter((mark) => mark !== false && mark !== null);
}
