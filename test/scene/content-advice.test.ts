import { describe, expect, it } from 'vitest';
import type { Field } from '../../contract/model/field.ts';
import type { StillElement } from '../../scene/schema/scene.ts';
import type { ContentEntry } from '../../scene/schema/composition-content.ts';
import type { Stage } from '../../scene/schema/stage.ts';
import { valueKindOf } from '../../scene/content/binding-advice.ts';
import { contentOf } from '../../scene/content/content.ts';
import { checkContent } from '../../scene/content/content-check.ts';
import { smallShow, ids } from '../kit/service/small-show.ts';
import { sceneProperties } from '../kit/scene/scene-schema.ts';

const everything = { asset: () => true, graphic: () => true };
const nothing = { asset: () => false, graphic: () => false };

/** A sub-composition that gives no warnings. */
interface Given {
  elements?: StillElement[];
  fields?: Field[];
  groups?: ContentEntry['groups'];
  stage?: Stage;
  secondTimeline?: boolean;
}

/** The warnings of a composition with one sub-composition, with paths relative to it. */
function warnings(given: Given, installed = everything): string[] {
  const { elements = [], fields = [], groups = {}, stage, secondTimeline = false } = given;
  const content = contentOf({
    version: 1,
    root: {
      ...smallShow.root,
      fields: [],
      subcompositions: [
        {
          id: ids.home,
          name: 'Home',
          fields,
          logicLayer: null,
          secondTimeline,
          scene: { elements: elements },
          subcompositions: [],
        },
      ],
    },
    ...(stage && { stage }),
  });
  content.compositions[ids.home]!.groups = groups;
  const { problems, warnings: found } = checkContent(JSON.parse(JSON.stringify(content)), installed);
  expect(problems).toEqual([]);
  return found.map(({ path, message }) => `${path.replace(`compositions["${ids.home}"].`, '')}: ${message}`);
}

const frame = { x: 200, y: 200, width: 400, height: 60 };
const box = { kind: 'box', id: 'plate', frame, fill: '#123456' } as const;
const words = {
  kind: 'text',
  id: 'words',
  frame,
  text: 'Words',
  size: 30,
  weight: 400,
  align: 'left',
  color: 'white',
} as const;

const list: StillElement = {
  kind: 'list',
  id: 'list',
  frame,
  items: { field: 'rows' },
  lineHeight: 40,
  size: 30,
  weight: 400,
  align: 'left',
  color: 'white',
  valueColor: 'red',
  rule: 'red',
};

const field = (
  id: string,
  type: Field['type'],
  defaultValue: Field['defaultValue'],
  more: Partial<Field> = {},
): Field => ({
  id,
  title: id,
  type,
  defaultValue,
  resetValue: defaultValue,
  immediateUpdate: false,
  index: 0,
  ...more,
});
const name = field('name', 'text', 'Ada');

const safeArea = 'leaves the graphics-safe area, x from 96 to 1824 and y from 54 to 1026';

describe('what an author most likely did not mean', () => {
  it('is not to be found in what is as it should be', () => {
    const elements: StillElement[] = [box, { ...words, text: { field: 'name' } }];
    const groups = {
      words: { effects: { In: { offset: { y: 60 }, delay: 100, duration: 400, easing: 'ease-out' } } },
    } as const;
    expect(warnings({ elements, fields: [name], groups })).toEqual([]);
  });

  it.each<[string, Given, string[]]>([
    [
      'words that some sets cut off',
      { elements: [{ ...words, frame: { ...frame, x: 60 } }] },
      [`elements[0].frame: ${safeArea}`],
    ],
    [
      'words in a group that stands too far down',
      { elements: [{ kind: 'group', id: 'all', frame: { ...frame, y: 780 }, elements: [box, words] }] },
      [`elements[0].elements[1].frame: ${safeArea}`],
    ],
    [
      'words whose place a field decides',
      {
        elements: [{ ...words, frame: { ...frame, y: { field: 'top' } } }],
        fields: [field('top', 'number', '1000')],
      },
      [`elements[0].frame: ${safeArea}`],
    ],
    [
      'words whose place an expression decides',
      {
        elements: [{ ...words, frame: { ...frame, y: { expression: 'row > 4 ? -(0 - row) * 100 + 540 : 0' } } }],
        fields: [field('row', 'counter', '5')],
      },
      [`elements[0].frame: ${safeArea}`],
    ],
    [
      'words outside of the safe area of their own stage',
      {
        elements: [words],
        stage: { width: 1000, height: 500, safe: { action: 0.1, graphics: 0.25 } },
      },
      ['elements[0].frame: leaves the graphics-safe area, x from 250 to 750 and y from 125 to 375'],
    ],
    [
      'an element that nobody sees',
      { elements: [{ ...box, frame: { ...frame, x: 1920 } }] },
      ['elements[0].frame: stands outside of the picture while it is In'],
    ],
    [
      'a group that nobody sees, once for all that it holds',
      { elements: [{ kind: 'group', id: 'all', frame: { ...frame, y: -500 }, elements: [box, words] }] },
      ['elements[0].frame: stands outside of the picture while it is In'],
    ],
    [
      'a field that no element shows',
      { elements: [words], fields: [name, field('about', 'infotext', 'Explained')] },
      ['dataSources.composition.controlNode.fields[0]: no element shows the field "name"'],
    ],
    [
      'a motion of more than five seconds',
      {
        elements: [box],
        groups: {
          plate: {
            effects: {
              In: { offset: { opacity: 0 }, delay: 4000, duration: 1500, easing: 'linear' },
              Update: { duration: 6000, easing: 'linear' },
              Loop: { delay: 0, duration: 60_000, easing: 'linear', through: [{ at: 0.5, offset: { x: 9 } }] },
            },
          },
        },
      },
      [
        'groups.plate.effects.In: takes 5.5 seconds, which is long for a graphic',
        'groups.plate.effects.Update: takes 6 seconds, which is long for a graphic',
      ],
    ],
    [
      'a way out that never runs',
      {
        elements: [box],
        groups: { plate: { effects: { Out2: { offset: { opacity: 0 }, delay: 0, duration: 100, easing: 'linear' } } } },
      },
      [
        'groups.plate.effects.Out2: never runs: compositionProps.timeline2Active does not say that there is a second timeline',
      ],
    ],
    [
      'properties bound to fields of another type',
      {
        elements: [
          { ...box, fill: { field: 'name' }, level: { field: 'name' }, visible: { field: 'name' } },
          { ...words, text: { field: 'tint' }, size: { field: 'percent' } },
          { ...list, items: { field: 'percent' } },
        ],
        fields: [name, field('tint', 'color', { a: 1, b: 0, g: 0, r: 0 }), field('percent', 'normalizednumber', '40')],
      },
      [
        'elements[0].visible: needs true or false, but the field "name" has the type text',
        'elements[0].fill: needs a color, but the field "name" has the type text',
        'elements[0].level: needs a number, but the field "name" has the type text',
        'elements[1].text: needs words, but the field "tint" has the type color',
        'elements[2].items: needs JSON, but the field "percent" has the type normalizednumber',
      ],
    ],
  ])('%s', (_, given, expected) => {
    expect(warnings(given)).toEqual(expected);
  });
});

