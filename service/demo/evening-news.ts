import { z } from 'zod';
import type { Composition, SubComposition } from '../../scene/schema/composition.ts';
import type { SceneElement } from '../../scene/schema/scene.ts';
import { usualFrame } from '../../scene/schema/reference-frame.ts';
import { LogicLayer, preOrder } from '../../contract/model/control.ts';
import { Payload } from '../../contract/model/field.ts';
import { compositionWith, gallery, type GalleryTemplate } from '../../gallery/gallery.ts';
import file from './evening-news.json' with { type: 'json' };

/** One graphic of the show: a design of the gallery, and the changes that this show makes to it. */
const Graphic = z.strictObject({
  design: z.string(),
  name: z.string(),
  /** Its own id, then those of the sub-compositions in it, parents first. */
  ids: z.array(z.uuid()),
  logicLayer: LogicLayer.optional(),
  /** The distance (pixels) to the right edge of the picture, for a design that otherwise sits at the left edge. */
  right: z.number().optional(),
  /** Field id to the initial value of the field. */
  values: Payload.default({}),
});
type Graphic = z.infer<typeof Graphic>;

const Show = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** Field id to value, for every graphic with such a field. */
  values: Payload,
  graphics: z.array(Graphic),
});

const show = Show.parse(file);

/** The name of the demo's app instance. */
export const demoAppName = show.name;

/**
 * The demo show. Its graphics use every field type between them, so that newcomers find each. Its ids never change, so
 * that key mappings made for it keep working. Its pictures and its sting are at `/media/demo/`. Later graphics are
 * drawn over earlier ones.
 */
export const eveningNews = composed();

function composed(): Composition {
  const ids = [show.id, ...show.graphics.flatMap((graphic) => graphic.ids)];
  return compositionWith(show.name, show.graphics.map(adapted), () => ids.shift() ?? '');
}

/** The design of a graphic, with the changes of this show. */
function adapted(graphic: Graphic): GalleryTemplate {
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

function fieldsOf({ fields }: SubComposition, { name, values }: Graphic): SubComposition['fields'] {
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
