import { texts } from '../../../contract/texts/texts.ts';
import { errorTable } from '../../../contract/errors.ts';
import { Quotas } from '../../../desk/app/link/quota.ts';
import { describe, expect, it } from 'vitest';
import type { DeskView } from '../../../contract/desk-api/desk-api.ts';
import { addressOf } from '../../../contract/model/address.ts';
import { type OperationItem, updateItem } from '../../../desk/app/operation.ts';
import { OpenApp } from '../../../desk/app/open-app.ts';
import { openTruth } from '../../../desk/app/link/live-or-poll.ts';
import { BackupStage } from '../../kit/desk/backup-stage.ts';
import { ManualClock } from '../../kit/manual-clock.ts';
import { pressesBy } from '../../kit/desk/presses.ts';
import { memorySettings, modelItem, ScriptedPorts, snapshot } from '../../kit/desk/scripted-ports.ts';
import { ScriptedService } from '../../kit/service/scripted-service.ts';
import { held, openLiveShow, openShow, openTwoApps, show, third } from '../../kit/service/scripted-show.ts';
import { world } from '../../kit/desk/world.ts';
import { ServedShow } from '../../kit/service/served-show.ts';
import { ids, smallShow } from '../../kit/service/small-show.ts';
import { knownError } from '../../kit/desk/recording-log.ts';

const inNow = { id: ids.lowerThird, state: 'In' } as const;

/** An app on a service that can only be asked, or has a live channel too. */
function polledApp(hasLive = false) {
  const clock = new ManualClock();
  const served = new ServedShow('Box', smallShow, { clock: clock.now, url: 'http://box' });
  const service = Object.assign(new ScriptedService(served, clock), { hasLive });
  const notices: string[] = [];
  const log: string[] = [];
  /** What the operations that ended had sent. */
  const items: OperationItem[] = [];
  const desk = new OpenApp(
    { key: 'box', name: 'Box', kind: 'token' },
    {
      clock,
      knownError,
      quotas: new Quotas(),
      random: () => 1,
      settled: (operation, { result }) => {
        log.push(`${operation.action}: ${result}`);
        items.push(...operation.items);
      },
      changedSubs: () => undefined,
      changed: () => undefined,
      notice: ({ text }) => void notices.push(text),
    },
  );
  desk.connect({ base: 'http://box', token: 'tok', connection: service.connection, openTruth });
  return { clock, service, desk, press: pressesBy(clock), notices, log, items };
}

it.each([
  ['{"action":"TakeOutAllOutput"}', 200, 'Out1'],
  ['{"action":"TakeOutAll"}', 400, 'In'],
  ['{"command":"TakeOutAllOutput"}', 400, 'In'],
  ['"TakeOutAllOutput"', 400, 'In'],
  ['', 400, 'In'],
])('the scripted service goes by the body of a command, as a service does: %s is %i', async (body, status, state) => {
  const { clock, service } = polledApp();
  service.show.apply([{ subCompositionId: ids.lowerThird, state: 'In' }]);
  const url = 'http://box/apiv2/controlapps/tok/command';
  const asked = service.connection.request({ method: 'POST', url, body }, new AbortController().signal);
  await clock.pass(100);
  expect([(await asked).status, stateOf(service)]).toEqual([status, state]);
});

const stateOf = ({ show: served }: ScriptedService, id: string = ids.lowerThird): unknown =>
  served.control().find(({ subCompositionId }) => subCompositionId === id)?.state;

/** The lower third in the main and in the backup. */
const both = ({ main, backup }: BackupStage): unknown => [stateOf(main), stateOf(backup)];

/** A pair with the lower third In on both. */
async function onAir(wishes: Parameters<typeof BackupStage.open>[0] = {}): Promise<BackupStage> {
  const stage = await BackupStage.open(wishes);
  await stage.press([inNow]);
  await stage.clock.pass(3_000);
  expect(both(stage)).toEqual(['In', 'In']);
  return stage;
}

const out = (...ids: string[]) => ids.map((id) => ({ subCompositionId: id, state: 'Out', action: 'jump' }));

