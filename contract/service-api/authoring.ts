import { z } from 'zod';
import { Composition } from '../../scene/schema/composition.ts';
import { CompositionContent } from '../../scene/schema/composition-content.ts';
import { account, unknownId } from './common.ts';
import { endpoint, get, post } from './endpoint.ts';
import * as example from './examples.ts';

/** `path` is a JSON path; empty for the whole content. */
const ContentFinding = z.object({ path: z.string(), message: z.string() });

/** Extension: checks a content like `writeContent` and stores nothing. Invalid content is not an error of this call. */
export const checkContent = endpoint('checkContent', 'extension', {
  ...post('/apiv1/content/check'),
  summary: 'Check the full representation of a composition: problems, warnings, and what would be drawn',
  ...account,
  body: z.record(z.string(), z.unknown()),
  slowBody: true,
  answer: z.object({
    problems: z.array(ContentFinding),
    warnings: z.array(ContentFinding),
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

export const GalleryEntry = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    /** Fields that an operator can set, including nested sub-compositions. */
    fields: z.int().nonnegative(),
    thumbnail: z.string().optional(),
  })
  .meta({ id: 'GalleryEntry' });
export type GalleryEntry = z.infer<typeof GalleryEntry>;

export const listGallery = endpoint('listGallery', 'extension', {
  ...get('/apiv1/gallery'),
  summary: 'The designs that a composition can begin with',
  ...account,
  answer: z.array(GalleryEntry),
  errors: ['unauthorized'],
  example: {
    answer: [{ id: 'lower-third', name: 'Lower Third', description: 'Who is speaking, and what they are.', fields: 3 }],
  },
});

/** Extension: returns new ids each time, so that a composition can use a design several times. */
export const readGalleryEntry = endpoint('readGalleryEntry', 'extension', {
  ...get('/apiv1/gallery/{template}'),
  summary: 'A design of the gallery, as the full representation of a composition that holds it and nothing else',
  ...account,
  params: z.object({ template: z.string() }),
  answer: CompositionContent,
  errors: unknownId,
  example: { answer: example.content },
});
