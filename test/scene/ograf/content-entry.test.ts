import { describe, expect, it } from 'vitest';
import type { ContentEntry } from '../../../scene/schema/composition-content.ts';
import type { Field, Value } from '../../../contract/model/field.ts';
import { compositionOf, contentOf, emptyComposition } from '../../../scene/content/content.ts';
import { checkContent } from '../../../scene/content/content-check.ts';
import { contentEntry } from '../../../scene/ograf/content-entry.ts';
import { checkPackage } from '../../../scene/ograf/package.ts';
import {
  everyKind,
  type Files,
  lowerThird,
  packageOf,
  poll,
  tellingPackage,
  unpacked,
  wipe,
} from '../../kit/scene/ograf-packages.ts';

const id = '0b9f3f64-5f0e-4a53-9d0a-4f4a6f6f3a77';

async function mapped(files: Files): Promise<ReturnType<typeof contentEntry>> {
  const { manifest, manifestPath, files: kept } = await checkPackage(unpacked(files));
  return contentEntry({ id, manifest, manifestPath, has: (path) => kept.has(path) });
}

const fieldsOf = ({ dataSources }: ContentEntry): object[] => dataSources.composition.controlNode.fields ?? [];
/** A field of a graphic, as it stands among the others. */
const field = (of: Pick<Field, 'id' | 'type' | 'title'>, value: Value, more: Partial<Field> = {}): object => ({
  ...of,
  defaultValue: value,
  resetValue: value,
  immediateUpdate: false,
  ...more,
});
const numbered = (fields: object[]): object[] => fields.map((each, index) => ({ ...each, index }));
const press = { __serviceButton: true, ts: 0 } as const;
/** The fields and the warnings of a graphic with these properties. */
const ofProperties = async (properties: object): Promise<{ fields: object[]; warnings: string[] }> => {
  const { entry, warnings } = await mapped(
    packageOf('export default class extends HTMLElement {}', { schema: { type: 'object', properties } }),
  );
  return { fields: fieldsOf(entry), warnings: warnings.map(({ path, message }) => `${path}: ${message}`) };
};

