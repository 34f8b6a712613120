import { z } from 'zod';
import { Composition } from '../../scene/schema/composition.ts';
import { CompositionContent } from '../../scene/schema/composition-content.ts';
import { endpoint } from './endpoint.ts';
import * as example from './examples.ts';

const account = { auth: 'account' } as const;

/** A finding in a content. `path` is a JSON path into it, empty for the whole content. */
const Detail = z.object({ path: z.string(), message: z.string() });

/**
 * Extension: checks a content as `writeContent` does, and stores nothing. A bad content is not an error of this call.
 */
export const checkContent = endpoint({
  name: 'checkContent',
  source: 'extension',
  method: 'POST',
  path: '/apiv1/content/check',
  summary: 'Check the full representation of a composition: problems, warnings, and what would be drawn',
  ...account,
  params: z.object({}),
  body: z.record(z.string(), z.unknown()),
  slowBody: true,
  answer: z.object({
    /** Why the content cannot be stored; empty if it can. */
    problems: z.array(Detail),
    /** What is allowed but probably a mistake. */
    warnings: z.array(Detail),
    /** The picture that would be drawn; null if there is a problem. */
    composition: Composition.nullable(),
  }),
  errors: ['unauthorized', 'body-not-json', 'body-invalid', 'body-too-large', 'too-costly', 'media-type-unsupported'],
  example: {
    body: { ...example.content, mainComposition: 'nobody' },
    answer: {
      problems: [{ path: 'mainComposition', message: 'there is no composition with this id' }],
      warnings: [],
      composition: null,
    },
  },
});

/** A design of the gallery. */
export const GalleryEntry = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    /** The number of values an operator can set, nested sub-compositions included. */
    fields: z.int().nonnegative(),
    thumbnail: z.string().optional(),
  })
  .meta({ id: 'GalleryEntry' });
export type GalleryEntry = z.infer<typeof GalleryEntry>;

/** Extension. */
export const listGallery = endpoint({
  name: 'listGallery',
  source: 'extension',
  method: 'GET',
  path: '/apiv1/gallery',
  summary: 'The designs that a composition can begin with',
  ...account,
  params: z.object({}),
  body: undefined,
  answer: z.array(GalleryEntry),
  errors: ['unauthorized'],
  example: {
    answer: [{ id: 'lower-third', name: 'Lower Third', description: 'Who is speaking, and what they are.', fields: 3 }],
  },
});

/** Extension: a design with new ids each time, so that one composition can use it several times. */
export const readGalleryEntry = endpoint({
  name: 'readGalleryEntry',
  source: 'extension',
  method: 'GET',
  path: '/apiv1/gallery/{template}',
  summary: 'A design of the gallery, as the full representation of a composition that holds it and nothing else',
  ...account,
  params: z.object({ template: z.string() }),
  body: undefined,
  answer: CompositionContent,
  errors: ['unauthorized', 'id-unknown'],
  example: { answer: example.content },
});
