import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OverlayError } from '../../contract/errors.ts';
import { Composition } from '../../scene/schema/composition.ts';
import { CompositionContent } from '../../scene/schema/composition-content.ts';
import { allElements, elementKinds, type StillElement } from '../../scene/schema/scene.ts';
import { content as exampleContent } from '../../contract/service-api/examples.ts';
import { eveningNews } from '../../service/demo/evening-news.ts';
import { compositionOf, contentOf } from '../../scene/content/content.ts';
import { anyComposition } from '../kit/scene/any-composition.ts';
import { anyScene } from '../kit/scene/any-scene.ts';
import { ids, smallShow } from '../kit/service/small-show.ts';
import { newElement } from '../../scene/edit/new-element.ts';

/** The small show's content after a change. */
function contentWith(change: (content: CompositionContent) => void): CompositionContent {
  const content = structuredClone(contentOf(smallShow));
  change(content);
  return CompositionContent.parse(content);
}

function problems(content: CompositionContent): string[] {
  try {
    compositionOf(content);
    return [];
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(OverlayError);
    expect((thrown as OverlayError).code).toBe('body-invalid');
    return (thrown as OverlayError).details.map(({ path, message }) => `${path}: ${message}`);
  }
}

const entry = (content: CompositionContent, id: string) => {
  const found = content.compositions[id];
  if (!found) throw new Error(`The small show has no ${id}.`);
  return found;
};
const node = (content: CompositionContent, id: string) => entry(content, id).dataSources.composition.controlNode;
const at = (id: string): string => `compositions["${id}"]`;
const nodeAt = (id: string): string => `${at(id)}.dataSources.composition.controlNode`;

describe('a composition', () => {
  it('comes back from its content as it was', () => {
    let widgets = 0;
    fc.assert(
      fc.property(anyComposition, (composition) => {
        if (JSON.stringify(composition).includes('"widget"')) widgets += 1;
        expect(Composition.parse(composition)).toEqual(composition);
        const sent = JSON.parse(JSON.stringify(contentOf(composition))) as unknown;
        expect(compositionOf(CompositionContent.parse(sent))).toEqual(composition);
      }),
      { numRuns: 300 },
    );
    expect(widgets).toBeGreaterThan(20);
  });

  it.each([
    ['the demo show', eveningNews],
    ['a show with every field type', smallShow],
  ])('such as %s', (_, composition) => {
    expect(compositionOf(CompositionContent.parse(contentOf(composition)))).toEqual(composition);
  });

  it('that is empty is a root and nothing else', () => {
    expect(compositionOf(exampleContent as unknown as CompositionContent)).toEqual({
      version: 1,
      root: {
        id: exampleContent.mainComposition,
        name: 'Evening News',
        fields: [],
        logicLayer: null,
        secondTimeline: false,
        scene: { elements: [] },
        subcompositions: [],
      },
    });
  });

  it('has the values of its fields in their one form, however they were written', () => {
    const content = contentWith((all) => {
      const [, , color, size] = node(all, ids.lowerThird).fields ?? [];
      Object.assign(color ?? {}, { defaultValue: '#00ff00', resetValue: 'red' });
      Object.assign(size ?? {}, { defaultValue: 7.5, resetValue: '1e1' });
    });
    const fields = compositionOf(content).root.subcompositions[0]?.fields.slice(2, 4);
    expect(fields?.map(({ defaultValue, resetValue }) => [defaultValue, resetValue])).toEqual([
      [
        { a: 1, b: 0, g: 255, r: 0 },
        { a: 1, b: 0, g: 0, r: 255 },
      ],
      ['7.5', '10'],
    ]);
  });

  it.each([
    ['#0AF', '#00aaff'],
    ['#00aaff80', '#00aaff'],
    [' RebeccaPurple ', '#663399'],
    ['rgba(0, 170, 255, 0.5)', '#00aaff'],
    ['Main', '#8a7be0'],
    ['', '#8a7be0'],
  ])('has a hex color for each layer, and nothing else of it: %j', (tag, hex) => {
    const content = contentWith(({ compositionProps }) => {
      compositionProps.logicLayers['1'] = { name: 'Full Frame', tag, note: 'of another program' };
    });
    const [sub] = compositionOf(content).root.subcompositions;
    expect(sub?.logicLayer).toEqual({ name: 'Full Frame', delay: 'none', tag: hex });
  });

  it('comes back with elements of every kind in each other, and all of their motions', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(anyScene, (content) => {
        const composition = compositionOf(content);
        expect(compositionOf(CompositionContent.parse(JSON.parse(JSON.stringify(contentOf(composition)))))).toEqual(
          composition,
        );
        for (const [, kind = ''] of JSON.stringify(composition).matchAll(/"(kind":"\w+|in|out2|loop|update)"/g)) {
          seen.add(kind.replace('kind":"', ''));
        }
      }),
      { numRuns: 300 },
    );
    expect([...seen].sort()).toEqual([...elementKinds, 'in', 'out2', 'loop', 'update'].sort());
  });

  it('brings the stage of its main composition along', () => {
    const stage = {
      width: 1080,
      height: 1920,
      safe: { action: 0.1, graphics: 0.2 },
      fonts: [{ family: 'House', source: '/media/assets/house.woff2', weight: [300, 800] as [number, number] }],
    };
    const content = contentOf({ ...smallShow, stage });
    expect(entry(content, ids.root).stage).toEqual(stage);
    expect(compositionOf(CompositionContent.parse(JSON.parse(JSON.stringify(content))))).toEqual({
      ...smallShow,
      stage,
    });
  });

  it('keeps the motions of its elements under their ids', () => {
    const { groups, elements } = entry(contentOf(eveningNews), eveningNews.root.subcompositions[0]?.id ?? '');
    expect(Object.keys(groups)).toEqual(['ground', 'glow', 'logo plate', 'logo', 'accent', 'name', 'role']);
    const moving = [...allElements(eveningNews.root.subcompositions[0]?.scene.elements ?? [])];
    const accent = moving.find(({ id }) => id === 'accent');
    expect(groups.accent?.effects.In?.easing).toBe(accent?.in?.easing);
    expect(elements.some((element) => 'in' in element || 'out2' in element)).toBe(false);
  });
});

