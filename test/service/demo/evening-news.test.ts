import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { stingWave } from '../../../build/make-sting.ts';
import { canonicalValue } from '../../../contract/model/canonical-value.ts';
import { Composition, type SubComposition } from '../../../scene/schema/composition.ts';
import { preOrder } from '../../../contract/model/control.ts';
import { FieldType } from '../../../contract/model/field.ts';
import { eveningNews } from '../../../service/demo/evening-news.ts';

const subs = [...preOrder<SubComposition>([eveningNews.root])];
const media = fileURLToPath(new URL('../../../service/demo/pictures/', import.meta.url));

/** The field ids that a part of a scene is bound to. */
function boundFields(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => (key === 'field' ? [String(value)] : boundFields(value)));
}

describe('the demo show', () => {
  it('is a composition as the contract says', () => {
    expect(Composition.parse(eveningNews)).toEqual(eveningNews);
  });

  it('has every field type but those that only widgets have', () => {
    const ofWidgets: string[] = ['infotext', 'composition', 'gradient'];
    const types = new Set(subs.flatMap((sub) => sub.fields.map(({ type }) => type)));
    expect([...types].sort()).toEqual(FieldType.options.filter((type) => !ofWidgets.includes(type)).sort());
  });

  it.each(subs.map((sub) => [sub.name, sub] as const))('shows every field of "%s", and no other', (_, sub) => {
    expect([...new Set(boundFields(sub.scene))].sort()).toEqual(sub.fields.map(({ id }) => id).sort());
  });

  it.each(subs.map((sub) => [sub.name, sub] as const))(
    'gives each element of "%s" its own id and field its place',
    (_, sub) => {
      const ids = sub.scene.elements.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(sub.fields.map(({ index }) => index)).toEqual(sub.fields.map((_field, at) => at));
    },
  );

  it('has an id of its own for each sub-composition', () => {
    expect(new Set(subs.map(({ id }) => id)).size).toBe(subs.length);
  });

  it('has defaults that its own fields take as they are', () => {
    const fields = subs.flatMap((sub) => sub.fields);
    const taken = fields.map((field) => canonicalValue(field, field.defaultValue, { present: undefined, now: 0 }));
    expect(taken).toEqual(fields.map((field) => ({ ok: true, value: field.defaultValue })));
  });

  it('keeps the lower third and the full frame title on one layer, and only those', () => {
    const onLayer = subs.filter((sub) => sub.logicLayer?.name === 'Main').map(({ name }) => name);
    expect(onLayer).toEqual(['Lower Third', 'Full Frame Title']);
    expect(subs.filter((sub) => sub.logicLayer !== null)).toHaveLength(2);
  });

  it('has a second timeline just where its scene has one', () => {
    const withMotion = subs.filter((sub) => sub.scene.elements.some((element) => element.out2 !== undefined));
    expect(withMotion).toEqual(subs.filter((sub) => sub.secondTimeline));
    expect(withMotion.map(({ name }) => name)).toEqual(['Lower Third']);
  });

  it('keeps its words inside the safe area, 5 % from every edge', () => {
    const words = subs.flatMap((sub) =>
      sub.scene.elements.filter(({ kind }) => ['text', 'timer', 'list'].includes(kind)),
    );
    const outside = words.filter(({ frame }) => {
      const [x, y, width, height] = [frame.x, frame.y, frame.width, frame.height].map(Number) as [
        number,
        number,
        number,
        number,
      ];
      return !(x >= 92 && y >= 54 && x + width <= 1824 && y + height <= 1026);
    });
    expect(outside.map(({ id }) => id)).toEqual([]);
  });

  it('ships every picture and sound that it names', () => {
    const fields = subs.flatMap((sub) => sub.fields.filter(({ type }) => type === 'image' || type === 'audio'));
    const files = fields.map(({ defaultValue }) => (defaultValue as string).replace('/media/demo/', media));
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(files).toHaveLength(4);
  });

  it('ships the sting that its script makes', () => {
    expect(readFileSync(`${media}sting.wav`).equals(stingWave())).toBe(true);
  });
});
