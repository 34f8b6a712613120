import type { ErrorDetail } from '../../contract/errors.ts';
import type { SubComposition } from '../schema/composition.ts';
import type { AuthoredField, CompositionContent, ContentEntry } from '../schema/composition-content.ts';
import { parseExpression, repeaterNames } from '../expression/expression.ts';
import { type Field, holdsValue } from '../../contract/model/field.ts';
import type { SceneElement, StillElement } from '../schema/scene.ts';
import { limitProblems, type Problem, repeated, restingValue } from './fields.ts';
import { jsonPath } from '../../contract/json-path.ts';
import { hexTag } from './layer-color.ts';
import { problemsOf, widgetFields } from './widget-fields.ts';
import { ownOf } from '../../contract/own.ts';

/** Includes the main composition; far above the needs of a show. */
const mostDeep = 64;

/** For one use: call `root`, then check `problems`. The root is complete only without problems. */
export class ContentReader {
  readonly problems: ErrorDetail[] = [];
  readonly #content: CompositionContent;
  readonly #visited = new Set<string>();

  constructor(content: CompositionContent) {
    this.#content = content;
  }

  root(): SubComposition | undefined {
    const { mainComposition, compositions, compositionProps, compositionStates } = this.#content;
    const entry = this.#entry(mainComposition);
    if (!entry) return void this.#problem(['mainComposition'], 'there is no composition with this id');
    const root = this.#sub(mainComposition, entry, []);
    for (const id of Object.keys(compositions)) {
      if (!this.#visited.has(id)) this.#problem(['compositions', id], 'is not listed by any composition');
    }
    this.#checkIds(['compositionStates'], compositionStates);
    this.#checkIds(['compositionProps', 'timeline2Active'], compositionProps.timeline2Active);
    for (const [id, { stage }] of Object.entries(compositions)) {
      if (stage && id !== mainComposition)
        this.#problem(['compositions', id, 'stage'], 'only the main composition has a stage');
    }
    return root;
  }

  #checkIds(steps: readonly PropertyKey[], byId: object): void {
    for (const id of Object.keys(byId)) {
      if (!this.#entry(id)) this.#problem([...steps, id], 'there is no composition with this id');
    }
  }

  #entry(id: string): ContentEntry | undefined {
    return ownOf(this.#content.compositions, id);
  }

  /** @param above the ids from the main composition down to the parent */
  #sub(id: string, entry: ContentEntry, above: readonly string[]): SubComposition {
    this.#visited.add(id);
    const at = ['compositions', id];
    const { widget } = entry.dataSources.composition.controlNode;
    const fields = this.#fields(entry, [...at, 'dataSources', 'composition', 'controlNode']);
    return {
      id,
      name: entry.name,
      fields,
      ...(widget && { widget }),
      logicLayer: this.#layer(entry, at),
      secondTimeline: ownOf(this.#content.compositionProps.timeline2Active, id) ?? false,
      scene: { elements: this.#elements(entry, { fields, at }) },
      subcompositions: this.#subs(entry, [...above, id]),
    };
  }

  #subs(entry: ContentEntry, above: readonly string[]): SubComposition[] {
    return entry.subcompositions.flatMap((id, place) => {
      const nested = this.#entry(id);
      const wrong = this.#wrongPlace(id, above);
      if (nested && wrong === undefined) return [this.#sub(id, nested, above)];
      const steps = ['compositions', above.at(-1) ?? '', 'subcompositions', place];
      this.#problem(steps, wrong ?? 'there is no composition with this id');
      return [];
    });
  }

  #wrongPlace(id: string, above: readonly string[]): string | undefined {
    if (above.includes(id)) return 'a composition cannot be inside itself';
    if (this.#visited.has(id)) return 'this composition is already listed elsewhere';
    return above.length >= mostDeep ? `compositions cannot be nested deeper than ${mostDeep}` : undefined;
  }

  #layer({ logicLayer }: ContentEntry, at: readonly PropertyKey[]): SubComposition['logicLayer'] {
    if (logicLayer === null) return null;
    const layer = ownOf(this.#content.compositionProps.logicLayers, logicLayer.id);
    if (layer) return { name: layer.name, delay: logicLayer.delay, tag: hexTag(layer.tag) };
    this.#problem([...at, 'logicLayer', 'id'], 'there is no logic layer with this id');
    return null;
  }

  #fields(entry: ContentEntry, at: readonly PropertyKey[]): Field[] {
    const { fields, widget } = entry.dataSources.composition.controlNode;
    if (widget !== undefined) {
      if (fields !== undefined) this.#problem([...at, 'fields'], 'the fields come from the widget: leave these out');
      const problems = problemsOf(widget);
      this.#all([...at, 'widget'], problems);
      return problems.length === 0 ? widgetFields(widget) : [];
    }
    const ids = (fields ?? []).map(({ id }) => id);
    for (const place of repeated(ids)) {
      this.#problem([...at, 'fields', place, 'id'], `"${ids[place]}" is the id of another field too`);
    }
    return (fields ?? []).map((field, place) => this.#field(field, [...at, 'fields', place]));
  }

  #field(authored: AuthoredField, at: readonly PropertyKey[]): Field {
    const field: Field = { ...authored, defaultValue: '', resetValue: '' };
    if (field.id === '__proto__') this.#problem([...at, 'id'], 'this id cannot be used');
    const limits = limitProblems(field);
    this.#all(at, limits);
    if (limits.length > 0) return field;
    for (const key of ['defaultValue', 'resetValue'] as const) {
      const canonical = restingValue(field, authored[key]);
      if (canonical.ok) field[key] = canonical.value;
      else this.#problem([...at, key], canonical.problem);
    }
    return field;
  }

  #elements(entry: ContentEntry, { fields, at }: { fields: Field[]; at: readonly PropertyKey[] }): SceneElement[] {
    const { elements, groups } = entry;
    const known = new Set<string>();
    for (const { id, steps } of elementPaths(elements, [...at, 'elements'])) {
      if (known.has(id)) this.#problem([...steps, 'id'], `"${id}" is the id of another element too`);
      known.add(id);
    }
    for (const id of Object.keys(groups)) {
      if (!known.has(id)) this.#problem([...at, 'groups', id], 'there is no element with this id');
    }
    const bindable = new Set(fields.filter(holdsValue).map(({ id }) => id));
    for (const { steps, names } of bindings(elements, [...at, 'elements'])) {
      for (const field of names) {
        if (!bindable.has(field)) this.#problem(steps, field === '' ? fieldToChoose(steps) : noField(field));
      }
    }
    return elements.map((still) => withMotions(still, groups));
  }

