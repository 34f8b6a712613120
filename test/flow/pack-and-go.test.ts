import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseAddress } from '../../contract/model/address.ts';
import { type RunningShow, startShow } from '../kit/service/running-show.ts';

let folder: string;
let here: RunningShow;
let there: RunningShow;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'overlay-pack-'));
  [here, there] = await Promise.all([startShow(), startShow()]);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  rmSync(folder, { recursive: true });
});

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

  const given = { path: file };
  const { counts } = await there.screen.call('readShow', { given });
  expect(counts).toMatchObject({ compositions: 1, rundowns: here.view.rundowns.length });
  const parts = ['compositions' as const, 'rundowns' as const];
  expect(await there.screen.call('importShow', { given, parts })).toEqual({ left: [], lacking: [] });
  await there.until(({ apps }) => apps.length === 2 && apps[1]?.connection.status === 'live');
  const app = there.view.apps[1]?.key ?? '';
  const moved = `${app}/${parseAddress(title).id}`;
  const fired = Object.values(there.view.cues).find(({ steps }) => steps[0]?.targets[0]?.subComposition === moved);
  await there.screen.call('do', { action: { do: 'fireCue', cue: fired?.id ?? '' } });
  await there.until(({ subs }) => subs[moved]?.tally === 'ON AIR' && subs[moved].values.picture === path);
  const media = there.view.apps[1]?.app?.mediaUrl ?? '';
  expect(Buffer.from(await (await fetch(new URL(path, media))).arrayBuffer()).toString('base64')).toBe(png);
});
