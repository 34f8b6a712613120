import { bindings } from './content-reader.ts';
import type { ContentEntry } from '../schema/composition-content.ts';
import type { Field, FieldType } from '../../contract/model/field.ts';
import type { StillElement } from '../schema/scene.ts';
import type { Problem } from './fields.ts';

type ValueKind = 'a number' | 'true or false' | 'a color' | 'words' | 'a timer' | 'a button' | 'JSON' | 'any value';

/** The bindable properties that take each kind of value, at any depth of the element. */
const bindable: Readonly<Record<ValueKind, string>> = {
  'a number':
    'x y width height opacity rotate size level radius speed from step weight tracking leading lines smallest blur ' +
    'angle start lineHeight duration cell gap most',
  'true or false': 'visible mask italic uppercase repeat sound',
  'a color': 'fill to color separator valueColor rule',
  words: 'text source path image family align direction place fit toward atEnd format zone language until endText',
  'a timer': 'time',
  'a button': 'play fire actions',
  JSON: 'items',
  'any value': 'data payloads',
};
const valueKinds: ReadonlyMap<unknown, ValueKind> = new Map(
  (Object.keys(bindable) as ValueKind[]).flatMap((kind) => bindable[kind].split(' ').map((name) => [name, kind])),
);

/** The graphic chose the keys inside these. */
const namedByGraphic = new Set<PropertyKey | undefined>(['data', 'actions', 'payloads']);

/** The kind of value that a property takes, by its path in its element; undefined if it cannot be bound. */
export function valueKindOf(path: readonly PropertyKey[]): ValueKind | undefined {
  const [first] = path;
  return valueKinds.get(namedByGraphic.has(first) ? first : path.at(-1));
}

export function usedFields(elements: readonly StillElement[]): Set<string> {
  return new Set(bindings(elements, []).flatMap(({ names }) => names));
}

export function unfitBindings({ elements }: Pick<ContentEntry, 'elements'>, fields: readonly Field[]): Problem[] {
  const known = new Map(fields.map((field) => [field.id, field]));
  return boundTo(elements, ['elements']).flatMap(({ steps, within, id }) => {
    const field = known.get(id);
    const needs = valueKindOf(within);
    if (!field || needs === undefined || fits(field, needs)) return [];
    return [{ steps, message: `needs ${needs}, but the field "${field.title || id}" has the type ${field.type}` }];
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
