import { texts } from '../../contract/texts/texts.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BackupView } from '../../contract/desk-api/backup.ts';
import { type ControlItem, preOrder } from '../../contract/model/control.ts';
import { parseAddress } from '../../contract/model/address.ts';
import { accountFile } from '../../node/secret-file.ts';
import { serviceIn } from '../../host/processes.ts';
import { type RunningDesk, startDesk } from '../kit/desk/running-desk.ts';
import { type ServiceProgram, startService } from '../kit/service/service-program.ts';
import { basic } from '../kit/service/api-client.ts';
import { firstAccount } from '../kit/service/small-service.ts';
import { lowerThird, zipOf } from '../kit/scene/ograf-packages.ts';
import type { Graphic } from '../../contract/service-api/graphics.ts';
import type { CompositionContent } from '../../scene/schema/composition-content.ts';

let main: ServiceProgram;
let desk: RunningDesk;
let app: string;
let data: string;

const startMain = (port = 0): Promise<ServiceProgram> =>
  startService('--data', join(data, 'main'), '--seed', 'demo', '--port', String(port));

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'overlay-fail-over-'));
  main = await startMain();
  const own = join(data, 'own');
  desk = await startDesk({ launch: serviceIn(own, () => undefined), accountFile: accountFile(own) });
  // No hand presses as quickly as this test does, and a second press in a moment would be refused.
  await desk.screen.call('setGuardTime', { milliseconds: 0 });
  await desk.until(({ apps }) => apps[0]?.connection.status === 'live');
  const apps = main.ready.apps.map(({ id }) => id);
  const account = { email: firstAccount.email, secret: firstAccount.password };
  app = await desk.connect({ kind: 'account', name: 'Truck', base: main.ready.url, apps, ...account });
});
afterAll(async () => {
  await desk.close();
  main.process.kill('SIGTERM');
  await main.ended;
  rmSync(data, { recursive: true });
});

const third = (): string => desk.id('Lower Third', app);
const title = (): string => desk.id('Full Frame Title', app);
const shown = () => desk.view.apps.find(({ key }) => key === app);
const backup = (): BackupView | null | undefined => shown()?.backup;
const stands = (state: BackupView['state']) => () => backup()?.state === state;
/** What the main's service itself says of a sub-composition. */
async function held(id: string): Promise<ControlItem | undefined> {
  const answer = await fetch(`${main.ready.url}/apiv2/controlapps/${main.ready.apps[0]?.token ?? ''}/control`);
  return ((await answer.json()) as ControlItem[]).find((item) => item.subCompositionId === parseAddress(id).id);
}

it('the service of the desk takes a copy of the composition, and is the same from then on', async () => {
  await desk.screen.call('do', { action: { do: 'take', subComposition: title(), to: 'In', action: 'jump' } });
  await desk.until(({ subs }) => subs[title()]?.tally === 'ON AIR');
  await desk.screen.call('makeBackup', { app });
  await desk.until(stands('same'));
  expect(backup()).toMatchObject({ name: expect.stringMatching(/^Backup of /), inUse: 'main', drift: [] });
  expect(desk.view.apps.map(({ key }) => key)).toEqual(['embedded-1', app]);
});

it('a file that is uploaded on a screen reaches the backup at once, before any value names it', async () => {
  const { answer } = await desk.screen.call('service', {
    endpoint: 'uploadAsset',
    app,
    params: {},
    body: { file: greyDot, name: 'early.png', mediaType: 'image/png' },
  });
  await expect.poll(() => statusOnBackup((answer as { path: string }).path)).toBe(200);
});

it('a file that another program uploaded reaches the backup with the value that names it', async () => {
  const path = await upload(whiteDot);
  expect(await statusOnBackup(path)).toBe(404);
  const logo = pictureField();
  await desk.screen.call('do', { action: { do: 'set', subComposition: logo.id, field: logo.field, value: path } });
  await desk.screen.call('do', { action: { do: 'update', subComposition: logo.id } });
  await expect.poll(() => statusOnBackup(path)).toBe(200);
  await desk.until(stands('same'));
});

it('on loss of the main one key goes on with what is on air, in the desk\u2019s own service', async () => {
  const field = desk.view.model
    .flatMap(({ subcompositions }) => subcompositions)
    .find(({ id }) => id === third())
    ?.model.find(({ type }) => type === 'text');
  await desk.screen.call('do', {
    action: { do: 'set', subComposition: third(), field: field?.id ?? '', value: 'Ada Lovelace' },
  });
  await desk.screen.call('do', { action: { do: 'take', subComposition: third(), to: 'In', action: 'jump' } });
  await desk.until(({ subs }) => subs[third()]?.tally === 'ON AIR');
  main.process.kill('SIGKILL');
  await main.ended;
  await desk.until(({ subs }) => subs[third()]?.tally === 'UNKNOWN');
  await desk.screen.call('do', { action: { do: 'failOver', app }, wait: true });
  await desk.until(({ subs }) => subs[third()]?.tally === 'ON AIR');
  expect(shown()).toMatchObject({ kind: 'embedded', connection: { status: 'live' }, backup: { inUse: 'backup' } });
  expect(desk.view.subs[third()]?.values[field?.id ?? '']).toBe('Ada Lovelace');
  expect(desk.view.notices.map(({ text }) => text)).toContainEqual(expect.stringMatching(/runs on its backup/));
  await desk.screen.call('do', { action: { do: 'take', subComposition: title(), to: 'In', action: 'jump' } });
  await desk.until(({ subs }) => subs[title()]?.tally === 'ON AIR' && subs[third()]?.tally === 'OUT');
});

