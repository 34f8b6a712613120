import { describe, expect, it } from 'vitest';
import type { CompositionContent, ContentEntry } from '../../scene/schema/composition-content.ts';
import { FieldType } from '../../contract/model/field.ts';
import { elementKinds, type StillElement } from '../../scene/schema/scene.ts';
import { WidgetFieldType } from '../../scene/schema/widget-ui.ts';
import {
  effectsOf,
  firstEffects,
  withEffects,
  withElement,
  withElementMoved,
  withNewElement,
  withoutElement,
} from '../../scene/edit/element-edits.ts';
import { elementRows } from '../../scene/edit/elements.ts';
import { fieldsOf, listOf, retyped, withFields, withNewField, withWidget } from '../../scene/edit/fields.ts';
import { edited, historyOf, redone, undone } from '../../scene/edit/history.ts';
import { layersOf, withLayer, withNewLayer } from '../../scene/edit/layers.ts';
import { kindWords, newElement } from '../../scene/edit/new-element.ts';
import { isWithin, readPath, withValueAt } from '../../scene/edit/path.ts';
import {
  subRows,
  withAllOf,
  withNewSub,
  withoutSub,
  withSecondTimeline,
  withSubMoved,
  withSubName,
} from '../../scene/edit/sub-compositions.ts';
import { checkContent } from '../../scene/content/content-check.ts';
import { jsonPath } from '../../contract/json-path.ts';
import { ids, lowerThirdContent } from '../kit/screens/scripted-workshop.ts';

const content = lowerThirdContent();
const third = (of: CompositionContent): ContentEntry => of.compositions[ids.third]!;
const named = (of: CompositionContent): string[] =>
  elementRows(third(of).elements).map(({ element, depth }) => '  '.repeat(depth) + element.id);
const check = (of: CompositionContent) => checkContent(of, { asset: () => true, graphic: () => true }).problems;
const add = (of: CompositionContent, kind: StillElement['kind'], element?: string) =>
  withNewElement(of, { sub: ids.third, element }, newElement(kind, fieldsOf(third(of))));
const place = (element: string) => ({ sub: ids.third, element });

