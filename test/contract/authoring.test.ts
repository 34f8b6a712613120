import { errorTable } from '../../contract/errors.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CompositionContent } from '../../scene/schema/composition-content.ts';
import { compositionOf, contentOf } from '../../scene/content/content.ts';
import { gallery } from '../../gallery/gallery.ts';
import { ids, smallShow } from '../kit/service/small-show.ts';
import { errorOf, startTwoAccounts, told, type TwoAccounts } from '../kit/service/two-accounts.ts';

let desk: TwoAccounts;
beforeAll(async () => (desk = await startTwoAccounts()));
afterAll(() => desk.close());
beforeEach(() => (desk.clock.now = Date.UTC(2026, 0, 2, 20)));

const check = '/apiv1/content/check';
const sha = 'b'.repeat(64);
const at = `compositions["${ids.home}"]`;

/** The small show with a picture in its home team that is not to be had. */
function withPicture(source: unknown): { compositions: Record<string, unknown> } {
  const content = JSON.parse(JSON.stringify(contentOf(smallShow))) as { compositions: Record<string, any> };
  content.compositions[ids.home].elements = [
    { kind: 'image', id: 'crest', frame: { x: 200, y: 200, width: 50, height: 50 }, source, fit: 'contain' },
  ];
  return content;
}

describe('a content is checked', () => {
  it('and what would be drawn is the answer, with what is most likely not meant', async () => {
    const content = withPicture(`/media/assets/${sha}.png`);
    const { status, body } = await desk.ada.post(check, content);
    const { problems, warnings, composition } = body as {
      problems: [];
      warnings: { path: string }[];
      composition: object;
    };
    expect([status, problems]).toEqual([200, []]);
    expect(composition).toEqual(compositionOf(CompositionContent.parse(content)));
    expect(warnings.filter(({ path }) => path.endsWith('source'))).toEqual([
      { path: `${at}.elements[0].source`, message: `there is no uploaded file /media/assets/${sha}.png` },
    ]);
  });

  it('and everything that is wrong with it is no error', async () => {
    const content = withPicture(7);
    content.compositions.home = {};
    expect(told(await desk.ada.post(check, content))).toEqual([
      200,
      {
        problems: [
          {
            path: `${at}.elements[0].source`,
            message: 'expected string, {"field": "…"} or {"expression": "…"}, received number',
          },
          { path: 'compositions.home', message: 'this key cannot be used: expected a UUID' },
        ],
        warnings: [],
        composition: null,
      },
    ]);
  });

  it('as it is, and not stored', async () => {
    const before = (await desk.ada.get('/apiv1/compositions')).body;
    await desk.ada.post(check, contentOf(smallShow));
    expect((await desk.ada.get('/apiv1/compositions')).body).toEqual(before);
  });

  it('only where it is an object of JSON', async () => {
    expect(told(await desk.ada.post(check, '[1]'))).toEqual([
      400,
      errorOf(400, 'Nothing was changed: expected record, received array', [
        { path: '', message: 'expected record, received array' },
      ]),
    ]);
    expect((await desk.ada.post(check, '{"a"')).status).toBe(400);
  });

  it('only for who has an account', async () => {
    expect((await desk.nobody.post(check, {})).status).toBe(401);
  });
});

describe('the gallery', () => {
  it('is listed with what each of its designs has', async () => {
    const { status, body } = await desk.ada.get('/apiv1/gallery');
    const listed = body as { id: string; name: string; description: string; fields: number }[];
    expect([status, listed.map(({ id }) => id)]).toEqual([200, gallery.map(({ id }) => id)]);
    const lowerThird = gallery.find(({ id }) => id === 'lower-third')!;
    expect(listed.find(({ id }) => id === 'lower-third')).toEqual({
      id: 'lower-third',
      name: lowerThird.name,
      description: lowerThird.description,
      fields: lowerThird.sub.fields.length,
    });
  });

  it.each(gallery.map(({ id, name }) => [name, id]))(
    'has %s as a content that can be stored and loaded',
    async (_, id) => {
      const { status, body } = await desk.ada.get(`/apiv1/gallery/${id}`);
      const checked = (await desk.ada.post(check, body)).body as { problems: unknown; composition: { root: any } };
      expect([status, checked.problems]).toEqual([200, []]);
      const wanted = gallery.find((one) => one.id === id)!;
      const [sub] = checked.composition.root.subcompositions as { name: string; fields: unknown; scene: unknown }[];
      expect([sub!.name, sub!.fields, sub!.scene]).toEqual([wanted.sub.name, wanted.sub.fields, wanted.sub.scene]);
    },
  );

  it('gives other ids each time', async () => {
    const read = async () => Object.keys(((await desk.ada.get('/apiv1/gallery/lower-third')).body as any).compositions);
    const [one, other] = [await read(), await read()];
    expect([one.length, other.length, new Set([...one, ...other]).size]).toEqual([2, 2, 4]);
  });

  it.each(['gone', 'constructor', '..%2f'])('has no %s', async (id) => {
    expect(told(await desk.ada.get(`/apiv1/gallery/${id}`))).toEqual([
      404,
      errorOf(404, errorTable['id-unknown'].operator),
    ]);
  });

  it('is there only for who has an account', async () => {
    expect((await desk.nobody.get('/apiv1/gallery')).status).toBe(401);
    expect((await desk.nobody.get('/apiv1/gallery/clock')).status).toBe(401);
  });
});
