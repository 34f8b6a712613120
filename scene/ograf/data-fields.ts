import { canonicalValue } from '../../contract/model/canonical-value.ts';
import type { Field, Value } from '../../contract/model/field.ts';
import { DataProperty } from './ograf.ts';
import type { ElementOf } from '../schema/scene.ts';
import { limitProblems, type Problem, repeated } from '../content/fields.ts';

export type DataForm = NonNullable<ElementOf<'graphic'>['data'][string]['as']>;

export interface MappedProperty {
  name: string;
  field: Omit<Field, 'id' | 'index'>;
  as: DataForm;
}

/** For default pictures; undefined if the package does not contain the file. */
export type AddressOf = (path: string) => string | undefined;

type FieldShape = Pick<Field, 'type'> & Partial<Pick<Field, 'step' | 'min' | 'max' | 'unit' | 'selections' | 'rows'>>;

/** `empty` is the value without a valid schema default. */
interface FieldKind {
  shape: FieldShape;
  as: DataForm;
  empty: unknown;
}

/** In editor order. Properties that a field cannot represent or enforce become problems with their schema path. */
export function dataFields(
  properties: Record<string, unknown>,
  addressOf: AddressOf,
): { mapped: MappedProperty[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const read = Object.entries(properties).flatMap(([name, given]) => {
    const property = DataProperty.safeParse(given);
    if (property.success) return [{ name, property: property.data }];
    const message = 'cannot be a field: it has no valid type, or a property of the wrong type';
    problems.push({ steps: [name], message });
    return [];
  });
  const last = Number.POSITIVE_INFINITY;
  const sorted = read.toSorted((one, other) => (one.property.order ?? last) - (other.property.order ?? last) || 0);
  const mapped = sorted.flatMap(({ name, property }) => {
    const found = propertyField(property, addressOf);
    problems.push(...found.problems.map(({ steps, message }) => ({ steps: [name, ...steps], message })));
    return found.field ? [{ name, field: found.field, as: found.as }] : [];
  });
  return { mapped, problems };
}

function propertyField(
  property: DataProperty,
  addressOf: AddressOf,
): { field?: MappedProperty['field']; as: DataForm; problems: Problem[] } {
  const kind = kindOf(property);
  if (!kind) {
    const message = `cannot be a field: its type is ${JSON.stringify(property.type)}`;
    return { as: 'text', problems: [{ steps: ['type'], message }] };
  }
  const problems = notKept(property, kind);
  const { shape } = kind;
  const wrong = limitProblems(shape);
  if (wrong.length > 0) {
    return {
      as: kind.as,
      problems: wrong.map(({ message }) => ({ steps: [], message: `cannot be a field: ${message}` })),
    };
  }
  const value = restingOf(property, kind, addressOf);
  if (value.problem !== undefined) problems.push({ steps: ['default'], message: value.problem });
  const title = property.title ?? property.label;
  const field = {
    title: title ?? '',
    ...shape,
    defaultValue: value.value,
    resetValue: value.value,
    immediateUpdate: false,
  };
  return { field, as: kind.as, problems };
}

function kind(type: Field['type'], as: DataForm, empty: unknown = ''): FieldKind {
  return { shape: { type }, as, empty };
}

const number = (property: DataProperty, more: Partial<FieldShape> = {}): FieldKind => ({
  shape: { type: 'number', ...limitsOf(property, 1), ...more },
  as: 'number',
  empty: 0,
});

/** By GDD type, longest first; a more specific type uses the nearest of these. */
const gddKinds: [prefix: string, type: string, kind: (property: DataProperty) => FieldKind | undefined][] = [
  ['file-path/image-path', 'string', () => kind('image', 'address')],
  ['file-path/audio-path', 'string', () => kind('audio', 'address')],
  ['file-path', 'string', filePath],
  ['multi-line', 'string', () => kind('textarea', 'text')],
  ['color-rrggbbaa', 'string', () => kind('color', 'color-alpha', '#000000ff')],
  ['color-rrggbb', 'string', () => kind('color', 'color', '#000000')],
  [
    'percentage',
    'number',
    (property) => ({ shape: { type: 'number', ...limitsOf(property, 100), unit: '%' }, as: 'share', empty: 0 }),
  ],
  ['duration-ms', 'integer', (property) => number(property, { unit: 'ms' })],
];

function kindOf(property: DataProperty): FieldKind | undefined {
  const { gddType = '' } = property;
  const types = typeof property.type === 'string' ? [property.type] : property.type;
  const type = types.find((one) => one !== 'null');
  if (property.enum !== undefined && ['string', 'number', 'integer'].includes(type ?? '')) return choice(property);
  const [, , special] =
    gddKinds.find(([prefix, of]) => of === type && (gddType === prefix || gddType.startsWith(`${prefix}/`))) ?? [];
  if (special) return special(property);
  return type !== undefined && Object.hasOwn(basicKinds, type) ? basicKinds[type]?.(property) : undefined;
}

const basicKinds: Readonly<Record<string, (property: DataProperty) => FieldKind>> = {
  string({ default: text }) {
    return kind(typeof text === 'string' && /[\r\n]/.test(text) ? 'textarea' : 'text', 'text');
  },
  number: (property) => number(property),
  integer: (property) => number(property),
  boolean: () => kind('checkbox', 'flag', false),
  array: () => kind('json', 'json', []),
  object: (property) => kind('json', 'json', nestedDefaults(property)),
};

const sounds = ['mp3', 'wav', 'ogg', 'oga', 'm4a', 'aac', 'opus', 'flac'];
const pictures = ['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg', 'avif'];

/** Audio or image only if all allowed extensions match; otherwise text. */
function filePath({ gddOptions: { extensions: given } = {} }: DataProperty): FieldKind | undefined {
  const extensions = (Array.isArray(given) ? given : []).map((each) => String(each).replace(/^\./, '').toLowerCase());
  const only = (known: string[]): boolean => extensions.length > 0 && extensions.every((each) => known.includes(each));
  if (only(sounds)) return kind('audio', 'address');
  if (only(pictures)) return kind('image', 'address');
  return kind('text', 'address');
}

function choice({ enum: given = [], gddOptions }: DataProperty): FieldKind | undefined {
  const ids = given.filter((each) => typeof each === 'string' || typeof each === 'number').map(String);
  if (ids.length !== given.length || ids.length === 0 || repeated(ids).length > 0) return undefined;
  const selections = ids.map((id) => ({ id, title: labelOf(id, gddOptions?.labels) ?? id }));
  const as = given.every((each) => typeof each === 'number') ? 'number' : 'text';
  return { shape: { type: 'selection', selections }, as, empty: ids[0] };
}

/** Number keys may differ in form: `9.0` labels 9. */
function labelOf(id: string, labels: unknown): string | undefined {
  const all = typeof labels === 'object' && labels !== null ? Object.entries(labels) : [];
  const same = (key: string): boolean => key.trim() !== '' && Number(key) === Number(id);
  const [, label] = all.find(([key]) => key === id) ?? all.find(([key]) => same(key)) ?? [];
  return typeof label === 'string' ? label : undefined;
}

/** An integer has steps of one. `times`: units of the field per unit of the data. */
function limitsOf(property: DataProperty, times: number): Pick<FieldShape, 'min' | 'max' | 'step'> {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = property;
  const whole = [type].flat().includes('integer');
  const inside = whole ? 1 : 0;
  const min = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + inside);
  const max = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - inside);
  const step = multipleOf ?? (whole ? 1 : undefined);
  const written = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : String(Number((value * times).toPrecision(12)));
  const [from, to, by] = [written(min), written(max), written(step)];
  return {
    ...(from !== undefined && { min: from }),
    ...(to !== undefined && { max: to }),
    ...(by !== undefined && { step: by }),
  };
}

