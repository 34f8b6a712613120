import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentOf } from '../../scene/content/content.ts';
import type { Composition } from '../../scene/schema/composition.ts';
import { check } from '../../service/store/sqlite/upkeep.ts';
import { builtService } from '../kit/built.ts';
import { rolls } from '../kit/desk/rolls.ts';
import { runs, seed } from '../kit/runs.ts';
import { type ApiClient, apiClient } from '../kit/service/api-client.ts';
import { composition, subComposition, testField } from '../kit/service/line-show.ts';
import { readLive } from '../kit/service/live-reader.ts';
import { openPipelined } from '../kit/service/pipelined-connection.ts';
import { type ServiceProgram, startServiceWith } from '../kit/service/service-program.ts';
import { firstAccount, startSmallService } from '../kit/service/small-service.ts';

/** How often the service is killed. */
const kills = runs(200);
const random = rolls(seed);

const subId = (at: number): string => `6d0f7c1e-2b3a-4c5d-8e9f-0a1b2c3d4f${String(at).padStart(2, '0')}`;
/** One writer on each connection, with a field of its own; each has this many requests under way. */
const writers = Array.from({ length: 16 }, (_, at) => subId(at));
const underWay = 4;
const show = (ids: readonly string[], root: string): Composition => {
  const written = composition(...ids.map((id) => subComposition(id, [testField('count', 'text', '0')], [])));
  return { ...written, root: { ...written.root, id: root } };
};
/** The writers write into two compositions, each at an output of its own. */
const [first, second] = [
  show(writers.slice(0, 8), '6d0f7c1e-2b3a-4c5d-8e9f-0a1b2c3d4e01'),
  show(writers.slice(8), '6d0f7c1e-2b3a-4c5d-8e9f-0a1b2c3d4e02'),
];

/** How far one writer came: it writes 1, 2, 3 and so on, so that what is stored tells how much of it was applied. */
interface Progress {
  asked: number;
  answered: number;
}

let data: string;
let program: ServiceProgram | undefined;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'overlay-durability-'));
  const service = await startSmallService({ data, composition: first });
  await makeTwoOutputs(apiClient(service, firstAccount));
  await service.close();
});
afterAll(async () => {
  program?.process.kill('SIGKILL');
  await program?.ended;
  rmSync(data, { recursive: true });
});

