import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CompositionContent, ContentEntry } from '../../scene/schema/composition-content.ts';
import type { ControlItem, UpdateItem } from '../../contract/model/control.ts';
import { contentOf } from '../../scene/content/content.ts';
import { anyContent, damaged } from '../kit/scene/any-scene.ts';
import { cornerColor, ground, groundColor, hasGround } from '../kit/picture/ground.ts';
import { composition, lineShow, moverId } from '../kit/service/line-show.ts';
import { type House, openHouse } from '../kit/picture/on-air-stage.ts';
import { revisionOf, ServedPicture } from '../kit/picture/served-picture.ts';

// A bad scene never takes a good one off air: a real service, and its on-air page in Chromium.

const show = composition(ground, ...lineShow.root.subcompositions);
const good = contentOf(show);
/** As a newer program would store it. */
const newer = JSON.parse(JSON.stringify(good).replaceAll('"version":1', '"version":2')) as CompositionContent;
const ofNewer = `compositions["${show.root.id}"].version: expected 1, received 2: it was made by a newer program (and 2 more)`;

let house: House;
let air: ServedPicture;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  air = await ServedPicture.open(house, show);
  await air.change(
    { subCompositionId: ground.id, state: 'In', action: 'jump' },
    { subCompositionId: moverId, state: 'In', action: 'jump' },
  );
});
afterEach(() => air.close());

const seen = async (word: string): Promise<unknown[]> => [
  await hasGround(air.page),
  await air.page.getByText(word).isVisible(),
  air.uncaught,
];
const rootFolder = async (): Promise<unknown> =>
  ((await air.api.get('/apiv1/dashboard/folder?path=/')).body as string[])[0];
const refused = (problem: string) => ({
  error: { code: 400, message: expect.stringContaining(problem) as unknown },
});
const unreadable = {
  error: {
    code: 503,
    message:
      'The composition in this app instance cannot be read. What is on air stays; load a composition to go on. ' +
      `(${ofNewer})`,
  },
};

describe('what is on air stays, and goes on', () => {
  it('when a content is refused, and when one is to be loaded that cannot be read', async () => {
    const before = await air.revision();
    expect([await air.write(newer)]).toMatchObject([{ status: 400, body: refused(ofNewer) }]);
    air.smuggle(newer);
    const cannot = refused(`what is stored of this composition cannot be read: ${ofNewer}`);
    const load = await air.api.put('/apiv1/appinstances/1/composition', { refId: '1' });
    expect([load, await air.load()]).toMatchObject([
      { status: 400, body: cannot },
      { status: 400, body: cannot },
    ]);
    const create = { folder: await rootFolder(), name: 'Two', apptemplate_id: '57', compositionList: [{ refId: '1' }] };
    const made = air.api.post('/apiv1/appinstances', { ...create, apptemplate_version_status: 'published' });
    expect(await made).toMatchObject({ status: 400, body: cannot });
    expect([await air.revision(), ...(await seen('Ready'))]).toEqual([before, true, true, []]);
    await air.change({ subCompositionId: moverId, payload: { word: 'Steady' } });
    expect([await air.revision(), ...(await seen('Steady'))]).toEqual([before + 1, true, true, []]);
  });

  it('when another program puts something in its place that cannot be read, until something good is loaded', async () => {
    air.smuggleLoaded(newer, 2);
    await air.link('lost');
    expect(await air.app('GET', '/control')).toMatchObject({ status: 503, body: unreadable });
    expect(await seen('Ready')).toEqual([true, true, []]);
    expect((await air.write(good)).status).toBe(200);
    await air.shows(revisionOf(await air.load()));
    await air.link('live');
    await air.change({ subCompositionId: ground.id, state: 'In', action: 'jump' });
    expect([await hasGround(air.page), await cornerColor(air.page)]).toEqual([true, groundColor]);
  });

  it('when the service comes back with something that it cannot read: it says so, and keeps its tokens', async () => {
    air.smuggleLoaded(newer, 2);
    await air.restart();
    await air.link('lost');
    const asked = ['/control', '/model'].map((path) => air.app('GET', path));
    const pressed = air.app('PATCH', '/control', [{ subCompositionId: moverId, state: 'Out' }]);
    const out = air.app('POST', '/command', { action: 'TakeOutAllOutput' });
    for (const answer of await Promise.all([...asked, pressed, out])) {
      expect(answer).toMatchObject({ status: 503, body: unreadable });
    }
    expect((await fetch(air.service.onairUrl)).status).toBe(200);
    expect((await air.app('GET', '')).status).toBe(200);
    expect((await air.api.get('/apiv1/appinstances')).body).toMatchObject([{ access_token: air.service.token }]);
    expect(air.service.logged.filter(({ level }) => level === 'error')).toEqual([
      {
        level: 'error',
        message: 'What is loaded into an app instance cannot be read.',
        fields: { app: 1, name: 'Small', reason: unreadable.error.message },
      },
    ]);
    expect(await seen('Ready')).toEqual([true, true, []]);
    expect((await air.write(good)).status).toBe(200);
    await air.shows(revisionOf(await air.load()));
    await air.link('live');
  });
});