  #all(at: readonly PropertyKey[], problems: readonly Problem[]): void {
    for (const { steps, message } of problems) this.#problem([...at, ...steps], message);
  }

  #problem(steps: readonly PropertyKey[], message: string): void {
    this.problems.push({ path: jsonPath(steps), message });
  }
}

const noField = (id: string): string => `there is no field with the id "${id}" that holds a value`;

/** What a property without a field needs, for the properties that a new element has no other value for. */
const toChoose: ReadonlyMap<unknown, string> = new Map([
  ['time', 'choose the field with the time, or add one of the type timer'],
  ['items', 'choose the field with the items, or add one of the type JSON'],
  ['play', 'choose the field that plays it, or add one of the type button'],
  ['fire', 'choose the field that fires it, or add one of the type button'],
]);

/** `steps` end with the property and `field`. */
const fieldToChoose = (steps: readonly PropertyKey[]): string => toChoose.get(steps.at(-2)) ?? 'choose a field';

function withMotions(still: StillElement, groups: ContentEntry['groups']): SceneElement {
  const { In, Out2, Loop, Update } = ownOf(groups, still.id)?.effects ?? {};
  const motions = {
    ...(In && { in: In }),
    ...(Out2 && { out2: Out2 }),
    ...(Loop && { loop: Loop }),
    ...(Update && { update: Update }),
  };
  if (!('elements' in still)) return { ...still, ...motions };
  return { ...still, ...motions, elements: still.elements.map((nested) => withMotions(nested, groups)) };
}

function* elementPaths(
  elements: readonly StillElement[],
  at: readonly PropertyKey[],
): Generator<{ id: string; steps: readonly PropertyKey[] }> {
  for (const [place, element] of elements.entries()) {
    const steps = [...at, place];
    yield { id: element.id, steps };
    if ('elements' in element) yield* elementPaths(element.elements, [...steps, 'elements']);
  }
}

/** Every binding in a part of a scene. `repeated`: inside a repeater, where expressions know its names. */
export function bindings(
  part: object,
  steps: readonly PropertyKey[],
  repeated = false,
): { steps: readonly PropertyKey[]; names: readonly string[] }[] {
  if ('field' in part && typeof part.field === 'string') return [{ steps: [...steps, 'field'], names: [part.field] }];
  if ('expression' in part && typeof part.expression === 'string') {
    const { names } = parseExpression(part.expression);
    const fields = repeated ? names.filter((name) => !repeaterNames.has(name)) : names;
    return [{ steps: [...steps, 'expression'], names: fields }];
  }
  const repeats = 'kind' in part && part.kind === 'repeater';
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return [];
    const inside = repeated || (repeats && key === 'elements');
    return bindings(value, [...steps, Array.isArray(part) ? Number(key) : key], inside);
  });
}
