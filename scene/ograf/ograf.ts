import { z } from 'zod';

/**
 * The manifest of an OGraf graphic, version 1. Accepts what the JSON Schema accepts, except an empty name. Unused parts
 * are checked less strictly; unknown keys without `v_` are not in the specification. Source: EBU OGraf, "Manifest
 * Model" and its JSON Schema; see `docs/ograf.md`.
 */
export const ografSchema = 'https://ograf.ebu.io/v1/specification/json-schemas/graphics/schema.json';

const Person = z.looseObject({ name: z.string(), email: z.string().optional(), url: z.string().optional() });

export const ObjectSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), z.unknown()).optional(),
});

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

/** The player must meet at least one requirement. */
const RenderRequirement = z.looseObject({
  resolution: z.looseObject({ width: NumberConstraint.optional(), height: NumberConstraint.optional() }).optional(),
  frameRate: NumberConstraint.optional(),
  accessToPublicInternet: z.looseObject({ exact: z.boolean().optional(), ideal: z.boolean().optional() }).optional(),
  engine: z.array(z.looseObject({ type: z.string(), version: z.looseObject({ min: z.string() }) })).optional(),
});

/** Milliseconds; -1 if unknown. Fractions are accepted, because live playout does not use durations. */
const Duration = z.number().min(-1);

/** `step` is the target step from 0; absent for all other steps. */
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

/** No path: `https://api.example`, `wss://api.example:8443`. */
const NetworkOrigin = z.string().refine(isOrigin, { error: 'expected an origin such as https://data.example' });

const VendorMembers = z.looseObject({ network: z.array(NetworkOrigin).max(20).optional() });

export const OgrafManifest = z.looseObject({
  $schema: z.literal(ografSchema),
  id: z.string(),
  version: z.string().optional(),
  name: z.string().min(1),
  description: z.string().optional(),
  author: Person.optional(),
  /** A JavaScript module whose default export is the Web Component. */
  main: z.string(),
  customActions: z.array(CustomAction).optional(),
  supportsRealTime: z.boolean(),
  supportsNonRealTime: z.boolean(),
  /** -1: unknown; 0: leaves automatically; absent: 1, in and out. The specification's text requires a whole number. */
  stepCount: z.int().min(-1).optional(),
  schema: ObjectSchema.optional(),
  renderRequirements: z.array(RenderRequirement).optional(),
  actionDurations: z.array(ActionDuration).optional(),
  thumbnails: z.array(Thumbnail).optional(),
  v_overlaydesk: VendorMembers.optional(),
});
export type OgrafManifest = z.infer<typeof OgrafManifest>;

export const DataProperty = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]),
  title: z.string().optional(),
  label: z.string().optional(),
  default: z.unknown().optional(),
  gddType: z.string().optional(),
  gddOptions: z.looseObject({}).optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
  multipleOf: z.number().positive().optional(),
  /** Editor order; properties without it come last. */
  order: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});
export type DataProperty = z.infer<typeof DataProperty>;

const lists = {
  customActions: CustomAction,
  renderRequirements: RenderRequirement,
  actionDurations: ActionDuration,
  thumbnails: Thumbnail,
} as const;

/** Paths of keys that are neither in the specification nor begin with `v_`. */
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
