import { texts } from '../../../contract/texts/texts.ts';
import { captions } from '../../../contract/words/words.ts';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import type { RemoteRight } from '../../../contract/desk-api/remote.ts';
import { watchDesk } from '../../kit/desk/watching-screen.ts';
import { type World, world } from '../../kit/desk/world.ts';
import { freePort } from '../../kit/free-port.ts';
import { deskFetch as fetch } from '../../kit/published-answers.ts';
import { ids } from '../../kit/service/small-show.ts';

const open: World[] = [];
afterEach(async () => {
  for (const { screen } of open.splice(0)) {
    await screen.call('unlockShow', { pin: null });
    await screen.call('setRemote', { ...off, port: 8_930 });
  }
});
const off = { on: false, reach: 'machine' as const };

/** A desk with a show, a cue and its HTTP API, and a client with this right. */
async function served(right: RemoteRight = 'fire') {
  const stage = await world();
  open.push(stage);
  const port = await freePort();
  await stage.screen.call('setRemote', { on: true, reach: 'machine', port });
  const client = await stage.screen.call('addRemoteClient', { name: 'Panel', right, addresses: [] });
  const base = `http://127.0.0.1:${port}`;
  const ask = async (path: string, { token = client.token, ...init }: RequestInit & { token?: string } = {}) => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(init.headers as object) };
    return answered(await fetch(`${base}${path}`, { ...init, headers }));
  };
  const act = (action: object, more: object = {}) =>
    ask('/api/actions', { method: 'POST', body: JSON.stringify({ action, ...more }) });
  return { stage, port, base, client, ask, act };
}

