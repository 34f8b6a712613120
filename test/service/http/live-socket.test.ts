import { errorTable } from '../../../contract/errors.ts';
import { type IncomingMessage, request } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { deadAfter, longestReport } from '../../../contract/service-api/live-timing.ts';
import { defaultLimits, defaultTerms } from '../../../service/http/network-terms.ts';
import { apiClient } from '../../kit/service/api-client.ts';
import { ids, smallShow } from '../../kit/service/small-show.ts';
import { readLive } from '../../kit/service/live-reader.ts';
import { openPipelined } from '../../kit/service/pipelined-connection.ts';
import { type SmallService, startSmallService } from '../../kit/service/small-service.ts';

let service: SmallService;
const now = 1_700_000_000_000;
beforeEach(async () => (service = await startSmallService({ clock: () => now })));
afterEach(async () => {
  await service.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const patch = async (...items: object[]): Promise<void> => {
  const response = await fetch(`${service.app}/control`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(items),
  });
  expect([response.status, await response.json()]).toEqual([200, { success: true }]);
};
const goals = (value: number): Promise<void> => patch({ subCompositionId: ids.home, payload: { goals: value } });
const changed = (revision: number, value: number) => ({
  type: 'change',
  revision,
  now,
  changes: [{ id: ids.home, payload: { goals: String(value) } }],
});
const client = () => apiClient(service, service.account);
/** One line of what the service counted. */
const metrics = async (name: string): Promise<number> => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length));
};
const json = async (address: string): Promise<unknown> => (await fetch(address)).json();

