import { z } from 'zod';
import { bound, ExpressionBinding, FieldBinding } from './bound.ts';
import { choices } from './choices.ts';
import { common, leaves } from './element.ts';
import { Loop, Motion, Update } from './motion.ts';

/**
 * What a sub-composition draws, as data: elements in a reference frame, with properties that are fixed or bound to
 * fields, and with motions. Lengths are pixels of that frame, times are milliseconds, colors are CSS colors.
 * `docs/scene-format.md` explains it to authors.
 */

/** The motions of an element. A composition's content stores them apart from the elements, in `groups`. */
const motions = {
  in: Motion.optional(),
  out2: Motion.optional(),
  loop: Loop.optional(),
  update: Update.optional(),
};

/** The properties of an element that contains others. Their positions are relative to its upper left corner. */
const nesting = {
  ...common,
  /** How much later (ms) each nested element starts its In and Out2 than the one before. */
  stagger: z.number().nonnegative().optional(),
};

/** Elements that move as one. */
const GroupElement = z.strictObject({ kind: z.literal('group'), ...nesting });

/**
 * Elements that are visible only inside a shape: a box with round corners, an SVG path in pixels of the frame, or the
 * opaque parts of a picture.
 */
const MaskElement = z.strictObject({
  kind: z.literal('mask'),
  ...nesting,
  shape: z.union([
    z.strictObject({ radius: bound(z.number().nonnegative()) }),
    z.strictObject({ path: bound(z.string()) }),
    z.strictObject({ image: bound(z.string()) }),
  ]),
});

/**
 * The same elements for each member of a JSON array, in rows or columns. In their expressions `item` is the member,
 * `index` its position from 0, and `count` the length of the array.
 */
const RepeaterElement = z.strictObject({
  kind: z.literal('repeater'),
  ...nesting,
  items: z.union([FieldBinding, ExpressionBinding]),
  direction: bound(z.enum(choices.cells)),
  /** The size of one cell along the direction. `gap` is the space between two cells. */
  cell: bound(z.number().positive()),
  gap: bound(z.number()).optional(),
  /** The most members. By default as many as fit in the frame. */
  most: bound(z.int().positive().max(200)).optional(),
});

const containers = [GroupElement, MaskElement, RepeaterElement] as const;

type Leaf = z.infer<(typeof leaves)[number]>;
type Container = z.infer<(typeof containers)[number]>;
type Motions = Partial<{ in: Motion; out2: Motion; loop: Loop; update: Update }>;
/** An element and those nested in it have either all their motions or none. */
type Tree<Extra> = (Leaf & Extra) | (Container & Extra & { elements: Tree<Extra>[] });

/** Any element of a scene. */
export type SceneElement = Tree<Motions>;
/** An element without its motions, which a composition's content keeps beside it. */
export type StillElement = Tree<unknown>;

/** More elements in one container or sub-composition are taken for a mistake. */
const mostElements = 500;

/** `id` names the shape in the description of the service. */
function treeOf<Extra>(id: string, extra: z.ZodRawShape): z.ZodType<Tree<Extra>> {
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
    Tree<Extra>
  >;
  // Not `meta`, which would name a copy, while elements refer to this one.
  return tree.register(z.globalRegistry, { id });
}

export const SceneElement: z.ZodType<SceneElement> = treeOf<Motions>('SceneElement', motions);

/** An element without its motions. Unknown properties are refused, and motions count as unknown. */
export const StillElement: z.ZodType<StillElement> = treeOf<unknown>('StillElement', {});

/** The names of all kinds of elements. */
export const elementKinds = [...leaves, ...containers].map(({ shape }) => shape.kind.value);

/** The element type of one kind. */
export type ElementOf<Kind extends SceneElement['kind']> = Extract<SceneElement, { kind: Kind }>;

/** Yields all elements and those nested in them, in drawing order. */
export function* allElements<Element extends StillElement>(elements: readonly Element[]): Generator<Element> {
  for (const element of elements) {
    yield element;
    if ('elements' in element) yield* allElements(element.elements as Element[]);
  }
}

/** The elements of one sub-composition, in drawing order. An empty scene draws nothing. */
export const Scene = z.object({ elements: z.array(SceneElement).max(mostElements) }).meta({ id: 'Scene' });
export type Scene = z.infer<typeof Scene>;
