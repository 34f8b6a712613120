import { z } from 'zod';

/**
 * The manifest of an OGraf graphic, version 1, as far as a live renderer needs it. What is absent here and does not begin
 * with `v_` is no part of the specification. Source: EBU OGraf, "Manifest Model" and its JSON Schema.
 */
export const ografSchema = 'https://ograf.ebu.io/v1/specification/json-schemas/graphics/schema.json';

const Person = z.looseObject({ name: z.string(), email: z.string().optional(), url: z.string().optional() });

/** An action of the graphic's own; `schema` describes what it is given, null where it takes nothing. */
const CustomAction = z.looseObject({
  id: z.string().min(1),
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

/** What the graphic needs of the place where it is drawn: at least one of several has to hold. */
const RenderRequirement = z.looseObject({
  resolution: z.looseObject({ width: NumberConstraint.optional(), height: NumberConstraint.optional() }).optional(),
  frameRate: NumberConstraint.optional(),
  accessToPublicInternet: z.looseObject({ exact: z.boolean().optional(), ideal: z.boolean().optional() }).optional(),
  engine: z.array(z.looseObject({ type: z.string(), version: z.looseObject({ min: z.string() }) })).optional(),
});

/** How long an action takes, in ms; -1 where that is not known before. */
const ActionDuration = z.looseObject({
  type: z.enum(['playAction', 'updateAction', 'stopAction', 'customAction']),
  duration: z.int().min(-1),
  customActionId: z.string().optional(),
  steps: z.array(z.looseObject({ step: z.int().nonnegative().optional(), duration: z.int().min(-1) })).optional(),
});

const Thumbnail = z.looseObject({ file: z.string() });

/** An origin without a path: `https://api.example`, `wss://api.example:8443`. */
const NetworkOrigin = z.string().refine(isOrigin, { error: 'expected an origin such as https://data.example' });

/** The vendor key of this program: the addresses that the graphic asks for, beside the files of its package. */
const OverlayDesk = z.looseObject({ network: z.array(NetworkOrigin).max(20).optional() });

export const OgrafManifest = z.looseObject({
  $schema: z.literal(ografSchema),
  id: z.string().min(1),
  version: z.string().optional(),
  name: z.string().min(1),
  description: z.string().optional(),
  author: Person.optional(),
  /** The JavaScript module whose default export is the graphic's Web Component. */
  main: z.string().min(1),
  customActions: z.array(CustomAction).max(100).optional(),
  supportsRealTime: z.boolean(),
  supportsNonRealTime: z.boolean(),
  /** -1: not known before; 0: it ends by itself; 1, in and out, where it is absent. */
  stepCount: z.int().min(-1).max(1_000).optional(),
  /** The JSON Schema of its data. */
  schema: z
    .looseObject({ type: z.literal('object'), properties: z.record(z.string(), z.unknown()).optional() })
    .optional(),
  renderRequirements: z.array(RenderRequirement).optional(),
  actionDurations: z.array(ActionDuration).optional(),
  thumbnails: z.array(Thumbnail).optional(),
  v_overlaydesk: OverlayDesk.optional(),
});
export type OgrafManifest = z.infer<typeof OgrafManifest>;

/** A property of the data, with the GDD members that say how it is edited. */
export const DataProperty = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]),
  title: z.string().optional(),
  label: z.string().optional(),
  default: z.unknown().optional(),
  gddType: z.string().optional(),
  gddOptions: z
    .looseObject({
      labels: z.record(z.string(), z.string()).optional(),
      extensions: z.array(z.string()).optional(),
    })
    .optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
  multipleOf: z.number().positive().optional(),
  /** Editors show lower ones first, and those without one last. */
  order: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});
export type DataProperty = z.infer<typeof DataProperty>;

/** Keys that neither the specification has nor begin with `v_`, as steps into the manifest. */
export function unknownKeys(manifest: OgrafManifest): PropertyKey[][] {
  const strange = (given: object, shape: object): string[] =>
    Object.keys(given).filter((key) => !Object.hasOwn(shape, key) && !key.startsWith('v_'));
  const { author, customActions = [], renderRequirements = [] } = manifest;
  return [
    ...strange(manifest, OgrafManifest.shape).map((key) => [key]),
    ...strange(author ?? {}, Person.shape).map((key) => ['author', key]),
    ...customActions.flatMap((action, at) =>
      strange(action, CustomAction.shape).map((key) => ['customActions', at, key]),
    ),
    ...renderRequirements.flatMap((requirement, at) =>
      strange(requirement, RenderRequirement.shape).map((key) => ['renderRequirements', at, key]),
    ),
  ];
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !['https:', 'http:', 'wss:', 'ws:'].includes(url.protocol) || url.host === '') return false;
  return text.toLowerCase() === `${url.protocol}//${url.host}` && !text.includes('*');
}
