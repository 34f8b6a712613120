import { z } from 'zod';
import { ografSchema } from '../../../scene/ograf/ograf.ts';
import { schemaProblems } from '../../../contract/schema-problems.ts';

/**
 * The rules of the JSON Schema that EBU publishes for manifests of OGraf version 1, with those for GDD, written anew and
 * apart from the schema that the service checks with: what test packages are held to, and the service is compared with.
 */

/** An object that has no other members than these, but for those of vendors. */
const closed = <S extends z.ZodRawShape>(shape: S) =>
  z.looseObject(shape).superRefine((value, { addIssue }) => {
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(shape, key) && !key.startsWith('v_')) addIssue(`has no member "${key}"`);
    }
  });

const texts = z.array(z.string());

/** What each GDD type may be a type of; one that is not here is a vendor's own. */
const gddTypes: Record<string, { types: string[]; needs?: z.ZodType }> = {
  'single-line': { types: ['string'] },
  'multi-line': { types: ['string'] },
  'file-path': { types: ['string'], needs: options({ extensions: texts.optional() }).partial() },
  'file-path/image-path': { types: ['string'], needs: options({ extensions: texts.optional() }).partial() },
  select: {
    types: ['string', 'number', 'integer'],
    needs: options({ labels: z.unknown() }).extend({ enum: z.array(z.unknown()) }),
  },
  'select-multiple': {
    types: ['array'],
    needs: options({ labels: z.unknown() }).extend({ items: z.looseObject({ enum: z.array(z.unknown()) }) }),
  },
  'color-rrggbb': { types: ['string'], needs: z.looseObject({ pattern: z.literal('^#[0-9a-f]{6}$') }) },
  'color-rrggbbaa': { types: ['string'], needs: z.looseObject({ pattern: z.literal('^#[0-9a-f]{8}$') }) },
  percentage: { types: ['number'] },
  'duration-ms': { types: ['integer'] },
};

function options(shape: z.ZodRawShape) {
  return z.looseObject({ gddOptions: z.looseObject(shape) });
}

/** What a default, and each member of an enum, of a type is. */
const values: Record<string, z.ZodType> = {
  boolean: z.boolean(),
  string: z.string(),
  number: z.number(),
  integer: z.int(),
  array: z.array(z.unknown()),
  object: z.looseObject({}),
};

/** The keys of the labels of a choice between numbers. */
const numberKeys: Record<string, RegExp> = { integer: /^[0-9]+$/, number: /^[0-9,.]+$/ };

const Gdd: z.ZodType<Record<string, unknown>> = z.lazy(() =>
  z
    .looseObject({
      type: z.enum(['boolean', 'string', 'number', 'integer', 'array', 'object']),
      gddType: z.string().optional(),
      gddOptions: z.looseObject({ labels: z.unknown().optional() }).optional(),
      order: z.number().optional(),
      title: z.string().optional(),
      multipleOf: z.number().positive().optional(),
      enum: z.array(z.unknown()).optional(),
      items: Gdd.optional(),
      properties: z.record(z.string(), Gdd).optional(),
    })
    .superRefine((schema, { addIssue }) => {
      const { type, gddType = '', items, properties, gddOptions } = schema;
      const value = values[type] ?? z.never();
      if (schema.default !== undefined && !value.safeParse(schema.default).success) addIssue('default of another type');
      if (type === 'array' && !items) addIssue('an array without items');
      if (type === 'object' && !properties) addIssue('an object without properties');
      const { types, needs } = Object.hasOwn(gddTypes, gddType) ? (gddTypes[gddType] ?? {}) : {};
      if (types && !types.includes(type)) addIssue(`${gddType} is no ${type}`);
      if (needs && !needs.safeParse(schema).success) addIssue(`${gddType} lacks something`);
      if (gddType !== 'select') return;
      if (!z.array(value).safeParse(schema.enum).success) addIssue('a choice of another type');
      const key = numberKeys[type];
      if (key && !Object.keys({ ...(gddOptions?.labels as object) }).every((each) => key.test(each))) {
        addIssue('a label that is for no number');
      }
    }),
);

const Constraint = closed({
  max: z.number().optional(),
  min: z.number().optional(),
  exact: z.number().optional(),
  ideal: z.number().optional(),
});

const duration = z.int().min(-1);
const Step = closed({ step: z.int().min(0).optional(), duration });

const Published = closed({
  $schema: z.literal(ografSchema),
  id: z.string(),
  name: z.string(),
  main: z.string(),
  version: z.string().optional(),
  description: z.string().optional(),
  author: closed({ name: z.string(), email: z.string().optional(), url: z.string().optional() }).optional(),
  supportsRealTime: z.boolean(),
  supportsNonRealTime: z.boolean(),
  stepCount: z.number().min(-1).optional(),
  schema: Gdd.optional(),
  customActions: z
    .array(
      closed({
        id: z.string(),
        name: z.string(),
        description: z.string().optional(),
        schema: z.union([Gdd, z.null()]).optional(),
      }),
    )
    .optional(),
  actionDurations: z
    .array(
      z.discriminatedUnion('type', [
        closed({ type: z.literal('playAction'), duration, steps: z.array(Step).optional() }),
        closed({ type: z.enum(['updateAction', 'stopAction']), duration }),
        closed({ type: z.literal('customAction'), duration, customActionId: z.string() }),
      ]),
    )
    .optional(),
  renderRequirements: z
    .array(
      closed({
        resolution: z.looseObject({ width: Constraint.optional(), height: Constraint.optional() }).optional(),
        frameRate: Constraint.optional(),
        accessToPublicInternet: closed({ exact: z.boolean().optional(), ideal: z.boolean().optional() }).optional(),
        engine: z.array(z.looseObject({ type: z.string(), version: z.looseObject({ min: z.string() }) })).optional(),
      }),
    )
    .optional(),
  thumbnails: z
    .array(
      closed({
        file: z.string(),
        resolution: z.looseObject({ width: z.int().min(1), height: z.int().min(1) }).optional(),
        animated: z.boolean().optional(),
        format: z.string().optional(),
      }),
    )
    .optional(),
});

/** The places of a manifest that the published schema does not allow. */
export function publishedProblems(manifest: unknown): string[] {
  const result = Published.safeParse(manifest);
  return result.success ? [] : [...new Set(schemaProblems(result.error.issues).map(({ path }) => path))];
}
