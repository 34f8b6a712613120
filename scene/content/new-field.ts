import type { Color, Field, Value } from '../../contract/model/field.ts';

type Naming = Pick<Field, 'id' | 'type' | 'title'>;
type Detail = Partial<Pick<Field, 'step' | 'min' | 'max' | 'height' | 'selections' | 'immediateUpdate'>>;

/** A field whose reset value is its default; fields are listed in the order in which they stand in the array. */
export function field({ id, type, title }: Naming, defaultValue: Value, detail: Detail = {}): Field {
  return { id, title, type, defaultValue, resetValue: defaultValue, immediateUpdate: false, index: 0, ...detail };
}

/** A button that was never pressed. It has no meaning but at once. */
export function button(id: string, title: string): Field {
  return field({ id, type: 'button', title }, { __serviceButton: true, ts: 0 }, { immediateUpdate: true });
}

/** The fields with their places. */
export function inOrder(fields: Field[]): Field[] {
  return fields.map((each, index) => ({ ...each, index }));
}

/** A full color from its red, green and blue, 0 to 255 each. */
export function rgb(r: number, g: number, b: number): Color {
  return { a: 1, b, g, r };
}
