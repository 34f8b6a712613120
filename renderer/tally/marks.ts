import type { SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import type { Refusal } from '../state/refusals.svelte.ts';

/** What there is to know of a sub-composition beside its tally. */
export type MarkKind = 'differs' | 'refused' | 'changed' | 'held' | 'edited';

export interface Mark {
  kind: MarkKind;
  /** The word that stands on the screen. */
  word: string;
  /** By whom, to stand beside the word. */
  by?: string;
  /** The same for those who hear it, and for who asks for more. */
  told: string;
}

/** The marks of a sub-composition, the most pressing first. `trusted`: what was told of it is what is so. */
export function marksOf(
  view: SubCompositionView | undefined,
  { refusal, trusted }: { refusal: Refusal | undefined; trusted: boolean },
): Mark[] {
  if (!view) return [];
  const edits = Object.keys(view.staged).length;
  return [
    ...(trusted && view.drift
      ? [{ kind: 'differs', word: 'DIFFERS', told: 'differs from what was asked' } as const]
      : []),
    ...(refusal ? [{ kind: 'refused', word: 'REFUSED', told: 'the last press was refused' } as const] : []),
    ...(view.changed ? [{ kind: 'changed', word: 'CHANGED', told: 'changed elsewhere' } as const] : []),
    ...(view.holder === null
      ? []
      : [{ kind: 'held', word: 'HELD', by: view.holder, told: `held by ${view.holder}` } as const]),
    ...(edits === 0
      ? []
      : [{ kind: 'edited', word: `${edits}`, told: `${edits} ${edits === 1 ? 'edit' : 'edits'} not sent` } as const]),
  ];
}