describe('a graphic as an entry of a content', () => {
  it('has its data in their order, its actions as buttons, and its step', async () => {
    const { entry, warnings } = await mapped(lowerThird);
    expect(warnings).toEqual([]);
    expect(entry).toEqual({
      version: 1,
      name: 'Lower third',
      dataSources: {
        composition: {
          controlNode: {
            id,
            name: 'Lower third',
            thumbnail: '/media/no-picture.svg',
            fields: numbered([
              field({ id: 'step', title: 'Step', type: 'counter' }, '1', {
                min: '1',
                max: '3',
                step: '1',
                immediateUpdate: true,
              }),
              field({ id: 'name', title: 'Name', type: 'text' }, 'Ada Reyes'),
              field({ id: 'title', title: 'Title', type: 'text' }, 'Harbour master'),
              field({ id: 'highlight', title: 'Highlight', type: 'button' }, press, { immediateUpdate: true }),
              field({ id: 'name_2', title: 'Name alone', type: 'button' }, press, { immediateUpdate: true }),
            ]),
          },
        },
      },
      groups: {},
      logicLayer: null,
      elements: [
        {
          kind: 'graphic',
          id: 'graphic',
          frame: { x: 0, y: 0, width: 1920, height: 1080 },
          pin: { x: 'stretch', y: 'stretch' },
          graphic: id,
          data: { name: { field: 'name', as: 'text' }, title: { field: 'title', as: 'text' } },
          actions: { highlight: { field: 'highlight' }, name: { field: 'name_2' } },
          step: { field: 'step' },
        },
      ],
      subcompositions: [],
    });
  });

  it('has a field of its kind for each kind of data, and says what cannot be one', async () => {
    const { entry, warnings } = await mapped(everyKind);
    const picture = `/graphics/${id}/thumbnail.png`;
    const at = (name: string, type: Field['type'], title = name): Pick<Field, 'id' | 'type' | 'title'> => ({
      id: name,
      type,
      title,
    });
    expect(entry.dataSources.composition.controlNode.thumbnail).toBe(picture);
    expect(fieldsOf(entry)).toEqual(
      numbered([
        field(at('first', 'text'), ''),
        field(at('line', 'text', 'Line'), 'One line'),
        field(at('words', 'textarea', 'Words'), 'Two\nlines'),
        field(at('plain', 'text'), ''),
        field(at('photo', 'image'), picture),
        field(at('jingle', 'audio'), ''),
        field(at('document', 'text'), ''),
        field(at('size', 'selection'), 'l', {
          selections: [
            { id: 's', title: 'Small' },
            { id: 'l', title: 'Large' },
          ],
        }),
        field(at('level', 'selection'), '2', {
          selections: [
            { id: '1', title: 'One' },
            { id: '2', title: '2' },
          ],
        }),
        field(at('tint', 'color'), { r: 255, g: 128, b: 0, a: 1 }),
        field(at('glow', 'color'), { r: 255, g: 128, b: 0, a: 0.502 }),
        field(at('turnout', 'number'), '62.5', { min: '0', max: '100', unit: '%' }),
        field(at('hold', 'number'), '2500', { min: '0', step: '1', unit: 'ms' }),
        field(at('votes', 'number'), '12', { min: '0', max: '999', step: '1' }),
        field(at('share', 'number'), '1', { min: '1', step: '0.5' }),
        field(at('speed', 'selection'), '2', {
          selections: [
            { id: '0.5', title: 'Half' },
            { id: '2', title: 'Double' },
          ],
        }),
        field(at('live', 'checkbox'), true),
        field(at('rows', 'json'), '["a","b"]'),
        field(at('sides', 'json'), '["home"]'),
        field(at('place', 'json'), '{"city":"Aveiro"}'),
      ]),
    );
    expect(warnings).toEqual([
      {
        path: 'graphic.ograf.json: schema.properties.line.maxLength',
        message: 'is not checked when a value is set',
      },
      {
        path: 'graphic.ograf.json: schema.properties.share.default',
        message: 'is not a valid value of the field: 0',
      },
    ]);
  });

  it('has what the schema forgot to keep apart, and leaves out what contradicts itself', async () => {
    const { fields, warnings } = await ofProperties({
      __proto__: undefined,
      contrary: { type: 'number', minimum: 5, maximum: 1 },
      options: { type: 'string', enum: [] },
      open: { type: 'number', exclusiveMinimum: 0 },
      rich: { type: 'string', gddType: 'multi-line/rich-text' },
      unknown: { type: 'string', gddType: 'emoji', gddOptions: { labels: ['own'], extensions: 1 }, minLength: 1 },
      perhaps: { type: ['boolean', 'null'], default: true },
      nothing: { type: 'null' },
      broken: { enum: [1] },
    });
    expect(fields).toEqual(
      numbered([
        field({ id: 'open', title: 'open', type: 'number' }, '0', { min: '0' }),
        field({ id: 'rich', title: 'rich', type: 'textarea' }, ''),
        field({ id: 'unknown', title: 'unknown', type: 'text' }, ''),
        field({ id: 'perhaps', title: 'perhaps', type: 'checkbox' }, true),
      ]),
    );
    expect(warnings).toEqual([
      'graphic.ograf.json: schema.properties.broken: cannot be a field: it has no valid type, or a property of the wrong type',
      'graphic.ograf.json: schema.properties.contrary: cannot be a field: is more than max: 5 > 1',
      'graphic.ograf.json: schema.properties.options.type: cannot be a field: its type is "string"',
      'graphic.ograf.json: schema.properties.open.exclusiveMinimum: is taken as a limit that can be reached',
      'graphic.ograf.json: schema.properties.unknown.minLength: is not checked when a value is set',
      'graphic.ograf.json: schema.properties.nothing.type: cannot be a field: its type is "null"',
    ]);
  });

  it.each([
    [undefined, undefined],
    [0, undefined],
    [1, undefined],
    [2, { min: '1', max: '2' }],
    [1_001, { min: '1', max: '1001' }],
    [-1, { min: '1' }],
  ])('of stepCount %s has the step %j', async (stepCount, limits) => {
    const { entry } = await mapped(packageOf('export default class extends HTMLElement {}', { stepCount }));
    const step = { id: 'step', title: 'Step', type: 'counter' } as const;
    expect(fieldsOf(entry)).toEqual(
      limits ? numbered([field(step, '1', { ...limits, step: '1', immediateUpdate: true })]) : [],
    );
  });

  it('has what an action is given as fields before its button, which are set at once', async () => {
    const { entry, warnings } = await mapped(poll);
    const given = { immediateUpdate: true };
    expect(warnings).toEqual([]);
    expect(fieldsOf(entry)).toEqual(
      numbered([
        field({ id: 'step', title: 'Step', type: 'counter' }, '1', { min: '1', step: '1', ...given }),
        field({ id: 'title', title: 'Title', type: 'text' }, 'Poll'),
        field({ id: 'actions.mark.answer', title: 'Mark: Answer', type: 'selection' }, 'yes', {
          selections: [
            { id: 'yes', title: 'Yes' },
            { id: 'no', title: 'No' },
          ],
          ...given,
        }),
        field({ id: 'actions.mark.share', title: 'Mark: share', type: 'number' }, '50', {
          min: '0',
          max: '100',
          unit: '%',
          ...given,
        }),
        field({ id: 'mark', title: 'Mark', type: 'button' }, press, given),
      ]),
    );
    expect(entry.elements).toMatchObject([
      {
        data: { title: { field: 'title', as: 'text' } },
        actions: { mark: { field: 'mark' } },
        payloads: {
          mark: {
            answer: { field: 'actions.mark.answer', as: 'text' },
            share: { field: 'actions.mark.share', as: 'share' },
          },
        },
      },
    ]);
  });

  it('says what of an action cannot be asked for, with its place', async () => {
    const actions = [
      { id: 'a', name: 'A', schema: { type: 'string' } },
      { id: 'b', name: 'B', schema: { type: 'object', properties: { x: { type: 'string', pattern: '.' }, y: {} } } },
    ];
    const { warnings } = await mapped(
      packageOf('export default class extends HTMLElement {}', { customActions: actions }),
    );
    expect(warnings.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'graphic.ograf.json: customActions[0].schema: is ignored: only an object becomes fields, so the button calls the action with an empty one',
      'graphic.ograf.json: customActions[1].schema.properties.y: cannot be a field: it has no valid type, or a property of the wrong type',
      'graphic.ograf.json: customActions[1].schema.properties.x.pattern: is not checked when a value is set',
    ]);
  });

  it('says of one without steps that it leaves by itself', async () => {
    const { entry, warnings } = await mapped(wipe);
    expect(entry.elements).toMatchObject([{ once: true, actions: {} }]);
    expect(warnings).toEqual([
      {
        path: 'graphic.ograf.json: stepCount',
        message: 'is 0: it leaves by itself, and counts as In until it is taken Out',
      },
    ]);
  });

  it('is a composition that can be loaded, with nothing to be said against', async () => {
    const words = { schema: { type: 'object', properties: { size: { type: 'string' }, fill: { type: 'string' } } } };
    const named = tellingPackage({ ...words, customActions: [{ id: 'color', name: 'Color', ...words }] });
    for (const files of [lowerThird, everyKind, poll, wipe, named]) {
      const { entry } = await mapped(files);
      const sub = '5b0c9f52-0a3b-4f0e-9d2c-6d1c5e0f0b00';
      const root = '5b0c9f52-0a3b-4f0e-9d2c-6d1c5e0f0a00';
      const content = contentOf(emptyComposition('Graphics', root));
      const main = content.compositions[root] as ContentEntry;
      const compositions = { [root]: { ...main, subcompositions: [sub] }, [sub]: entry };
      const whole = { ...content, compositions };
      const [made] = compositionOf(whole).root.subcompositions;
      expect(made?.fields).toEqual(fieldsOf(entry));
      const { problems, warnings } = checkContent(whole, { asset: () => true, graphic: () => true });
      expect([problems, warnings]).toEqual([[], []]);
    }
  });
});
