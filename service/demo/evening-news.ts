import { z } from 'zod';
import type { SubComposition } from '../../scene/schema/composition.ts';
import type { SceneElement } from '../../scene/schema/scene.ts';
import { usualFrame } from '../../scene/schema/reference-frame.ts';
import { LogicLayer, preOrder } from '../../contract/model/control.ts';
import { Payload } from '../../contract/model/field.ts';
import { compositionWith, gallery, type GalleryTemplate } from '../../gallery/gallery.ts';
import file from './evening-news.json' with { type: 'json' };

const DemoGraphic = z.strictObject({
  design: z.string(),
  name: z.string(),
  /** Own id first, then the sub-compositions' ids, parents first. */
  ids: z.array(z.uuid()),
  logicLayer: LogicLayer.optional(),
  /** Pixels to the picture's right edge, for designs that are otherwise at the left. */
  right: z.number().optional(),
  values: Payload.default({}),
});
type DemoGraphic = z.infer<typeof DemoGraphic>;

const DemoShow = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  values: Payload,
  graphics: z.array(DemoGraphic),
});

const show = DemoShow.parse(file);

export const demoAppName = show.name;

/** Uses every field type. Its ids never change, so that key mappings keep working. Later graphics are on top. */
const ids = [show.id, ...show.graphics.flatMap((graphic) => graphic.ids)];
export const eveningNews = compositionWith(show.name, show.graphics.map(adapted), () => ids.shift() ?? '');

function adapted(graphic: DemoGraphic): GalleryTemplate {
  const { design, name, ids, logicLayer, right } = graphic;
  const template = gallery.find(({ id }) => id === design);
  if (!template) throw new Error(`The gallery has no design "${design}" for "${name}".`);
  const { sub } = template;
  const needed = [...preOrder([sub])].length;
  if (ids.length !== needed) throw new Error(`"${name}" needs ${needed} ids and has ${ids.length}.`);
  const elements = sub.scene.elements.map((element) => (right === undefined ? element : atRight(element, right)));
  const changed = {
    name,
    logicLayer: logicLayer ?? sub.logicLayer,
    fields: fieldsOf(sub, graphic),
    scene: { elements },
  };
  return { ...template, sub: { ...sub, ...changed } };
}

function fieldsOf({ fields }: SubComposition, { name, values }: DemoGraphic): SubComposition['fields'] {
  const unknown = Object.keys(values).find((id) => !fields.some((field) => field.id === id));
  if (unknown !== undefined) throw new Error(`"${name}" has no field "${unknown}".`);
  return fields.map((field) => {
    const value = values[field.id] ?? show.values[field.id] ?? field.defaultValue;
    return { ...field, defaultValue: value, resetValue: value };
  });
}

function atRight(element: SceneElement, right: number): SceneElement {
  const x = usualFrame.width - right - Number(element.frame.width);
  return { ...element, frame: { ...element.frame, x }, pin: { ...element.pin, x: 'right' } };
}