it('a place that takes more than arithmetic to tell is not looked at', () => {
  const rows = field('rows', 'json', '[]');
  const far = (y: string): StillElement => ({ ...words, frame: { ...frame, y: { expression: y } } });
  expect(warnings({ elements: [far("number('5000')")] })).toEqual([]);
  expect(warnings({ elements: [far('length(rows) + 5000')], fields: [rows] })).toEqual([]);
  expect(warnings({ elements: [far('5000')] })).toEqual([
    'elements[0].frame: stands outside of the picture while it is In',
  ]);
});

describe('a field that is used', () => {
  const rows = field('rows', 'json', '[]');
  it.each<[string, Given]>([
    ['in an expression', { elements: [{ ...words, text: { expression: "upper(name) & '!'" } }], fields: [name] }],
    [
      'by what a group holds',
      {
        elements: [
          {
            kind: 'group',
            id: 'all',
            frame,
            elements: [{ ...words, frame: { ...frame, x: 0, y: 0 }, text: { field: 'name' } }],
          },
        ],
        fields: [name],
      },
    ],
    ['by a list', { elements: [list], fields: [rows] }],
  ])('%s is not reported', (_, given) => {
    expect(warnings(given)).toEqual([]);
  });
});

describe('what a scene names and a service does not have', () => {
  const sha = 'a'.repeat(64);
  const picture = field('picture', 'image', `/media/assets/${sha}.png`);
  const elements: StillElement[] = [
    { kind: 'image', id: 'crest', frame, source: { field: 'picture' }, fit: 'cover' },
    { kind: 'image', id: 'logo', frame, source: `/media/assets/${sha}.svg`, fit: 'cover' },
    { kind: 'image', id: 'demo', frame, source: '/media/demo/northgate.svg', fit: 'cover' },
    { kind: 'graphic', id: 'ograf', frame, graphic: 'gone', data: {}, actions: {} },
  ];

  it('is reported wherever it stands', () => {
    expect(warnings({ elements, fields: [picture] }, nothing)).toEqual([
      `dataSources.composition.controlNode.fields[0].defaultValue: there is no uploaded file /media/assets/${sha}.png`,
      `dataSources.composition.controlNode.fields[0].resetValue: there is no uploaded file /media/assets/${sha}.png`,
      `elements[1].source: there is no uploaded file /media/assets/${sha}.svg`,
      'elements[3].graphic: there is no installed graphic with the id "gone"',
    ]);
  });

  it('is fine where it has it', () => {
    expect(warnings({ elements, fields: [picture] })).toEqual([]);
  });
});

describe('the types that properties want', () => {
  const ofType: Record<string, string[]> = {
    number: ['a number'],
    boolean: ['true or false'],
    string: ['words', 'a color'],
    enum: ['words'],
    none: ['a timer', 'a button', 'JSON', 'a number', 'any value'],
  };
  const bindable = [...sceneProperties()].flatMap(([kind, places]) =>
    places.flatMap(({ path, bindable: type }): [string, string[], string][] =>
      type === undefined ? [] : [[`${kind}.${path.join('.')}`, path, type]],
    ),
  );

  it('are there to be known', () => {
    expect(bindable.length).toBeGreaterThan(100);
  });

  it.each(bindable)('%s is of one that its fixed values are of', (_, path, type) => {
    expect(ofType[type]).toContain(valueKindOf(path));
  });
});