describe('a panic', () => {
  const outNow = (revision: number, ...ids: string[]) => ({
    type: 'change' as const,
    revision,
    now: 0,
    changes: ids.map((id) => ({ id, state: 'Out1' as const })),
  });
  const alarms = (view: DeskView): string[] => view.notices.flatMap(({ alarm, text }) => (alarm ? [text] : []));

  it('takes everything out by a jump, in one request for each app', async () => {
    const { ports, screen, view } = await openTwoApps();
    for (const token of ['one', 'two'])
      await ports.hear(snapshot(show, [held('third', 'In'), held('bug', 'In')], 3), token);
    await screen.call('do', { action: { do: 'panic' } });
    expect(ports.asked.map(({ items }) => items)).toEqual([out('third', 'bug'), out('third', 'bug')]);
    for (const [at, token] of ['one', 'two'].entries()) {
      await ports.asked[at]?.answer({ etag: '"4"' });
      await ports.hear(outNow(4, 'third', 'bug'), token);
    }
    await ports.clock.pass(1_000);
    expect([alarms(view), view.asRun.map(({ action, result }) => [action, result])]).toEqual([
      [],
      [
        ['Panic', 'confirmed'],
        ['Panic', 'confirmed'],
      ],
    ]);
  });

  it('is sent for everything, and logged, also where nothing is believed to be In', async () => {
    const { ports, screen, view } = await openLiveShow();
    await screen.call('do', { action: { do: 'panic' } });
    expect(ports.request.items).toEqual(out('third', 'bug'));
    await ports.request.answer({ etag: '"2"' });
    expect(view.asRun).toEqual([]);
    await ports.hear(outNow(2, 'third'));
    const lines = view.asRun.map(({ action, result, targets }) => [action, result, targets.map(({ name }) => name)]);
    expect([lines, alarms(view)]).toEqual([[['Panic', 'confirmed', []]], []]);
  });

  it('logs the names of what was on air, not of everything that it sends Out', async () => {
    const { ports, screen, view } = await openLiveShow();
    await ports.hear(snapshot(show, [held('third', 'In'), held('bug', 'Out1')], 3));
    await screen.call('do', { action: { do: 'panic' } });
    expect(ports.request.items).toEqual(out('third', 'bug'));
    await ports.request.answer({ etag: '"4"' });
    await ports.hear(outNow(4, 'third'));
    expect(view.asRun.map(({ targets }) => targets.map(({ name }) => name))).toEqual([['Lower Third']]);
  });

  it('reaches what another desk took In since the service was last asked', async () => {
    const { clock, service, desk, press, log } = polledApp();
    await clock.pass(60_000);
    service.show.apply([{ subCompositionId: ids.title, state: 'In' }]);
    desk.panic(press());
    await clock.pass(1_000);
    expect([stateOf(service, ids.title), log]).toEqual(['Out1', ['Panic: confirmed']]);
  });

  it('is sent again for what there is, where the service no longer knows all of what it names', async () => {
    const { clock, service, desk, press, log, notices, items } = polledApp();
    service.show.apply([{ subCompositionId: ids.title, state: 'In' }]);
    await clock.pass(1_000);
    const subcompositions = smallShow.root.subcompositions.filter(({ id }) => id !== ids.title);
    service.show.load({ ...smallShow, root: { ...smallShow.root, subcompositions } });
    service.show.apply([updateItem(inNow)]);
    desk.panic(press());
    await clock.pass(3_000);
    const named = service.sent.map(({ items }) => items.some(({ subCompositionId }) => subCompositionId === ids.title));
    const shouted = notices.filter((text) => text.includes('anic'));
    expect([named, stateOf(service), log, shouted]).toEqual([[true, false], 'Out1', ['Panic: confirmed'], []]);
    expect(items.map(({ id }) => id)).not.toContain(ids.title);
  });

  it.each([
    ['does not know the extension `action`', { knowsAction: false }],
    ['refuses every update', { refusesUpdates: true }],
  ])('takes everything out of a service that %s', async (_, kind) => {
    const { clock, service, desk, press, log, notices } = polledApp();
    Object.assign(service, kind);
    service.show.apply([updateItem(inNow)]);
    await clock.pass(1_000);
    desk.panic(press());
    await clock.pass(3_000);
    expect([stateOf(service), log, notices]).toEqual(['Out1', ['Panic: confirmed'], []]);
  });

  it('takes everything out by the token alone, where the show was never reported', async () => {
    const { clock, service, desk, press, log, notices } = polledApp();
    service.show.apply([updateItem(inNow)]);
    desk.panic(press());
    await clock.pass(3_000);
    expect([stateOf(service), log, notices]).toEqual(['Out1', ['Panic: confirmed'], []]);
  });

  it('that is refused for another reason is not sent again', async () => {
    const { clock, service, desk, press, log } = polledApp();
    await clock.pass(1_000);
    service.updateFaults.push({ kind: 'status', status: 403, there: 1 });
    desk.panic(press());
    await clock.pass(3_000);
    expect([service.sent.length, log]).toEqual([1, ['Panic: failed']]);
  });

  it('that finds no quota left is sent again within its deadline', async () => {
    const { clock, service, desk, press, log, notices } = polledApp();
    service.show.apply([updateItem(inNow)]);
    await clock.pass(1_000);
    service.updateFaults.push({ kind: 'status', status: 429, there: 1 });
    desk.panic(press());
    await clock.pass(400);
    expect(service.sent.length).toBe(1);
    await clock.pass(1_000);
    expect([stateOf(service), service.sent.length, log, notices]).toEqual(['Out1', 2, ['Panic: confirmed'], []]);
  });

  it('that finds no quota until its deadline alarms before it', async () => {
    const { clock, service, desk, press, log, notices } = polledApp();
    await clock.pass(1_000);
    service.updateFaults.push(...Array.from({ length: 9 }, () => ({ kind: 'status', status: 429, there: 1 }) as const));
    desk.panic(press());
    await clock.pass(1_600);
    expect([service.sent.length, log, notices.length]).toEqual([4, ['Panic: failed'], 1]);
  });

  it('is not sent without a pause to a service that says it need not wait', async () => {
    const { ports, screen } = await openLiveShow();
    await screen.call('do', { action: { do: 'panic' } });
    await ports.request.answer({ status: 429, headers: { 'retry-after': '0' } });
    await ports.clock.pass(50);
    expect(ports.asked.length).toBe(1);
    await ports.clock.pass(50);
    expect(ports.asked.length).toBe(2);
  });

  it('whose quota comes back in half a minute alarms at once', async () => {
    const { ports, screen, view } = await openLiveShow();
    await screen.call('do', { action: { do: 'panic' } });
    await ports.request.answer({ status: 429, headers: { 'retry-after': '30' } });
    const why = texts.link.quotaUsed(30);
    expect([ports.asked.length, alarms(view)]).toEqual([
      1,
      [texts.panic.look(`Show: ${texts.panic.notConfirmed(why)}`)],
    ]);
  });

  it('is not confirmed while anything of the show is In, also what it did not know of', async () => {
    const { ports, screen, view } = await openLiveShow();
    await screen.call('do', { action: { do: 'panic' } });
    const clock = modelItem({ id: 'clock', name: 'Clock', state: 'Out' });
    const more = [modelItem({ id: 'root', name: 'Show', subcompositions: [third, clock] })];
    await ports.request.answer({ etag: '"2"' });
    await ports.hear(snapshot(more, [held('clock', 'In')], 3));
    const text = texts.panic.stillIn(['Clock']);
    expect([alarms(view), view.asRun.map(({ result, reason }) => [result, reason])]).toEqual([
      [texts.panic.look(`Show: ${text}`)],
      [['failed', text]],
    ]);
  });

  it('does not shout about what this desk took In after it', async () => {
    const { clock, service, desk, press, log, notices } = polledApp();
    await clock.pass(1_000);
    desk.panic(press());
    desk.send({ kind: 'take', action: 'Take In', items: [{ id: ids.title, state: 'In' }] }, press());
    await clock.pass(3_000);
    const state = stateOf(service, ids.title);
    expect([state, log.toSorted(), notices]).toEqual(['In', ['Panic: confirmed', 'Take In: confirmed'], []]);
  });

  it('that is on its way arrives also where the live channel breaks meanwhile', async () => {
    const stage = await BackupStage.open();
    await stage.press([inNow]);
    await stage.clock.pass(100);
    stage.main.updateFaults.push({ kind: 'none', there: 300, back: 0 });
    stage.app.panic(stage.nextPress());
    await stage.clock.pass(10);
    stage.main.disturb({ kind: 'cut' });
    await stage.clock.pass(1_000);
    expect([stateOf(stage.main), stage.log.at(-1), stage.notices]).toEqual(['Out1', 'Panic, key: confirmed', []]);
  });

  it('beside a request that came in after it is shouted also where the service is lost before it is answered', async () => {
    const { clock, service, desk, press, log, notices } = polledApp(true);
    await clock.pass(1_000);
    service.updateFaults.push({ kind: 'none', there: 20, back: 500 }, { kind: 'none', there: 5, back: 300 });
    desk.send({ kind: 'take', action: 'Take In', items: [inNow] }, press());
    await clock.pass(1);
    desk.panic(press());
    await clock.pass(50);
    service.away = true;
    await clock.pass(3_000);
    expect([stateOf(service), log, notices]).toEqual([
      'In',
      ['Take In: unknown', 'Panic: failed'],
      [texts.panic.look(`Box: ${texts.panic.stillIn(['Lower Third'])}`)],
    ]);
  });

  it('goes ahead of all that waits, which fails, and takes out what is just coming in', async () => {
    const { ports, screen, view } = await openLiveShow();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await screen.call('do', { action: { do: 'take', subComposition: 'bug', to: 'In', action: 'play' } });
    await screen.call('do', { action: { do: 'panic' } });
    expect(ports.asked.map(({ items }) => items)).toEqual([
      [{ subCompositionId: 'third', state: 'In' }],
      out('third', 'bug'),
    ]);
    expect(view.asRun.map(({ result, reason }) => [result, reason])).toEqual([
      ['failed', errorTable['overtaken'].operator],
    ]);
  });

  it('beside a request that came in after it is shouted, once the truth was read again', async () => {
    const { ports, screen, view } = await openLiveShow();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await screen.call('do', { action: { do: 'panic' } });
    await ports.asked[1]?.answer({ etag: '"2"' });
    await ports.hear(outNow(2, 'third'));
    await ports.asked[0]?.answer({ etag: '"3"' });
    expect([alarms(view), ports.channels.at(-1)?.url.endsWith('&revision=2')]).toEqual([[], true]);
    await ports.hear({ type: 'change', revision: 3, now: 0, changes: [{ id: 'third', state: 'In' }] });
    await ports.hear({ type: 'beat', revision: 3, now: 0 });
    expect(alarms(view)).toEqual([texts.panic.look(`Show: ${texts.panic.stillIn(['Lower Third'])}`)]);
    await screen.call('dismissNotice', { id: 'panic embedded-1' });
    expect(alarms(view)).toEqual([]);
  });

  it('is not out by the first of many changes that are caught up with', async () => {
    const { ports, screen, view } = await openLiveShow();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await screen.call('do', { action: { do: 'panic' } });
    await ports.asked[1]?.answer({ etag: '"2"' });
    await ports.asked[0]?.fail();
    await ports.hear(outNow(2, 'third'));
    expect(view.asRun.map(({ action }) => action)).toEqual(['Take In']);
    await ports.hear({ type: 'change', revision: 3, now: 0, changes: [{ id: 'third', state: 'In' }] });
    await ports.hear({ type: 'beat', revision: 3, now: 0 });
    expect(alarms(view)).toEqual([texts.panic.look(`Show: ${texts.panic.stillIn(['Lower Third'])}`)]);
  });

  it('that is not confirmed is shouted', async () => {
    const { ports, screen, view } = await openLiveShow();
    await ports.hear(snapshot(show, [held('third', 'In')], 3));
    await screen.call('do', { action: { do: 'panic' } });
    await ports.request.fail();
    expect(alarms(view)).toEqual([
      texts.panic.look(`Show: ${texts.panic.notConfirmed(errorTable['service-unreachable'].operator)}`),
    ]);
  });

  it('whose answer is not followed by the truth in time is shouted', async () => {
    const { ports, screen, view } = await openLiveShow();
    await ports.hear(snapshot(show, [held('third', 'In')], 3));
    await screen.call('do', { action: { do: 'panic' } });
    await ports.request.answer({ etag: '"4"' });
    for (let beat = 0; beat < 4; beat++) {
      await ports.clock.pass(500);
      await ports.hear({ type: 'beat', revision: 3, now: 0 });
    }
    expect(alarms(view)).toEqual([texts.panic.look(`Show: ${texts.panic.stillIn(['Lower Third'])}`)]);
  });

  it('is sent for everything where nobody knows what is on air', async () => {
    const { ports, screen, view } = await openLiveShow();
    ports.channels.at(-1)?.handlers.onClose(1006, '');
    await screen.call('do', { action: { do: 'panic' } });
    expect(ports.request.items).toEqual(out('third', 'bug'));
    await ports.request.answer({});
    expect([view.asRun[0]?.result, alarms(view)]).toEqual(['confirmed', []]);
  });
});