describe('the live channel', () => {
  it('begins with the whole truth, for the app token and for the output token alike', async () => {
    await goals(2);
    const output = { id: '1', name: 'Output', onairUrl: service.onairUrl, root: ids.root };
    const snapshot = {
      type: 'snapshot',
      revision: 1,
      now,
      app: { id: 1, name: 'Small', onairUrl: service.onairUrl, mediaUrl: service.mediaUrl, outputs: [output] },
      model: await json(`${service.app}/model`),
      control: await json(`${service.app}/control`),
    };
    for (const token of [service.token, service.outputToken]) {
      expect(await readLive(service, token).next()).toEqual(snapshot);
    }
    const withScene = { ...snapshot, composition: smallShow };
    expect(await readLive(service, service.outputToken, 'scene=1').next()).toEqual(withScene);
  });

  it('sends the same snapshot whole to everyone who comes, whatever letters are in it', async () => {
    const line1 = 'Ägäis, 日本, 😀';
    await patch({ subCompositionId: ids.lowerThird, payload: { line1 } });
    const readers = Array.from({ length: 5 }, () => readLive(service, service.token));
    const snapshots = await Promise.all(readers.map((reader) => reader.next()));
    expect(JSON.stringify(snapshots[0])).toContain(line1);
    for (const snapshot of snapshots) expect(snapshot).toEqual(snapshots[0]);
    await goals(4);
    for (const reader of readers) expect(await reader.next()).toEqual(changed(2, 4));
  });

  it('tells every reader of every change once, in order, payload and state in one frame', async () => {
    const readers = [readLive(service, service.token), readLive(service, service.outputToken)];
    for (const reader of readers) await reader.next();
    await patch({ subCompositionId: ids.lowerThird, payload: { line1: 'Ada' }, state: 'In' });
    await patch({ subCompositionId: ids.title, payload: { flash: 'execute' }, state: 'In', action: 'jump' });
    for (const reader of readers) {
      expect([await reader.next(), await reader.next()]).toEqual([
        {
          type: 'change',
          revision: 1,
          now,
          changes: [{ id: ids.lowerThird, payload: { line1: 'Ada' }, state: 'In', action: 'play' }],
        },
        {
          type: 'change',
          revision: 2,
          now,
          changes: [
            { id: ids.title, payload: { flash: { __serviceButton: true, ts: now } }, state: 'In', action: 'jump' },
            { id: ids.lowerThird, state: 'Out1', action: 'jump' },
          ],
        },
      ]);
    }
  });

  it('gives each reader all changes of one commit in one write', async () => {
    const readers = [readLive(service, service.token), readLive(service, service.token)];
    for (const reader of readers) await reader.next();
    const write = vi.spyOn(Socket.prototype, 'write');
    const connection = await openPipelined(service.url);
    const body = (value: number) => [{ subCompositionId: ids.home, payload: { goals: value } }];
    const path = new URL(`${service.app}/control`).pathname;
    const answers = await connection.askAll(
      ...Array.from({ length: 16 }, (_, at): [string, string, unknown] => ['PATCH', path, body(at)]),
    );
    connection.close();
    for (const reader of readers) {
      const revisions = await Promise.all(answers.map(async () => (await reader.next()).revision));
      expect(revisions).toEqual(answers.map((_, at) => at + 1));
    }
    // Only a text that a server sends begins like this: FIN, opcode 1.
    const pushed = write.mock.calls.filter(([bytes]) => Buffer.isBuffer(bytes) && bytes[0] === 0x81);
    const isBeat = (bytes: unknown): boolean => Buffer.isBuffer(bytes) && bytes.includes('"type":"beat"');
    const commits = await metrics('overlay_commit_requests_count');
    expect(commits).toBeLessThan(16);
    expect(pushed.filter(([bytes]) => !isBeat(bytes)).length).toBe(commits * readers.length);
  });

  it('says that it lives before a client could take it for dead', async () => {
    await service.close();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    service = await startSmallService({ clock: () => now });
    const reader = readLive(service, service.token);
    await reader.next();
    for (const _ of [1, 2]) {
      vi.advanceTimersByTime(deadAfter - 1);
      expect(await reader.next('beats')).toEqual({ type: 'beat', revision: 0, now });
    }
  });

  it('tells a reader that comes back only what it missed', async () => {
    await goals(1);
    await goals(2);
    await goals(3);
    const reader = readLive(service, service.token, 'revision=1');
    expect([await reader.next(), await reader.next()]).toEqual([changed(2, 2), changed(3, 3)]);
    await goals(4);
    expect(await reader.next()).toEqual(changed(4, 4));
  });

  it('answers a reader that missed nothing with a beat at once', async () => {
    await goals(1);
    const reader = readLive(service, service.token, 'revision=1');
    expect(await reader.next('beats')).toEqual({ type: 'beat', revision: 1, now });
  });

  it.each(['revision=9', 'revision=-1', 'revision=x', 'revision='])('gives a snapshot for %s', async (query) => {
    expect(await readLive(service, service.token, query).next()).toMatchObject({ type: 'snapshot', revision: 0 });
  });

  it('gives a snapshot to who missed something before a restart', async () => {
    await goals(1);
    await goals(2);
    service = await service.restart();
    expect(await readLive(service, service.token, 'revision=1').next()).toMatchObject({
      type: 'snapshot',
      revision: 2,
    });
  });

  it('shows a reader that comes in the middle of updates no revision twice and misses none', async () => {
    const updates = Array.from({ length: 20 }, (_, at) => goals(at));
    const reader = readLive(service, service.token);
    const first = await reader.next();
    for (let revision = first.revision + 1; revision <= 20; revision += 1) {
      expect((await reader.next()).revision).toBe(revision);
    }
    await Promise.all(updates);
  });
});

