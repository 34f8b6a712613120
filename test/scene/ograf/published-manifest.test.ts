import { describe, expect, it } from 'vitest';
import type { OverlayError } from '../../../contract/errors.ts';
import { contentEntry } from '../../../scene/ograf/content-entry.ts';
import { checkPackage } from '../../../scene/ograf/package.ts';
import { everyKind, type Files, lowerThird, packageOf, poll, unpacked, wipe } from '../../kit/scene/ograf-packages.ts';
import { publishedProblems } from '../../kit/scene/ograf-published.ts';

const manifestOf = (files: Files): object => JSON.parse(String(files['graphic.ograf.json'])) as object;
const place = (path: string): string => path.replace(/^graphic\.ograf\.json: /, '');

/** What the service says of a package: `refused` or `warned` with the places, or `taken`. */
async function said(files: Files): Promise<[string, ...string[]]> {
  try {
    const checked = await checkPackage(unpacked(files));
    const { warnings } = contentEntry({ id: 'x', has: (path) => checked.files.has(path), ...checked });
    const places = [...checked.warnings, ...warnings].map(({ path }) => place(path));
    return places.length > 0 ? ['warned', ...places] : ['taken'];
  } catch (thrown) {
    return ['refused', ...(thrown as OverlayError).details.map(({ path }) => place(path))];
  }
}

/** What both say of a manifest with these members: the published schema, and the service. */
async function both(more: object): Promise<{ published: string[]; service: string[] }> {
  const files = packageOf('export default class extends HTMLElement {}', more);
  return { published: publishedProblems(manifestOf(files)), service: await said(files) };
}

const action = { id: 'a', name: 'A' };
const data = (property: object): object => ({ schema: { type: 'object', properties: { a: property } } });

describe('the packages that tests play', () => {
  it.each(Object.entries({ lowerThird, everyKind, poll, wipe }))('follow the published schema: %s', (_name, files) => {
    expect(publishedProblems(manifestOf(files))).toEqual([]);
  });
});

describe('what the published schema takes', () => {
  it.each<[string, object]>([
    ['nothing but what is required', {}],
    ['an id that is empty', { id: '' }],
    ['steps, as many as it likes', { stepCount: 1_000_000 }],
    ['steps that nobody can count', { stepCount: -1 }],
    [
      'actions, as many as it likes',
      { customActions: Array.from({ length: 150 }, (_, n) => ({ ...action, id: `${n}` })) },
    ],
    ['an action that is given nothing', { customActions: [{ ...action, schema: null }] }],
    ['an action that is given something', { customActions: [{ ...action, ...data({ type: 'string' }) }] }],
    ['durations', { actionDurations: [{ type: 'playAction', duration: -1, steps: [{ duration: 0 }] }] }],
    [
      'every requirement',
      {
        renderRequirements: [
          { resolution: { width: { exact: 1920 }, depth: 8 }, frameRate: { min: 25, max: 60, ideal: 50 } },
          { accessToPublicInternet: { ideal: false }, engine: [{ type: 'CEF', version: { min: '139' } }], v_gpu: 1 },
        ],
      },
    ],
    ['both ways to be drawn', { supportsRealTime: true, supportsNonRealTime: true }],
    ['what vendors say', { v_a: 1, author: { name: 'A', v_b: 2 }, customActions: [{ ...action, v_c: 3 }] }],
    ['a kind of data of a vendor', data({ type: 'string', gddType: 'single-line/own', gddOptions: { labels: [1] } })],
  ])('is taken: %s', async (_what, more) => {
    expect(await both(more)).toEqual({ published: [], service: ['taken'] });
  });

  it.each<[string, object, [string, ...string[]]]>([
    ['a name that is empty', { name: '' }, ['refused', 'name']],
    ['half a step', { stepCount: 1.5 }, ['refused', 'stepCount']],
    ['no way to be drawn live', { supportsRealTime: false }, ['refused', 'supportsRealTime']],
    ['two actions of one id', { customActions: [action, action] }, ['refused', 'customActions[1].id']],
    ['data that is no object', { schema: { type: 'string' } }, ['refused', 'schema.type']],
    ['no steps at all', { stepCount: 0 }, ['warned', 'stepCount']],
    [
      'an action that is given no object',
      { customActions: [{ ...action, schema: { type: 'number' } }] },
      ['warned', 'customActions[0].schema'],
    ],
    ['a rule that no field keeps', data({ type: 'string', maxLength: 3 }), ['warned', 'schema.properties.a.maxLength']],
  ])('is not taken as it is, and the place is said: %s', async (_what, more, service) => {
    expect(await both(more)).toEqual({ published: [], service });
  });
});

