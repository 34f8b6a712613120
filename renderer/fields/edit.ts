import type { ModelItem } from '../../contract/model/control.ts';
import type { Field, Value } from '../../contract/model/field.ts';

/** What the editor of a field edits: the value of a sub-composition, or one that a cue will send. */
export interface Edit {
  node: ModelItem;
  field: Field;
  /** The value before the operator's draft. */
  value: Value;
  /** The text in the editor: the operator's draft before anything else. */
  text: string;
  /** The value in the editor: the draft's, or `value` while the draft is none. */
  shown: Value;
  /** Why the draft is no value; empty if it is one. */
  problem: string;
  /** The editor got or lost the focus. */
  typing(now: boolean): void;
  /** Takes the operator's input. */
  offer(input: unknown): void | Promise<void>;
}
