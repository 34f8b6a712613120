import fc from 'fast-check';
import type { Composition, SubComposition } from '../../../scene/schema/composition.ts';
import type { Field, Value } from '../../../contract/model/field.ts';
import type { SceneElement } from '../../../scene/schema/scene.ts';
import type { WidgetUi } from '../../../scene/schema/widget-ui.ts';
import { oddFieldIds, oddNames } from './odd-names.ts';
import { widgetFields } from '../../../scene/content/widget-fields.ts';

const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  fc.constantFrom(...oddNames),
);
const number = fc.integer({ min: -1000, max: 1000 });
const id = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
  fc.constantFrom('a b', ...oddFieldIds),
);

const cssColor = fc.constantFrom('#1b2745', 'rgba(27, 39, 69, 0.5)', 'white');
const color = fc.record({
  a: fc.constantFrom(0, 0.5, 1),
  b: fc.nat({ max: 255 }),
  g: fc.nat({ max: 255 }),
  r: fc.nat({ max: 255 }),
});
const timer = fc.record({ UTC: fc.nat(), isRunning: fc.boolean(), value: fc.nat() });
const press = fc.record({ __serviceButton: fc.constant(true as const), ts: fc.nat() });
const oneLine = text.map((any) => any.replace(/[\r\n]/g, ' '));

/** Each type with values in canonical form. */
const typed: Record<Field['type'], fc.Arbitrary<Value>> = {
  text: oneLine,
  textarea: text,
  number: number.map(String),
  counter: number.map(String),
  normalizednumber: fc.nat({ max: 100 }).map(String),
  selection: fc.constantFrom('one', 'two'),
  image: fc.constantFrom('', '/media/a.png', 'https://pictures.example/a.png'),
  audio: fc.constantFrom('', '/media/a.wav'),
  color,
  checkbox: fc.boolean(),
  json: fc.json(),
  timecontrol: timer,
  button: press,
  infotext: text,
  composition: oneLine,
  gradient: oneLine,
};
const types = Object.keys(typed) as Field['type'][];
const selections = [
  { id: 'one', title: 'One' },
  { id: 'two', title: 'Two' },
];

const field: fc.Arbitrary<Field> = fc.constantFrom(...types).chain((type) =>
  fc.record({
    id: id.filter((any) => any !== '__proto__'),
    title: text,
    type: fc.constant(type),
    defaultValue: typed[type],
    resetValue: typed[type],
    immediateUpdate: fc.boolean(),
    index: fc.nat({ max: 50 }),
    ...(type === 'selection' && { selections: fc.constant(selections) }),
  }),
);
const fields = fc.uniqueArray(field, { selector: (one) => one.id, maxLength: 6 });

/** A widget that can be used: its first field is a checkbox, and its groups share its other fields out. */
const widget: fc.Arbitrary<WidgetUi> = fc
  .uniqueArray(
    fc.record(
      {
        id: id.filter((any) => any !== '__proto__' && any !== 'on'),
        type: fc.constantFrom('infotext', 'text', 'textarea', 'number', 'json', 'JSON', 'color', 'gradient', 'button'),
        title: text,
        unit: text,
        rows: fc.constant('4'),
      },
      { requiredKeys: ['id', 'type'] },
    ) as fc.Arbitrary<WidgetUi['model']['fields'][number]>,
    { selector: (one) => one.id, maxLength: 5 },
  )
  .map((rest) => ({
    model: {
      fields: [{ id: 'on', type: 'checkbox', defaultValue: true }, ...rest],
      groups: [{ id: 'all', childIds: rest.map((one) => one.id), activeId: 'on' }],
    },
  }));

const motion = fc.record({
  offset: fc.record({ x: number, opacity: fc.constantFrom(0, 0.5, 1) }, { requiredKeys: [] }),
  delay: fc.nat({ max: 1000 }),
  duration: fc.integer({ min: 1, max: 1000 }),
  easing: fc.constantFrom('linear', 'ease-in', 'ease-out', 'ease-in-out'),
});

/** Boxes and texts, each bound to any of the fields, or fixed. */
function elements(ofFields: readonly Field[]): fc.Arbitrary<SceneElement[]> {
  const holding = ofFields.filter(({ type }) => type !== 'infotext').map((one) => ({ field: one.id }));
  const bound = <T>(fixed: fc.Arbitrary<T>): fc.Arbitrary<T | { field: string }> =>
    holding.length === 0 ? fixed : fc.oneof(fixed, fc.constantFrom(...holding));
  const common = {
    id: id.filter((any) => any !== '__proto__'),
    frame: fc.record({ x: number, y: number, width: fc.nat(), height: fc.nat() }),
    in: motion,
    out2: motion,
  };
  const box = fc.record(
    { kind: fc.constant('box'), ...common, fill: bound(cssColor), level: bound(fc.nat({ max: 100 })) },
    { requiredKeys: ['kind', 'id', 'frame', 'fill'] },
  );
  const words = fc.record(
    {
      kind: fc.constant('text'),
      ...common,
      text: bound(text),
      size: fc.integer({ min: 1, max: 200 }),
      weight: fc.constantFrom(400, 700),
      align: fc.constantFrom('left', 'center', 'right'),
      color: bound(cssColor),
    },
    { requiredKeys: ['kind', 'id', 'frame', 'text', 'size', 'weight', 'align', 'color'] },
  );
  return fc.uniqueArray(fc.oneof(box, words) as fc.Arbitrary<SceneElement>, {
    selector: (one) => one.id,
    maxLength: 5,
  });
}

const layer = fc.record({
  name: fc.constantFrom('Main', 'Full Frame', ...oddNames),
  delay: fc.constantFrom('none' as const, 'auto' as const, 'custom' as const),
  tag: fc.constantFrom('#d8121f', '#00aaff'),
});

const look = fc.oneof(
  fields.map((all) => ({ fields: all })),
  widget.map((all) => ({ fields: widgetFields(all), widget: all })),
);
const alone: fc.Arbitrary<SubComposition> = look.chain((shown) =>
  fc.record({
    id: fc.uuid(),
    name: text,
    fields: fc.constant(shown.fields),
    ...('widget' in shown && { widget: fc.constant(shown.widget) }),
    logicLayer: fc.option(layer),
    secondTimeline: fc.boolean(),
    scene: elements(shown.fields).map((all) => ({ elements: all })),
    subcompositions: fc.constant([]),
  }),
);

/** Any composition of up to eight sub-compositions in any tree, with fields of every type, widgets, layers and scenes. */
export const anyComposition: fc.Arbitrary<Composition> = fc
  .uniqueArray(fc.tuple(alone, fc.nat()), { selector: ([sub]) => sub.id, minLength: 1, maxLength: 8 })
  .map((all) => {
    const subs = all.map(([sub]) => ({ ...sub, subcompositions: [] as SubComposition[] }));
    const [root] = subs;
    if (!root) throw new Error('There is at least one.');
    all.forEach(([, choice], at) => {
      const sub = subs[at];
      if (at > 0 && sub) subs[choice % at]?.subcompositions.push(sub);
    });
    return { version: 1, root };
  });
