import { texts } from '../../contract/texts/texts.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DataLink, SourceEdit } from '../../contract/desk-api/data-link.ts';
import { CarriedShow, type PackedApp, type ShowPart, showVersion } from '../../contract/desk-api/show-file.ts';
import type { AuthoringName } from '../../contract/desk-api/authoring.ts';
import { preOrder } from '../../contract/model/control.ts';
import type { Graphic } from '../../contract/service-api/graphics.ts';
import type { CompositionContent } from '../../scene/schema/composition-content.ts';
import { lowerThird, zipOf } from '../kit/scene/ograf-packages.ts';
import { parseAddress } from '../../contract/model/address.ts';
import { packShow } from '../../node/show/show-pack.ts';
import type { Account, ConnectionPort, HttpAnswer, HttpRequest } from '../../desk/ports.ts';
import { contentOf } from '../../scene/content/content.ts';
import { type RunningShow, startShow } from '../kit/service/running-show.ts';
import { smallShow } from '../kit/service/small-show.ts';

let folder: string;
let here: RunningShow;
let there: RunningShow;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'overlay-pack-'));
  [here, there] = await Promise.all([startShow(), startShow(between)]);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  rmSync(folder, { recursive: true });
});

/** How the other desk signs in at its service, and what stands between the two. */
let account: Account | undefined;
type Way = (request: HttpRequest, go: () => Promise<HttpAnswer>) => Promise<HttpAnswer>;
const straight: Way = (_, go) => go();
let way = straight;
afterEach(() => (way = straight));

