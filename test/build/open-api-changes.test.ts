import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { breakingChanges, brokenPromises, type ComparedApi } from '../../build/open-api-changes.ts';
import { generated } from '../../build/generate.ts';
import { openApi } from '../../build/open-api.ts';
import { type Endpoint, endpoint, put } from '../../contract/service-api/endpoint.ts';

const Leaf = z.object({
  label: z.string(),
  kind: z.enum(['oak', 'fir']),
  size: z.int().min(1).max(9).optional(),
  notes: z.array(z.union([z.string(), z.null()])),
  marks: z.record(z.string(), z.number()),
});
const body = Leaf.meta({ id: 'LeafBody' });
const answer = Leaf.meta({ id: 'LeafAnswer' });
const write = endpoint('writeLeaf', 99, {
  ...put('/leaves/{id}'),
  summary: 'Write a leaf',
  auth: 'none',
  params: z.object({ id: z.string(), way: z.enum(['up', 'down']).optional() }),
  body,
  answer,
  errors: ['body-invalid', 'id-unknown'],
  example: { answer: {} },
});
const read = endpoint('readLeaf', 99, { ...write, method: 'GET', body: undefined });

const document = (...endpoints: Endpoint[]): ComparedApi => openApi(endpoints, '1') as unknown as ComparedApi;
const accepted = document(write, read);
/** What breaks where the writing of a leaf changes so. */
const changed = (how: Partial<Endpoint>): string[] => breakingChanges(accepted, document({ ...write, ...how }, read));
const at = (...problems: string[]): string[] => problems.map((problem) => `PUT /leaves/{id}: ${problem}`);
const sent = (shape: z.ZodType): string[] => changed({ body: shape });
const told = (shape: z.ZodType): string[] => changed({ answer: shape });

it('the API keeps what was promised', () => {
  expect(brokenPromises(generated().get('docs/openapi.json') ?? '')).toEqual([]);
});

describe('no client breaks', () => {
  it('where nothing changes', () => {
    expect(changed({})).toEqual([]);
    const now = JSON.parse(generated().get('docs/openapi.json') ?? '') as ComparedApi;
    expect(breakingChanges(now, now)).toEqual([]);
  });

  it.each<[string, () => string[]]>([
    ['an endpoint comes', () => breakingChanges(accepted, document(write, read, { ...read, path: '/trees' }))],
    ['words change', () => changed({ summary: 'Other words', example: { answer: { label: 'x' } } })],
    ['an error comes', () => changed({ errors: [...write.errors, 'storage-full'] })],
    [
      'a parameter may be left out or added',
      () => changed({ params: write.params.extend({ more: z.string().optional() }) }),
    ],
    [
      'a parameter may have further values',
      () => changed({ params: write.params.extend({ way: z.string().optional() }) }),
    ],
    ['a body may have further properties', () => sent(Leaf.extend({ more: z.string().optional() }))],
    ['a property may be left out of a body', () => sent(Leaf.partial())],
    ['a body may hold further values', () => sent(Leaf.extend({ kind: z.enum(['oak', 'fir', 'elm']) }))],
    ['a body may hold further types', () => sent(Leaf.extend({ label: z.union([z.string(), z.number()]) }))],
    ['a number of a body may be larger', () => sent(Leaf.extend({ size: z.number().min(0).optional() }))],
    ['an answer has further properties', () => told(Leaf.extend({ more: z.string() }))],
    ['a property is always answered', () => told(Leaf.required())],
    ['an answer has fewer values', () => told(Leaf.extend({ kind: z.enum(['oak']) }))],
    ['an answer has fewer types', () => told(Leaf.extend({ notes: z.array(z.string()) }))],
  ])('where %s', (_, changes) => {
    expect(changes()).toEqual([]);
  });
});