describe('a polled service that answers nothing but 429', () => {
  it('is STALE after 15 s: everything is UNKNOWN until it confirms something again, and a press is still sent', async () => {
    const { clock, service, desk, press, log } = polledApp();
    service.show.apply([updateItem(inNow)]);
    await clock.pass(1_000);
    const shown = () => [desk.state.connection.stale, desk.state.view(ids.lowerThird).tally];
    expect(shown()).toEqual([false, 'ON AIR']);
    const busy = { kind: 'status', status: 429, there: 1 } as const;
    service.readFaults.push(...Array.from({ length: 100 }, () => busy));
    await clock.pass(14_000);
    expect(shown()).toEqual([false, 'ON AIR']);
    await clock.pass(2_000);
    expect(shown()).toEqual([true, 'UNKNOWN']);
    desk.send({ kind: 'take', action: 'Take Out', items: [{ id: ids.lowerThird, state: 'Out' }] }, press());
    await clock.pass(1_000);
    expect([log, stateOf(service)]).toEqual([['Take Out: confirmed'], 'Out1']);
    service.readFaults.length = 0;
    await clock.pass(5_000);
    expect(shown()).toEqual([false, 'OUT']);
  });
});

describe('a panic for the whole show, of which a part is not open', () => {
  const proxy = { use: 'none' };
  const arena = {
    kind: 'account',
    id: 'arena',
    name: 'Arena',
    base: 'https://arena.example',
    email: 'ada@arena.example',
  };
  const connections = [
    { kind: 'embedded', id: 'embedded', name: 'This desk' },
    { ...arena, secret: 'one', proxy, apps: [3, 7] },
    { kind: 'token', id: 'truck', name: 'Truck', base: 'https://truck.example', secret: 'two', proxy },
  ];
  /** The service of the desk is live, the secrets of the other connections are locked. */
  const open = (settings = {}) =>
    openLiveShow(new ScriptedPorts(memorySettings({ version: 1, connections, ...settings })));
  const told = ({ notices }: DeskView): [text: string, alarm: boolean][] =>
    notices.map(({ text, alarm }) => [text, alarm === true]);
  const unsent = texts.panic.notOpen;

  it('goes to what is open, and shouts what nobody knows to be out', async () => {
    const { ports, screen, view } = await open();
    await screen.call('do', { action: { do: 'panic', app: 'embedded-1' } });
    expect([ports.asked.length, told(view)]).toEqual([1, []]);
    await screen.call('do', { action: { do: 'panic' } });
    expect([ports.asked.length, told(view)]).toEqual([
      2,
      [
        [`Arena, app instance 3: ${unsent}`, true],
        [`Arena, app instance 7: ${unsent}`, true],
        [`Truck: ${unsent}`, true],
      ],
    ]);
  });

  it('shouts also where nothing is open, by a key', async () => {
    const keys = [{ key: 'F2', action: { do: 'panic' } }];
    const { screen, view } = await openShow(new ScriptedPorts(memorySettings({ version: 1, connections, keys })));
    await screen.call('key', { key: 'F2', repeat: false });
    expect(told(view).map(([text]) => text)).toEqual([
      `This desk: ${unsent}`,
      `Arena, app instance 3: ${unsent}`,
      `Arena, app instance 7: ${unsent}`,
      `Truck: ${unsent}`,
    ]);
    expect(view.asRun.map(({ kind, app, result, trigger }) => [kind, app?.key, result, trigger.detail])).toEqual([
      ['panic', 'truck', 'failed', 'F2'],
      ['panic', 'arena-7', 'failed', 'F2'],
      ['panic', 'arena-3', 'failed', 'F2'],
      ['panic', 'embedded', 'failed', 'F2'],
    ]);
  });

  it('has a line in the log also on a desk without any connection', async () => {
    const { screen, view } = await openShow(new ScriptedPorts(memorySettings({ version: 1, connections: [] })));
    await screen.call('do', { action: { do: 'panic' } });
    expect(view.asRun.map(({ kind, app, result }) => [kind, app, result])).toEqual([['panic', null, 'failed']]);
  });

  it('tells of a backup that is not open as of one that is not reached', async () => {
    const main = { key: 'embedded-1', name: 'Show', kind: 'embedded' };
    const backup = { key: 'truck', name: 'Truck', kind: 'token' };
    const { screen, view } = await open({ connections: [connections[0], connections[2]], backups: [{ main, backup }] });
    await screen.call('do', { action: { do: 'panic' } });
    const text = texts.panic.look(`The backup, Truck: ${texts.panic.notSent}`);
    expect(told(view)).toEqual([[text, false]]);
  });
});

