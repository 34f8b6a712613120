import fc from 'fast-check';
import { z } from 'zod';
import { type CompositionContent, ContentEntry } from '../../../scene/schema/composition-content.ts';
import type { Field, Value } from '../../../contract/model/field.ts';
import { allElements, type SceneElement, StillElement } from '../../../scene/schema/scene.ts';
import { contentOf } from '../../../scene/content/content.ts';
import { gallery } from '../../../gallery/gallery.ts';
import { Stage } from '../../../scene/schema/stage.ts';
import { arbitraryOf } from './arbitrary-of.ts';
import { oddFieldIds, oddNames } from './odd-names.ts';

const rootId = '6e1a4c02-5b7d-4f38-9a61-2c8d0e3f7b00';
const fuzzedId = '6e1a4c02-5b7d-4f38-9a61-2c8d0e3f7b01';

/** A field of every type but those that only widgets have, called as its type. */
const values: Record<Exclude<Field['type'], 'infotext' | 'composition' | 'gradient'>, Value> = {
  text: 'Words',
  textarea: 'One\nTwo\nThree',
  number: '40',
  normalizednumber: '50',
  counter: '3',
  selection: 'mm:ss',
  image: '/media/demo/northgate.svg',
  audio: '/media/demo/sting.wav',
  color: { a: 1, b: 200, g: 100, r: 0 },
  checkbox: true,
  json: '[{"label": "A", "value": 1}, "two", 3, null, {"team": {"x": []}}]',
  timecontrol: { UTC: 0, isRunning: true, value: 5_000 },
  button: { __serviceButton: true, ts: 0 },
};
const fields = Object.entries(values).map(([type, value], index): Field => ({
  id: type,
  title: type,
  type: type as Field['type'],
  defaultValue: value,
  resetValue: value,
  immediateUpdate: false,
  index,
  ...(type === 'selection' && { selections: [{ id: 'mm:ss', title: 'mm:ss' }] }),
}));

/** Of properties that random texts would hardly ever fit. */
const known = {
  field: fc.constantFrom(...fields.map(({ id }) => id)),
  expression: fc.constantFrom(
    "text & ' ' & counter",
    'number * 1000000',
    'json(json)',
    'json(json)[0].label',
    '1 / 0',
    'text + 1',
    'checkbox',
    'color',
    'null',
    "'x'",
    "replace(textarea, 'o', textarea)",
  ),
  source: fc.constantFrom(
    '/media/demo/northgate.svg',
    '/media/gone.png',
    '',
    'javascript:1',
    'data:image/png;base64,AA',
  ),
  path: fc.constantFrom('M0 0h10v10z', 'M0 0', 'nothing', ''),
  image: fc.constantFrom('/media/demo/northgate.svg', 'nothing'),
  zone: fc.constantFrom('local', 'UTC', 'Europe/Lisbon', 'Nowhere'),
  format: fc.constantFrom('mm:ss', 'h:mm:ss', 'ss.t', 'HH:mm', "EEEE 'x", '', 'nothing'),
  until: fc.constantFrom('20:45', '2030-01-01T00:00:00Z', '99:99', ''),
  language: fc.constantFrom('pt', 'ja', 'not a language', ''),
  family: fc.constantFrom('sans', 'condensed', 'Nobody', '"'),
};

const elements = arbitraryOf(z.array(StillElement), { known, depth: 9 }) as fc.Arbitrary<StillElement[]>;
const effects = arbitraryOf(ContentEntry.shape.groups.valueType, { depth: 7 }) as fc.Arbitrary<
  ContentEntry['groups'][string]
>;

const stage = arbitraryOf(Stage, { known, depth: 6 }) as fc.Arbitrary<Stage>;

