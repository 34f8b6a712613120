import { errorTable } from '../../contract/errors.ts';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../service/store/sqlite/open-database.ts';
import { sqliteStore } from '../../service/store/store.ts';
import { describeUnless } from '../kit/describe-unless.ts';
import { type ApiClient, apiClient } from '../kit/service/api-client.ts';
import { readLive } from '../kit/service/live-reader.ts';
import { type ServiceProgram, startService } from '../kit/service/service-program.ts';
import { notMountable, SmallDisk } from '../kit/service/small-disk.ts';
import { firstAccount, startSmallService } from '../kit/service/small-service.ts';
import { ids } from '../kit/service/small-show.ts';

const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

/** What an operator does: both lines in one request, so that one without the other would be half of it. */
const both = (text: string) => [
  { subCompositionId: ids.lowerThird, payload: { line1: text } },
  { subCompositionId: ids.home, payload: { team: text }, state: 'In' },
];

interface Item {
  subCompositionId: string;
  state: string;
  payload: Record<string, unknown>;
}

/** What the two lines hold, the state, and the revision. */
async function held(app: string): Promise<unknown[]> {
  const response = await fetch(`${app}/control`);
  if (!response.ok) return [response.status];
  const items = (await response.json()) as Item[];
  const [lowerThird, home] = [ids.lowerThird, ids.home].map((id) => items.find((one) => one.subCompositionId === id));
  return [
    lowerThird?.payload.line1,
    home?.payload.team,
    home?.state,
    Number(response.headers.get('etag')?.slice(1, -1)),
  ];
}