it('a main that comes back is compared and left alone, until one key brings it to the picture and goes back', async () => {
  main = await startMain(Number(new URL(main.ready.url).port));
  await desk.until(stands('drift'));
  expect(backup()?.drift).toEqual(expect.arrayContaining(['Lower Third is In in the main, and Out in the backup.']));
  expect((await held(third()))?.state).toBe('In');
  await desk.screen.call('do', { action: { do: 'failBack', app }, wait: true });
  await desk.until(({ subs }) => shown()?.connection.service === main.ready.url && subs[title()]?.tally === 'ON AIR');
  expect([(await held(third()))?.state, (await held(title()))?.state]).toEqual(['Out1', 'In']);
  await desk.until(stands('same'));
  const moves = desk.lines.filter(({ action }) => action.startsWith('Fail'));
  expect(moves.map(({ action, result, targets }) => [action, result, targets.map(({ address }) => address)])).toEqual([
    ['Fail over', 'confirmed', [app]],
    ['Fail back', 'confirmed', [app]],
  ]);
});

it('a composition that was changed in the main is told, and copied by one press', async () => {
  const [composition] = (await ask('/apiv1/compositions')) as { id: number; name: string }[];
  const at = `/apiv1/compositions/${String(composition?.id)}/content`;
  const content = (await ask(at)) as { compositions: Record<string, { name: string }> };
  const entry = Object.values(content.compositions).find(({ name }) => name === 'Lower Third');
  if (entry) entry.name = 'Strap';
  await ask(at, { method: 'PUT', body: JSON.stringify(content) });
  const load = `/apiv1/appinstances/${String(main.ready.apps[0]?.id)}/composition`;
  await ask(load, { method: 'PUT', body: JSON.stringify({ refId: String(composition?.id) }) });
  const words = texts.backup.compositionChanged(composition?.name ?? '');
  await desk.until(() => backup()?.drift.includes(words) === true);
  expect(backup()?.drift).toContain(texts.backup.otherGraphicName('Strap', 'Lower Third', 'the backup'));
  const path = await upload(dot);
  const logo = pictureField();
  await desk.screen.call('saveLook', { name: 'Before', ids: [logo.id] });
  await desk.screen.call('do', { action: { do: 'set', subComposition: logo.id, field: logo.field, value: path } });
  await desk.screen.call('do', { action: { do: 'update', subComposition: logo.id } });
  // A look is compared with what is confirmed, and only that is copied.
  const changed = [{ what: 'value', field: logo.field, air: path }];
  await expect.poll(() => desk.screen.call('compareLook', { name: 'Before' })).toMatchObject(changed);
  await desk.screen.call('copyContent', { app });
  await desk.until(stands('same'));
  expect(backup()).toMatchObject({ drift: [], content: '' });
  expect(await statusOnBackup(path)).toBe(200);
});

it('a graphic that was installed in the main is told while the backup lacks its package, and is copied by one press', async () => {
  const [composition] = (await ask('/apiv1/compositions')) as { id: number }[];
  const at = `/apiv1/compositions/${String(composition?.id)}/content`;
  const content = (await ask(at)) as CompositionContent;
  const file = {
    file: (await zipOf(lowerThird)).toString('base64'),
    name: 'graphic.zip',
    mediaType: 'application/zip',
  };
  const { answer } = await desk.screen.call('service', { endpoint: 'installGraphic', app, params: {}, body: file });
  const { id, entry } = answer as Graphic;
  content.compositions[addedId] = { ...entry, name: 'Guest strap' };
  content.compositions[content.mainComposition]?.subcompositions.push(addedId);
  await ask(at, { method: 'PUT', body: JSON.stringify(content) });
  const load = `/apiv1/appinstances/${String(main.ready.apps[0]?.id)}/composition`;
  await ask(load, { method: 'PUT', body: JSON.stringify({ refId: String(composition?.id) }) });
  await desk.until(() => backup()?.drift.includes(texts.backup.lacksPackage('Guest strap')) === true);
  await desk.screen.call('copyContent', { app });
  await desk.until(stands('same'));
  expect(backup()).toMatchObject({ drift: [], content: '' });
  const graphic = `/graphics/${id}`;
  expect([await statusOnBackup(`${graphic}/~frame`), await statusOnBackup(`${graphic}/lib/line.js`)]).toEqual([
    200, 200,
  ]);
});

const addedId = '5b0c9f52-0a3b-4f0e-9d2c-6d1c5e0f0b77';

async function statusOnBackup(path: string): Promise<number> {
  const own = desk.view.apps.find(({ key }) => key === 'embedded-1')?.app?.mediaUrl ?? '';
  return (await fetch(own + path)).status;
}

/** Asks the service of the main. */
async function ask(path: string, how: RequestInit = {}): Promise<unknown> {
  const headers = { authorization: basic(firstAccount), 'content-type': 'application/json' };
  return (await fetch(main.ready.url + path, { ...how, headers })).json();
}

const greyDot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
const whiteDot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==';
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';

/** Upload a picture to the main; gives its path. */
async function upload(picture: string): Promise<string> {
  const form = new FormData();
  form.set('file', new File([Buffer.from(picture, 'base64')], 'dot.png'));
  const headers = { authorization: basic(firstAccount) };
  const answer = await fetch(`${main.ready.url}/apiv1/assets`, { method: 'POST', body: form, headers });
  return ((await answer.json()) as { path: string }).path;
}

/** A field of the main that a picture goes into. */
function pictureField(): { id: string; field: string } {
  const nodes = [...preOrder(desk.view.model)].filter(({ id }) => id.startsWith(`${app}/`));
  const found = nodes.flatMap(({ id, model }) => model.map((field) => ({ id, field })));
  const picture = found.find(({ field }) => field.type === 'image');
  if (!picture) throw new Error('The show has no picture.');
  return { id: picture.id, field: picture.field.id };
}