function nestedDefaults({ properties = {} }: DataProperty): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, given]) => {
      const nested = DataProperty.safeParse(given);
      if (!nested.success) return [];
      const { default: value } = nested.data;
      if (value !== undefined) return [[name, value]];
      return nested.data.properties ? [[name, nestedDefaults(nested.data)]] : [];
    }),
  );
}

const unkept = ['pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'format', 'const'];

function notKept(property: DataProperty, { shape }: FieldKind): Problem[] {
  const found = unkept.filter((key) => Object.hasOwn(property, key) && !(key === 'pattern' && shape.type === 'color'));
  const exclusive = ['exclusiveMinimum', 'exclusiveMaximum'].filter(
    (key) => Object.hasOwn(property, key) && ![property.type].flat().includes('integer'),
  );
  return [
    ...found.map((key) => ({ steps: [key], message: 'is not checked when a value is set' })),
    ...exclusive.map((key) => ({ steps: [key], message: 'is taken as a limit that can be reached' })),
  ];
}

function restingOf(property: DataProperty, kind: FieldKind, addressOf: AddressOf): { value: Value; problem?: string } {
  const given = property.default ?? undefined;
  const empty = (): Value =>
    canonicalOf(kind, kind.empty) ?? canonicalOf(kind, kind.shape.min) ?? canonicalOf(kind, kind.shape.max) ?? '';
  if (given === undefined) return { value: empty() };
  const value = canonicalOf(kind, withAddress(given, kind, addressOf));
  return value === undefined
    ? { value: empty(), problem: `is not a valid value of the field: ${JSON.stringify(given).slice(0, 60)}` }
    : { value };
}

/** A default picture has a path within the package, but the field needs the full address. */
function withAddress(given: unknown, { as }: FieldKind, addressOf: AddressOf): unknown {
  return as === 'address' && typeof given === 'string' ? (addressOf(given) ?? given) : given;
}

function canonicalOf({ shape, as }: FieldKind, given: unknown): Value | undefined {
  const field = { ...shape, id: 'data', title: '', defaultValue: '', resetValue: '', immediateUpdate: false, index: 0 };
  const canonical = canonicalValue(field, asFieldTakes(as, shape, given), { present: undefined, now: 0 });
  return canonical.ok ? canonical.value : undefined;
}

function asFieldTakes(as: DataForm, { type }: FieldShape, given: unknown): unknown {
  if (as === 'json') return JSON.stringify(given);
  if (as === 'share' && typeof given === 'number') return Number((given * 100).toPrecision(12));
  return type === 'selection' && typeof given === 'number' ? String(given) : given;
}
