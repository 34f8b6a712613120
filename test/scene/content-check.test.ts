import { describe, expect, it } from 'vitest';
import { checkContent } from '../../scene/content/content-check.ts';
import { compositionOf, contentOf } from '../../scene/content/content.ts';
import { elementKinds } from '../../scene/schema/scene.ts';
import { gallery } from '../../gallery/gallery.ts';
import { eveningNews } from '../../service/demo/evening-news.ts';
import { ids, smallShow } from '../kit/service/small-show.ts';

const everything = { asset: () => true, graphic: () => true };

/** The small show as plain JSON, with a plate in its home team, after a change to that plate. */
function withPlate(plate: object, groups: object = {}): { [key: string]: any } {
  const content = JSON.parse(JSON.stringify(contentOf(smallShow))) as { compositions: Record<string, any> };
  const box = { kind: 'box', id: 'plate', frame: { x: 200, y: 200, width: 40, height: 40 }, fill: 'red' };
  Object.assign(content.compositions[ids.home], { elements: [{ ...box, ...plate }], groups });
  return content;
}

const at = `compositions["${ids.home}"]`;
function problems(content: unknown): string[] {
  const { problems: found, warnings, composition } = checkContent(content, everything);
  expect({ warnings, composition }).toEqual({ warnings: [], composition: null });
  return found.map(({ path, message }) => `${path.replace(`${at}.`, '')}: ${message}`);
}

describe('a content that is good', () => {
  it.each([
    ['the demo show', eveningNews],
    ['the small show', smallShow],
  ])('comes back as the composition that would be drawn: %s', (_, show) => {
    const content = contentOf(show);
    const checked = checkContent(JSON.parse(JSON.stringify(content)), everything);
    expect(checked.problems).toEqual([]);
    expect(checked.composition).toEqual(compositionOf(content));
  });

  it.each(gallery.map(({ id, sub }) => [id, sub] as const))('is every design: %s', (_, sub) => {
    const root = { ...smallShow.root, fields: [], subcompositions: [sub] };
    const content = JSON.parse(JSON.stringify(contentOf({ version: 1, root }))) as unknown;
    const { problems: found, warnings } = checkContent(content, everything);
    expect({ found, warnings }).toEqual({ found: [], warnings: [] });
  });
});

describe('the expressions of a content', () => {
  const expression = `1${'+1'.repeat(499)}1`;
  const content = (elements: number): { [key: string]: any } => {
    const frame = { x: { expression }, y: { expression }, width: { expression }, height: { expression } };
    const boxes = Array.from({ length: elements }, (_, place) => ({ kind: 'box', id: `${place}`, frame, fill: 'red' }));
    const given = withPlate({});
    given.compositions[ids.home].elements = boxes;
    return given;
  };

  it('have a length together, and the first one beyond it is named', () => {
    expect(checkContent(content(125), everything).problems).toEqual([]);
    expect(problems(content(126))).toEqual([
      'elements[125].frame.x.expression: the expressions of a composition have at most 500000 characters together',
    ]);
  });
});

it('a content with more values than any show has is refused before it is checked', () => {
  const content = withPlate({});
  content.command.commands = Array.from({ length: 500_000 }, () => 1);
  const found = problems(content);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^command\.commands\[\d+\]: a composition has at most 500000 values$/);
});

describe('a version', () => {
  const versioned = (version: unknown): unknown => {
    const content = withPlate({});
    content.compositions[ids.home].version = version;
    return content;
  };

  it.each([
    [2, 'version: expected 1, received 2: it was made by a newer program'],
    [0, 'version: expected 1'],
    ['2', 'version: expected 1'],
  ])('that this program does not know is refused: %j', (version, problem) => {
    expect(problems(versioned(version))).toEqual([problem]);
  });
});

