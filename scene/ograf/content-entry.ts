import type { ErrorDetail } from '../../contract/errors.ts';
import { type ContentEntry, contentVersion } from '../schema/composition-content.ts';
import type { Field } from '../../contract/model/field.ts';
import { type CustomAction, ObjectSchema, type OgrafManifest } from './ograf.ts';
import type { ElementOf } from '../schema/scene.ts';
import { button, field, inOrder, type Problem } from '../content/fields.ts';
import { dataFields, type DataForm } from './data-fields.ts';
import { manifestPath } from './manifest.ts';
import { resolved } from './references.ts';

export interface InstalledGraphic {
  id: string;
  manifest: OgrafManifest;
  manifestPath: string;
  has: (path: string) => boolean;
}

const noPicture = '/media/no-picture.svg';

/**
 * Converts an installed graphic to a content entry. Data, actions and payloads become fields, the picture one
 * full-frame element. Unsupported parts give warnings with their manifest path.
 */
export function contentEntry(graphic: InstalledGraphic): { entry: ContentEntry; warnings: ErrorDetail[] } {
  const { id, manifest } = graphic;
  const { fields, element, problems } = graphicElement(graphic);
  const [thumbnail] = manifest.thumbnails ?? [];
  const picture = thumbnail && addressIn(graphic, thumbnail.file);
  const controlNode = { id, name: manifest.name, thumbnail: picture ?? noPicture, fields };
  return {
    entry: {
      version: contentVersion,
      name: manifest.name,
      dataSources: { composition: { controlNode } },
      groups: {},
      logicLayer: null,
      elements: [element],
      subcompositions: [],
    },
    warnings: problems.map(({ steps, message }) => ({ path: manifestPath(graphic.manifestPath, steps), message })),
  };
}

function graphicElement(graphic: InstalledGraphic): {
  fields: Field[];
  element: ElementOf<'graphic'>;
  problems: Problem[];
} {
  const { manifest } = graphic;
  const takeId = fieldIds();
  const data = givenFields(manifest.schema?.properties ?? {}, graphic, takeId);
  const actions = (manifest.customActions ?? []).map((action, at) => actionFields(action, at, { graphic, takeId }));
  const step = stepField(manifest, takeId);
  const givenWith = actions.filter(({ given }) => given.length > 0);
  return {
    fields: inOrder([
      ...(step ? [step] : []),
      ...data.given.map((each) => each.field),
      ...actions.flatMap(({ given, press }) => [...given.map((each) => each.field), press]),
    ]),
    element: {
      kind: 'graphic',
      id: 'graphic',
      frame: { x: 0, y: 0, width: 1920, height: 1080 },
      pin: { x: 'stretch', y: 'stretch' },
      graphic: graphic.id,
      data: bindingsOf(data.given),
      actions: Object.fromEntries(actions.map(({ id, press }) => [id, { field: press.id }])),
      ...(givenWith.length > 0 && {
        payloads: Object.fromEntries(givenWith.map(({ id, given }) => [id, bindingsOf(given)])),
      }),
      ...(step && { step: { field: step.id } }),
      ...(manifest.stepCount === 0 && { once: true }),
    },
    problems: [
      ...within(['schema', 'properties'], data.problems),
      ...actions.flatMap(({ problems }) => problems),
      ...stepProblems(manifest),
    ],
  };
}

interface GivenProperty {
  name: string;
  as: DataForm;
  field: Field;
}

/** `idOf`: the id of the field for a property. */
function givenFields(
  properties: Record<string, unknown>,
  graphic: InstalledGraphic,
  idOf: (name: string) => string,
): { given: GivenProperty[]; problems: Problem[] } {
  const { mapped, problems } = dataFields(properties, (path) => addressIn(graphic, path));
  const given = mapped.map(({ name, field: made, as }) => ({
    name,
    as,
    field: { ...made, id: idOf(name), title: made.title === '' ? name : made.title, index: 0 },
  }));
  return { given, problems };
}

/** The payload is invisible before the press, so its fields are set at once. */
function actionFields(
  { id, name, schema }: CustomAction,
  at: number,
  { graphic, takeId }: { graphic: InstalledGraphic; takeId: (preferred: string) => string },
): { id: string; press: Field; given: GivenProperty[]; problems: Problem[] } {
  const press = button(takeId(id), name);
  const steps = ['customActions', at, 'schema'];
  if (!schema) return { id, press, given: [], problems: [] };
  const { type, properties } = ObjectSchema.safeParse(schema).data ?? {};
  if (type !== 'object') {
    const message = 'is ignored: only an object becomes fields, so the button calls the action with an empty one';
    return { id, press, given: [], problems: [{ steps, message }] };
  }
  const { given, problems } = givenFields(properties ?? {}, graphic, (of) => takeId(`actions.${id}.${of}`));
  const titled = given.map((each) => ({
    ...each,
    field: { ...each.field, title: `${name}: ${each.field.title}`, immediateUpdate: true },
  }));
  return { id, press, given: titled, problems: within([...steps, 'properties'], problems) };
}

function bindingsOf(given: readonly GivenProperty[]): ElementOf<'graphic'>['data'] {
  return Object.fromEntries(given.map(({ name, field: { id }, as }) => [name, { field: id, as }]));
}

function within(steps: readonly PropertyKey[], problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => ({ ...problem, steps: [...steps, ...problem.steps] }));
}

/** The show records takes, but only the graphic knows that it has left. */
function stepProblems({ stepCount }: OgrafManifest): Problem[] {
  if (stepCount !== 0) return [];
  return [{ steps: ['stepCount'], message: 'is 0: it leaves by itself, and counts as In until it is taken Out' }];
}

/** For a graphic with several or an unknown number of steps; counts from 1. */
function stepField({ stepCount = 1 }: OgrafManifest, takeId: (preferred: string) => string): Field | undefined {
  if (stepCount === 0 || stepCount === 1) return undefined;
  const limits = { min: '1', step: '1', ...(stepCount > 1 && { max: String(stepCount) }) };
  return field({ id: takeId('step'), type: 'counter', title: 'Step' }, '1', { ...limits, immediateUpdate: true });
}

/** Undefined if the package does not contain the file. */
function addressIn({ id, has }: InstalledGraphic, path: string): string | undefined {
  if (/^([a-z][a-z0-9+.-]*:|\/)/i.test(path)) return undefined;
  const file = resolved(path, 'manifest');
  return has(file) ? `/graphics/${id}/${file.split('/').map(encodeURIComponent).join('/')}` : undefined;
}

/** Data and actions may have the same names, so this makes field ids unique. */
function fieldIds(): (preferred: string) => string {
  const taken = new Set(['__proto__']);
  return (preferred) => {
    const base = preferred === '' ? 'field' : preferred;
    let id = base;
    for (let n = 2; taken.has(id); n += 1) id = `${base}_${n}`;
    taken.add(id);
    return id;
  };
}