describe('a panic for two apps, on each a request that hangs and more behind it', () => {
  it.each([
    ['each with a live channel', true],
    ['each of which is only asked', false],
  ])('takes the well one out and says so in time, and shouts about the sick one (%s)', async (_, hasLive) => {
    const prepare = ({ show }: ScriptedService): unknown => show.apply([{ subCompositionId: ids.score, state: 'In' }]);
    const opened = await world({ apps: ['news', 'sport'], hasLive, prepare });
    const { clock, desk, keys: apps, lines, screen, view } = opened;
    const [well, sick] = opened.services as [ScriptedService, ScriptedService];
    for (const [at, service] of [well, sick].entries()) {
      service.updateFaults.push({ kind: 'half-open' });
      for (const id of [ids.lowerThird, ids.home, ids.away]) {
        await screen.call('do', {
          action: { do: 'take', subComposition: addressOf(apps[at] ?? '', id), to: 'In', action: 'play' },
        });
      }
    }
    sick.updateFaults.push({ kind: 'half-open' });
    await clock.pass(500);
    await screen.call('do', { action: { do: 'panic' } });
    await clock.pass(10);
    expect([stateOf(well, ids.score), stateOf(sick, ids.score)]).toEqual(['Out1', 'In']);
    await clock.pass(1_990);
    const panics = lines.filter(({ action }) => action === 'Panic');
    expect(panics.map(({ app, result }) => [app?.key, result])).toEqual([
      [apps[0], 'confirmed'],
      [apps[1], 'unknown'],
    ]);
    expect(panics.every(({ milliseconds }) => milliseconds <= 2_000)).toBe(true);
    const why = texts.lane.noAnswer;
    expect(view.notices.map(({ text, alarm }) => [text, alarm])).toEqual([
      [texts.panic.look(`sport: ${texts.panic.notConfirmed(why)}`), true],
    ]);
    // What waited behind what hung was never sent, and is not sent later. Only the panic is.
    await clock.pass(5_000);
    expect([well.sent.length, sick.sent.length, stateOf(sick, ids.score)]).toEqual([2, 3, 'Out1']);
    expect(view.notices.map(({ text, alarm }) => [text, alarm])).toEqual([
      [texts.panic.confirmedNow('sport'), undefined],
    ]);
    expect(lines.filter(({ reason }) => reason === errorTable['overtaken'].operator)).toHaveLength(4);
    await desk.close();
  });
});