/** An app instance that shows both, in place of the one that the service began with. */
async function makeTwoOutputs(api: ApiClient): Promise<void> {
  const folder = ((await api.get('/apiv1/dashboard/folder?path=/')).body as string[])[0];
  const { body } = await api.post('/apiv1/compositions', { folder, name: 'Second' });
  const { id } = body as { id: number };
  const answers = [
    await api.put(`/apiv1/compositions/${id}/content`, contentOf(second)),
    await api.post('/apiv1/appinstances', {
      folder,
      name: 'Two outputs',
      apptemplate_id: '57',
      apptemplate_version_status: 'published',
      compositionList: [{ refId: '1' }, { refId: id }],
      outputList: [{ defaultComposition: 0 }, { defaultComposition: 1 }],
    }),
    await api.delete('/apiv1/appinstances/1'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
}

it(`killed ${kills} times, it never lost what it answered for`, async () => {
  const updates = new Map<string, Progress>(writers.map((id) => [id, { asked: 0, answered: 0 }]));
  const revisions: Progress = { asked: 0, answered: 0 };
  let answers = 0;
  for (let kill = 0; kill <= kills; kill += 1) {
    if (random() < 0.1) await killStarting();
    program = await startServiceWith({ program: builtService }, '--data', data);
    await expectKept(program, updates, revisions);
    if (kill < kills) answers += await writeUntilKilled(program, updates, revisions);
  }
  expect(answers).toBeGreaterThan(kills * writers.length);
  expect(check(data)).toEqual([]);
});

/** Kill it while it starts, at any moment before it is ready or shortly after. */
async function killStarting(): Promise<void> {
  const child = spawn(process.execPath, [builtService, '--data', data], { stdio: 'ignore' });
  setTimeout(() => child.kill('SIGKILL'), random() * 250);
  await once(child, 'close');
}

/** What is there after a start is what was answered for, and of the rest only what was asked for, without a gap. */
async function expectKept(
  { ready }: ServiceProgram,
  updates: Map<string, Progress>,
  revisions: Progress,
): Promise<void> {
  const response = await fetch(`${ready.url}/apiv2/controlapps/${ready.apps[0]?.token}/control`);
  const items = (await response.json()) as { subCompositionId: string; payload: { count?: string } }[];
  expect(items.length).toBe(writers.length + 2);
  let applied = 0;
  for (const { subCompositionId: id, payload } of items) {
    const progress = updates.get(id);
    if (!progress) continue;
    const held = Number(payload.count);
    expectBetween(held, progress);
    Object.assign(progress, { asked: held, answered: held });
    applied += held;
  }
  // Every applied request raised the revision by one, and nothing else did.
  expect(response.headers.get('etag')).toBe(`"${applied}"`);

  const listed = await apiClient(ready, firstAccount).get('/apiv1/compositions/1/revisions');
  const numbers = (listed.body as { revision_id: number }[]).map(({ revision_id }) => revision_id);
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  expectBetween(numbers.length, revisions);
  Object.assign(revisions, { asked: numbers.length, answered: numbers.length });

  const database = new DatabaseSync(join(data, 'service.db'), { readOnly: true });
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
}

function expectBetween(held: number, { asked, answered }: Progress): void {
  expect(held).toBeGreaterThanOrEqual(answered);
  expect(held).toBeLessThanOrEqual(asked);
}

/** Write on all connections until the service is killed, a random while after the first answer. Gives the answers. */
async function writeUntilKilled(
  { ready, process, ended }: ServiceProgram,
  updates: Map<string, Progress>,
  revisions: Progress,
): Promise<number> {
  const { url, apps } = ready;
  const path = `/apiv2/controlapps/${apps[0]?.token}/control`;
  const made = new Set<number>();
  const first = Promise.withResolvers<true>();
  const live = readLive(ready, apps[0]?.token ?? '');
  let told = 0;
  live.socket.on('message', (frame: Buffer) => {
    told = (JSON.parse(frame.toString()) as { revision: number }).revision;
  });

  const write = async (id: string, progress: Progress): Promise<void> => {
    const connection = await openPipelined(url);
    const one = async (): Promise<void> => {
      for (;;) {
        progress.asked += 1;
        const count = String(progress.asked);
        const answer = await connection.ask('PATCH', path, [{ subCompositionId: id, payload: { count } }]);
        if (!answer) return;
        expect([answer.status, made.has(answer.revision ?? 0)]).toEqual([200, false]);
        made.add(answer.revision ?? 0);
        progress.answered += 1;
        first.resolve(true);
      }
    };
    await Promise.all(Array.from({ length: underWay }, one));
  };

  const writing = [...updates].map(([id, progress]) => write(id, progress));
  const revising = reviseUntilDead(url, revisions);
  await first.promise;
  setTimeout(() => process.kill('SIGKILL'), random() * 120);
  await ended;
  await Promise.all([...writing, revising, live.closed]);
  // Whoever listens hears of nothing that a crash could take back.
  const stored = revisionOnDisk();
  expect(stored).toBeGreaterThanOrEqual(Math.max(told, ...made));
  return made.size;
}

/** Make one revision of the composition after the other: a write of the other kind, that waits for no group. */
async function reviseUntilDead(url: string, revisions: Progress): Promise<void> {
  const api = apiClient({ url }, firstAccount);
  for (;;) {
    revisions.asked += 1;
    const body = { scene_id: 1, revision_id: revisions.asked, description: '' };
    const answer = await api.post('/apiv1/compositions/1/revisions', body).catch(() => undefined);
    if (!answer) return;
    expect(answer.status).toBe(200);
    revisions.answered += 1;
  }
}

function revisionOnDisk(): number {
  const database = new DatabaseSync(join(data, 'service.db'), { readOnly: true });
  const revision = database.prepare('SELECT revision FROM app_instances WHERE deleted_at IS NULL').get()?.revision;
  database.close();
  return Number(revision);
}