describe('what the published schema refuses', () => {
  it.each<[string, object, string, [string, ...string[]]]>([
    ['another schema', { $schema: 'https://example.org' }, '$schema', ['refused', '$schema']],
    ['no id', { id: undefined }, 'id', ['refused', 'id']],
    ['no name', { name: undefined }, 'name', ['refused', 'name']],
    ['no main file', { main: undefined }, 'main', ['refused', 'main']],
    ['nothing said of live', { supportsRealTime: undefined }, 'supportsRealTime', ['refused', 'supportsRealTime']],
    [
      'nothing said of files',
      { supportsNonRealTime: undefined },
      'supportsNonRealTime',
      ['refused', 'supportsNonRealTime'],
    ],
    ['steps below -1', { stepCount: -2 }, 'stepCount', ['refused', 'stepCount']],
    ['an author without a name', { author: {} }, 'author.name', ['refused', 'author.name']],
    [
      'an action without a name',
      { customActions: [{ id: 'a' }] },
      'customActions[0].name',
      ['refused', 'customActions[0].name'],
    ],
    [
      'a constraint that is no number',
      { renderRequirements: [{ frameRate: { min: '25' } }] },
      'renderRequirements[0].frameRate.min',
      ['refused', 'renderRequirements[0].frameRate.min'],
    ],
    ['a member that nobody knows', { colour: 1 }, '', ['warned', 'colour']],
    [
      'one of an action',
      { customActions: [{ ...action, icon: 1 }] },
      'customActions[0]',
      ['warned', 'customActions[0].icon'],
    ],
    [
      'one of a thumbnail',
      { thumbnails: [{ file: 'graphic.mjs', alt: 1 }] },
      'thumbnails[0]',
      ['warned', 'thumbnails[0].alt'],
    ],
    ['data without a type', data({ enum: [1] }), 'schema.properties.a.type', ['warned', 'schema.properties.a']],
    [
      'data of the type null',
      data({ type: 'null' }),
      'schema.properties.a.type',
      ['warned', 'schema.properties.a.type'],
    ],
    [
      'a default of another type',
      data({ type: 'number', default: 'x' }),
      'schema.properties.a',
      ['warned', 'schema.properties.a.default'],
    ],
    ['data that may be null', data({ type: ['string', 'null'] }), 'schema.properties.a.type', ['taken']],
    ['an array without items', data({ type: 'array' }), 'schema.properties.a', ['taken']],
    [
      'a color without its pattern',
      data({ type: 'string', gddType: 'color-rrggbb' }),
      'schema.properties.a',
      ['taken'],
    ],
    [
      'a choice without labels',
      data({ type: 'string', gddType: 'select', enum: ['a'] }),
      'schema.properties.a',
      ['taken'],
    ],
    ['a percentage that is a text', data({ type: 'string', gddType: 'percentage' }), 'schema.properties.a', ['taken']],
    [
      'part of a millisecond',
      { actionDurations: [{ type: 'stopAction', duration: 0.5 }] },
      'actionDurations[0].duration',
      ['taken'],
    ],
    [
      'a duration of no action',
      { actionDurations: [{ type: 'customAction', duration: 1 }] },
      'actionDurations[0].customActionId',
      ['taken'],
    ],
  ])('%s', async (_what, more, published, service) => {
    expect(await both(more)).toEqual({ published: [published], service });
  });
});
