import type { ModelItem } from '../../contract/model/control.ts';
import type { Field, Value } from '../../contract/model/field.ts';
import { typedValue } from '../../contract/model/written-value.ts';

/** The value that a field's editor edits: of a sub-composition, or of a cue. */
export interface Edit {
  node: ModelItem;
  field: Field;
  value: Value;
  text: string;
  /** The draft's value; `value` while the draft is invalid. */
  shown: Value;
  problem: string;
  typing(now: boolean): void;
  typed(text: string): void;
  offer(input: unknown): void | Promise<void>;
  step(by: 1 | -1): void;
}

export function readInput(field: Field, input: unknown, present: Value): { value: Value | undefined; problem: string } {
  const checked = typedValue(field, input, { present, now: 0 });
  return checked.ok ? { value: checked.value, problem: '' } : { value: undefined, problem: checked.problem };
}

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