/** A service that refuses whatever it is asked. */
const refusals = Array.from({ length: 20 }, () => ({ kind: 'status', status: 500, there: 0 }) as const);

describe('a panic that failed', () => {
  async function failed() {
    const app = polledApp(true);
    const { clock, service, desk, press } = app;
    service.show.apply([updateItem(inNow), updateItem({ id: ids.score, state: 'In' })]);
    await clock.pass(1_000);
    service.updateFaults.push(...refusals);
    desk.panic(press());
    await clock.pass(2_000);
    expect([stateOf(service), app.log[0]]).toEqual(['In', 'Panic: unknown']);
    return app;
  }

  it('is confirmed once the state shows that everything is out, although it was never answered', async () => {
    const { clock, service, desk, press, log, notices } = polledApp(true);
    service.show.apply([updateItem(inNow)]);
    await clock.pass(1_000);
    service.updateFaults.push({ kind: 'mute', there: 0 });
    desk.panic(press());
    await clock.pass(3_000);
    const sent = service.sent.length;
    expect([stateOf(service), log.at(-1)]).toEqual(['Out1', 'Panic: unknown']);
    await clock.pass(12_000);
    expect([log.at(-1), notices.at(-1), service.sent.length]).toEqual([
      'Panic: confirmed',
      texts.panic.confirmedNow('Box'),
      sent,
    ]);
  });

  it('is sent again, ever more rarely, until everything is out, and then no more', async () => {
    const { clock, service, log, notices } = await failed();
    service.updateFaults.length = 0;
    await clock.pass(3_000);
    const states = [stateOf(service), stateOf(service, ids.score)];
    expect([states, log.at(-1), notices.at(-1)]).toEqual([
      ['Out1', 'Out1'],
      'Panic: confirmed',
      texts.panic.confirmedNow('Box'),
    ]);
    const sent = service.sent.length;
    await clock.pass(60_000);
    expect(service.sent.length).toBe(sent);
  });

  it('is sent after a minute without a service', async () => {
    const { clock, service, desk, press } = polledApp(true);
    service.show.apply([updateItem(inNow)]);
    await clock.pass(1_000);
    service.away = true;
    desk.panic(press());
    await clock.pass(60_000);
    expect(stateOf(service)).toBe('In');
    service.away = false;
    await clock.pass(3_000);
    expect([stateOf(service), desk.state.view(ids.lowerThird).tally]).toEqual(['Out1', 'OUT']);
  });

  it('leaves what was taken In after it', async () => {
    const { clock, service, desk, press } = await failed();
    service.updateFaults.length = 0;
    desk.send({ kind: 'take', action: 'Take In', items: [inNow] }, press());
    await clock.pass(10_000);
    expect([stateOf(service), stateOf(service, ids.score)]).toEqual(['In', 'Out1']);
  });

  it('is not sent again for what others took out meanwhile', async () => {
    const { clock, service } = await failed();
    service.show.apply([{ subCompositionId: ids.score, state: 'Out' }]);
    await clock.pass(1_000);
    service.updateFaults.length = service.sent.length = 0;
    await clock.pass(5_000);
    expect(service.sent.map(({ items }) => items.map((item) => item.subCompositionId))).toEqual([[ids.lowerThird]]);
  });
});

