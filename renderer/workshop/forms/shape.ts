import { z } from 'zod';
import { ContentEntry } from '../../../scene/schema/composition-content.ts';
import { Loop, Motion, Update } from '../../../scene/schema/motion.ts';
import { StillElement } from '../../../scene/schema/scene.ts';
import { Stage } from '../../../scene/schema/stage.ts';
import { WidgetField } from '../../../scene/schema/widget-ui.ts';
import { texts } from '../../texts/texts.ts';

export type ValueShape =
  | { is: 'number'; least: number | undefined; most: number | undefined }
  | { is: 'text' }
  | { is: 'flag' }
  | { is: 'choice'; options: string[] };

/** The shape of a part of the content, as forms need it. Read from the schema, so there is no second list. */
export type Shape =
  | ValueShape
  /** Fixed (if `fixed` is set), the value of a field, or an expression. */
  | { is: 'bound'; fixed: Shape | undefined; ways: ('field' | 'expression')[] }
  | { is: 'object'; members: Member[] }
  | { is: 'map'; value: Shape }
  | { is: 'list'; item: Shape }
  | { is: 'row'; items: Shape[] }
  | { is: 'either'; options: Shape[] }
  | { is: 'unknown' };

export interface Member {
  name: string;
  shape: Shape;
  required: boolean;
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

const plain = { io: 'input', unrepresentable: 'any', reused: 'inline' } as const;
const written = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema, plain);

class Reading {
  readonly #whole: JsonSchema;

  constructor(whole: JsonSchema) {
    this.#whole = whole;
  }

  shape(given: JsonSchema): Shape {
    const json = this.#resolved(given);
    const either = json.anyOf ?? json.oneOf;
    if (either) return this.#either(either);
    if (json.enum) return { is: 'choice', options: json.enum.map(String) };
    switch (json.type) {
      case 'number':
      case 'integer':
        return numberShape(json);
      case 'string':
        return { is: 'text' };
      case 'boolean':
        return { is: 'flag' };
      case 'object':
        return this.#object(json);
      case 'array':
        return this.#array(json);
      default:
        return { is: 'unknown' };
    }
  }

  /** The options of the whole, if it has several. A named schema is a reference to itself. */
  get options(): JsonSchema[] {
    const whole = this.#resolved(this.#whole);
    return (whole.oneOf ?? whole.anyOf ?? []).map((option) => this.#resolved(option));
  }

  #object(json: JsonSchema): Shape {
    const way = (['field', 'expression'] as const).find((each) => isBinding(json, each));
    if (way) return { is: 'bound', fixed: undefined, ways: [way] };
    if (!json.properties && typeof json.additionalProperties === 'object') {
      return { is: 'map', value: this.shape(json.additionalProperties) };
    }
    const members = Object.entries(json.properties ?? {}).filter(
      ([, member]) => (member as JsonSchema).const === undefined,
    );
    return {
      is: 'object',
      members: members.map(([name, member]) => ({
        name,
        // The elements of a holder are a tree of their own; following them would not end.
        shape: name === 'elements' ? { is: 'unknown' } : this.shape(member as JsonSchema),
        required: json.required?.includes(name) ?? false,
      })),
    };
  }

  #array(json: JsonSchema): Shape {
    if (json.prefixItems) return { is: 'row', items: json.prefixItems.map((item) => this.shape(item as JsonSchema)) };
    return { is: 'list', item: this.shape(json.items as JsonSchema) };
  }

  #either(options: JsonSchema[]): Shape {
    const all = options.map((option) => this.#resolved(option));
    const ways = (['field', 'expression'] as const).filter((way) => all.some((option) => isBinding(option, way)));
    if (ways.length > 0) {
      const [fixed] = all.filter((option) => !ways.some((way) => isBinding(option, way)));
      return { is: 'bound', fixed: fixed && this.shape(fixed), ways };
    }
    return { is: 'either', options: all.map((option) => this.shape(option)) };
  }

  #resolved(json: JsonSchema): JsonSchema {
    const name = json.$ref?.split('/').at(-1);
    if (name === undefined) return json;
    return this.#resolved(this.#whole.$defs?.[name] ?? {});
  }
}

function isBinding(json: JsonSchema, way: string): boolean {
  const names = Object.keys(json.properties ?? {});
  return names.length === 1 && names[0] === way;
}

function numberShape(json: JsonSchema): Shape {
  const least = json.minimum ?? (json.exclusiveMinimum === undefined ? undefined : Number(json.exclusiveMinimum));
  const safe = (limit: number | undefined): number | undefined =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER ? limit : undefined;
  return { is: 'number', least: safe(least), most: safe(json.maximum) };
}