describe('clients break', () => {
  it('where an endpoint goes, or one of its methods', () => {
    expect(breakingChanges(accepted, document(write))).toEqual(['GET /leaves/{id} is gone.']);
    expect(breakingChanges(accepted, document())).toEqual(['PUT /leaves/{id} is gone.', 'GET /leaves/{id} is gone.']);
  });

  it.each<[string, () => string[], string[]]>([
    ['a password is asked for', () => changed({ auth: 'account' }), ['a user name and a password are needed now.']],
    ['an error goes', () => changed({ errors: ['body-invalid'] }), ['the answer 404 is gone.']],
    ['a parameter goes', () => changed({ params: z.object({ id: z.string() }) }), ['the parameter way is gone.']],
    [
      'a parameter is needed',
      () => changed({ params: z.object({ id: z.string(), way: z.enum(['up', 'down']), new: z.string() }) }),
      ['parameter way is required now.', 'the parameter new is new and required.'],
    ],
    [
      'a parameter has fewer values',
      () => changed({ params: write.params.extend({ way: z.enum(['up']).optional() }) }),
      ['parameter way: does not take any more "down".'],
    ],
    ['a body is no longer taken', () => changed({ body: undefined }), ['it takes no body any more.']],
    ['a body is a form', () => changed({ bodyKind: 'multipart' }), ['body is not application/json any more.']],
    ['an answer is a page', () => changed({ answerKind: 'html' }), ['answer 200 is not application/json any more.']],
    [
      'a property of a body is needed',
      () => sent(Leaf.extend({ size: z.int().min(1).max(9), more: z.string() })),
      ['body.size is required now.', 'body.more is required now.'],
    ],
    ['a property of a body goes', () => sent(Leaf.omit({ size: true })), ['body.size is gone.']],
    [
      'a body has another type',
      () => sent(Leaf.extend({ label: z.number() })),
      ['body.label: does not take any more string.'],
    ],
    [
      'a body takes fewer values',
      () => sent(Leaf.extend({ kind: z.enum(['oak']) })),
      ['body.kind: does not take any more "fir".'],
    ],
    [
      'a body takes fewer types',
      () => sent(Leaf.extend({ notes: z.array(z.string()) })),
      ['body.notes[]: does not take any more null.'],
    ],
    [
      'a number of a body has less room',
      () => sent(Leaf.extend({ size: z.int().min(2).max(8).optional() })),
      ['body.size: minimum is another one.', 'body.size: maximum is another one.'],
    ],
    [
      'a text of a body has a form',
      () => sent(Leaf.extend({ label: z.string().regex(/^a/) })),
      ['body.label: pattern is another one.'],
    ],
    ['a body takes no further names', () => sent(z.strictObject(Leaf.shape)), ['body: further names are refused now.']],
    [
      'the values under any name are others',
      () => sent(Leaf.extend({ marks: z.record(z.string(), z.string()) })),
      ['body.marks.*: does not take any more number.'],
    ],
    ['a property of an answer goes', () => told(Leaf.omit({ label: true })), ['answer 200.label is gone.']],
    [
      'a property of an answer may be missing',
      () => told(Leaf.partial({ label: true })),
      ['answer 200.label may be missing now.'],
    ],
    [
      'an answer has another type',
      () => told(Leaf.extend({ label: z.number() })),
      ['answer 200.label: can now be number.'],
    ],
    [
      'an answer has further values',
      () => told(Leaf.extend({ kind: z.enum(['oak', 'fir', 'elm']) })),
      ['answer 200.kind: can now be "elm".'],
    ],
    [
      'an answer has any value where it had a list of them',
      () => told(Leaf.extend({ kind: z.string() })),
      ['answer 200.kind: can now be "any other value".'],
    ],
    [
      'an answer can be null',
      () => told(Leaf.extend({ label: z.string().nullable() })),
      ['answer 200.label: can now be null.'],
    ],
    [
      'a number of an answer has more room',
      () => told(Leaf.extend({ size: z.int().min(0).max(9).optional() })),
      ['answer 200.size: minimum is another one.'],
    ],
  ])('where %s', (_, changes, problems) => {
    expect(changes()).toEqual(at(...problems));
  });

  it('where a shape that holds itself changes deep inside', () => {
    const tree = (name: z.ZodType): z.ZodType => {
      const Tree: z.ZodType = z
        .object({
          name,
          get branches() {
            return z.array(Tree);
          },
        })
        .meta({ id: `Tree of ${name.type}` });
      return Tree;
    };
    const before = document({ ...read, answer: tree(z.string()) });
    expect(breakingChanges(before, before)).toEqual([]);
    expect(breakingChanges(before, document({ ...read, answer: tree(z.number()) }))).toEqual([
      'GET /leaves/{id}: answer 200.name: can now be number.',
    ]);
  });
});