it('what went out and is not on the disk of its service is an alarm, until it is', async () => {
  const { ports, view } = await openLiveShow();
  const beat = { type: 'beat', revision: 1, now: 0 } as const;
  await ports.hear(snapshot(show, [], 1));
  await ports.hear({ ...beat, unstored: true });
  const told = () => view.notices.map(({ text, alarm }) => [text.slice(0, 21), alarm]);
  expect(told()).toEqual([['Show: NOT ON THE DISK', true]]);
  await ports.hear(beat);
  expect(told()).toEqual([['Show: What went out i', undefined]]);
});

describe('a panic in a large show', () => {
  it('sends what is on air, or may be, ahead of all the rest in a request of its own', async () => {
    const { ports, screen } = await openLiveShow();
    const large = Array.from({ length: 500 }, (_, at) => modelItem({ id: `sub ${at}`, state: 'Out' }));
    await ports.hear(snapshot(large, [held('sub 7', 'In')], 3));
    await screen.call('do', { action: { do: 'take', subComposition: 'sub 9', to: 'In', action: 'play' } });
    await screen.call('do', { action: { do: 'panic' } });
    expect(ports.request.items).toEqual(out('sub 7', 'sub 9'));
    await ports.request.answer({ etag: '"4"' });
    expect((ports.request.items as unknown[]).length).toBe(500);
  });
});