describe('what is wrong is said in the words of its author, with its place', () => {
  it.each<[string, object, string[]]>([
    [
      'a property that no element has',
      { colour: 'red', blink: true },
      ['elements[0].colour: there is no such property here', 'elements[0].blink: there is no such property here'],
    ],
    [
      'a kind that there is not',
      { kind: 'circle' },
      [`elements[0].kind: expected ${elementKinds.map((kind) => `'${kind}'`).join(' | ')}`],
    ],
    [
      'a number that is a text',
      { frame: { x: '200', y: 200, width: 40, height: 40 } },
      ['elements[0].frame.x: expected number, {"field": "…"} or {"expression": "…"}, received string'],
    ],
    [
      'a value that is not there',
      { fill: undefined },
      ['elements[0].fill: expected string, {"field": "…"} or {"expression": "…"}, and it is missing'],
    ],
    [
      'a binding with a slip',
      { fill: { field: 3 }, level: { field: 'goals', expression: 'goals' }, radius: { expression: '' } },
      [
        'elements[0].fill.field: expected string, received number',
        'elements[0].level.expression: there is no such property here',
        "elements[0].radius.expression: expected a field, a number, a 'text' or (, not the end (at position 0)",
      ],
    ],
    [
      'an expression that is none',
      { fill: { expression: "goals & ' - " } },
      ["elements[0].fill.expression: the text is not closed: expected ' (at position 12)"],
    ],
    [
      'a field in an expression that there is not',
      { level: { expression: 'gaols * 10' } },
      ['elements[0].level.expression: there is no field with the id "gaols" that holds a value'],
    ],
  ])('%s', (_, plate, expected) => {
    expect(problems(JSON.parse(JSON.stringify(withPlate(plate))))).toEqual(expected);
  });

  it('a motion of which several things are wrong', () => {
    const In = { offset: { x: '9', up: 1 }, delay: -1, duration: 0, easing: 'bounce' };
    expect(problems(withPlate({}, { plate: { effects: { In, Sideways: {} } } }))).toEqual([
      'groups.plate.effects.In.offset.x: expected number, received string',
      'groups.plate.effects.In.offset.up: there is no such property here',
      'groups.plate.effects.In.delay: expected a number of at least 0',
      'groups.plate.effects.In.duration: expected a number of more than 0',
      'groups.plate.effects.In.easing: expected one of "linear"|"ease-in"|"ease-out"|"ease-in-out"|"back-in"|"back-out" ' +
        'or {"bezier": [x1, y1, x2, y2]}',
      'groups.plate.effects.Sideways: there is no such property here',
    ]);
  });

  it('places on the way that are not in the order of time', () => {
    const through = [0.2, 0.7, 0.5].map((place) => ({ at: place, offset: {} }));
    const Loop = { delay: 0, duration: 100, easing: 'linear', through };
    expect(problems(withPlate({}, { plate: { effects: { Loop } } }))).toEqual([
      'groups.plate.effects.Loop.through[2].at: is before the previous place, which is at 0.7',
    ]);
  });

  it('a composition under a name that is no UUID', () => {
    const content = withPlate({});
    content.compositions.home = content.compositions[ids.home];
    expect(problems(content)).toEqual(['compositions.home: this key cannot be used: expected a UUID']);
  });

  it('what holds only between its parts', () => {
    const content = withPlate({ fill: { field: 'gone' } }, { nobody: { effects: {} } });
    expect(problems(content)).toEqual([
      'groups.nobody: there is no element with this id',
      'elements[0].fill.field: there is no field with the id "gone" that holds a value',
    ]);
  });

  it('more than anyone reads is counted', () => {
    const content = withPlate({});
    content.compositions[ids.home].elements = Array.from({ length: 500 }, () => ({ kind: 'text' }));
    const { problems: found } = checkContent(content, everything);
    expect([found.length, found.at(-1)]).toEqual([1000, { path: '', message: 'and 2501 more' }]);
  });

  it.each([
    ['{}', {}],
    ['a list', []],
    ['nothing', null],
    ['a number', 4],
  ])('%s is no content', (_, value) => {
    expect(problems(value).length).toBeGreaterThan(0);
  });
});
