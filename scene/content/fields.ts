import { type Canonical, canonicalValue } from '../../contract/model/canonical-value.ts';
import type { Field, FieldType, Value } from '../../contract/model/field.ts';

export interface Problem {
  steps: readonly PropertyKey[];
  message: string;
}

type FieldLimits = Pick<Field, 'type' | 'min' | 'max' | 'step' | 'selections'>;

/** Absent and empty limits do not count. */
export function limitProblems(field: FieldLimits): Problem[] {
  const problems: Problem[] = [];
  for (const key of ['min', 'max', 'step'] as const) {
    const text = field[key];
    if (text && !isNumber(text)) problems.push({ steps: [key], message: `expected a number, got "${text}"` });
  }
  const { min, max, step } = field;
  if (min && max && Number(min) > Number(max)) {
    problems.push({ steps: ['min'], message: `is more than max: ${min} > ${max}` });
  }
  if (step && Number(step) <= 0) problems.push({ steps: ['step'], message: `expected more than 0, got ${step}` });
  return field.type === 'selection' ? [...problems, ...selectionProblems(field.selections ?? [])] : problems;
}

export function restingValue(field: Field, input: unknown): Canonical {
  if (field.type === 'button' && input === 'execute') {
    return { ok: false, problem: 'expected a button that was not pressed: {"__serviceButton": true, "ts": 0}' };
  }
  if (field.type === 'infotext') {
    return typeof input === 'string' ? { ok: true, value: input } : { ok: false, problem: 'expected a string' };
  }
  return canonicalValue(field, input, { present: undefined, now: 0 });
}

export function repeated(ids: readonly string[]): number[] {
  const seen = new Set<string>();
  return ids.flatMap((id, at) => (seen.size === seen.add(id).size ? [at] : []));
}

function selectionProblems(selections: NonNullable<Field['selections']>): Problem[] {
  if (selections.length === 0) return [{ steps: ['selections'], message: 'a selection needs something to select' }];
  const ids = selections.map(({ id }) => id);
  return repeated(ids).map((at) => ({ steps: ['selections', at, 'id'], message: `"${ids[at]}" is there already` }));
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

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

export const firstOption = { id: 'one', title: 'One' };

/** The initial value of a field of each type, as authors write it. */
export const firstValues: Readonly<Record<FieldType, unknown>> = {
  text: '',
  textarea: '',
  number: '0',
  normalizednumber: '0',
  counter: '0',
  selection: firstOption.id,
  image: '',
  color: '#ffffff',
  checkbox: false,
  audio: '',
  json: '[]',
  timecontrol: { UTC: 0, isRunning: false, value: 0 },
  button: { __serviceButton: true, ts: 0 },
  infotext: '',
  composition: '',
  gradient: '',
};