function shapeOf(schema: z.ZodType): Shape {
  const json = written(schema);
  return new Reading(json).shape(json);
}

/** The shape of each kind of element, without `id` and `elements`, which are edited in the tree. */
function elementShapes(): Map<string, Shape> {
  const reading = new Reading(written(StillElement));
  return new Map(
    reading.options.map((kind) => {
      const shape = reading.shape(kind);
      const members = shape.is === 'object' ? shape.members : [];
      const name = String((kind.properties?.kind as JsonSchema | undefined)?.const);
      return [name, { is: 'object', members: members.filter((member) => !['id', 'elements'].includes(member.name)) }];
    }),
  );
}

const { fields } = ContentEntry.shape.dataSources.shape.composition.shape.controlNode.shape;

export const shapes = {
  element: elementShapes(),
  effects: { In: shapeOf(Motion), Out2: shapeOf(Motion), Loop: shapeOf(Loop), Update: shapeOf(Update) },
  field: shapeOf(fields.unwrap().element),
  widgetField: shapeOf(WidgetField),
  stage: shapeOf(Stage),
} as const;

export const commonNames: ReadonlySet<string> = new Set(
  membersOf(shapes.element.get('box'))
    .map(({ name }) => name)
    .filter((name) =>
      [...shapes.element.values()].every((shape) => membersOf(shape).some((member) => member.name === name)),
    ),
);

export function membersOf(shape: Shape | undefined): Member[] {
  return shape?.is === 'object' ? shape.members : [];
}

/** The initial value of an added part. `name`: the property's. */
export function firstValue(shape: Shape, name = ''): unknown {
  switch (shape.is) {
    case 'number':
      return Math.max(shape.least ?? 0, Math.min(shape.most ?? 1, 1));
    case 'text':
      return isColorName(name) ? '#ffffff' : name === 'family' ? 'sans-serif' : '';
    case 'flag':
      return true;
    case 'choice':
      return shape.options[0];
    case 'bound':
      return shape.fixed ? firstValue(shape.fixed, name) : { field: '' };
    case 'object':
      return Object.fromEntries(
        shape.members
          .filter(({ required }) => required)
          .map((member) => [member.name, firstValue(member.shape, member.name)]),
      );
    case 'map':
      return {};
    case 'list':
      return [];
    case 'row':
      return shape.items.map((item) => firstValue(item));
    case 'either':
      return shape.options[0] && firstValue(shape.options[0], name);
    case 'unknown':
      return null;
  }
}

const colorNames = ['fill', 'color', 'to', 'separator', 'valueColor', 'rule'];

/** An element's content comes before its style. */
const firstNames = ['text', 'source', 'items', 'time', 'zone', 'path', 'graphic', 'fill'];

export function inFormOrder(members: readonly Member[]): Member[] {
  const rank = ({ name }: Member): number => (firstNames.includes(name) ? firstNames.indexOf(name) : firstNames.length);
  return members.toSorted((one, other) => rank(one) - rank(other));
}

export function isCompact(shape: Shape): boolean {
  const members = membersOf(shape);
  const isNumber = (of: Shape): boolean => of.is === 'number' || (of.is === 'bound' && of.fixed?.is === 'number');
  return members.length > 1 && members.every((member) => isNumber(member.shape) && member.name.length < 9);
}

export function isColorName(name: string): boolean {
  return colorNames.includes(name);
}

export function isValue(shape: Shape): shape is ValueShape {
  return ['number', 'text', 'flag', 'choice'].includes(shape.is);
}

export function optionOf(options: readonly Shape[], value: unknown): number {
  const at = options.findIndex((option) => fits(option, value));
  return Math.max(0, at);
}

function fits(shape: Shape, value: unknown): boolean {
  switch (shape.is) {
    case 'number':
      return typeof value === 'number';
    case 'text':
      return typeof value === 'string';
    case 'choice':
      return typeof value === 'string' && shape.options.includes(value);
    case 'flag':
      return typeof value === 'boolean';
    case 'list':
    case 'row':
      return Array.isArray(value);
    case 'object':
      return (
        typeof value === 'object' &&
        value !== null &&
        shape.members.every(({ name, required }) => !required || Object.hasOwn(value, name))
      );
    default:
      return typeof value === 'object' && value !== null;
  }
}

/** The name of one of several shapes; an object goes by its required members. */
export function optionWords(shape: Shape): string {
  if (shape.is === 'object') return words(shape.members.find(({ required }) => required)?.name ?? 'other');
  return shape.is;
}

/** A property's name in words: `lineHeight` is `Line height`. */
export function words(name: string): string {
  if (name === 'immediateUpdate') return texts.workshop.sentAtOnce;
  const spaced = name.replace(
    /([a-z])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