describe('a reader', () => {
  it('with an unknown token is sent away with a code that a browser can read', async () => {
    expect(await readLive(service, 'nobody').closed).toEqual({
      code: 4404,
      reason: 'The service does not know this token.',
    });
  });

  it('that stops reading holds nobody up, and when it reads again it gets the whole truth', async () => {
    const slow = readLive(service, service.token);
    const quick = readLive(service, service.token);
    await Promise.all([slow.next(), quick.next()]);
    slow.socket.pause();
    const line = 'x'.repeat(512 * 1024);
    for (let revision = 1; revision <= 40; revision += 1) {
      await patch({ subCompositionId: ids.lowerThird, payload: { line2: `${revision}${line}` } });
      expect((await quick.next()).revision).toBe(revision);
    }
    slow.socket.resume();
    let last = 0;
    for (let frame = await slow.next(); frame.type !== 'snapshot'; frame = await slow.next()) {
      expect([frame.type, frame.revision]).toEqual(['change', last + 1]);
      last = frame.revision;
    }
    // 20 MiB were said; what the connection itself holds was heard as it was, the rest as one snapshot.
    expect(last).toBeLessThan(40);
    await goals(1);
    expect([await slow.next(), await quick.next()]).toEqual([changed(41, 1), changed(41, 1)]);
    expect(await metrics('overlay_live_slow_total{what="skipped"}')).toBe(1);
  });

  it('is sent away at once when its token is revoked, and who came in with another one stays', async () => {
    const [controller, page] = [readLive(service, service.token), readLive(service, service.outputToken)];
    await Promise.all([controller.next(), page.next()]);
    expect((await client().delete('/apiv1/appinstances/1/token')).status).toBe(200);
    expect(await controller.closed).toEqual({ code: 4404, reason: 'The service does not know this token any more.' });
    expect(await page.next('beats')).toMatchObject({ type: 'beat' });
  });

  it('gets the whole truth when the composition is loaded anew', async () => {
    await goals(3);
    const reader = readLive(service, service.token);
    expect(await reader.next()).toMatchObject({ type: 'snapshot', revision: 1 });
    const { body } = await client().get('/apiv1/compositions');
    const [{ id }] = body as [{ id: number }];
    await client().put('/apiv1/appinstances/1/composition', { refId: String(id) });
    const control = (await json(`${service.app}/control`)) as { subCompositionId: string; payload: unknown }[];
    expect(await reader.next()).toMatchObject({ type: 'snapshot', revision: 2, control });
    expect(control.find(({ subCompositionId }) => subCompositionId === ids.home)?.payload).toEqual({
      team: 'Home',
      goals: '0',
    });
  });

  it('is one of as many as the limit says', async () => {
    const network = { ...defaultTerms, limits: { ...defaultLimits, maxSubscribers: 1 } };
    const small = await startSmallService({ network });
    const first = readLive(small, small.token);
    await first.next();
    expect(await readLive(small, small.outputToken).closed).toEqual({
      code: 4429,
      reason: 'This show has the most live readers that it may have.',
    });
    await small.close();
  });

  it('that says something large is cut off', async () => {
    const reader = readLive(service, service.token);
    await reader.next();
    reader.socket.send('x'.repeat(longestReport + 1));
    expect((await reader.closed).code).toBe(1009);
  });

  it('is told when the service stops', async () => {
    const reader = readLive(service, service.token);
    await reader.next();
    service = await service.restart();
    expect(await reader.closed).toEqual({ code: 1001, reason: 'The service is stopping.' });
  });
});

describe('a connection that is no reader', () => {
  const refused = (path: string, headers: Record<string, string> = {}): Promise<number | undefined> =>
    new Promise((resolve) => {
      const socket = new WebSocket(service.url.replace('http', 'ws') + path, { headers });
      socket.on('unexpected-response', (_, response) => {
        response.resume();
        resolve(response.statusCode);
      });
      socket.on('open', () => resolve(undefined));
      socket.on('error', () => undefined);
    });

  it('is refused where it comes from a page of another origin, or was sent to another name', async () => {
    const path = `/apiv2/controlapps/${service.token}/live`;
    expect(await refused(path, { origin: 'http://evil.example' })).toBe(403);
    expect(await refused(path, { origin: 'null' })).toBe(403);
    expect(await refused(path, { host: 'evil.example' })).toBe(403);
    expect(await refused(path, { origin: service.url })).toBe(undefined);
    expect(JSON.stringify(service.logged)).not.toContain(service.token);
  });

  it('is told to open a WebSocket where it asks as for a page', async () => {
    const response = await fetch(`${service.app}/live`);
    expect([response.status, response.headers.get('upgrade'), await response.json()]).toEqual([
      426,
      'websocket',
      { error: { message: errorTable['upgrade-required'].operator, code: 426 } },
    ]);
    const posted = await fetch(`${service.app}/live`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('is answered in HTTP where it asks for another protocol', async () => {
    const answer = await new Promise<IncomingMessage>((resolve) => {
      const headers = { connection: 'Upgrade', upgrade: 'h2c' };
      request(`${service.url}/healthz`, { headers }, resolve).end();
    });
    answer.resume();
    expect(answer.statusCode).toBe(200);
  });

  it('is refused at any other address', async () => {
    expect(await refused(`/apiv2/controlapps/${service.token}/control`)).toBe(404);
  });
});