describe('any damaged content', () => {
  it('is refused with its place, written or loaded, or is drawn, though it may be too long to be written; the picture is never blank, and nothing goes uncaught', async () => {
    const counted = { refused: 0, drawn: 0 };
    await fc.assert(
      fc.asyncProperty(damaged(anyContent).map(grounded), async (content) => {
        const written = await air.write(content);
        const before = await air.revision();
        if (written.status !== 200) air.smuggle(content);
        const loaded = await air.load();
        if (written.status === 200 || isOnlyTooLong(written)) {
          await air.shows(revisionOf(loaded));
          await air.change(...(await allIn()));
          counted.drawn += 1;
        } else {
          const place = placeIn(written);
          expect([written, loaded]).toMatchObject([
            { status: 400, body: refused(place) },
            { status: 400, body: refused(place) },
          ]);
          expect(await air.revision()).toBe(before);
          counted.refused += 1;
        }
        expect([await hasGround(air.page), air.uncaught]).toEqual([true, []]);
      }),
      { numRuns: 60 },
    );
    // Damage that is always or never noticed would prove nothing.
    expect(Math.min(counted.refused, counted.drawn)).toBeGreaterThan(0);
    expect(air.service.logged.filter(({ level }) => level === 'error')).toEqual([]);
    expect((await air.write(good)).status).toBe(200);
    await air.shows(revisionOf(await air.load()));
    await air.change({ subCompositionId: ground.id, state: 'In', action: 'jump' });
    expect(await cornerColor(air.page)).toEqual(groundColor);
  });
});

/** With the ground below all that was damaged, where that can be put there. */
function grounded(content: unknown): unknown {
  const { compositions, mainComposition } = (content ?? {}) as Partial<CompositionContent>;
  const below = (compositions as Record<string, Partial<ContentEntry> | null> | undefined)?.[String(mainComposition)];
  if (!below || !Array.isArray(below.subcompositions)) return content;
  return {
    ...(content as CompositionContent),
    compositions: {
      ...compositions,
      [String(mainComposition)]: { ...below, subcompositions: [ground.id, ...below.subcompositions] },
      [ground.id]: good.compositions[ground.id],
    },
  };
}

/** Where a refused content is wrong. Only what is no content at all is wrong nowhere in particular. */
function placeIn({ body }: { body: unknown }): string {
  const { error } = body as { error: { message: string; details?: { path: string }[] } };
  const path = error.details?.[0]?.path ?? '';
  if (path === '') expect(error.message).toMatch(/^Nothing was changed: (expected|the body)/);
  return path;
}

/** Whether a content is refused only for its lengths and names. Where it is stored already, it stays readable. */
function isOnlyTooLong({ body }: { body: unknown }): boolean {
  const { details = [] } = (body as { error: { details?: { message: string }[] } }).error;
  return details.length > 0 && details.every(({ message }) => limited.test(message));
}
const limited = /^expected (at most \d+ (characters|bytes), got \d+|a name without control characters)$/;

/** Everything that the show has, In. */
async function allIn(): Promise<UpdateItem[]> {
  const { body } = await air.app('GET', '/control');
  return (body as ControlItem[]).map(({ subCompositionId }) => ({ subCompositionId, state: 'In', action: 'jump' }));
}