describe('a panic with a backup', () => {
  it('goes to both, and the backup stays out while the main is slow', async () => {
    const stage = await onAir();
    const before = stage.backup.sent.length;
    stage.main.updateFaults.push({ kind: 'none', there: 1_000, back: 0 });
    stage.app.panic(stage.nextPress());
    await stage.clock.pass(900);
    expect(both(stage)).toEqual(['In', 'Out1']);
    await stage.clock.pass(1_000);
    expect([both(stage), stage.view.state, stage.notices]).toEqual([['Out1', 'Out1'], 'same', []]);
    expect(stage.backup.sent.slice(before)).toHaveLength(1);
    expect(stage.log.slice(1)).toEqual([texts.backup.panicOn('backup, key: confirmed'), 'Panic, key: confirmed']);
  });

  it('reaches the main that was given up, because a mixer may show its picture still', async () => {
    const stage = await onAir();
    expect(await stage.move('backup')).toBeUndefined();
    await stage.clock.pass(100);
    expect(both(stage)).toEqual(['In', 'In']);
    stage.app.panic(stage.nextPress());
    await stage.clock.pass(1_000);
    expect([both(stage), stage.notices]).toEqual([['Out1', 'Out1'], []]);
  });

  it('says in a notice that the one which is not in use was not reached, and which one that is', async () => {
    const stage = await onAir();
    stage.main.away = true;
    await stage.clock.pass(100);
    expect(await stage.move('backup')).toBeUndefined();
    stage.app.panic(stage.nextPress());
    await stage.clock.pass(1_000);
    expect([stateOf(stage.backup), stage.notices]).toEqual([
      'Out1',
      [texts.panic.look(`The main, News: ${texts.panic.notConfirmed(errorTable['service-unreachable'].operator)}`)],
    ]);
  });

  it('says so no longer once the one which is not in use came back and is seen Out', async () => {
    const stage = await onAir();
    expect(await stage.move('backup')).toBeUndefined();
    stage.main.updateFaults.push(...refusals);
    stage.app.panic(stage.nextPress());
    await stage.clock.pass(3_000);
    const refused = texts.panic.look(`The main, News: ${texts.panic.notConfirmed('Refused with 500.')}`);
    expect(new Set(stage.notices)).toEqual(new Set([refused]));
    stage.main.updateFaults.length = 0;
    await stage.clock.pass(20_000);
    expect([both(stage), stage.notices.at(-1)]).toEqual([['Out1', 'Out1'], texts.panic.confirmedNow('News')]);
  });

  it('during a fail-back says no longer that the main did not confirm it, once the main is active and all Out', async () => {
    const stage = await onAir();
    await stage.move('backup');
    await stage.clock.pass(500);
    stage.main.show.apply([updateItem({ ...inNow, state: 'Out' })]);
    await stage.clock.pass(500);
    stage.main.updateFaults.push({ kind: 'none', there: 500, back: 0 }, { kind: 'mute', there: 1 });
    const moving = stage.move('main');
    await stage.clock.pass(100);
    stage.app.panic(stage.nextPress());
    expect(await moving).toBeUndefined();
    await stage.clock.pass(5_000);
    expect([stage.view.inUse, both(stage)]).toEqual(['main', ['Out1', 'Out1']]);
    expect(stage.notices.slice(1)).toEqual([texts.panic.confirmedNow('News')]);
  });

  it.each([
    ['arrives late', { kind: 'none', there: 500, back: 0 }],
    ['is answered late', { kind: 'none', there: 0, back: 500 }],
  ] as const)('during a fail-over takes out what is carried over, where that %s', async (_, fault) => {
    const stage = await onAir();
    stage.backup.updateFaults.push({ kind: 'status', status: 500, there: 1 });
    stage.backup.show.apply([updateItem({ ...inNow, state: 'Out' })]);
    await stage.clock.pass(50);
    expect(both(stage)).toEqual(['In', 'Out1']);
    stage.backup.updateFaults.push(fault);
    const moving = stage.move('backup');
    stage.app.panic(stage.nextPress());
    await moving;
    await stage.clock.pass(2_000);
    expect([stage.view.inUse, both(stage), stage.app.state.view(ids.lowerThird).tally]).toEqual([
      'backup',
      ['Out1', 'Out1'],
      'OUT',
    ]);
    expect(stage.notices).toEqual([]);
  });

  it('during a fail-back takes out what is brought back', async () => {
    const stage = await onAir();
    await stage.move('backup');
    await stage.clock.pass(500);
    stage.main.show.apply([updateItem({ ...inNow, state: 'Out' })]);
    await stage.clock.pass(500);
    stage.main.updateFaults.push(...[500, 0, 200].map((there) => ({ kind: 'none' as const, there, back: 0 })));
    const moving = stage.move('main');
    await stage.clock.pass(100);
    stage.app.panic(stage.nextPress());
    expect(await moving).toBeUndefined();
    await stage.clock.pass(2_000);
    expect([stage.view.inUse, both(stage), stage.notices]).toEqual(['main', ['Out1', 'Out1'], []]);
  });

  it('that the lost main did not get is not undone by the fail-over after it', async () => {
    const stage = await onAir({ after: 500 });
    stage.main.away = true;
    await stage.clock.pass(100);
    stage.backup.updateFaults.push({ kind: 'refused' });
    stage.app.panic(stage.nextPress());
    await stage.clock.pass(5_000);
    expect([stage.view.inUse, stateOf(stage.backup), stage.log.slice(1)]).toEqual([
      'backup',
      'Out1',
      ['Panic, key: failed', texts.backup.panicOn('backup, key: failed'), 'Fail over, automatic fail-over: confirmed'],
    ]);
    expect(stage.notices[0]).toBe(
      texts.panic.look(`News: ${texts.panic.notConfirmed(errorTable['service-unreachable'].operator)}`),
    );
  });

  it('that the main refused is kept in the backup, and told as drift, until somebody takes it In anew', async () => {
    const stage = await onAir();
    stage.main.updateFaults.push(...refusals);
    stage.app.panic(stage.nextPress());
    await stage.clock.pass(3_000);
    stage.main.updateFaults.length = 0;
    expect([both(stage), stage.view.drift]).toEqual([
      ['In', 'Out1'],
      ['Lower Third is Out in the backup, and In in the main.'],
    ]);
    await stage.press([inNow]);
    await stage.clock.pass(10_000);
    expect([both(stage), stage.view.state]).toEqual([['In', 'In'], 'same']);
  });
});