describe('a content that cannot be a composition says what and where:', () => {
  const box = { kind: 'box', id: 'plate', frame: { x: 0, y: 0, width: 1, height: 1 }, fill: 'red' } as const;
  const group = (...elements: StillElement[]): StillElement => ({
    kind: 'group',
    id: 'all',
    frame: box.frame,
    elements,
  });

  it.each<[string, (content: CompositionContent) => void, string[]]>([
    [
      'no main composition',
      (all) => (all.mainComposition = 'nobody'),
      ['mainComposition: there is no composition with this id'],
    ],
    [
      'a listed sub-composition that is not there',
      (all) => entry(all, ids.score).subcompositions.push('5f0c2b51-6a3e-4d0f-9a53-0c3f1d1f6aff'),
      [`${at(ids.score)}.subcompositions[2]: there is no composition with this id`],
    ],
    [
      'a composition inside itself',
      (all) => entry(all, ids.home).subcompositions.push(ids.score),
      [`${at(ids.home)}.subcompositions[0]: a composition cannot be inside itself`],
    ],
    [
      'one used twice',
      (all) => entry(all, ids.score).subcompositions.push(ids.home),
      [`${at(ids.score)}.subcompositions[2]: this composition is already listed elsewhere`],
    ],
    [
      'one that nobody lists',
      (all) => entry(all, ids.score).subcompositions.pop(),
      [`${at(ids.away)}: is not listed by any composition`],
    ],
    [
      'two elements with one id',
      (all) => entry(all, ids.home).elements.push(box, box),
      [`${at(ids.home)}.elements[1].id: "plate" is the id of another element too`],
    ],
    [
      'two elements with one id, one of them inside of another',
      (all) => entry(all, ids.home).elements.push(box, group(box)),
      [`${at(ids.home)}.elements[1].elements[0].id: "plate" is the id of another element too`],
    ],
    [
      'a stage that is not that of the main composition',
      (all) => (entry(all, ids.home).stage = { width: 1080, height: 1920 }),
      [`${at(ids.home)}.stage: only the main composition has a stage`],
    ],
    [
      'an expression of a field that is not there',
      (all) => entry(all, ids.home).elements.push(group({ ...box, level: { expression: 'goals * gaols' } })),
      [
        `${at(ids.home)}.elements[0].elements[0].level.expression: ` +
          'there is no field with the id "gaols" that holds a value',
      ],
    ],
    [
      'a member of a repeater outside of any',
      (all) => entry(all, ids.home).elements.push({ ...box, level: { expression: 'item.level' } }),
      [`${at(ids.home)}.elements[0].level.expression: there is no field with the id "item" that holds a value`],
    ],
    [
      'a group for no element',
      (all) => (entry(all, ids.home).groups.plate = { effects: {} }),
      [`${at(ids.home)}.groups.plate: there is no element with this id`],
    ],
    [
      'a field id twice',
      (all) => node(all, ids.home).fields?.push(...(node(all, ids.home).fields?.slice(0, 1) ?? [])),
      [`${nodeAt(ids.home)}.fields[2].id: "team" is the id of another field too`],
    ],
    [
      'a default that the field cannot hold',
      (all) => Object.assign(node(all, ids.home).fields?.[1] ?? {}, { defaultValue: 100, resetValue: 'many' }),
      [
        `${nodeAt(ids.home)}.fields[1].defaultValue: expected a number from 0 to 99, got 100`,
        `${nodeAt(ids.home)}.fields[1].resetValue: expected a number, got "many"`,
      ],
    ],
    [
      'a button that was pressed before anyone came',
      (all) => Object.assign(node(all, ids.title).fields?.[5] ?? {}, { defaultValue: 'execute' }),
      [
        `${nodeAt(ids.title)}.fields[5].defaultValue: ` +
          'expected a button that was not pressed: {"__serviceButton": true, "ts": 0}',
      ],
    ],
    [
      'a selection with nothing to select',
      (all) => Object.assign(node(all, ids.title).fields?.[3] ?? {}, { selections: [] }),
      [`${nodeAt(ids.title)}.fields[3].selections: a selection needs something to select`],
    ],
    [
      'a logic layer that is not there',
      (all) => (entry(all, ids.home).logicLayer = { id: 'constructor', delay: 'none' }),
      [`${at(ids.home)}.logicLayer.id: there is no logic layer with this id`],
    ],
    [
      'an element bound to no field',
      (all) => entry(all, ids.home).elements.push({ ...box, fade: { to: { field: 'toString' }, angle: 0 } }),
      [`${at(ids.home)}.elements[0].fade.to.field: ` + 'there is no field with the id "toString" that holds a value'],
    ],
    [
      'a timer whose field is not chosen',
      (all) => entry(all, ids.home).elements.push({ ...newElement('timer', []) }),
      [`${at(ids.home)}.elements[0].time.field: choose the field with the time, or add one of the type timer`],
    ],
    [
      'an expression that names no field',
      (all) => entry(all, ids.home).elements.push({ ...box, fill: { expression: 'team & [no such] & item.color' } }),
      [
        `${at(ids.home)}.elements[0].fill.expression: there is no field with the id "no such" that holds a value`,
        `${at(ids.home)}.elements[0].fill.expression: there is no field with the id "item" that holds a value`,
      ],
    ],
    [
      "a repeater's member outside of it, and a field that is not there inside",
      (all) => {
        const mask = { kind: 'mask', id: 'mask', frame: box.frame, shape: { radius: 1 } } as const;
        const inside = { ...box, fill: { expression: 'item.color & index & count & team & nobody' } };
        entry(all, ids.home).elements.push({
          kind: 'repeater',
          id: 'rows',
          frame: box.frame,
          direction: 'down',
          cell: 10,
          items: { expression: 'item' },
          elements: [{ ...mask, elements: [inside] }],
        });
      },
      [
        `${at(ids.home)}.elements[0].items.expression: there is no field with the id "item" that holds a value`,
        `${at(ids.home)}.elements[0].elements[0].elements[0].fill.expression: ` +
          'there is no field with the id "nobody" that holds a value',
      ],
    ],
    [
      'a state of a composition that is not there',
      (all) => Object.assign(all.compositionStates, { nobody: 'Out' }),
      ['compositionStates.nobody: there is no composition with this id'],
    ],
    [
      'a second timeline of a composition that is not there',
      (all) => (all.compositionProps.timeline2Active.nobody = true),
      ['compositionProps.timeline2Active.nobody: there is no composition with this id'],
    ],
    [
      'a widget with a problem',
      (all) =>
        Object.assign(node(all, ids.score), {
          fields: undefined,
          widget: { model: { fields: [], groups: [{ id: 'g', childIds: ['gone'] }] } },
        }),
      [`${nodeAt(ids.score)}.widget.model.groups[0].childIds[0]: there is no field with the id "gone"`],
    ],
    [
      'fields beside a widget',
      (all) => (node(all, ids.score).widget = { model: { fields: [], groups: [] } }),
      [`${nodeAt(ids.score)}.fields: the fields come from the widget: leave these out`],
    ],
  ])('%s', (_, change, expected) => {
    expect(problems(contentWith(change))).toEqual(expected);
  });

  it('compositions nested too deeply', () => {
    const content = contentOf(smallShow);
    const uuid = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
    const deep = entry(content, ids.home);
    for (let at = 0; at < 5000; at += 1) {
      content.compositions[uuid(at)] = { ...deep, subcompositions: at < 4999 ? [uuid(at + 1)] : [] };
    }
    content.compositions[ids.root] = { ...entry(content, ids.root), subcompositions: [uuid(0)] };
    expect(problems(content)[0]).toBe(
      `${at(uuid(62))}.subcompositions[0]: compositions cannot be nested deeper than 64`,
    );
  });

  it('all of it at once, in the order of the content', () => {
    const found = problems(
      contentWith((all) => {
        entry(all, ids.score).subcompositions.reverse();
        entry(all, ids.home).groups.gone = { effects: {} };
        entry(all, ids.away).groups.gone = { effects: {} };
      }),
    );
    expect(found).toEqual([
      `${at(ids.away)}.groups.gone: there is no element with this id`,
      `${at(ids.home)}.groups.gone: there is no element with this id`,
    ]);
  });
});

describe('what the shape refuses', () => {
  it.each([
    ['motions in an element', { in: {} }],
    ['a property that no element has', { colour: 'red' }],
  ])('%s', (_, extra) => {
    const content = contentOf(eveningNews);
    Object.assign(entry(content, eveningNews.root.subcompositions[0]?.id ?? '').elements[0] ?? {}, extra);
    expect(CompositionContent.safeParse(content).error?.issues[0]?.message).toContain('Unrecognized key');
  });
});