/** A content with one sub-composition: elements of any kind in each other, bound to fields of any type, with any motions, in any frame. */
export const anyScene: fc.Arbitrary<CompositionContent> = fc
  .tuple(elements, fc.array(effects, { maxLength: 4 }), fc.boolean(), fc.option(stage))
  .map(([made, motions, second, frame]) => {
    const all = [...allElements(made)];
    all.forEach((element, at) => (element.id = oddFieldIds[at] ?? `element ${at}`));
    const content = contentWith(made, fields);
    const entry = content.compositions[fuzzedId];
    if (entry) entry.groups = Object.fromEntries(all.slice(0, motions.length).map(({ id }, at) => [id, motions[at]!]));
    content.compositionProps.timeline2Active[fuzzedId] = second;
    const root = content.compositions[rootId];
    if (root && frame) root.stage = frame;
    // As a file has it: without a zero below zero, which JSON does not know.
    return JSON.parse(JSON.stringify(content)) as CompositionContent;
  });

function contentWith(made: SceneElement[], its: Field[]): CompositionContent {
  const bare = { logicLayer: null, secondTimeline: false, subcompositions: [] };
  const fuzzed = { ...bare, id: fuzzedId, name: 'Fuzzed', fields: its, scene: { elements: made } };
  const root = { ...bare, id: rootId, name: 'Root', fields: [], scene: { elements: [] }, subcompositions: [fuzzed] };
  return contentOf({ version: 1, root });
}

/** Contents of good designs and of any scenes. */
export const anyContent: fc.Arbitrary<CompositionContent> = fc.oneof(
  anyScene,
  fc.constantFrom(...gallery).map(({ sub }) => contentWith(sub.scene.elements, sub.fields)),
);

const hostile: readonly unknown[] = [
  0,
  -1,
  0.5,
  1e9,
  -1e9,
  1e308,
  2 ** 53,
  '',
  'x',
  'left',
  'in',
  'nothing '.repeat(200),
  '\u0000',
  '\u202e',
  ...oddNames,
  null,
  true,
  [],
  {},
  { field: 'text' },
  { field: 'gone' },
  { expression: '1 / 0' },
  { expression: 'item.team' },
  { expression: '(' },
  { constructor: { prototype: 1 } },
  'url(/media/demo/northgate.svg)',
  'calc(1px * 1e30)',
  'M0 0h1e30',
  '2026-01-01',
];

/** A value with some of its places changed: something else put there, taken away, or what stands elsewhere. */
export function damaged(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const harm = fc.tuple(
    fc.nat(),
    fc.constantFrom('like', 'like', 'like', 'other', 'remove', 'copy', 'wrap', 'scale'),
    fc.nat(),
  );
  return fc.tuple(value, fc.array(harm, { minLength: 1, maxLength: 3 })).map(([whole, harms]) => {
    const tree = { whole: JSON.parse(JSON.stringify(whole)) as unknown };
    for (const [at, how, other] of harms) apply(tree, { at, how, other });
    return tree.whole;
  });
}

interface Place {
  in: Record<string, unknown>;
  key: string;
}

function apply(tree: object, { at, how, other }: { at: number; how: string; other: number }): void {
  const places = placesIn(tree);
  const place = places[at % places.length];
  if (!place) return;
  const from = places[other % places.length];
  const present = place.in[place.key];
  if (how === 'remove') Reflect.deleteProperty(place.in, place.key);
  else if (how === 'copy') place.in[place.key] = JSON.parse(JSON.stringify(from?.in[from.key] ?? null)) as unknown;
  else if (how === 'wrap') place.in[place.key] = [present];
  else if (how === 'like') place.in[place.key] = alike(present, other);
  else if (how === 'scale' && typeof present === 'number')
    place.in[place.key] = present * [-1, 0, 1e6, 1e-6][other % 4]!;
  else place.in[place.key] = JSON.parse(JSON.stringify(hostile[other % hostile.length])) as unknown;
}

/** Another value of the same kind, which the schema may well take. */
function alike(present: unknown, other: number): unknown {
  const same = hostile.filter((one) => typeof one === typeof present && typeof one !== 'object');
  return same.length === 0 ? present : same[other % same.length];
}

function placesIn(part: object): Place[] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) => [
    { in: part as Record<string, unknown>, key },
    ...(typeof value === 'object' && value !== null ? placesIn(value) : []),
  ]);
}
