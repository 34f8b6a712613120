import type { SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import type { Value } from '../../contract/model/field.ts';

/** What an operator typed or chose in an editor, until the desk has the same. */
export interface FieldDraft {
  /** The text in the editor. */
  text: string;
  /** The canonical value that was sent; undefined when the text is no value. */
  value: Value | undefined;
  /** Why the field or the desk did not accept it; empty if accepted. */
  problem: string;
  /** The desk has answered. */
  settled: boolean;
  /** The view of the sub-composition when the draft was sent. */
  sentOn: SubCompositionView | undefined;
}

/** The state of a draft's editor. */
export interface EditorState {
  /** The editor has the focus. */
  typing: boolean;
  /** The value of the field in the desk now. */
  value: Value;
  view: SubCompositionView | undefined;
}

/**
 * Whether a draft is done, so that the editor shows the desk's value again. A draft is never done while its editor has the
 * focus, or while it holds something that the desk does not have.
 */
export function isDone(draft: FieldDraft, { typing, value, view }: EditorState): boolean {
  if (typing || !draft.settled || draft.problem !== '') return false;
  return view !== draft.sentOn || JSON.stringify(draft.value) === JSON.stringify(value);
}
