import { z } from 'zod';
import { bound, ExpressionBinding, FieldBinding } from './bound.ts';
import { choices } from './choices.ts';
import { common, leaves } from './element.ts';
import { Loop, Motion, Update } from './motion.ts';

/**
 * How a sub-composition looks, as data that the output page draws: elements in a reference frame, each property fixed or
 * bound to fields, each element with its part in the timelines. Lengths are pixels of that frame, times are milliseconds,
 * colors are CSS colors. `docs/scene-format.md` explains it to authors.
 */

/** An element's part in the timelines; a composition's content keeps it beside the elements, in `groups`. */
const motions = {
  in: Motion.optional(),
  out2: Motion.optional(),
  loop: Loop.optional(),
  update: Update.optional(),
};

/** How elements that hold others lay them out: from the upper left corner of their own frame. */
const holding = {
  ...common,
  /** How much later (ms) each of its elements begins its In and Out2 than the one before. */
  stagger: z.number().nonnegative().optional(),
};

/** Elements that move as one. */
const GroupElement = z.strictObject({ kind: z.literal('group'), ...holding });

/** Elements that are seen only inside a shape: a box with round corners, an SVG path in pixels of the frame, or where a picture is opaque. */
const MaskElement = z.strictObject({
  kind: z.literal('mask'),
  ...holding,
  shape: z.union([
    z.strictObject({ radius: bound(z.number().nonnegative()) }),
    z.strictObject({ path: bound(z.string()) }),
    z.strictObject({ image: bound(z.string()) }),
  ]),
});

/**
 * The same elements for each member of a JSON array, in rows or columns. In their expressions `item` is the member, `index`
 * its place from 0, `count` how many there are.
 */
const RepeaterElement = z.strictObject({
  kind: z.literal('repeater'),
  ...holding,
  items: z.union([FieldBinding, ExpressionBinding]),
  direction: bound(z.enum(choices.cells)),
  /** The size of one cell along the direction, and the space between two. */
  cell: bound(z.number().positive()),
  gap: bound(z.number()).optional(),
  /** No more members than these; as many as the frame has room for where it is absent. */
  most: bound(z.int().positive().max(200)).optional(),
});

const holders = [GroupElement, MaskElement, RepeaterElement] as const;

type Leaf = z.infer<(typeof leaves)[number]>;
type Holder = z.infer<(typeof holders)[number]>;
type Motions = Partial<{ in: Motion; out2: Motion; loop: Loop; update: Update }>;
/** Those that hold others have them of their own sort: all with motions, or all without. */
type Tree<Extra> = (Leaf & Extra) | (Holder & Extra & { elements: Tree<Extra>[] });

/** Any element of a scene. */
export type SceneElement = Tree<Motions>;
/** An element without its motions, which a composition's content keeps beside it. */
export type StillElement = Tree<unknown>;

/** More elements than these in one holder, or one sub-composition, are taken for a mistake. */
const mostElements = 500;

/** `id` names the shape in the description of the service. */
function treeOf<Extra>(id: string, extra: z.ZodRawShape): z.ZodType<Tree<Extra>> {
  const nested = {
    ...extra,
    get elements() {
      return z.array(tree).max(mostElements);
    },
  };
  const [group, mask, repeater] = holders;
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

/** An element without its motions. Unknown properties are refused, motions too. */
export const StillElement: z.ZodType<StillElement> = treeOf<unknown>('StillElement', {});

/** Every kind of element. */
export const elementKinds = [...leaves, ...holders].map(({ shape }) => shape.kind.value);

/** The element of one kind. */
export type ElementOf<Kind extends SceneElement['kind']> = Extract<SceneElement, { kind: Kind }>;

/** Elements and all that they hold, first drawn first. */
export function* allElements<Element extends StillElement>(elements: readonly Element[]): Generator<Element> {
  for (const element of elements) {
    yield element;
    if ('elements' in element) yield* allElements(element.elements as Element[]);
  }
}

/** The elements of one sub-composition, first drawn first. An empty scene draws nothing. */
export const Scene = z.object({ elements: z.array(SceneElement).max(mostElements) }).meta({ id: 'Scene' });
export type Scene = z.infer<typeof Scene>;