describe('a place in a content', () => {
  it('is read from what the service writes, whatever the keys are', () => {
    const steps = ['compositions', ids.third, 'elements', 0, 'frame', 'x'];
    expect(readPath(jsonPath(steps))).toEqual(steps);
    expect(readPath(jsonPath(['groups', 'name "plate"', 'a.b', 3]))).toEqual(['groups', 'name "plate"', 'a.b', 3]);
    expect(readPath('')).toEqual([]);
  });

  it('is given a value, and everything else stays the same thing', () => {
    const changed = withValueAt(content, ['compositions', ids.third, 'elements', 1, 'size'], 60);
    expect(third(changed).elements[1]).toMatchObject({ size: 60 });
    expect(third(changed).elements[0]).toBe(third(content).elements[0]);
    expect(third(content).elements[1]).toMatchObject({ size: 56 });
  });

  it('is emptied by undefined: a key goes, an item of a list closes its gap', () => {
    expect(withValueAt({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 });
    expect(withValueAt({ list: [1, 2, 3] }, ['list', 1], undefined)).toEqual({ list: [1, 3] });
    expect(withValueAt({}, ['a', 'b'], 1)).toEqual({ a: { b: 1 } });
    expect(withValueAt({ a: 1 }, ['a', 'b'], 1)).toEqual({ a: { b: 1 } });
    const inherited = withValueAt({}, ['constructor', 'attack2'], 1);
    expect([Object.entries(inherited), 'attack2' in Object]).toEqual([[['constructor', { attack2: 1 }]], false]);
  });

  it('is inside of another one', () => {
    expect([isWithin(['a', 0, 'b'], ['a', 0]), isWithin(['a', 1], ['a', 0])]).toEqual([true, false]);
  });
});

describe('an element', () => {
  it.each(elementKinds)('of every kind can be added: %s', (kind) => {
    const typed = { ...third(content).dataSources.composition.controlNode.fields![0]!, title: 'x' };
    const of = (id: string, type: 'timecontrol' | 'button' | 'json', value: unknown) => ({
      ...typed,
      id,
      type,
      defaultValue: value,
      resetValue: value,
    });
    const fields = [
      of('t', 'timecontrol', { UTC: 0, isRunning: false, value: 0 }),
      of('b', 'button', { __serviceButton: true, ts: 0 }),
      of('j', 'json', '[]'),
    ];
    const ready = withValueAt(
      content,
      ['compositions', ids.third, 'dataSources', 'composition', 'controlNode', 'fields'],
      [typed, ...fields],
    );
    expect(check(add(ready, kind).content)).toEqual([]);
  });

  it('is offered under a word of its own', () => {
    expect(Object.keys(kindWords).sort()).toEqual([...elementKinds].sort());
    expect(new Set(Object.values(kindWords)).size).toBe(elementKinds.length);
  });

  it('comes after the one that is chosen, under a name that is free; into a group that is chosen', () => {
    const two = add(content, 'box', 'plate').content;
    const three = add(two, 'box', 'plate');
    expect([named(three.content), three.id]).toEqual([['plate', 'box 2', 'box', 'words'], 'box 2']);
    const grouped = add(add(content, 'group').content, 'text', 'group').content;
    expect(named(grouped)).toEqual(['plate', 'words', 'group', '  text']);
  });

  it('that cannot go further leaves the content the same thing, so that there is nothing to undo', () => {
    for (const move of ['up', 'out', 'into'] as const) {
      expect(withElementMoved(content, place('plate'), move)).toBe(content);
    }
    expect(withElementMoved(content, place('nobody'), 'down')).toBe(content);
  });

  it('moves among its neighbours, into the group beside it, and out again', () => {
    const grouped = add(content, 'group', 'plate').content;
    const inside = withElementMoved(grouped, place('plate'), 'into');
    expect(named(inside)).toEqual(['group', '  plate', 'words']);
    const both = withElementMoved(inside, place('words'), 'into');
    expect(named(both)).toEqual(['group', '  plate', '  words']);
    expect(named(withElementMoved(both, place('words'), 'up'))).toEqual(['group', '  words', '  plate']);
    expect(named(withElementMoved(both, place('plate'), 'out'))).toEqual(['group', '  words', 'plate']);
    expect(named(withElementMoved(content, place('plate'), 'up'))).toEqual(['plate', 'words']);
    expect(named(withElementMoved(content, place('plate'), 'down'))).toEqual(['words', 'plate']);
  });

  it('takes its motions with it under another name, and away when it is deleted', () => {
    const renamed = withElement(content, place('plate'), { ...third(content).elements[0]!, id: 'ground' });
    expect(effectsOf(third(renamed), 'ground')).toEqual(effectsOf(third(content), 'plate'));
    expect(check(renamed)).toEqual([]);
    expect(Object.keys(third(withoutElement(renamed, place('ground'))).groups)).toEqual(['words']);
  });

  it('is listed among those that move only while it does', () => {
    const still = withEffects(content, place('plate'), {});
    expect(Object.keys(third(still).groups)).toEqual(['words']);
    expect(check(withEffects(withSecondTimeline(content, ids.third, true), place('plate'), firstEffects))).toEqual([]);
  });
});

describe('a sub-composition', () => {
  it('comes from a design with its fonts, its layer and its second timeline, and is good', () => {
    const other = withNewLayer(withSecondTimeline(lowerThirdContent(), ids.third, true), ids.third);
    const renewed = JSON.parse(JSON.stringify(other).replaceAll('10000000-', '20000000-')) as CompositionContent;
    const font = { family: 'House', source: 'data:font/woff2;base64,AA==' };
    const main = renewed.compositions[renewed.mainComposition]!;
    main.stage = { width: 1080, height: 1920, fonts: [font] };
    const joined = withAllOf(withNewLayer(content, ids.third), renewed);
    expect(subRows(joined).map(({ entry, depth }) => [entry.name, depth])).toEqual([
      ['Evening', 0],
      ['Lower Third', 1],
      ['Lower Third 2', 1],
    ]);
    // The layer has the same name, so it is the same one. The frame is the designs' because there was none.
    expect(layersOf(joined)).toEqual([{ id: '1', name: 'Layer', tag: '#8a7be0' }]);
    expect(joined.compositions[ids.main]?.stage).toEqual({ width: 1080, height: 1920, fonts: [font] });
    expect(joined.compositionProps.timeline2Active[subRows(joined)[2]!.id]).toBe(true);
    expect(check(joined)).toEqual([]);
  });

  it('can be made of one entry, renamed, moved and deleted', () => {
    const id = '30000000-0000-4000-8000-000000000000';
    const added = withSubName(withNewSub(content, id, third(content)), id, 'Second');
    expect(check(added)).toEqual([]);
    expect([added.compositionStates[id], added.compositionProps.timeline2Active[id]]).toEqual(['Out', false]);
    const moved = withSubMoved(added, id, -1);
    expect(subRows(moved).map(({ entry }) => entry.name)).toEqual(['Evening', 'Second', 'Lower Third']);
    expect(withoutSub(moved, id)).toEqual(content);
    expect(withoutSub(content, ids.main)).toBe(content);
    const shared = { ...added.compositions[id]!, subcompositions: [ids.third] };
    const both = { ...added, compositions: { ...added.compositions, [id]: shared } };
    expect(subRows(withoutSub(both, ids.third)).map(({ entry }) => entry.name)).toEqual(['Evening', 'Second']);
    expect(Object.values(withoutSub(both, ids.third).compositions).flatMap((entry) => entry.subcompositions)).toEqual([
      id,
    ]);
    expect(withSubMoved(content, ids.third, 1)).toEqual(content);
  });

  it('that comes from another content is on no layer of this one, and is called by the id that it gets', () => {
    const id = '30000000-0000-4000-8000-000000000000';
    const layered = third(withNewLayer(content, ids.third));
    const added = withNewSub(content, id, layered);
    expect(check(added)).toEqual([]);
    expect(added.compositions[id]).toMatchObject({
      logicLayer: null,
      dataSources: { composition: { controlNode: { id } } },
    });
    expect(third(content).logicLayer).toBe(null);
  });

  it('leaves a layer that nothing is on any more', () => {
    expect(layersOf(withLayer(withNewLayer(content, ids.third), ids.third, null))).toEqual([]);
  });
});

describe('fields', () => {
  it('are added under an id that is free, and numbered by their places', () => {
    const two = withNewField(withNewField(third(content)));
    expect(fieldsOf(two).map(({ id }) => id)).toEqual(['name', 'field', 'field2']);
    const turned = withFields(two, listOf(two).toReversed());
    expect((listOf(turned) as { id: string; index: number }[]).map(({ id, index }) => [id, index])).toEqual([
      ['field2', 0],
      ['field', 1],
      ['name', 2],
    ]);
    expect(check(withValueAt(content, ['compositions', ids.third], turned))).toEqual([]);
  });

  it('become those of a widget, which can group them, with what the elements are bound to', () => {
    const color = { id: 'ground', type: 'color', title: 'Ground', defaultValue: { a: 0.5, b: 3, g: 2, r: 1 } };
    const counter = { id: 'score', type: 'counter', title: 'Score', defaultValue: 3 };
    const entry = withFields(third(content), [
      ...listOf(third(content)),
      ...[color, counter].map((field) => ({ ...field, resetValue: field.defaultValue, immediateUpdate: false })),
    ]);
    const widget = withWidget(entry);
    expect(listOf(widget)).toEqual([
      { id: 'name', type: 'text', title: 'Name', defaultValue: 'Ada Lovelace' },
      { id: 'ground', type: 'color', title: 'Ground', defaultValue: 'rgba(1, 2, 3, 0.5)' },
      { id: 'score', type: 'number', title: 'Score', defaultValue: '3' },
    ]);
    expect(check(withValueAt(content, ['compositions', ids.third], widget))).toEqual([]);
  });
});

describe('a field', () => {
  const one = third(content).dataSources.composition.controlNode.fields![0]!;
  const limited = { ...one, min: '1', max: '2', defaultValue: '1', resetValue: '1', type: 'number' };

  it.each(FieldType.options)('can become one of every type: %s', (type) => {
    const entry = withFields(third(content), [retyped(limited, type, false)]);
    const problems = check(withValueAt(content, ['compositions', ids.third], entry));
    // The only possible message is that an element is bound to it, because an infotext cannot be bound.
    expect(problems).toHaveLength(type === 'infotext' ? 1 : 0);
  });

  it.each(WidgetFieldType.options)('of a widget can become one of every type: %s', (type) => {
    const entry = withWidget(third(content));
    const turned = withFields(entry, [retyped(listOf(entry)[0] as Record<string, unknown>, type, true)]);
    expect(check(withValueAt(content, ['compositions', ids.third], turned))).toHaveLength(type === 'infotext' ? 1 : 0);
  });
});

describe('the history of edits', () => {
  const typed = (words: string[], key: string, each: number) =>
    words.reduce((history, word, at) => edited(history, word, { key, now: at * each }), historyOf(''));

  it('takes a word that is typed for one edit, and two words for two', () => {
    expect(undone(typed(['a', 'ab', 'abc'], 'size', 100)).present).toBe('');
    expect(undone(typed(['a', 'ab', 'abc'], 'size', 5_000)).present).toBe('ab');
    expect(undone(typed(['a', 'ab'], '', 10)).present).toBe('a');
  });

  it('goes back and forth, and a new edit ends the way forth', () => {
    const two = typed(['a', 'b'], '', 10);
    const back = undone(undone(two));
    expect([back.present, redone(redone(back)).present, undone(back)]).toEqual(['', 'b', back]);
    const other = edited(back, 'c', { key: '', now: 0 });
    expect([other.present, redone(other)]).toEqual(['c', other]);
  });
});
