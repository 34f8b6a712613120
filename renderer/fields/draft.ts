import type { SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import type { Value } from '../../contract/model/field.ts';

/** What an operator has put into an editor, until the desk shows the same. */
export interface Draft {
  /** As it stands in the editor. */
  text: string;
  /** What was sent of it: its canonical form; undefined where it is none. */
  value: Value | undefined;
  /** Why it was not sent or not kept; empty where it was. */
  problem: string;
  /** Whether the desk has answered. */
  settled: boolean;
  /** What the desk had last told of the sub-composition when this was sent. */
  sentOn: SubCompositionView | undefined;
}

/** How the editor of a draft stands now. */
export interface EditorNow {
  /** The operator is in the editor. */
  typing: boolean;
  /** What the desk shows for the field now. */
  value: Value;
  view: SubCompositionView | undefined;
}

/**
 * Whether a draft has done its work and the editor shows the desk's value again. Never while the operator is in it, and
 * never while it holds something that the desk does not.
 */
export function isSpent(draft: Draft, { typing, value, view }: EditorNow): boolean {
  if (typing || !draft.settled || draft.problem !== '') return false;
  return view !== draft.sentOn || JSON.stringify(draft.value) === JSON.stringify(value);
}