function between(real: ConnectionPort): ConnectionPort {
  return {
    ...real,
    openLive: (url, handlers) => real.openLive(url, handlers),
    request: (request, signal) => {
      account = request.account ?? account;
      return way(request, () => real.request(request, signal));
    },
  };
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

it('a show goes to another machine with its composition and its pictures, and plays there', async () => {
  const title = here.id('Full Frame Title');
  const upload = { file: png, name: 'harbour.png', mediaType: 'image/png' };
  const { answer } = await here.screen.call('service', { endpoint: 'uploadAsset', params: {}, body: upload });
  const { path } = answer as { path: string };
  const [rundown = '', group = ''] = await here.screen.call('editRundown', { edit: 'addRundown', name: 'Arena' });
  expect(rundown).not.toBe('');
  const target = { subComposition: title, name: 'Title', state: 'In' as const, action: 'jump' as const };
  const cue = { number: '1', steps: [{ targets: [{ ...target, values: { picture: path } }] }] };
  await here.screen.call('editRundown', { edit: 'addCues', group, before: null, cues: [cue] });
  await here.screen.call('exportShow', { pack: true });
  const file = join(folder, 'arena.overlayshow');
  await writeFile(file, await buffer(here.delivered[0]!.content()));
  expect(here.delivered[0]?.name).toMatch(/^show with files \d{4}-\d\d-\d\d\.overlayshow$/);

  const given = { path: file };
  const { counts } = await there.screen.call('readShow', { given });
  expect(counts).toMatchObject({ compositions: 1, rundowns: here.view.rundowns.length });
  const parts = ['compositions' as const, 'rundowns' as const];
  expect(await there.screen.call('importShow', { given, parts })).toEqual({
    left: [],
    lacking: [],
    files: [],
  });
  await there.until(({ apps }) => apps.length === 2 && apps[1]?.connection.status === 'live');
  const { answer: compositions } = await there.screen.call('service', { endpoint: 'listCompositions', params: {} });
  expect((compositions as { name: string }[]).map(({ name }) => name)).toEqual(['Evening News', 'Evening News']);
  const app = there.view.apps[1]?.key ?? '';
  const moved = `${app}/${parseAddress(title).id}`;
  const fired = Object.values(there.view.cues).find(({ steps }) => steps[0]?.targets[0]?.subComposition === moved);
  await there.screen.call('do', { action: { do: 'fireCue', cue: fired?.id ?? '' } });
  await there.until(({ subs }) => subs[moved]?.tally === 'ON AIR' && subs[moved].values.picture === path);
  const media = there.view.apps[1]?.app?.mediaUrl ?? '';
  expect(Buffer.from(await (await fetch(new URL(path, media))).arrayBuffer()).toString('base64')).toBe(png);
});

it('a show goes with the tables of its live data, which are kept there beside what is there, and are read', async () => {
  const [guests, scores] = [join(folder, 'guests.csv'), join(folder, 'scores.csv')];
  await writeFile(guests, 'name,role\nIngrid Solheim,Mayor\n');
  const sourced = async (name: string, path: string): Promise<string> => {
    const source = { name, from: { kind: 'file', path } };
    return (await here.screen.call('editSources', SourceEdit.parse({ edit: 'addSource', source }))) ?? '';
  };
  const [guestList, scoreList] = [await sourced('Guests', guests), await sourced('Scores', scores)];
  const third = here.id('Lower Third');
  const link = { subComposition: third, name: 'Lower Third', source: guestList, fields: { name: { path: 'name' } } };
  await here.screen.call('editSources', SourceEdit.parse({ edit: 'linkData', link }));
  await here.until(({ sourceViews }) => {
    return sourceViews[guestList]?.state === 'LIVE' && sourceViews[scoreList]?.state === 'BROKEN';
  });
  const { files } = await here.screen.call('exportShow', { pack: true });
  expect(files).toEqual([
    { source: 'Guests', path: guests, problem: '' },
    { source: 'Scores', path: scores, problem: `The file ${scores} is not there.` },
  ]);
  const file = join(folder, 'tables.overlayshow');
  await writeFile(file, await buffer(here.delivered.at(-1)!.content()));
  // What the other machine has at that path is not what the show was made with.
  await writeFile(guests, 'name,role\nSomebody else,Guest\n');

  const given = { path: file };
  const { reads } = await there.screen.call('readShow', { given });
  expect(reads).toEqual([
    { source: 'Guests', from: guests, file: 'packed' },
    { source: 'Scores', from: scores, file: 'apart' },
  ]);
  const asked = { given, parts: ['compositions' as const, 'data' as const] };
  const { files: came } = await there.screen.call('importShow', asked);
  const kept = came[0]?.path ?? '';
  expect(came).toEqual([
    { source: 'Guests', path: expect.stringMatching(/source-files.guests\.csv$/) as string, problem: '' },
    { source: 'Scores', path: scores, problem: texts.data.notInShow },
  ]);
  expect(await readFile(kept, 'utf8')).toBe('name,role\nIngrid Solheim,Mayor\n');
  expect(await readFile(guests, 'utf8')).toBe('name,role\nSomebody else,Guest\n');
  const moved = `${there.view.apps.at(-1)?.key ?? ''}/${parseAddress(third).id}`;
  await there.until(({ subs }) => subs[moved]?.staged.name === 'Ingrid Solheim');

  // Nothing comes twice, and nothing that was changed here is written over.
  await there.screen.call('importShow', { given, parts: ['data'] });
  await there.until(({ sources }) => sources.length === 2);
  await writeFile(kept, 'name,role\nTomás Ferreira,Rail\n');
  const { files: again } = await there.screen.call('importShow', { given, parts: ['data'] });
  expect(again[0]?.path).toMatch(/source-files.guests 2\.csv$/);
  expect(await readFile(kept, 'utf8')).toBe('name,role\nTomás Ferreira,Rail\n');
});

it('a show goes with the packages of its graphics, under the ids that it names them by', async () => {
  const ask = async (endpoint: AuthoringName, params = {}, body?: unknown): Promise<unknown> =>
    (await here.screen.call('service', { endpoint, params, body })).answer;
  const upload = { file: (await zipOf(lowerThird)).toString('base64'), name: 'a.zip', mediaType: 'application/zip' };
  const graphic = (await ask('installGraphic', {}, upload)) as Graphic;
  const [composition] = (await ask('listCompositions')) as { id: number }[];
  const of = { composition_id: String(composition?.id) };
  const content = (await ask('readContent', of)) as CompositionContent;
  const strap = '5b0c9f52-0a3b-4f0e-9d2c-6d1c5e0f0b77';
  content.compositions[strap] = { ...graphic.entry, name: 'Guest strap' };
  content.compositions[content.mainComposition]?.subcompositions.push(strap);
  await ask('writeContent', of, content);
  await ask('loadComposition', {}, { refId: of.composition_id });
  await here.until(({ model }) => [...preOrder(model)].some(({ name }) => name === 'Guest strap'));
  await here.screen.call('saveLook', { name: 'Half one', ids: [here.id('Guest strap')] });
  const pack = async (desk: RunningShow): Promise<{ given: { path: string }; files: unknown; media: string[] }> => {
    const { files, media } = await desk.screen.call('exportShow', { pack: true });
    const path = join(folder, 'straps.overlayshow');
    await writeFile(path, await buffer(desk.delivered.at(-1)!.content()));
    return { given: { path }, files: files.filter(({ path }) => path.includes('OGraf')), media };
  };
  const { given, files, media } = await pack(here);
  expect([files, media]).toEqual([[], expect.arrayContaining(['Guest strap']) as string[]]);

  // Both desks call their own app instance the same, and that of the other desk has no Guest strap.
  expect((await there.screen.call('readShow', { given })).missing).toEqual([]);
  const parts: ShowPart[] = ['compositions', 'looks'];
  const frame = async (): Promise<number> =>
    (await fetch(`${there.view.apps[0]?.app?.mediaUrl ?? ''}/graphics/${graphic.id}/~frame`)).status;
  const refusing = (method: string, end: string): void => {
    way = (request, go) =>
      request.method === method && new RegExp(end).test(request.url) ? Promise.reject(new Error('cut')) : go();
  };
  refusing('POST', '/apiv1/graphics');
  const left = [texts.backup.packageOf('Guest strap')];
  expect([await there.screen.call('importShow', { given, parts }), await frame()]).toMatchObject([{ left }, 404]);
  way = straight;
  expect([await there.screen.call('importShow', { given, parts }), await frame()]).toMatchObject([{ left: [] }, 200]);

  await there.until(({ apps }) => apps.every(({ connection }) => connection.status === 'live'));
  refusing('GET', '/package$');
  expect((await pack(there)).files).toContainEqual({
    source: there.view.apps.at(-1)?.name,
    path: left[0],
    problem: texts.backup.packageNotGiven,
  });
});

it('a pack that is opened where it was made replaces what it names, and nothing else', async () => {
  const third = here.id('Lower Third');
  const source = SourceEdit.parse({ edit: 'addSource', source: { name: 'Desk', from: { kind: 'push' } } });
  const desk = (await here.screen.call('editSources', source)) ?? '';
  const link = { subComposition: third, name: 'Lower Third', source: desk, fields: { name: { path: 'name' } } };
  await here.screen.call('editSources', SourceEdit.parse({ edit: 'linkData', link }));
  await here.screen.call('saveLook', { name: 'Two up', ids: [third] });
  await here.screen.call('exportShow', { pack: true });
  const file = join(folder, 'same.overlayshow');
  await writeFile(file, await buffer(here.delivered.at(-1)!.content()));
  const given = { path: file };
  await here.until(({ looks }) => looks.some(({ name }) => name === 'Two up'));
  const { looks, dataLinks } = here.view;

  const parts: ShowPart[] = ['looks', 'data'];
  const [{ replaces }, alone] = [
    await here.screen.call('readShow', { given }),
    await here.screen.call('readReplaced', { given, parts }),
  ];
  expect([replaces, alone]).toMatchObject([{ data: [] }, { data: [] }]);
  await here.screen.call('importShow', { given, parts: ['compositions', ...parts] });
  await here.until(({ apps }) => apps.length === 2 && apps[1]?.connection.status === 'live');
  const moved = `${here.view.apps.at(-1)?.key ?? ''}/${parseAddress(third).id}`;
  expect(here.view.looks).toEqual([...looks, expect.anything(), { name: 'Two up 2', ids: [moved] }]);
  expect(here.view.dataLinks).toEqual([...dataLinks, { ...dataLinks[0], subComposition: moved }]);

  // Without its app instances, its live data goes to those of this desk.
  const other = { ...link, fields: { role: { path: 'role' } } };
  await here.screen.call('editSources', SourceEdit.parse({ edit: 'linkData', link: other }));
  expect(await here.screen.call('readReplaced', { given, parts })).toMatchObject({ data: ['Lower Third'] });
});

describe('an import that is refused after app instances were made of it', () => {
  const packed = (app: string, content: object): PackedApp => ({
    app,
    name: `Arena ${app}`,
    compositions: [{ name: `Composition ${app}`, outputs: [0], content: { ...content } }],
  });
  const good = contentOf(smallShow);
  async function fileOf(show: Partial<CarriedShow>): Promise<{ file: string }> {
    const carried = CarriedShow.parse({
      version: showVersion,
      connections: [],
      rundowns: [],
      looks: [],
      sources: [],
      dataLinks: [],
      keys: [],
      controls: [],
      compositions: [],
      media: [],
      ...show,
    });
    return { file: (await buffer(packShow(carried, undefined))).toString('base64') };
  }
  /** Everything of the other service, and of its desk, that an import adds. */
  async function everything(): Promise<unknown> {
    const read = async (path: string): Promise<unknown> => {
      const authorization = `Basic ${Buffer.from(`${account?.email}:${account?.password}`).toString('base64')}`;
      return (await fetch(`${there.ready.url}/apiv1/${path}`, { headers: { authorization } })).json();
    };
    const { apps, absentApps, sources, rundowns } = there.view;
    const here = { apps: apps.map(({ key }) => key), absentApps, sources, rundowns };
    return { here, service: [await read('appinstances'), await read('compositions')] };
  }
  const lockedWhen = (method: string, path: string): void => {
    way = async (request, go) => {
      const answer = await go();
      if (request.method === method && request.url.endsWith(path)) await there.screen.call('lockShow', { pin: null });
      return answer;
    };
  };
  const wrongLink = DataLink.parse({
    subComposition: 'a/1',
    name: 'Third',
    source: 'guests',
    fields: { a: { path: 'a', format: 'upper(' } },
  });
  const guests = { id: 'guests', name: 'Guests', from: { kind: 'push' as const } };

  it.each<[string, Partial<CarriedShow>, string, () => void]>([
    [
      'its second composition is none',
      { compositions: [packed('a', good), packed('b', { root: 7 })] },
      'Nothing was changed',
      () => undefined,
    ],
    [
      'its live data is wrong',
      { compositions: [packed('a', good)], sources: [guests] as CarriedShow['sources'], dataLinks: [wrongLink] },
      'the format is wrong',
      () => undefined,
    ],
    [
      'the show was locked while the first was made',
      { compositions: [packed('a', good), packed('b', good)] },
      'locked',
      () => lockedWhen('POST', '/appinstances'),
    ],
    [
      'the show was locked while the last was made',
      { compositions: [packed('a', good)] },
      'locked',
      () => lockedWhen('POST', '/appinstances'),
    ],
  ])('leaves nothing behind where %s', async (_, show, why, begin) => {
    const given = await fileOf(show);
    const before = await everything();
    begin();
    const parts: ShowPart[] = ['compositions', 'data'];
    await expect(there.screen.call('importShow', { given, parts })).rejects.toThrow(why);
    if (there.view.lock.locked) await there.screen.call('unlockShow', { pin: null });
    expect(await everything()).toEqual(before);
  });

  it('names those that its service does not delete any more', async () => {
    const given = await fileOf({ compositions: [packed('a', good), packed('b', { root: 7 })] });
    way = (request, go) => (request.method === 'DELETE' ? Promise.reject(new Error('cut')) : go());
    await expect(there.screen.call('importShow', { given, parts: ['compositions'] })).rejects.toThrow(
      texts.show.instancesStay('Arena a'),
    );
  });
});
