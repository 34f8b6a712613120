import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ExpressionBinding, FieldBinding } from '../../scene/schema/bound.ts';
import { CssColor } from '../../contract/model/css-color.ts';
import { ContentEntry } from '../../scene/schema/composition-content.ts';
import { evaluate, parseExpression } from '../../scene/expression/expression.ts';
import { expressionFunctions } from '../../scene/expression/expression-functions.ts';
import { Loop, Motion, Offset, Update } from '../../scene/schema/motion.ts';
import { elementKinds, StillElement } from '../../scene/schema/scene.ts';
import { SceneFont, Stage } from '../../scene/schema/stage.ts';
import { sceneProperties } from '../kit/scene/scene-schema.ts';

const read = (name: string): string => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');
const text = read('scene-format.md');
const lineOf = (place: number): number => text.slice(0, place).split('\n').length;

const Effects = ContentEntry.shape.groups.valueType.shape.effects;
const schemas: Record<string, z.ZodType> = {
  element: StillElement,
  elements: z.array(StillElement),
  stage: Stage,
  effects: Effects,
  value: z.union([FieldBinding, ExpressionBinding]),
};

/** Every example: its kind, its place, and its content. */
const examples = [...text.matchAll(/^```json ?(\w*)\n(.*?)^```$/gms)].map(
  ({ 1: of = '', 2: json = '', index }): [string, number, unknown] => [of, lineOf(index), JSON.parse(json)],
);

describe('an example of the scene format is accepted by its schema', () => {
  it.each(examples)('%s in line %i', (of, _, example) => {
    expect(schemas[of]?.safeParse(example)).toMatchObject({ success: true });
  });

  it('and there is one of every kind of element', () => {
    const shown = examples.flatMap(([of, , example]) => {
      if (of === 'element') return [(example as { kind: string }).kind];
      return of === 'elements' ? (example as { kind: string }[]).map(({ kind }) => kind) : [];
    });
    expect([...new Set(shown)].sort()).toEqual([...elementKinds].sort());
  });

  it('and every effect is shown', () => {
    const shown = examples.flatMap(([of, , example]) => (of === 'effects' ? Object.keys(example as object) : []));
    expect([...new Set(shown)].sort()).toEqual(Object.keys(Effects.shape).sort());
  });
});

/** Every color of the schema is in one of these. */
const colored = examples.flatMap(([of, , example]) => {
  const elements = of === 'element' ? [example] : of === 'elements' ? (example as unknown[]) : [];
  return elements.flatMap((one) => colorsIn(one).map((path) => ({ one, path })));
});

function colorsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'string' && CssColor.safeParse(value).success ? [path] : [];
  }
  return Object.entries(value).flatMap(([name, member]) => colorsIn(member, [...path, name]));
}

it('a word that is no color is refused by name wherever a color belongs', () => {
  expect(colored.length).toBeGreaterThan(10);
  for (const { one, path } of colored) {
    const wrong: unknown = structuredClone(one);
    path.reduce<unknown>((at, name, depth) => {
      const members = at as Record<string, unknown>;
      if (depth === path.length - 1) members[name] = 'banana';
      return members[name];
    }, wrong);
    const problems = StillElement.safeParse(wrong).error?.issues ?? [];
    expect(JSON.stringify(problems), path.join('.')).toContain('expected a CSS color');
  }
  expect(CssColor.safeParse('WHITE').success).toBe(true);
});

describe('the scene format explains', () => {
  /** The words in back quotes outside the examples, and the keys of the examples. */
  const said = new Set([
    ...[...text.replace(/^```.*?^```$/gms, '').matchAll(/`([^`]+)`/g)].flatMap(([, words = '']) => words.split(/[ .]/)),
    ...[...text.matchAll(/^ *"(\w+)":/gm)].map(([, key = '']) => key),
    ...[...text.matchAll(/[{,] "(\w+)":/g)].map(([, key = '']) => key),
  ]);

  it.each([...sceneProperties()].map(([kind, places]) => [kind, places] as const))(
    'every property of %s',
    (kind, places) => {
      const names = new Set(places.flatMap(({ path }) => path).filter((name) => name !== '*'));
      expect([kind, ...names].filter((name) => !said.has(name))).toEqual([]);
    },
  );

  it.each([
    ['a motion', Motion],
    ['an offset', Offset],
    ['a loop', Loop],
    ['an update', Update],
    ['the stage', Stage],
    ['a font', SceneFont],
  ])('every property of %s', (_, schema) => {
    expect(Object.keys(schema.shape).filter((name) => !said.has(name))).toEqual([]);
  });

  it('which properties are fixed: all of them, and none that can be bound', () => {
    const [, table = ''] = /These are fixed:\n\n(.*?)\n\n/s.exec(text) ?? [];
    const told = new Set(
      [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = '']) =>
        [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
      ),
    );
    const properties = [...sceneProperties().values()].flat();
    const fixed = properties.filter(({ path, bindable }) => {
      const holds = properties.some(
        (other) => other.path.length > path.length && path.every((step, at) => step === other.path[at]),
      );
      return bindable === undefined && !holds;
    });
    expect([...new Set(fixed.map(({ path }) => path[0]))].filter((name = '') => !told.has(name))).toEqual([]);
    const takesFixed = properties.filter(({ bindable }) => bindable !== undefined && bindable !== 'none');
    expect(takesFixed.map(({ path }) => path[0]).filter((name = '') => told.has(name))).toEqual([]);
  });

  it('every value that is one of several', () => {
    const json = JSON.stringify(z.toJSONSchema(StillElement)) + JSON.stringify(z.toJSONSchema(Motion));
    const values = [...json.matchAll(/"enum":(\[[^\]]*\])/g)].flatMap(([, all = '']) => JSON.parse(all) as string[]);
    expect([...new Set(values)].filter((value) => !said.has(value))).toEqual([]);
  });
});

describe('an expression of the scene format', () => {
  const fields: Record<string, string | boolean> = {
    name: 'Ada Reyes',
    goals: '2',
    city: '',
    live: true,
    table: '[{"team": "Harbour", "points": 31}]',
    'home team': 'Harbour',
  };
  const rows = [...text.matchAll(/^\| `([^`]+)` +\| (.*?) +\|$/gm)].flatMap(
    ({ 1: expression = '', 2: gives = '', index }) =>
      index > text.indexOf('### Expressions') ? [[expression, gives] as const] : [],
  );

  it.each(rows)('%s gives %s', (expression, gives) => {
    const value = evaluate(parseExpression(expression), (name) => fields[name]);
    expect(typeof value === 'string' ? value : JSON.stringify(value)).toBe(gives);
  });

  it('shows every function', () => {
    const called = new Set(
      rows.flatMap(([expression]) => [...expression.matchAll(/(\w+)\(/g)].map(([, name]) => name)),
    );
    expect([...expressionFunctions.keys()].filter((name) => !called.has(name))).toEqual([]);
  });
});

it('the example of a content is accepted', () => {
  const content = read('composition-content.md');
  const json = [...content.matchAll(/^```json\n(.*?)^```$/gms)].map(
    ([, example = '']) => JSON.parse(example) as unknown,
  );
  expect(ContentEntry.safeParse(json[0])).toMatchObject({ success: true });
});
