import { z } from 'zod';
import { bound, ExpressionBinding, FieldBinding } from './bound.ts';
import { choices } from './choices.ts';
import { element, leaves } from './element.ts';
import { Loop, Motion, Update } from './motion.ts';

/**
 * A sub-composition's drawing as data: elements with fixed or bound properties, and motions. Lengths are pixels of the
 * reference frame, times milliseconds, colors CSS colors. See `docs/scene-format.md`.
 */

const motions = {
  in: Motion.optional(),
  out2: Motion.optional(),
  loop: Loop.optional(),
  update: Update.optional(),
};

/** Additional In and Out2 delay per nested element (ms). Nested positions are relative to the upper left corner. */
const nesting = { stagger: z.number().nonnegative().optional() };

const GroupElement = element('group', nesting);

/** Clips its elements to a shape: a rounded box, an SVG path in frame pixels, or a picture's opaque parts. */
const MaskElement = element('mask', {
  ...nesting,
  shape: z.union([
    z.strictObject({ radius: bound(z.number().nonnegative()) }),
    z.strictObject({ path: bound(z.string()) }),
    z.strictObject({ image: bound(z.string()) }),
  ]),
});

/** Repeats its elements per JSON array member. Expressions get `item`, `index` (from 0) and `count`. */
const RepeaterElement = element('repeater', {
  ...nesting,
  items: z.union([FieldBinding, ExpressionBinding]),
  direction: bound(z.enum(choices.cells)),
  /** The cell size along the direction; `gap` is between cells. */
  cell: bound(z.number().positive()),
  gap: bound(z.number()).optional(),
  /** Default: as many as fit in the frame. */
  most: bound(z.int().positive().max(200)).optional(),
});

const containers = [GroupElement, MaskElement, RepeaterElement] as const;

type Leaf = z.infer<(typeof leaves)[number]>;
type Container = z.infer<(typeof containers)[number]>;
type Motions = Partial<{ in: Motion; out2: Motion; loop: Loop; update: Update }>;
/** An element and its nested elements have either all motions or none. */
type ElementTree<Extra> = (Leaf & Extra) | (Container & Extra & { elements: ElementTree<Extra>[] });

export type SceneElement = ElementTree<Motions>;
export type StillElement = ElementTree<unknown>;

const mostElements = 500;

function treeOf<Extra>(id: string, extra: z.ZodRawShape): z.ZodType<ElementTree<Extra>> {
  const nested = {
    ...extra,
    get elements() {
      return z.array(tree).max(mostElements);
    },
  };
  const [group, mask, repeater] = containers;
  const all = [
    ...leaves.map((leaf) => leaf.extend(extra)),
    group.extend(nested),
    mask.extend(nested),
    repeater.extend(nested),
  ];
  const tree = z.discriminatedUnion('kind', all as [z.ZodObject, ...z.ZodObject[]]) as unknown as z.ZodType<
    ElementTree<Extra>
  >;
  // Not `meta`, which would name a copy, while elements refer to this schema.
  return tree.register(z.globalRegistry, { id });
}

export const SceneElement: z.ZodType<SceneElement> = treeOf<Motions>('SceneElement', motions);

/** Refuses unknown properties, including motions. */
export const StillElement: z.ZodType<StillElement> = treeOf<unknown>('StillElement', {});

export const elementKinds = [...leaves, ...containers].map(({ shape }) => shape.kind.value);

export type ElementOf<Kind extends SceneElement['kind']> = Extract<SceneElement, { kind: Kind }>;

export function* allElements<Element extends StillElement>(elements: readonly Element[]): Generator<Element> {
  for (const element of elements) {
    yield element;
    if ('elements' in element) yield* allElements(element.elements as Element[]);
  }
}

export const Scene = z.object({ elements: z.array(SceneElement).max(mostElements) }).meta({ id: 'Scene' });
export type Scene = z.infer<typeof Scene>;
