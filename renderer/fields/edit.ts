import type { ModelItem } from '../../contract/model/control.ts';
import type { Field, Value } from '../../contract/model/field.ts';

/** The value that a field's editor edits: of a sub-composition, or of a cue. */
export interface Edit {
  node: ModelItem;
  field: Field;
  value: Value;
  /** The operator's draft, if there is one. */
  text: string;
  /** The draft's value; `value` while the draft is invalid. */
  shown: Value;
  problem: string;
  typing(now: boolean): void;
  /** A stroke in text. */
  typed(text: string): void;
  offer(input: unknown): void | Promise<void>;
}

/** The attributes of an element in which the value is typed. */
export function typedInto(edit: Edit) {
  return {
    value: edit.text,
    'aria-invalid': edit.problem !== '',
    oninput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      edit.typed(currentTarget.value),
    onfocus: () => edit.typing(true),
    onblur: () => edit.typing(false),
  };
}
