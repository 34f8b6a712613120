import type { ErrorDetail } from '../../contract/errors.ts';
import { type ContentEntry, contentVersion } from '../../contract/model/composition-content.ts';
import type { Field } from '../../contract/model/field.ts';
import type { OgrafManifest } from '../../contract/model/ograf.ts';
import type { ElementOf } from '../../contract/model/scene.ts';
import { button, field, inOrder } from '../gallery/fields.ts';
import { dataFields } from './data-fields.ts';
import { manifestPath } from './manifest.ts';
import { resolved } from './references.ts';

/** An installed graphic: its id, and what is in its package. */
export interface InstalledGraphic {
  id: string;
  manifest: OgrafManifest;
  /** The path of the manifest, for warnings. */
  manifestPath: string;
  has: (path: string) => boolean;
}

const noPicture = '/media/no-picture.svg';

/**
 * An installed graphic as an entry of a composition's content: its data and its actions are fields, and its picture is one
 * element that fills the frame. What cannot be a field is a warning with its place in the manifest.
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

interface Problem {
  steps: readonly PropertyKey[];
  message: string;
}

function graphicElement(graphic: InstalledGraphic): {
  fields: Field[];
  element: ElementOf<'graphic'>;
  problems: Problem[];
} {
  const { manifest } = graphic;
  const { mapped, problems } = dataFields(manifest.schema?.properties ?? {}, (path) => addressIn(graphic, path));
  const ids = new Ids();
  const data = mapped.map(({ name, field: made, as }) => {
    const id = ids.take(name);
    return { name, as, field: { ...made, id, title: made.title === '' ? name : made.title, index: 0 } };
  });
  const actions = (manifest.customActions ?? []).map(({ id, name }) => ({ id, field: button(ids.take(id), name) }));
  const step = stepField(manifest, ids);
  return {
    fields: inOrder([...(step ? [step] : []), ...data.map((each) => each.field), ...actions.map((each) => each.field)]),
    element: {
      kind: 'graphic',
      id: 'graphic',
      frame: { x: 0, y: 0, width: 1920, height: 1080 },
      pin: { x: 'stretch', y: 'stretch' },
      graphic: graphic.id,
      data: Object.fromEntries(data.map(({ name, field: { id }, as }) => [name, { field: id, as }])),
      actions: Object.fromEntries(actions.map(({ id, field: of }) => [id, { field: of.id }])),
      ...(step && { step: { field: step.id } }),
    },
    problems: [
      ...problems.map(({ steps, message }) => ({ steps: ['schema', 'properties', ...steps], message })),
      ...actionProblems(manifest),
    ],
  };
}

/** A button says only that it was pressed. */
function actionProblems({ customActions = [] }: OgrafManifest): Problem[] {
  return customActions.flatMap(({ schema }, at) =>
    schema && Object.keys((schema.properties as object | undefined) ?? {}).length > 0
      ? [
          {
            steps: ['customActions', at, 'schema'],
            message: 'is not asked for: the button calls the action with an empty payload',
          },
        ]
      : [],
  );
}

/** The step that a graphic of several, or of nobody knows how many, is at, from 1 on. */
function stepField({ stepCount = 1 }: OgrafManifest, ids: Ids): Field | undefined {
  if (stepCount === 0 || stepCount === 1) return undefined;
  const limits = { min: '1', step: '1', ...(stepCount > 1 && { max: String(stepCount) }) };
  return field({ id: ids.take('step'), type: 'counter', title: 'Step' }, '1', { ...limits, immediateUpdate: true });
}

/** The path of a file of the package on the media address; undefined where the package has none there. */
function addressIn({ id, has }: InstalledGraphic, path: string): string | undefined {
  if (/^([a-z][a-z0-9+.-]*:|\/)/i.test(path)) return undefined;
  const file = resolved(path, 'manifest');
  return has(file) ? `/graphics/${id}/${file.split('/').map(encodeURIComponent).join('/')}` : undefined;
}

/** Field ids: data and actions may have the same names, and fields may not. */
class Ids {
  readonly #taken = new Set(['__proto__']);

  take(wanted: string): string {
    const base = wanted === '' ? 'field' : wanted;
    let id = base;
    for (let n = 2; this.#taken.has(id); n += 1) id = `${base}_${n}`;
    this.#taken.add(id);
    return id;
  }
}
