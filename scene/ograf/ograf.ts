import { z } from 'zod';

/**
 * The manifest of an OGraf graphic, version 1. It accepts what the published JSON Schema accepts, except an empty name.
 * Parts without an effect here (durations, thumbnails) are checked less strictly. Keys that are absent here and do not
 * begin with `v_` are not in the specification. Source: EBU OGraf, "Manifest Model" and its JSON Schema;
 * `docs/ograf.md` compares the two.
 */
export const ografSchema = 'https://ograf.ebu.io/v1/specification/json-schemas/graphics/schema.json';

const Person = z.looseObject({ name: z.string(), email: z.string().optional(), url: z.string().optional() });

/** The JSON Schema of an object: the data of a graphic, or the payload of an action. */
export const ObjectSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), z.unknown()).optional(),
});

/** A custom action of the graphic. `schema` describes its payload; null if it takes none. */
const CustomAction = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  schema: z.looseObject({}).nullable().optional(),
});
export type CustomAction = z.infer<typeof CustomAction>;

const NumberConstraint = z.looseObject({
  max: z.number().optional(),
  min: z.number().optional(),
  exact: z.number().optional(),
  ideal: z.number().optional(),
});

/** What the graphic needs from its player. At least one of several requirements has to be met. */
const RenderRequirement = z.looseObject({
  resolution: z.looseObject({ width: NumberConstraint.optional(), height: NumberConstraint.optional() }).optional(),
  frameRate: NumberConstraint.optional(),
  accessToPublicInternet: z.looseObject({ exact: z.boolean().optional(), ideal: z.boolean().optional() }).optional(),
  engine: z.array(z.looseObject({ type: z.string(), version: z.looseObject({ min: z.string() }) })).optional(),
});

/** Milliseconds; -1 if unknown. Fractions are accepted, because live playout does not use durations. */
const Duration = z.number().min(-1);

/** How long an action takes. In `steps`, `step` is the target step from 0; absent, it stands for all others. */
const ActionDuration = z.looseObject({
  type: z.enum(['playAction', 'updateAction', 'stopAction', 'customAction']),
  duration: Duration,
  customActionId: z.string().optional(),
  steps: z.array(z.looseObject({ step: z.int().nonnegative().optional(), duration: Duration })).optional(),
});

const Thumbnail = z.looseObject({
  file: z.string(),
  resolution: z.looseObject({ width: z.int().positive(), height: z.int().positive() }).optional(),
  animated: z.boolean().optional(),
  format: z.string().optional(),
});

/** An origin without a path: `https://api.example`, `wss://api.example:8443`. */
const NetworkOrigin = z.string().refine(isOrigin, { error: 'expected an origin such as https://data.example' });

/** The vendor key of this program. `network` lists the origins that the graphic needs beyond its package. */
const OverlayDesk = z.looseObject({ network: z.array(NetworkOrigin).max(20).optional() });

export const OgrafManifest = z.looseObject({
  $schema: z.literal(ografSchema),
  id: z.string(),
  version: z.string().optional(),
  name: z.string().min(1),
  description: z.string().optional(),
  author: Person.optional(),
  /** The JavaScript module whose default export is the graphic's Web Component. */
  main: z.string(),
  customActions: z.array(CustomAction).optional(),
  supportsRealTime: z.boolean(),
  supportsNonRealTime: z.boolean(),
  /**
   * -1: unknown; 0: it leaves by itself; absent: 1, in and out. The text of the specification asks for a whole number.
   */
  stepCount: z.int().min(-1).optional(),
  /** The JSON Schema of its data. */
  schema: ObjectSchema.optional(),
  renderRequirements: z.array(RenderRequirement).optional(),
  actionDurations: z.array(ActionDuration).optional(),
  thumbnails: z.array(Thumbnail).optional(),
  v_overlaydesk: OverlayDesk.optional(),
});
export type OgrafManifest = z.infer<typeof OgrafManifest>;

/** A property of the data, with the GDD keywords that say how to edit it. */
export const DataProperty = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]),
  title: z.string().optional(),
  label: z.string().optional(),
  default: z.unknown().optional(),
  gddType: z.string().optional(),
  /** The options depend on the GDD type. */
  gddOptions: z.looseObject({}).optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
  multipleOf: z.number().positive().optional(),
  /** Editors show properties by this order, and those without it last. */
  order: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});
export type DataProperty = z.infer<typeof DataProperty>;

/** The lists in a manifest whose entries have known keys. */
const lists = {
  customActions: CustomAction,
  renderRequirements: RenderRequirement,
  actionDurations: ActionDuration,
  thumbnails: Thumbnail,
} as const;

/** Returns the keys that are neither in the specification nor begin with `v_`, as paths into the manifest. */
export function unknownKeys(manifest: OgrafManifest): PropertyKey[][] {
  const strange = (given: object, { shape }: { shape: object }, steps: PropertyKey[]): PropertyKey[][] =>
    Object.keys(given).flatMap((key) => (Object.hasOwn(shape, key) || key.startsWith('v_') ? [] : [[...steps, key]]));
  return [
    ...strange(manifest, OgrafManifest, []),
    ...strange(manifest.author ?? {}, Person, ['author']),
    ...(Object.keys(lists) as (keyof typeof lists)[]).flatMap((list) =>
      (manifest[list] ?? []).flatMap((member, at) => strange(member, lists[list], [list, at])),
    ),
  ];
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !['https:', 'http:', 'wss:', 'ws:'].includes(url.protocol) || url.host === '') return false;
  return text.toLowerCase() === `${url.protocol}//${url.host}` && !text.includes('*');
}