async function send(app: string, text: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${app}/control`, { method: 'PATCH', headers, body: JSON.stringify(both(text)) })).status;
}

type Change = (api: ApiClient) => ReturnType<ApiClient['get']>;

/** Everything that is made or changed with an account. */
const changes: Record<string, Change> = {
  'a new folder': (api) => api.post('/apiv1/dashboard/folder', { name: 'News' }),
  'a new composition': async (api) => api.post('/apiv1/compositions', { name: 'New', folder: await rootOf(api) }),
  'a copy': async (api) => api.post('/apiv1/compositions/1/duplicate', { folder: await rootOf(api) }),
  'a new content': async (api) => api.put('/apiv1/compositions/1/content', await largeContent(api)),
  'a revision': (api) => api.post('/apiv1/compositions/1/revisions', revision),
  'a composition token': (api) => api.post('/apiv1/compositions/1/token'),
  'a new app instance': async (api) =>
    api.post('/apiv1/appinstances', { ...template, name: 'New', folder: await rootOf(api) }),
  'loading a composition': (api) => api.put('/apiv1/appinstances/1/composition', { refId: '1' }),
  'taking a composition out': (api) => api.delete('/apiv1/appinstances/1/composition'),
  'another token': (api) => api.post('/apiv1/appinstances/1/token'),
  'no token': (api) => api.delete('/apiv1/appinstances/1/token'),
  'deleting an app instance': (api) => api.delete('/apiv1/appinstances/1'),
  'deleting a composition': (api) => api.delete('/apiv1/compositions/1'),
};
/** Those of them that never find room on a full disk: SQLite fills the pages that it has before it asks for more. */
const large = ['a new content', 'a revision'];

const revision = { scene_id: 1, revision_id: 1, description: 'x'.repeat(4_096) };
const template = { apptemplate_id: '57', apptemplate_version_status: 'published' };

async function rootOf(api: ApiClient): Promise<string> {
  return ((await api.get('/apiv1/dashboard/folder?path=/')).body as string[])[0] ?? '';
}

async function largeContent(api: ApiClient): Promise<unknown> {
  const content = (await api.get('/apiv1/compositions/1/content')).body as { command: { commands: unknown[] } };
  content.command.commands = Array.from({ length: 2_000 }, () => ({ name: 'x', target: 'x', to: 'x' }));
  return content;
}

/** A service in this process, and a way into its database. */
async function start() {
  const opened: { database?: DatabaseSync } = {};
  const openStore = (directory: string) => {
    const held = openDatabase(directory);
    opened.database = held.database;
    return sqliteStore(held);
  };
  const service = await startSmallService({ openStore });
  ended.push(() => service.close());
  const api = apiClient(service, service.account);
  const pragma = (pragma: string): void => opened.database?.exec(`PRAGMA ${pragma}`);
  /** All that an account sees, and what is on air. */
  const seen = async () => [
    await held(service.app),
    (await api.get('/apiv1/appinstances')).body,
    (await api.get('/apiv1/compositions')).body,
    (await api.get('/apiv1/compositions/1/content')).body,
    (await api.get('/apiv1/compositions/1/revisions')).body,
    (await api.get(`/apiv1/dashboard/folder/${await rootOf(api)}/elements`)).body,
  ];
  return { service, api, pragma, seen };
}

describe('a disk that can only be read', () => {
  const message = /^The service could not write to its disk, so nothing was changed\. \([0-9a-f]{12}\)$/;

  it.each(Object.entries(changes))('refuses %s and changes nothing, until it can be written', async (_, change) => {
    const { service, api, pragma, seen } = await start();
    await send(service.app, 'before');
    const live = readLive(service, service.token);
    await live.next();
    const before = await seen();
    pragma('query_only = ON');
    expect(await change(api)).toMatchObject({
      status: 500,
      body: { error: { message: expect.stringMatching(message), code: 500 } },
    });
    expect(await seen()).toEqual(before);
    pragma('query_only = OFF');
    expect((await change(api)).status).toBe(200);
    expect(await seen()).not.toEqual(before);
    live.socket.close();
  });

  it('refuses updates, tells nobody of them, and takes updates again when it can be written', async () => {
    const { service, pragma } = await start();
    const live = readLive(service, service.token);
    await live.next();
    await send(service.app, 'before');
    expect(await live.next()).toMatchObject({ type: 'change', revision: 1 });
    pragma('query_only = ON');
    expect(await Promise.all(['lost', 'lost too'].map((text) => send(service.app, text)))).toEqual([500, 500]);
    expect(await held(service.app)).toEqual(['before', 'before', 'In', 1]);
    pragma('query_only = OFF');
    expect(await send(service.app, 'after')).toBe(200);
    expect(await live.next()).toMatchObject({ type: 'change', revision: 2 });
    const again = await service.restart();
    expect(await held(again.app)).toEqual(['after', 'after', 'In', 2]);
    ended.splice(0, 1, () => again.close());
  });
});

describe('a full disk', () => {
  it.each(large)('refuses %s and changes nothing, until there is room', async (name) => {
    const { api, pragma, seen } = await start();
    const before = await seen();
    // As many pages as there are.
    pragma('max_page_count = 1');
    expect(await changes[name]?.(api)).toMatchObject({
      status: 507,
      body: { error: { message: errorTable['storage-full'].operator, code: 507 } },
    });
    expect(await seen()).toEqual(before);
    pragma('max_page_count = 100000');
    expect((await changes[name]?.(api))?.status).toBe(200);
  });
});

/** Data with the small show that no service has open. */
async function withShow(use: (data: string) => void): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'overlay-show-'));
  await (await startSmallService({ data })).close();
  use(data);
  rmSync(data, { recursive: true });
}

describeUnless(notMountable, 'the program on a disk of its own', () => {
  async function onDisk() {
    const disk = await SmallDisk.make(3 * 1024 * 1024);
    ended.push(() => disk.remove());
    await withShow((data) => cpSync(data, disk.outside, { recursive: true }));
    return disk;
  }

  function kept(program: ServiceProgram) {
    ended.push(async () => {
      program.process.kill('SIGKILL');
      await program.ended;
    });
    const app = `${program.ready.url}/apiv2/controlapps/${program.ready.apps[0]?.token}`;
    return { program, app, api: apiClient(program.ready, firstAccount) };
  }

  it('goes on when the disk fills up, half-applies nothing, loses nothing, and writes again when there is room', async () => {
    const disk = await onDisk();
    const { program, app, api } = kept(await disk.start());
    await send(app, 'before');
    disk.fill(100_000);
    const statuses: number[] = [];
    let last = 'before';
    while (statuses.filter((status) => status === 507).length < 20 && statuses.length < 2_000) {
      const text = `text ${statuses.length} ${'x'.repeat(500)}`;
      const status = await send(app, text);
      if (status === 200) last = text;
      statuses.push(status);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 507]));
    const revision = statuses.filter((status) => status === 200).length + 1;
    expect(await held(app)).toEqual([last, last, 'In', revision]);
    expect((await api.put('/apiv1/compositions/1/content', await largeContent(api))).status).toBe(507);
    expect((await fetch(`${program.ready.url}/readyz`)).status).toBe(503);

    program.process.kill('SIGKILL');
    await program.ended;
    const again = kept(await disk.start());
    expect(await held(again.app)).toEqual([last, last, 'In', revision]);
    expect(await send(again.app, 'x'.repeat(5_000))).toBe(507);
    disk.makeRoom();
    expect([await send(again.app, 'after'), await held(again.app)]).toEqual([
      200,
      ['after', 'after', 'In', revision + 1],
    ]);
    expect((await fetch(`${again.program.ready.url}/readyz`)).status).toBe(200);
  });

  it('takes Out on a full disk, time after time, and after a restart it is Out still', async () => {
    const disk = await onDisk();
    const { program, app } = kept(await disk.start());
    await expect.poll(() => existsSync(join(disk.outside, 'reserve'))).toBe(true);
    expect(await send(app, 'before')).toBe(200);
    disk.fill();
    for (let at = 0; at < 2_000; at++) if ((await send(app, `text ${at} ${'x'.repeat(500)}`)) === 507) break;
    const out = await fetch(`${app}/control`, {
      method: 'PATCH',
      body: JSON.stringify([{ subCompositionId: ids.home, state: 'Out' }]),
    });
    expect([out.status, (await held(app))[2]]).toEqual([200, 'Out1']);
    program.process.kill('SIGKILL');
    await program.ended;
    const again = kept(await disk.start());
    expect((await held(again.app))[2]).toBe('Out1');
  });

  it('writes again without a restart when there is room', async () => {
    const disk = await onDisk();
    const { app } = kept(await disk.start());
    disk.fill();
    const texts = Array.from({ length: 2_000 }, (_, at) => `text ${at} ${'x'.repeat(500)}`);
    for (const text of texts) if ((await send(app, text)) === 507) break;
    disk.makeRoom();
    expect([await send(app, 'after'), (await held(app)).slice(0, 2)]).toEqual([200, ['after', 'after']]);
  });

  it('refuses to start on a disk that cannot be written, in a sentence, and leaves the data as it is', async () => {
    const disk = await onDisk();
    const { program, app } = kept(await disk.start());
    await send(app, 'before');
    program.process.kill('SIGKILL');
    await program.ended;
    disk.remount('ro');
    await expect(disk.start()).rejects.toThrow(
      `The service did not start: The data directory ${disk.directory} cannot be used:`,
    );
    disk.remount('rw');
    const again = kept(await disk.start());
    expect(await held(again.app)).toEqual(['before', 'before', 'In', 1]);
  });
});

describeUnless(notMountable, 'a first start on a full disk', () => {
  it('is refused in a sentence, and is a first start again when there is room', async () => {
    const disk = await SmallDisk.make(3 * 1024 * 1024);
    ended.push(() => disk.remove());
    disk.fill();
    await expect(disk.start()).rejects.toThrow('The service did not start: The disk of');
    disk.makeRoom();
    const { process, ended: end } = await disk.start();
    process.kill('SIGTERM');
    expect(await end).toEqual({ code: 0, signal: null });
  });
});

it.runIf(process.platform === 'linux')(
  'a disk that fails under the program gives 500, and nothing is half-applied',
  async () => {
    const data = mkdtempSync(join(tmpdir(), 'overlay-failing-'));
    ended.push(async () => rmSync(data, { recursive: true }));
    await (await startSmallService({ data })).close();
    const program = await startService('--data', data);
    ended.push(async () => {
      program.process.kill('SIGKILL');
      await program.ended;
    });
    const app = `${program.ready.url}/apiv2/controlapps/${program.ready.apps[0]?.token}`;
    await send(app, 'before');
    const writes = (size: string): void => {
      execFileSync('prlimit', ['--pid', String(program.process.pid), `--fsize=${size}:unlimited`]);
    };
    // From now on the system refuses every write to a file.
    writes('0');
    expect([await send(app, 'lost'), await held(app)]).toEqual([500, ['before', 'before', 'In', 1]]);
    writes('unlimited');
    expect([await send(app, 'after'), await held(app)]).toEqual([200, ['after', 'after', 'In', 2]]);
  },
);
