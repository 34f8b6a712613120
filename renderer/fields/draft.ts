import type { SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import type { Value } from '../../contract/model/field.ts';

/** An operator's input in an editor, until the desk has the same value. */
export interface FieldDraft {
  text: string;
  /** The canonical value that was sent; undefined when the text is invalid. */
  value: Value | undefined;
  /** Why the field or the desk refused it; empty if accepted. */
  problem: string;
  settled: boolean;
  /** The view of the sub-composition when the draft was sent. */
  sentOn: SubCompositionView | undefined;
}

export interface EditorState {
  typing: boolean;
  value: Value;
  view: SubCompositionView | undefined;
}

/**
 * Whether a draft is done, so that the editor shows the desk's value again. A draft stays while its editor has the
 * focus, or while it differs from the desk.
 */
export function isDone(draft: FieldDraft, { typing, value, view }: EditorState): boolean {
  if (typing || !draft.settled || draft.problem !== '') return false;
  return view !== draft.sentOn || JSON.stringify(draft.value) === JSON.stringify(value);
}
