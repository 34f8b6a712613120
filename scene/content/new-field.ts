import type { Field, Value } from '../../contract/model/field.ts';

type FieldNaming = Pick<Field, 'id' | 'type' | 'title'>;
type FieldDetail = Partial<Pick<Field, 'step' | 'min' | 'max' | 'height' | 'selections' | 'immediateUpdate'>>;

/** The reset value is the default. {@link inOrder} sets the index. */
export function field({ id, type, title }: FieldNaming, defaultValue: Value, detail: FieldDetail = {}): Field {
  return { id, title, type, defaultValue, resetValue: defaultValue, immediateUpdate: false, index: 0, ...detail };
}

/** A press always takes effect at once. */
export function button(id: string, title: string): Field {
  return field({ id, type: 'button', title }, { __serviceButton: true, ts: 0 }, { immediateUpdate: true });
}

export function inOrder(fields: Field[]): Field[] {
  return fields.map((each, index) => ({ ...each, index }));
}