async function answered(answer: Response) {
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

const nameOf = ({ body }: { body: Record<string, unknown> }) => (body.error as { name: string } | undefined)?.name;
const takeIn = (stage: World) => ({ do: 'take', subComposition: stage.at(ids.title), to: 'In' });

/** What somebody asks for while the clock of the desk goes on. */
async function passing<Answer>(stage: World, asked: Promise<Answer>): Promise<Answer> {
  const ended = { is: false };
  void asked.finally(() => (ended.is = true)).catch(() => undefined);
  while (!ended.is) {
    await stage.clock.pass(20);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return asked;
}

describe('the HTTP API of the desk', () => {
  it('carries out an action, answers when the service has confirmed it, and names the client in the log', async () => {
    const { stage, act } = await served();
    const answer = await passing(stage, act(takeIn(stage)));
    expect([answer.status, answer.body]).toMatchObject([200, { result: 'confirmed', reason: '' }]);
    expect(stage.tally(ids.title)).toBe('ON AIR');
    expect(stage.lines.at(-1)?.trigger).toEqual({ kind: 'api', detail: 'Panel' });
  });

  it('takes unique names for ids, and every form of a value that the service takes', async () => {
    const { stage, act } = await served();
    const [cue = ''] = await stage.add({ number: '7', steps: [stage.takes(ids.home)] });
    const statuses = [];
    for (const action of [
      { do: 'take', subComposition: 'Title', to: 'In' },
      { do: 'set', subComposition: 'Home', field: 'team', value: 1904, send: true },
      { do: 'set', subComposition: ids.title, field: 'style', value: 'Bold', send: true },
      { do: 'fireCue', cue: '7' },
      { do: 'skip', rundown: 'Show', by: 1 },
      { do: 'take', subComposition: 'Lower Third', to: 'In' },
      { do: 'take', subComposition: 'Nobody', to: 'In' },
    ]) {
      const { status, body } = await passing(stage, act(action));
      statuses.push(status === 200 ? 200 : (body.error as { message: string }).message);
    }
    const refused = [texts.osc.several('Lower Third', 'graphic'), texts.app.noGraphic('Nobody')];
    expect([statuses.slice(0, 5), statuses.slice(5)]).toEqual([[200, 200, 200, 200, 200], refused]);
    expect(stage.view.subs[stage.at(ids.home)]?.values.team).toBe('1904');
    expect(stage.view.subs[stage.at(ids.title)]?.values.style).toBe('bold');
    expect(stage.cue(cue).state).toBe('ON AIR');
  });

  it.each(['take', 'toggle'])('does not %s the whole show, by its name', async (what) => {
    const { stage, act } = await served();
    const action = { do: what, subComposition: 'Small Show', ...(what === 'take' && { to: 'In' }) };
    const { status, body } = await act(action);
    expect([status, body]).toMatchObject([400, { error: { message: texts.actions.wholeShow('Small Show') } }]);
    expect(stage.sent()).toEqual([]);
  });

  it('answers at once for a cue that waits for its delay', async () => {
    const { stage, act } = await served();
    const [cue = ''] = await stage.add({ number: '7', steps: [stage.takes(ids.home, { delay: 60_000 })] });
    const answer = await act({ do: 'fireCue', cue });
    expect([answer.status, answer.body]).toMatchObject([202, { result: 'waiting', reason: '', error: null }]);
  });

  it('has an undo of its own, except beside the only screen, whose operator it is', async () => {
    const { stage, ask, act } = await served();
    await passing(stage, act(takeIn(stage)));
    const undoable = async () => (await passing(stage, ask('/api/state'))).body.undoable;
    const acts = { values: null, take: { press: 1, words: 'Title to Out (Take In by Panel)' }, panic: null };
    expect([await undoable(), stage.view.undoable]).toEqual([acts, { 'Screen 2': acts }]);
    const other = await watchDesk(stage.desk);
    const none = { values: null, take: null, panic: null };
    const hands = { Panel: acts, 'Screen 2': none, 'Screen 3': none };
    await stage.clock.pass(1);
    expect([await undoable(), stage.view.undoable, other.view.undoable]).toEqual([acts, hands, hands]);
    await expect(stage.screen.call('do', { action: { do: 'undo', what: 'take' } })).rejects.toMatchObject({
      code: 'undo-impossible',
    });
  });

  it('tells what the service refused, and what nobody knows', async () => {
    const { stage, act } = await served();
    stage.service.updateFaults.push({ kind: 'status', status: 400, there: 1 }, { kind: 'mute', there: 1 });
    const refused = await passing(stage, act(takeIn(stage)));
    expect([refused.status, refused.body.result]).toEqual([502, 'failed']);
    await stage.clock.pass(1_000);
    const unknown = await passing(stage, act(takeIn(stage)));
    expect([unknown.status, unknown.body.result]).toEqual([504, 'unknown']);
  });

  it.each([
    [{ do: 'take' }, 400, 'call-invalid'],
    [{ do: 'take', subComposition: 'news/none', to: 'In' }, 400, 'call-invalid'],
    [{ do: 'sing' }, 400, 'call-invalid'],
    [{ do: 'undo', what: 'take' }, 409, 'undo-impossible'],
  ])('answers %j with %s', async (action, status, name) => {
    const { act } = await served();
    const answer = await act(action);
    expect([answer.status, nameOf(answer)]).toEqual([status, name]);
  });

  it('has a line in the log for an undo that finds nothing', async () => {
    const { stage, act } = await served();
    await act({ do: 'undo', what: 'take' });
    expect(stage.lines.at(-1)).toMatchObject({
      result: 'failed',
      reason: expect.stringContaining(texts.undo.none.take),
    });
  });

  it.each([
    [{ do: 'fireCue', cue: 3 }, 'action.cue: expected string, received number'],
    [{ do: 'take', subComposition: 'news/none', to: 'Inn' }, 'action.to: expected one of'],
    [{ do: 'sing' }, 'action.do: expected'],
  ])('says in a sentence what is wrong with %j', async (action, problem) => {
    const { act } = await served();
    const { body } = await act(action);
    expect(body.error).toMatchObject({ message: expect.stringContaining(captions.callRefused(problem)) });
    expect(body.error).toMatchObject({ message: expect.not.stringMatching(/[✖\n]/) });
  });

  it('carries out what is on the list of a client, and nothing else, from the moment the list is changed', async () => {
    const { stage, act, ask, client } = await served();
    const only = { triggers: ['go' as const], targets: [] };
    const panel = { id: client.id, name: 'Panel', right: 'edit' as const, addresses: [] };
    await stage.screen.call('changeRemoteClient', { ...panel, only });
    const refused = await act(takeIn(stage));
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { error: { name: 'forbidden', message: texts.remote.notOnList('Panel', 'take') } },
    ]);
    const put = { method: 'PUT', body: 'number,name\n1,One' };
    expect(nameOf(await ask('/api/rundowns/evening.csv', put))).toBe('forbidden');
    expect(nameOf(await ask('/api/sources/scores', put))).toBe('forbidden');
    const tally = async () =>
      ((await ask('/api/state')).body.subs as Record<string, { tally: string }>)[stage.at(ids.title)]?.tally;
    expect(await tally()).toBe('OUT');
    await stage.screen.call('changeRemoteClient', panel);
    expect((await passing(stage, act(takeIn(stage)))).status).toBe(200);
    expect(await tally()).toBe('ON AIR');
  });

  it('refuses a press that is too old, also where it says so itself', async () => {
    const { stage, act } = await served();
    const answer = await act(takeIn(stage), { age: 5_000 });
    expect([answer.status, nameOf(answer)]).toEqual([409, 'press-late']);
    expect(stage.tally(ids.title)).toBe('OUT');
  });

  it('tells by a word why a press was refused, and why the service refused what was sent', async () => {
    const { stage, act } = await served();
    const of = (answer: Awaited<ReturnType<typeof act>>) => [answer.status, answer.headers.get('error-name')];
    expect(of(await act(takeIn(stage), { age: 5_000 }))).toEqual([409, 'press-late']);
    expect(of(await act(takeIn(stage), { expects: 'In' }))).toEqual([409, 'press-outdated']);
    stage.service.updateFaults.push({ kind: 'status', status: 412, name: 'too-late', there: 1 });
    const late = await passing(stage, act(takeIn(stage)));
    const part = { app: stage.keys[0], result: 'failed', error: 'too-late', revision: null };
    expect([late.status, late.body]).toMatchObject([502, { result: 'failed', error: 'too-late', apps: [part] }]);
    stage.service.updateFaults.push({ kind: 'status', status: 503, name: 'show-unreadable', there: 1 });
    const unreadable = await passing(stage, act(takeIn(stage)));
    // A service that names its error leaves nothing open, as a gateway with the same status would.
    expect([unreadable.status, unreadable.body.error]).toEqual([502, 'show-unreadable']);
    expect(of(await passing(stage, act(takeIn(stage))))).toEqual([200, null]);
    expect(of(await act(takeIn(stage)))).toEqual([409, 'press-refused']);
  });

  it('carries out a panic of a client that has used up its requests with others', async () => {
    const { stage, act } = await served();
    const flood = await Promise.all(Array.from({ length: 120 }, () => act({ do: 'sing' })));
    expect(flood.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(20);
    expect((await act(takeIn(stage))).status).toBe(429);
    expect((await passing(stage, act({ do: 'panic' }))).body).toMatchObject({ result: 'confirmed' });
  });

  it('gives the state that screens have, and nothing of connections and on-air addresses', async () => {
    const { stage, ask } = await served('watch');
    const { status, body } = await ask('/api/state');
    expect([status, Object.keys(body)]).toEqual([
      200,
      expect.not.arrayContaining(['connections', 'secrets', 'remote']),
    ]);
    expect(body.subs).toEqual(stage.view.subs);
    expect(body.rundowns).toEqual(stage.view.rundowns);
    const [{ app, connection } = {}] = stage.view.apps;
    expect(body.apps).toMatchObject([{ app: { id: app?.id, name: app?.name }, connection }]);
    expect(JSON.stringify(body)).not.toContain(app?.onairUrl);
  });

  it.each([
    ['watch', [200, 403, 403]],
    ['fire', [200, 200, 403]],
    ['edit', [200, 200, 200]],
  ] as const)('lets a client with the right to %s do that, and no more', async (right, allowed) => {
    const { stage, ask, act } = await served(right);
    const file = { method: 'PUT', body: 'number,template\n1,Title\n' };
    const answers = [
      await ask('/api/state'),
      await passing(stage, act(takeIn(stage))),
      await ask('/api/rundowns/evening.csv', file),
    ];
    expect(answers.map(({ status }) => status)).toEqual(allowed);
    expect([stage.tally(ids.title), stage.view.rundowns.length]).toEqual([
      right === 'watch' ? 'OUT' : 'ON AIR',
      right === 'edit' ? 2 : 1,
    ]);
  });

  it('imports nothing while the show is locked', async () => {
    const { stage, ask } = await served('edit');
    await stage.screen.call('lockShow', { pin: null });
    const answer = await ask('/api/rundowns/evening.csv', { method: 'PUT', body: 'number\n1\n' });
    expect([answer.status, nameOf(answer), stage.view.rundowns.length]).toEqual([423, 'show-locked', 1]);
  });

  it('names each wrong row of a file', async () => {
    const { ask } = await served('edit');
    const { status, body } = await ask('/api/rundowns/evening.csv', {
      method: 'PUT',
      body: 'number,template\n1,None\n',
    });
    expect([status, body]).toMatchObject([
      400,
      { error: { details: [{ path: 'row 2', message: texts.ingest.noGraphic('None') }] } },
    ]);
  });

  describe('a source that is pushed', () => {
    const scores = { name: 'scores', from: { kind: 'push' as const } };
    async function withScores(right?: RemoteRight) {
      const all = await served(right);
      const id = await all.stage.screen.call('editSources', { edit: 'addSource', source: scores });
      const push = (body: string, at = 'scores') =>
        passing(all.stage, all.ask(`/api/sources/${at}`, { method: 'PUT', body }));
      return { ...all, id: id ?? '', push };
    }

    it('takes a text by its name and by its id, and tells the rows that it read', async () => {
      const { id, push, stage } = await withScores();
      const byName = await push('name,points\nAnna,3\nBea,5\n');
      expect([byName.status, byName.body]).toMatchObject([200, { id, state: 'LIVE', rows: 2, error: '' }]);
      const byId = await push('[{ "name": "Carla" }]', id);
      expect([byId.status, byId.body.rows, byId.body.columns]).toEqual([200, 1, ['name']]);
      expect(await stage.screen.call('sourceRows', { source: id, from: 0, count: 5 })).toMatchObject({
        rows: [['Carla']],
      });
    });

    it('says what is wrong with a text, and keeps the rows before', async () => {
      const { id, push, stage } = await withScores();
      await push('name\nAnna\n');
      const answer = await push('<!doctype html><html></html>');
      expect([answer.status, answer.body]).toMatchObject([400, { error: { message: texts.data.webPage } }]);
      expect(await stage.screen.call('sourceRows', { source: id, from: 0, count: 5 })).toMatchObject({
        rows: [['Anna']],
      });
    });

    it('takes nothing for a name that is unknown, or that two sources share, or from who may only watch', async () => {
      const { push, stage } = await withScores();
      await stage.screen.call('editSources', { edit: 'addSource', source: scores });
      const answers = [await push('a\n1\n', 'goals'), await push('a\n1\n')];
      expect(answers.map(({ status, body }) => [status, (body.error as { message: string }).message])).toEqual([
        [400, texts.data.noSource('goals')],
        [400, texts.data.severalSources('scores')],
      ]);
      const watcher = await withScores('watch');
      expect(nameOf(await watcher.push('a\n1\n'))).toBe('forbidden');
    });

    it('goes on while the show is locked, as everything that plays does', async () => {
      const { push, stage } = await withScores();
      await stage.screen.call('lockShow', { pin: null });
      expect((await push('a\n1\n')).status).toBe(200);
    });
  });

  it.each([
    ['no token', { token: '' }, 401, 'unauthorized'],
    ['a wrong token', { token: 'x'.repeat(43) }, 401, 'unauthorized'],
    ['a page in a browser', { headers: { origin: 'http://127.0.0.1:8930' } }, 403, 'origin-refused'],
  ])('lets nobody in with %s', async (_, init, status, name) => {
    const { ask } = await served();
    const answer = await ask('/api/state', init);
    expect([answer.status, nameOf(answer)]).toEqual([status, name]);
  });

  it.each([
    ['evil.example:8930', 403],
    ['desk:8930', 200],
    ['localhost:8930', 200],
  ])('answers a page whose name is %s now with %i', async (host, status) => {
    const { base, client } = await served();
    const asked = request(`${base}/api/state`, { headers: { host, authorization: `Bearer ${client.token}` } }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(status);
  });

  it('answers what it does not have, and what is no JSON, in sentences', async () => {
    const { ask } = await served();
    const none = await ask('/api/nothing');
    const wrong = await ask('/api/actions', { method: 'DELETE' });
    const bare = await ask('/api/live');
    const text = await ask('/api/actions', { method: 'POST', body: '{"action":' });
    const large = await ask('/api/actions', { method: 'POST', body: 'x'.repeat(100_000) });
    expect([wrong.headers.get('allow'), bare.headers.get('upgrade')]).toEqual(['POST', 'websocket']);
    expect([none, wrong, bare, text, large].map((one) => [one.status, nameOf(one)])).toEqual([
      [404, 'route-unknown'],
      [405, 'method-not-allowed'],
      [426, 'upgrade-required'],
      [400, 'body-not-json'],
      [413, 'body-too-large'],
    ]);
  });

  it('reads a body behind a byte order mark, or packed by gzip, and names what it cannot read', async () => {
    const { ask } = await served();
    const post = (body: Uint8Array<ArrayBuffer>, headers = {}) =>
      ask('/api/actions', { method: 'POST', body, headers });
    // Is read, and names no action.
    const json = '{"action": {"do": "nothing"}}';
    const gzip = { 'content-encoding': 'gzip' };
    const answers = [
      await post(Buffer.from(`\ufeff${json}`)),
      await post(gzipSync(json), gzip),
      await post(Buffer.from(json), gzip),
      await post(gzipSync('x'.repeat(100_000)), gzip),
      await post(Buffer.from(json), { 'content-encoding': 'br' }),
      await post(Uint8Array.of(0x22, 0xe4, 0x22)),
    ];
    expect(answers.map((one) => [one.status, nameOf(one)])).toEqual([
      [400, 'call-invalid'],
      [400, 'call-invalid'],
      [400, 'body-not-json'],
      [413, 'body-too-large'],
      [415, 'media-type-unsupported'],
      [400, 'body-not-json'],
    ]);
  });

  it.each<[string, (stage: World, id: string) => Promise<unknown>]>([
    ['is removed', (stage, id) => stage.screen.call('removeRemoteClient', { id })],
    ['has a new token', (stage, id) => stage.screen.call('replaceRemoteToken', { id })],
  ])('tells a WebSocket the state and then what changes, and closes it when its client %s', async (_, revoke) => {
    const { stage, base, client } = await served('watch');
    const headers = { authorization: `Bearer ${client.token}` };
    const socket = new WebSocket(`${base.replace('http', 'ws')}/api/live`, { headers });
    const frames: { type: string; state?: object; change?: { subs?: Record<string, { tally: string }> } }[] = [];
    socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as (typeof frames)[number]));
    await once(socket, 'message');
    expect(frames[0]).toMatchObject({ type: 'state', state: { subs: stage.view.subs } });
    await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'In' });
    const isOnAir = () => frames.some(({ change }) => change?.subs?.[stage.at(ids.title)]?.tally === 'ON AIR');
    while (!isOnAir()) {
      await stage.clock.pass(20);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const closed = once(socket, 'close');
    const changed = { id: client.id, name: 'Wall', right: 'fire' as const, addresses: ['192.0.2.7'] };
    const before = frames.length;
    await stage.screen.call('changeRemoteClient', changed);
    await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'Out1' });
    while (frames.length === before) {
      await stage.clock.pass(20);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await revoke(stage, client.id);
    await closed;
    const again = new WebSocket(`${base.replace('http', 'ws')}/api/live`, { headers });
    again.on('error', () => undefined);
    const [, refusal] = (await once(again, 'unexpected-response')) as [unknown, { statusCode: number }];
    expect(refusal.statusCode).toBe(401);
    again.terminate();
  });

  it.each([
    ['is removed', 401, (stage: World, id: string) => stage.screen.call('removeRemoteClient', { id })],
    ['has a new token', 401, (stage: World, id: string) => stage.screen.call('replaceRemoteToken', { id })],
    [
      'may only watch by then',
      403,
      (stage: World, id: string) =>
        stage.screen.call('changeRemoteClient', { id, name: 'Panel', right: 'watch', addresses: [] }),
    ],
  ] as const)('does nothing of a client that %s while its request waits for its body', async (_, status, revoke) => {
    const { stage, port, client } = await served();
    const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' };
    const asked = request({ host: '127.0.0.1', port, path: '/api/actions', method: 'POST', headers });
    const [begin, end] = ['{"action":', `${JSON.stringify(takeIn(stage))}}`];
    asked.write(begin);
    // It is let in before its body is there.
    while (stage.view.remote.clients[0]?.seen === null) {
      await stage.clock.pass(20);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await revoke(stage, client.id);
    asked.end(end);
    const [answer] = (await passing(stage, once(asked, 'response'))) as [IncomingMessage];
    answer.resume();
    await stage.clock.pass(20);
    expect([answer.statusCode, stage.sent()]).toEqual([status, []]);
  });

  it('knows the age of a press by its own time, which its WebSocket tells, whatever holds the press up', async () => {
    const { stage, base, client, act } = await served();
    const socket = new WebSocket(`${base.replace('http', 'ws')}/api/live`, {
      headers: { authorization: `Bearer ${client.token}` },
    });
    const times: number[] = [];
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as { type: string; time: number };
      if (frame.type === 'time') times.push(frame.time);
    });
    while (times.length < 2) {
      await stage.clock.pass(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
    socket.terminate();
    const [first = 0, second = 0] = times;
    expect(second - first).toBe(2_000);
    const at = async (time: number) => nameOf(await passing(stage, act(takeIn(stage), { at: time })));
    expect(await at(first - 2_000)).toBe('press-late');
    // The clock of the desk was set back while it was down, and the press is from before.
    expect(await at(first + 3_600_000)).toBe('press-late');
    expect(stage.tally(ids.title)).toBe('OUT');
    expect(await at(stage.clock.now())).toBeUndefined();
    expect(stage.tally(ids.title)).toBe('ON AIR');
  });

  it('carries out a panic however old its time says that it is', async () => {
    const { stage, act } = await served();
    expect((await passing(stage, act({ do: 'panic' }, { at: 1 }))).body).toMatchObject({ result: 'confirmed' });
  });

  it('says on screen that its port is taken, and listens once another is chosen', async () => {
    const { stage, port } = await served();
    const other = await world();
    open.push(other);
    await other.screen.call('setRemote', { on: true, reach: 'machine', port });
    await other.clock.pass(20);
    const problem = texts.remote.portUnusable(port, 'EADDRINUSE');
    expect(other.view.remote.problem).toBe(problem);
    expect(other.view.notices.map(({ text }) => text)).toContain(texts.remote.problem(problem));
    await other.screen.call('setRemote', { on: true, reach: 'machine', port: await freePort() });
    await other.clock.pass(20);
    expect([other.view.remote.problem, stage.view.remote.problem]).toEqual(['', '']);
  });

  it('changes what is given alone, and keeps the rest', async () => {
    const { stage, port } = await served();
    const { tcp, tally, port: oscPort } = stage.view.osc;
    await stage.screen.call('setRemote', { on: false });
    await stage.screen.call('setOsc', { reach: 'machine' });
    await stage.screen.call('setOsc', { reach: 'off' });
    await stage.clock.pass(20);
    expect(stage.view.remote).toMatchObject({ on: false, reach: 'machine', port });
    expect(stage.view.osc).toMatchObject({ reach: 'off', tcp, tally, port: oscPort });
  });

  it('keeps no token: neither on screen, nor in the settings, nor in a line of the log', async () => {
    const { stage, client, act } = await served();
    await passing(stage, act(takeIn(stage)));
    const everything = JSON.stringify([stage.view, stage.files.settings.written, stage.lines]);
    expect(everything).not.toContain(client.token);
    expect(stage.view.remote.clients).toMatchObject([{ name: 'Panel', right: 'fire', addresses: [] }]);
  });
});
