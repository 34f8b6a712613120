import { parseExpression } from '../expression/expression.ts';
import type { ContentEntry } from '../schema/composition-content.ts';
import type { Field, FieldType } from '../../contract/model/field.ts';
import type { StillElement } from '../schema/scene.ts';
import type { Problem } from './field-check.ts';

type ValueKind = 'a number' | 'true or false' | 'a color' | 'words' | 'a timer' | 'a button' | 'JSON' | 'any value';

/** By name of the bindable property, at any depth of the element. */
const valueKinds: Readonly<Record<string, ValueKind>> = {
  x: 'a number',
  y: 'a number',
  width: 'a number',
  height: 'a number',
  opacity: 'a number',
  rotate: 'a number',
  size: 'a number',
  level: 'a number',
  radius: 'a number',
  speed: 'a number',
  from: 'a number',
  step: 'a number',
  weight: 'a number',
  tracking: 'a number',
  leading: 'a number',
  lines: 'a number',
  smallest: 'a number',
  blur: 'a number',
  angle: 'a number',
  start: 'a number',
  lineHeight: 'a number',
  duration: 'a number',
  cell: 'a number',
  gap: 'a number',
  most: 'a number',
  visible: 'true or false',
  mask: 'true or false',
  italic: 'true or false',
  uppercase: 'true or false',
  repeat: 'true or false',
  sound: 'true or false',
  fill: 'a color',
  to: 'a color',
  color: 'a color',
  separator: 'a color',
  valueColor: 'a color',
  rule: 'a color',
  text: 'words',
  source: 'words',
  path: 'words',
  image: 'words',
  family: 'words',
  align: 'words',
  direction: 'words',
  place: 'words',
  fit: 'words',
  toward: 'words',
  atEnd: 'words',
  format: 'words',
  zone: 'words',
  language: 'words',
  until: 'words',
  endText: 'words',
  time: 'a timer',
  play: 'a button',
  fire: 'a button',
  actions: 'a button',
  items: 'JSON',
  data: 'any value',
  payloads: 'any value',
};

/** The graphic chose the keys inside these. */
const namedByGraphic = new Set<PropertyKey | undefined>(['data', 'actions', 'payloads']);

/**
 * Returns the kind of value that a property takes, or undefined if it cannot be bound.
 * @param path the path of the property within its element
 */
export function valueKindOf(path: readonly PropertyKey[]): ValueKind | undefined {
  const [first] = path;
  const name = namedByGraphic.has(first) ? first : path.at(-1);
  return typeof name === 'string' && Object.hasOwn(valueKinds, name) ? valueKinds[name] : undefined;
}

export function usedFields(elements: readonly StillElement[]): Set<string> {
  const used = new Set<string>();
  const take = (part: object): void => {
    if ('field' in part && typeof part.field === 'string') return void used.add(part.field);
    if ('expression' in part && typeof part.expression === 'string') {
      return parseExpression(part.expression).names.forEach((id) => used.add(id));
    }
    for (const value of Object.values(part) as unknown[]) if (typeof value === 'object' && value !== null) take(value);
  };
  take(elements);
  return used;
}

export function unfitBindings({ elements }: Pick<ContentEntry, 'elements'>, fields: readonly Field[]): Problem[] {
  const known = new Map(fields.map((field) => [field.id, field]));
  return boundTo(elements, ['elements']).flatMap(({ steps, within, id }) => {
    const field = known.get(id);
    const needs = valueKindOf(within);
    if (!field || needs === undefined || fits(field, needs)) return [];
    return [{ steps, message: `needs ${needs}, but the field "${id}" has the type ${field.type}` }];
  });
}

interface BoundProperty {
  steps: readonly PropertyKey[];
  within: readonly PropertyKey[];
  id: string;
}

function boundTo(elements: readonly StillElement[], at: readonly PropertyKey[]): BoundProperty[] {
  return elements.flatMap((element, place) => {
    const steps = [...at, place];
    const { elements: nested, ...own } = 'elements' in element ? element : { ...element, elements: [] };
    return [...boundIn(own, steps, []), ...boundTo(nested, [...steps, 'elements'])];
  });
}

function boundIn(part: object, steps: readonly PropertyKey[], within: readonly PropertyKey[]): BoundProperty[] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return [];
    const at = { steps: [...steps, key], within: [...within, key] };
    if ('field' in value && typeof value.field === 'string') return [{ ...at, id: value.field }];
    return boundIn(value, at.steps, at.within);
  });
}

/** The kinds of value that a field of each type gives. */
const kindsOf: Readonly<Record<FieldType, readonly ValueKind[]>> = {
  text: ['words', 'JSON'],
  textarea: ['words', 'JSON'],
  number: ['words', 'a number'],
  normalizednumber: ['words', 'a number'],
  counter: ['words', 'a number'],
  // `fits` looks at the options.
  selection: ['words', 'a number'],
  image: ['words'],
  color: ['a color'],
  checkbox: ['true or false'],
  audio: ['words'],
  json: ['words', 'JSON'],
  timecontrol: ['a timer'],
  button: ['a button'],
  infotext: ['words'],
  composition: ['words'],
  gradient: ['words'],
};

function fits({ type, selections = [] }: Field, needs: ValueKind): boolean {
  if (needs === 'any value') return true;
  if (!kindsOf[type].includes(needs)) return false;
  if (type !== 'selection' || needs !== 'a number') return true;
  return selections.every(({ id }) => id !== '' && Number.isFinite(Number(id)));
}
