import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { canonicalValue } from '../../../contract/model/canonical-value.ts';
import { Composition, type SubComposition } from '../../../scene/schema/composition.ts';
import { preOrder } from '../../../contract/model/control.ts';
import { FieldType } from '../../../contract/model/field.ts';
import { contentOf } from '../../../scene/content/content.ts';
import { checkContent } from '../../../scene/content/content-check.ts';
import { usedFields } from '../../../scene/content/binding-advice.ts';
import { allElements, type SceneElement } from '../../../scene/schema/scene.ts';
import { gallery } from '../../../gallery/gallery.ts';
import { eveningNews } from '../../../service/demo/evening-news.ts';

const subs = [...preOrder<SubComposition>([eveningNews.root])];
const media = fileURLToPath(new URL('../../../service/demo/pictures/', import.meta.url));

const ids = new Map(subs.map(({ id, name }) => [name, id]));

/** The elements of a scene, those inside of others too. */
const elementsOf = ({ scene }: SubComposition): SceneElement[] => [...allElements(scene.elements)];

describe('the demo show', () => {
  it('is a composition as the contract says', () => {
    expect(Composition.parse(eveningNews)).toEqual(eveningNews);
  });

  it('has every field type but those that only widgets have', () => {
    const ofWidgets: string[] = ['infotext', 'composition', 'gradient'];
    const types = new Set(subs.flatMap((sub) => sub.fields.map(({ type }) => type)));
    expect([...types].sort()).toEqual(FieldType.options.filter((type) => !ofWidgets.includes(type)).sort());
  });

  it('and the gallery give each layer a color', () => {
    const layers = [eveningNews.root, ...gallery.map(({ sub }) => sub)]
      .flatMap((sub) => [...preOrder<SubComposition>([sub])])
      .flatMap(({ logicLayer }) => logicLayer ?? []);
    expect(layers.filter(({ tag }) => !/^#[\da-f]{6}$/.test(tag))).toEqual([]);
  });

  it.each(subs.map((sub) => [sub.name, sub] as const))('shows every field of "%s", and no other', (_, sub) => {
    expect([...usedFields(sub.scene.elements)].sort()).toEqual(sub.fields.map(({ id }) => id).sort());
  });

  it.each(subs.map((sub) => [sub.name, sub] as const))(
    'gives each element of "%s" its own id and field its place',
    (_, sub) => {
      const elements = elementsOf(sub).map(({ id }) => id);
      expect(new Set(elements).size).toBe(elements.length);
      expect(sub.fields.map(({ index }) => index)).toEqual(sub.fields.map((_field, at) => at));
    },
  );

  it('is good content with nothing to warn of, such as words outside of the safe area', () => {
    const installed = { asset: () => false, graphic: () => false };
    const { problems, warnings } = checkContent(JSON.parse(JSON.stringify(contentOf(eveningNews))), installed);
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
  });

  it('has an id for each sub-composition that is the same in every version of the program', () => {
    expect([...ids]).toEqual([
      ['Evening News', 'e2d40a6f-3b95-4758-a0c1-4d8f6e7b9a00'],
      ['Lower Third', '3b1f7a52-8c4d-4e0a-9d27-5f6a1c2e7b01'],
      ['Full Frame Title', '5c29e0b7-f84a-4c71-83d6-9b1e7a4d0c07'],
      ['Ticker', '7d0c2e94-15ab-4f63-8b0e-2a9d4c6f1e02'],
      ['Score Bug', '91f6d3c8-27be-4b19-8e45-d0a7c5b2e404'],
      ['Home', '0e5a9d71-6c38-4d82-b7f4-18c2e3a6f505'],
      ['Away', 'a87c4f20-d15e-4936-9b6a-7e0f2c8d1606'],
      ['Clock', 'c4e81b36-90d7-4a5c-a1f2-6b3e8d7c0f03'],
    ]);
    expect(eveningNews.root.subcompositions.find(({ name }) => name === 'Score Bug')?.subcompositions).toHaveLength(2);
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
    const withMotion = subs.filter((sub) => elementsOf(sub).some((element) => element.out2 !== undefined));
    expect(withMotion).toEqual(subs.filter((sub) => sub.secondTimeline));
    expect(withMotion.map(({ name }) => name)).toEqual(['Lower Third', 'Full Frame Title']);
  });

  it('ships every picture and sound that it names', () => {
    const fields = subs.flatMap((sub) => sub.fields.filter(({ type }) => type === 'image' || type === 'audio'));
    const named = fields.filter(({ defaultValue }) => defaultValue !== '');
    const files = named.map(({ defaultValue }) => (defaultValue as string).replace('/media/demo/', media));
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(files).toHaveLength(4);
  });
});
