import { texts } from '../../contract/texts/texts.ts';
import { errorTable } from '../../contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { errorIn } from '../../contract/errors.ts';
import type { AsRunLine } from '../../contract/desk-api/as-run.ts';
import { deskApi } from '../../contract/desk-api/desk-api.ts';
import { showVersion } from '../../contract/desk-api/show-file.ts';
import { openLink } from '../../contract/link/link.ts';
import { settled } from '../kit/manual-clock.ts';
import { pipePair } from '../../contract/link/pipe-pair.ts';
import { memorySettings, ScriptedPorts, snapshot } from '../kit/desk/scripted-ports.ts';
import { held, openLiveShow, openShow, openTwoApps, show, third } from '../kit/service/scripted-show.ts';

describe('a desk that starts', () => {
  it('is not blank while the service starts, and says that it is connecting', async () => {
    const { view } = await openShow();
    expect(view.connections.map(({ kind, status }) => [kind, status])).toEqual([['embedded', 'opening']]);
  });

  it('adopts what is on air and sends nothing', async () => {
    const { ports, tally } = await openShow();
    await ports.serviceReady();
    await ports.hear(snapshot(show, [held('third', 'In')]));
    expect([tally('third'), tally('bug'), ports.asked]).toEqual(['ON AIR', 'OUT', []]);
  });

  it('says why the service did not start, and starts it again, each time a little later', async () => {
    const { ports, view } = await openShow();
    ports.launches[0]?.end('service.db is not a database.');
    await settled();
    expect(view.connections.map(({ status }) => status)).toEqual(['opening']);
    expect(view.connections[0]?.reason).toContain('service.db is not a database.');
    await ports.clock.pass(99);
    expect(ports.launches).toHaveLength(1);
    await ports.clock.pass(1);
    expect(ports.launches).toHaveLength(2);
    ports.launches[1]?.end('service.db is not a database.');
    await settled();
    await ports.clock.pass(299);
    expect(ports.launches).toHaveLength(2);
    await ports.clock.pass(1);
    expect(ports.launches).toHaveLength(3);
  });

  it('writes a first mapping for a show that has none', async () => {
    const { ports, view } = await openLiveShow();
    expect(view.keys.map(({ key }) => key)).toEqual([
      'Digit1',
      'Alt+Digit1',
      'Alt+Shift+Digit1',
      'Ctrl+Shift+Digit1',
      'Digit2',
      'Alt+Digit2',
      'Ctrl+Shift+Digit2',
      'KeyB',
      'KeyT',
      'KeyG',
    ]);
    expect([ports.settings.written, ports.show.written]).toEqual([
      [],
      [
        {
          version: showVersion,
          edit: `Map ${view.keys.length} keys`,
          act: { edit: `Map ${view.keys.length} keys`, at: ports.clock.now() },
          keys: view.keys,
          connections: [{ app: 'embedded-1', name: 'Show', kind: 'embedded', service: '' }],
        },
      ],
    ]);
  });
});

describe('a take', () => {
  it('is REQUESTED until the service confirms, then ON AIR', async () => {
    const { ports, screen, tally } = await openLiveShow();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    expect(tally('third')).toBe('REQUESTED');
    await ports.request.answer({ etag: '"2"' });
    expect(tally('third')).toBe('REQUESTED');
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', state: 'In', action: 'play' }] });
    expect(tally('third')).toBe('ON AIR');
  });

  it('carries the staged words in the same item, and leaves them where it takes out', async () => {
    const { ports, screen, sub } = await openLiveShow();
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'New' } });
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'Out2', action: 'jump' } });
    expect(ports.request.items).toEqual([{ subCompositionId: 'third', state: 'Out2', action: 'jump' }]);
    expect(sub('third')?.staged).toEqual({ line1: 'New' });
    await ports.request.answer({ etag: '"1"' });
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    expect(ports.request.items).toEqual([{ subCompositionId: 'third', payload: { line1: 'New' }, state: 'In' }]);
    expect(sub('third')?.staged).toEqual({});
  });

  it('that is refused says FAILED with the service’s words, and keeps what was typed', async () => {
    const { ports, screen, sub } = await openLiveShow();
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'New' } });
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    const body = JSON.stringify({ error: { message: 'Nothing was changed.', code: 400 } });
    await ports.request.answer({ status: 400, body });
    expect(sub('third')).toEqual({
      tally: 'FAILED',
      state: 'Out1',
      onAir: 'no',
      requested: null,
      values: { line1: 'Old' },
      staged: { line1: 'New' },
      failure: 'Nothing was changed.',
      changed: null,
      drift: null,
      holder: null,
    });
  });

  it('without an answer ends unknown after its deadline and is not sent again', async () => {
    const { ports, screen, tally, view } = await openLiveShow();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    for (let beat = 0; beat < 4; beat++) {
      await ports.clock.pass(500);
      await ports.hear({ type: 'beat', revision: 1, now: 0 });
    }
    expect(tally('third')).toBe('FAILED');
    expect(view.asRun.map(({ result, milliseconds }) => [result, milliseconds])).toEqual([['unknown', 2000]]);
    expect(ports.asked).toHaveLength(1);
    // A service that stalled carries it out late.
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', state: 'In', action: 'play' }] });
    expect([tally('third'), view.notices.map(({ text }) => text)]).toEqual([
      'ON AIR',
      [texts.app.wentAfterAll('Show: Lower Third', 'in')],
    ]);
  });

  it('of everything cued is one request', async () => {
    const { ports, screen, tally } = await openLiveShow();
    await screen.call('do', { action: { do: 'cue', subComposition: 'bug', cued: true } });
    await screen.call('do', { action: { do: 'cue', subComposition: 'third', cued: true } });
    expect([tally('bug'), tally('third')]).toEqual(['CUED', 'CUED']);
    await screen.call('do', { action: { do: 'takeCued' } });
    expect(ports.request.items).toEqual([
      { subCompositionId: 'bug', state: 'In' },
      { subCompositionId: 'third', state: 'In' },
    ]);
    await expect(screen.call('do', { action: { do: 'takeCued' } })).rejects.toMatchObject({
      code: 'call-invalid',
      message: texts.actions.nothingCued,
    });
  });
});

describe('a take of everything cued', () => {
  it('that the service refuses leaves it cued, so that the next press takes it', async () => {
    const { ports, screen, tally } = await openLiveShow();
    await screen.call('do', { action: { do: 'cue', subComposition: 'bug', cued: true } });
    await screen.call('do', { action: { do: 'cue', subComposition: 'third', cued: true } });
    await screen.call('do', { action: { do: 'takeCued' } });
    await ports.request.answer({ status: 400, body: '{"error":{"code":400,"message":"No."}}' });
    await screen.call('do', { action: { do: 'takeCued' } });
    expect(ports.asked.map(({ items }) => items.map(({ subCompositionId }) => subCompositionId))).toEqual([
      ['bug', 'third'],
      ['bug', 'third'],
    ]);
    await ports.request.answer({ etag: '"1"' });
    expect([tally('bug'), tally('third')]).toEqual(['OUT', 'OUT']);
    await expect(screen.call('do', { action: { do: 'takeCued' } })).rejects.toMatchObject({
      message: texts.actions.nothingCued,
    });
  });

  it('that a panic overtakes leaves nothing cued', async () => {
    const { ports, screen } = await openLiveShow();
    await screen.call('do', { action: { do: 'cue', subComposition: 'bug', cued: true } });
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await screen.call('do', { action: { do: 'takeCued' } });
    await screen.call('do', { action: { do: 'panic' } });
    expect(ports.asked.at(-1)?.items).toHaveLength(2);
    await expect(screen.call('do', { action: { do: 'takeCued' } })).rejects.toMatchObject({
      message: texts.actions.nothingCued,
    });
  });
});

describe('a press that was held up on its way for 8 s', () => {
  /** A screen that tells of each press how late it comes (ms). */
  async function openHeldUp() {
    const opened = await openLiveShow();
    const { desk, ports } = opened;
    const pipe = pipePair();
    desk.serve(pipe.far);
    const screen = openLink(pipe.near, deskApi, () => ports.clock.monotonic());
    const anyCall = screen.call as (call: string, request: object, at: number) => Promise<unknown>;
    const told: (string | undefined)[] = [];
    const press = async (late: number, call: string, request: object): Promise<void> => {
      const answered = anyCall(call, request, ports.clock.monotonic() - late);
      await answered.then(
        () => told.push(undefined),
        (refused: unknown) => told.push(errorIn(refused).message),
      );
      await settled();
    };
    await press(0, 'do', { action: { do: 'cue', subComposition: 'embedded-1/bug', cued: true } });
    return { ...opened, press, told };
  }

  it.each([
    ['discard', { do: 'discard', subComposition: 'embedded-1/third' }],
    ['cue', { do: 'cue', subComposition: 'embedded-1/bug', cued: false }],
    ['step', { do: 'step', subComposition: 'embedded-1/third', field: 'score', by: 1 }],
  ])('changes nothing that is staged or cued: %s', async (_, action) => {
    const { press, told, sub, ports } = await openHeldUp();
    await press(0, 'do', { action: { do: 'set', subComposition: 'embedded-1/third', field: 'line1', value: 'New' } });
    await press(8_000, 'do', { action });
    expect(told.at(-1)).toMatch(/^The press came 8\.0 s late/);
    expect([sub('third')?.staged, sub('bug')?.tally, ports.asked]).toEqual([{ line1: 'New' }, 'CUED', []]);
  });

  it.each([
    ['do', { action: { do: 'take', subComposition: 'embedded-1/third', to: 'In', action: 'play' } }],
    ['do', { action: { do: 'takeCued' } }],
    ['do', { action: { do: 'fire', subComposition: 'embedded-1/third', field: 'flash' } }],
    ['do', { action: { do: 'set', subComposition: 'embedded-1/third', field: 'score', value: '7' } }],
    ['key', { key: 'Digit1', repeat: false }],
  ])('is not sent, as %s, and is told and logged', async (call, request) => {
    const { ports, press, told, view } = await openHeldUp();
    await press(8_000, call, request);
    expect(ports.asked).toEqual([]);
    expect(told.at(-1)).toBe(texts.lane.late('8.0'));
    expect(view.asRun[0]).toMatchObject({ result: 'failed', reason: told.at(-1) });
    await press(0, call, request);
    expect(told.at(-1)).toBeUndefined();
  });

  it('is sent all the same, as a panic', async () => {
    const { ports, press, told } = await openHeldUp();
    await press(8_000, 'do', { action: { do: 'panic' } });
    expect([ports.asked.length, told.at(-1)]).toEqual([1, undefined]);
  });
});

describe('values', () => {
  it('of an immediate field are sent at once; while one is under way only the newest waits', async () => {
    const { ports, screen, sub } = await openLiveShow();
    for (const value of [1, 2, 3, 4])
      await screen.call('do', { action: { do: 'set', subComposition: 'bug', field: 'score', value } });
    expect(ports.asked.map(({ items }) => items)).toEqual([[{ subCompositionId: 'bug', payload: { score: '1' } }]]);
    expect(sub('bug')?.values).toEqual({ score: '4' });
    await ports.request.answer({ etag: '"1"' });
    expect(ports.asked).toHaveLength(1);
    await ports.clock.pass(17);
    expect(ports.asked.map(({ items }) => items)).toEqual([
      [{ subCompositionId: 'bug', payload: { score: '1' } }],
      [{ subCompositionId: 'bug', payload: { score: '4' } }],
    ]);
  });

  it('of one sub-composition go along with its take, and those behind the take stay behind it', async () => {
    const { ports, screen } = await openLiveShow();
    await screen.call('do', { action: { do: 'set', subComposition: 'bug', field: 'score', value: 1 } });
    await screen.call('do', { action: { do: 'set', subComposition: 'bug', field: 'score', value: 2 } });
    await screen.call('do', { action: { do: 'take', subComposition: 'bug', to: 'In', action: 'play' } });
    await screen.call('do', { action: { do: 'set', subComposition: 'bug', field: 'score', value: 3 } });
    for (let at = 0; at < 3; at++) {
      await ports.asked[at]?.answer({ etag: '"1"' });
      await ports.clock.pass(17);
    }
    expect(ports.asked.map(({ items }) => items)).toEqual([
      [{ subCompositionId: 'bug', payload: { score: '1' } }],
      [{ subCompositionId: 'bug', payload: { score: '2' }, state: 'In' }],
      [{ subCompositionId: 'bug', payload: { score: '3' } }],
    ]);
  });

  it('that a field cannot hold are refused with the field’s name, and nothing is sent', async () => {
    const { ports, screen } = await openLiveShow();
    await expect(
      screen.call('do', { action: { do: 'set', subComposition: 'bug', field: 'score', value: 'one' } }),
    ).rejects.toMatchObject({
      code: 'call-invalid',
      message: texts.ingest.expected('Bug, score', 'a number', '"one"'),
    });
    expect(ports.asked).toEqual([]);
  });

  it('staged and then set back to what is confirmed are no edit any more', async () => {
    const { screen, sub } = await openLiveShow();
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'New' } });
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'Old' } });
    expect(sub('third')?.staged).toEqual({});
  });
});

describe('a service that goes away', () => {
  it('makes everything UNKNOWN, ends what is under way as unknown, and replays nothing when it is back', async () => {
    const { ports, screen, view, tally } = await openLiveShow();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await screen.call('do', { action: { do: 'take', subComposition: 'bug', to: 'In', action: 'play' } });
    ports.channels[0]?.handlers.onClose(1006, '');
    await settled();
    expect([tally('root'), tally('third'), tally('bug')]).toEqual(['UNKNOWN', 'UNKNOWN', 'UNKNOWN']);
    expect(view.asRun.map(({ action, targets, result }) => [action, targets[0]?.name, result])).toEqual([
      ['Take In', 'Lower Third', 'unknown'],
      ['Take In', 'Bug', 'failed'],
    ]);
    await ports.clock.pass(50);
    expect(ports.channels.map(({ url }) => url)).toEqual([
      'ws://127.0.0.1:4000/apiv2/controlapps/tok/live?outputs=1&desk=Desk',
      'ws://127.0.0.1:4000/apiv2/controlapps/tok/live?outputs=1&desk=Desk&revision=1',
    ]);
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', state: 'In' }] });
    expect([tally('third'), tally('bug'), ports.asked.length]).toEqual(['ON AIR', 'FAILED', 1]);
  });

  it('refuses a press at once and says so', async () => {
    const { ports, screen, view } = await openLiveShow();
    ports.channels[0]?.handlers.onClose(1006, '');
    await expect(
      screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } }),
    ).rejects.toMatchObject({
      code: 'not-connected',
    });
    expect(ports.asked).toEqual([]);
    expect(view.asRun.map(({ result, reason }) => [result, reason])).toEqual([
      ['failed', errorTable['not-connected'].operator],
    ]);
  });

  it('without a word for too long counts as gone', async () => {
    const { ports, view } = await openLiveShow();
    await ports.clock.pass(1_499);
    expect(view.apps[0]?.connection.status).toBe('live');
    await ports.clock.pass(1);
    expect(view.apps[0]?.connection.status).toBe('lost');
  });

  it('that is newer and sends frames of an unknown kind is alive, and nothing else changes', async () => {
    const { ports, view } = await openLiveShow();
    await ports.clock.pass(1_400);
    ports.channels[0]?.handlers.onText('{"type":"weather","sun":true}');
    await ports.clock.pass(1_400);
    expect(view.apps[0]?.connection.status).toBe('live');
  });

  it('that talks garbage is UNKNOWN with the reason', async () => {
    const { ports, view } = await openLiveShow();
    ports.channels[0]?.handlers.onText('<html>');
    await settled();
    expect(view.apps[0]?.connection).toMatchObject({
      status: 'lost',
      reason: errorTable['answer-garbage'].operator,
    });
  });

  it('that no longer knows the token says so', async () => {
    const { ports, view } = await openLiveShow();
    ports.channels[0]?.handlers.onClose(4404, '');
    await settled();
    expect(view.apps[0]?.connection.reason).toBe(errorTable['token-unknown'].operator);
  });

  it('and was ready is started at once, on the same ports', async () => {
    const { ports } = await openLiveShow();
    ports.launches[0]?.end('Killed.');
    await settled();
    await ports.clock.pass(0);
    expect(ports.launches.map(({ port, mediaPort }) => [port, mediaPort])).toEqual([
      [0, 0],
      [4000, 4001],
    ]);
  });
});

describe('what a lamp shows', () => {
  it('is whether it is confirmed on air, also while an Out is requested and after it has failed', async () => {
    const { ports, screen, sub } = await openLiveShow();
    await ports.hear(snapshot(show, [held('third', 'In')], 2));
    await ports.clock.pass(250);
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'Out', action: 'play' } });
    expect([sub('third')?.tally, sub('third')?.onAir, sub('bug')?.onAir]).toEqual(['REQUESTED', 'yes', 'no']);
    await ports.request.answer({ status: 400, body: '{"error":{"code":400,"message":"No."}}' });
    expect([sub('third')?.tally, sub('third')?.onAir]).toEqual(['FAILED', 'yes']);
    ports.channels.at(-1)?.handlers.onClose(1006, '');
    await settled();
    expect([sub('third')?.tally, sub('third')?.onAir]).toEqual(['UNKNOWN', 'unknown']);
  });

  it('is UNKNOWN while the service does not report its state, and is reported with the first change', async () => {
    const { ports, screen, sub } = await openLiveShow();
    await ports.hear({ ...snapshot(show, [], 2), control: [held('third', 'In')] });
    expect([sub('bug')?.tally, sub('bug')?.onAir]).toEqual(['UNKNOWN', 'unknown']);
    await screen.call('do', { action: { do: 'take', subComposition: 'bug', to: 'In', action: 'play' } });
    await ports.request.answer({ etag: '"3"' });
    expect(sub('bug')?.tally).toBe('UNKNOWN');
    await ports.hear({ type: 'change', revision: 3, now: 0, changes: [{ id: 'bug', state: 'In' }] });
    expect([sub('bug')?.tally, sub('bug')?.onAir]).toEqual(['ON AIR', 'yes']);
  });
});

describe('the truth', () => {
  it('asks again where a revision is missing, and takes a snapshot over what it held', async () => {
    const { ports, tally } = await openLiveShow();
    await ports.hear({ type: 'change', revision: 3, now: 0, changes: [{ id: 'third', state: 'In' }] });
    expect(ports.channels.map(({ url, closed }) => [url.split('?')[1] ?? '', closed])).toEqual([
      ['outputs=1&desk=Desk', true],
      ['outputs=1&desk=Desk&revision=1', false],
    ]);
    expect(tally('third')).toBe('OUT');
    await ports.hear(snapshot(show, [held('bug', 'In')], 7));
    expect([tally('third'), tally('bug')]).toEqual(['OUT', 'ON AIR']);
  });

  it('asks for everything where the service went back to an earlier revision', async () => {
    const { ports } = await openLiveShow();
    await ports.hear({ type: 'beat', revision: 0, now: 0 });
    expect(ports.channels.at(-1)?.url).toBe('ws://127.0.0.1:4000/apiv2/controlapps/tok/live?outputs=1&desk=Desk');
  });

  it('is not undone by a change that comes twice', async () => {
    const { ports, tally } = await openLiveShow();
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', state: 'In' }] });
    await ports.hear({ type: 'change', revision: 1, now: 0, changes: [{ id: 'third', state: 'Out1' }] });
    expect(tally('third')).toBe('ON AIR');
  });
});

describe('a key', () => {
  const keys = [
    { key: 'F2', action: { do: 'take', subComposition: 'embedded-1/third', to: 'In', action: 'play' } },
    { key: 'F3', action: { do: 'fire', subComposition: 'embedded-1/third', field: 'flash' } },
  ];

  it('takes, fires and says that it is mapped; held down it does nothing more', async () => {
    const { ports, screen, view } = await openLiveShow(new ScriptedPorts(memorySettings({ version: 1, keys })));
    expect(await screen.call('key', { key: 'F2', repeat: false })).toBe(true);
    expect(await screen.call('key', { key: 'F2', repeat: true })).toBe(true);
    expect(await screen.call('key', { key: 'F9', repeat: false })).toBe(false);
    await ports.request.answer({ etag: '"1"' });
    await screen.call('key', { key: 'F3', repeat: false });
    expect(ports.asked.map(({ items }) => items)).toEqual([
      [{ subCompositionId: 'third', state: 'In' }],
      [{ subCompositionId: 'third', payload: { flash: 'execute' } }],
    ]);
    expect(ports.lines).toHaveLength(1);
    const [{ items, ...line }] = ports.lines as [AsRunLine];
    expect(items).toEqual([{ subCompositionId: 'third', state: 'In' }]);
    expect(line).toEqual({
      at: '2026-01-01T20:00:00.000Z',
      showAt: '1970-01-01T00:00:00.000Z',
      operator: '',
      app: { key: 'embedded-1', name: 'Show' },
      trigger: { kind: 'key', detail: 'F2', hand: 'Screen 1' },
      kind: 'take',
      action: 'Take In',
      targets: [{ address: 'embedded-1/third', id: 'third', name: 'Lower Third' }],
      result: 'confirmed',
      reason: '',
      milliseconds: 0,
      revision: 1,
    });
    expect(view.asRun).toEqual([line]);
  });

  it('that is mapped wrong costs only itself, and is named', async () => {
    const settings = memorySettings({ version: 1, keys: [...keys, { key: 'f2!', action: keys[0]?.action }] });
    const { screen, view } = await openLiveShow(new ScriptedPorts(settings));
    expect(await screen.call('key', { key: 'F2', repeat: false })).toBe(true);
    expect(view.notices.map(({ text }) => text)).toEqual([expect.stringContaining('settings.json, keys[2]:')]);
    const wrong = { key: 'f2!', action: keys[0]?.action };
    expect([settings.written, settings.asides]).toEqual([[{ version: 1, keys: [wrong] }], 0]);
  });

  it('that is mapped to what the show does not have is named', async () => {
    const lost = { key: 'F4', action: { do: 'take', subComposition: 'gone', to: 'In' } };
    const { view } = await openLiveShow(new ScriptedPorts(memorySettings({ version: 1, keys: [lost, lost] })));
    expect(view.notices.map(({ text }) => text)).toEqual([texts.keys.graphicGone('F4'), texts.keys.twice('F4')]);
  });

  it('that is mapped to an app instance that has not reported its show is not judged yet', async () => {
    const targets = ['embedded-1/third', 'embedded-1/gone', 'locked/third', 'removed/third'];
    const keys = targets.map((subComposition, at) => {
      return { key: `F${at + 1}`, action: { do: 'take', subComposition, to: 'In' } };
    });
    const locked = { kind: 'token', id: 'locked', name: 'News', base: 'http://news', secret: null };
    const connections = [{ kind: 'embedded', id: 'embedded', name: 'This desk' }, locked];
    const { ports, view } = await openShow(new ScriptedPorts(memorySettings({ version: 1, keys, connections })));
    const gone = (): string[] => view.notices.flatMap(({ text }) => (text.includes('not in this show') ? text : []));
    expect(gone()).toEqual([texts.keys.graphicGone('F4')]);
    await ports.serviceReady();
    expect(gone()).toEqual([texts.keys.graphicGone('F4')]);
    await ports.hear(snapshot(show, []));
    expect(gone()).toEqual([texts.keys.graphicGone('F2'), texts.keys.graphicGone('F4')]);
  });
});

describe('settings', () => {
  it('that cannot be read are kept aside and named, and the desk goes on', async () => {
    const broken = memorySettings(() => {
      throw new Error('Unexpected end of JSON input');
    });
    const { view } = await openLiveShow(new ScriptedPorts(broken));
    expect(view.notices.map(({ text }) => text)).toEqual([
      texts.settings.unreadable(
        'settings.json',
        'Unexpected end of JSON input',
        texts.settings.setAside('settings.json.aside'),
      ),
    ]);
    expect([broken.asides, broken.written]).toEqual([1, []]);
  });
});

it('a first show on a full disk gets its mapping, and the operator is told that it is not saved', async () => {
  const ports = new ScriptedPorts();
  ports.show.full = 'ENOSPC';
  const { view } = await openLiveShow(ports);
  expect(view.keys.length).toBeGreaterThan(0);
  expect(view.notices.map(({ text }) => text)).toEqual([texts.settings.unwritable('show.overlayshow', 'ENOSPC')]);
});

it('an as-run log that cannot be written is told to the operator once', async () => {
  const { ports, screen, view } = await openLiveShow();
  ports.asRunLog.tell('The as-run log is not written: ENOSPC');
  await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
  await ports.request.answer({ etag: '"1"' });
  await screen.call('do', { action: { do: 'take', subComposition: 'bug', to: 'In', action: 'play' } });
  await ports.request.answer({ etag: '"1"' });
  expect(view.notices.map(({ text }) => text)).toEqual(['The as-run log is not written: ENOSPC']);
});

it('a desk that closes ends the service', async () => {
  const { ports, desk } = await openLiveShow();
  await desk.close();
  expect([ports.launches[0]?.stopped, ports.channels[0]?.closed]).toEqual([true, true]);
});

describe('several apps', () => {
  const sentTo = (ports: ScriptedPorts): unknown[] =>
    ports.asked.map(({ request, items }) => [request.url.split('/')[5], items]);

  it('stand side by side, each under addresses of its own', async () => {
    const { ports, view } = await openTwoApps();
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'bug', state: 'In' }] }, 'two');
    expect(view.apps.map(({ key, kind, truth, connection }) => [key, kind, truth, connection.status])).toEqual([
      ['embedded-1', 'embedded', 'live', 'live'],
      ['embedded-2', 'embedded', 'live', 'live'],
    ]);
    expect(view.model.map(({ id }) => id)).toEqual(['embedded-1/root', 'embedded-2/root']);
    expect([view.subs['embedded-1/bug']?.tally, view.subs['embedded-2/bug']?.tally]).toEqual(['OUT', 'ON AIR']);
  });

  it('get one request each of what was cued in both, in the same turn', async () => {
    const { ports, screen } = await openTwoApps();
    for (const id of ['embedded-2/bug', 'embedded-1/third', 'embedded-1/bug'])
      await screen.call('do', { action: { do: 'cue', subComposition: id, cued: true } });
    await screen.call('do', { action: { do: 'takeCued' } });
    expect(sentTo(ports)).toEqual([
      [
        'one',
        [
          { subCompositionId: 'third', state: 'In' },
          { subCompositionId: 'bug', state: 'In' },
        ],
      ],
      ['two', [{ subCompositionId: 'bug', state: 'In' }]],
    ]);
  });

  it('are lost one by one: what the other one is asked goes on', async () => {
    const { ports, screen, view } = await openTwoApps();
    ports.channels.find(({ url }) => url.includes('/one/'))?.handlers.onClose(1006, '');
    await settled();
    expect([view.subs['embedded-1/bug']?.tally, view.subs['embedded-2/bug']?.tally]).toEqual(['UNKNOWN', 'OUT']);
    for (const id of ['embedded-1/bug', 'embedded-2/bug'])
      await screen.call('do', { action: { do: 'cue', subComposition: id, cued: true } });
    await expect(screen.call('do', { action: { do: 'takeCued' } })).rejects.toMatchObject({ code: 'not-connected' });
    expect(sentTo(ports)).toEqual([['two', [{ subCompositionId: 'bug', state: 'In' }]]]);
  });
});

describe('an app that is live', () => {
  it('is not interrupted when another app is chosen beside it, or its connection gets another name', async () => {
    const { ports, screen, view } = await openLiveShow(undefined, ['tok', 'more']);
    const before = ports.channels.length;
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await screen.call('chooseApps', { id: 'embedded', apps: [1, 2] });
    await screen.call('saveConnection', {
      kind: 'embedded',
      id: 'embedded',
      name: 'Truck',
      base: '',
      email: '',
      secret: null,
      certificates: '',
      proxy: { use: 'none', address: '', user: '', secret: null },
    });
    expect(view.connections.map(({ name }) => name)).toEqual(['Truck']);
    expect(ports.channels.slice(before).map(({ url }) => url.includes('more'))).toEqual([true]);
    await ports.request.answer({ etag: '"1"' });
    expect(view.asRun.map(({ result }) => result)).toEqual(['confirmed']);
    expect(view.apps.map(({ connection }) => connection.status)).toEqual(['live', 'connecting']);
  });
});

describe('what was asked and is not so', () => {
  const back = async (ports: ScriptedPorts, ...changes: { id: string; state: 'In' | 'Out1' }[]): Promise<void> => {
    await ports.clock.pass(50);
    if (changes.length > 0) await ports.hear({ type: 'change', revision: 2, now: 0, changes });
    else await ports.hear({ type: 'beat', revision: 1, now: 0 });
  };
  const lose = async (ports: ScriptedPorts): Promise<void> => {
    ports.channels.at(-1)?.handlers.onClose(1006, '');
    await settled();
  };

  it('is shown after the service was lost, and sent only by a press', async () => {
    const { ports, screen, sub } = await openLiveShow();
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'New' } });
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await lose(ports);
    expect(sub('third')?.drift).toBeNull();
    await back(ports);
    expect(sub('third')?.drift).toEqual({ state: 'In', payload: { line1: 'New' } });
    expect(ports.asked).toHaveLength(1);
    await screen.call('do', { action: { do: 'sendAgain', subComposition: 'third' } });
    expect(ports.request.items).toEqual([{ subCompositionId: 'third', state: 'In', payload: { line1: 'New' } }]);
    expect([sub('third')?.drift, sub('third')?.staged, sub('third')?.tally]).toEqual([null, {}, 'REQUESTED']);
  });

  it('is nothing where it turns out to have happened', async () => {
    const { ports, screen, sub } = await openLiveShow();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await lose(ports);
    await back(ports, { id: 'third', state: 'In' });
    expect([sub('third')?.drift, sub('third')?.changed, sub('third')?.tally]).toEqual([null, null, 'ON AIR']);
  });

  it('is also what was pressed while the service was away, and what waited', async () => {
    const { ports, screen, sub } = await openLiveShow();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await screen.call('do', { action: { do: 'set', subComposition: 'bug', field: 'score', value: 7 } });
    await lose(ports);
    await screen
      .call('do', { action: { do: 'take', subComposition: 'third', to: 'Out2', action: 'play' } })
      .catch(() => undefined);
    await back(ports);
    expect([sub('third')?.drift, sub('bug')?.drift]).toEqual([{ state: 'Out2' }, { payload: { score: '7' } }]);
  });

  it('is forgotten when the operator says so, and when it is asked for in another way', async () => {
    const { ports, screen, sub } = await openLiveShow();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await screen.call('do', { action: { do: 'take', subComposition: 'bug', to: 'In', action: 'play' } });
    await lose(ports);
    await back(ports);
    await screen.call('dismiss', { address: 'third' });
    expect([sub('third')?.drift, sub('third')?.tally]).toEqual([null, 'OUT']);
    await screen.call('do', { action: { do: 'take', subComposition: 'bug', to: 'Out', action: 'play' } });
    expect(sub('bug')?.drift).toBeNull();
    await expect(screen.call('do', { action: { do: 'sendAgain', subComposition: 'third' } })).rejects.toMatchObject({
      code: 'call-invalid',
    });
  });
});

describe('a take whose change was seen and whose answer was not', () => {
  it('has not failed once the truth shows it again', async () => {
    const { ports, screen, tally } = await openLiveShow();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', state: 'In' }] });
    expect(tally('third')).toBe('ON AIR');
    ports.channels.at(-1)?.handlers.onClose(1006, '');
    await ports.clock.pass(1_000);
    expect(tally('third')).toBe('UNKNOWN');
    await ports.hear(snapshot(show, [held('third', 'In', { line1: 'Old' })], 2));
    expect(tally('third')).toBe('ON AIR');
  });
});

describe('a change that somebody else made', () => {
  const change = (revision: number, id: string, state: 'In' | 'Out1') => ({
    type: 'change' as const,
    revision,
    now: 0,
    changes: [{ id, state }],
  });
  const at = Date.UTC(2026, 0, 1, 20);

  it('is marked until it was seen, or the operator asks something of it', async () => {
    const { ports, screen, sub } = await openLiveShow();
    await ports.hear(change(2, 'third', 'In'));
    await ports.hear(change(3, 'bug', 'In'));
    expect([sub('third')?.changed, sub('bug')?.changed]).toEqual([{ at }, { at }]);
    await screen.call('seen', { address: 'third' });
    await screen.call('do', { action: { do: 'set', subComposition: 'bug', field: 'score', value: 1 } });
    expect([sub('third')?.changed, sub('bug')?.changed]).toEqual([null, null]);
  });

  it('is told from those of this desk, whether the answer or the change comes first', async () => {
    const { ports, screen, sub } = await openLiveShow();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await ports.hear(change(2, 'bug', 'In'));
    await ports.hear(change(3, 'third', 'In'));
    expect([sub('third')?.changed, sub('bug')?.changed]).toEqual([null, null]);
    await ports.request.answer({ etag: '"3"' });
    expect([sub('third')?.changed, sub('bug')?.changed]).toEqual([null, { at }]);
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'Out', action: 'play' } });
    await ports.request.answer({ etag: '"4"' });
    await ports.hear(change(4, 'third', 'Out1'));
    expect(sub('third')?.changed).toBeNull();
  });
});

describe('a show that changes', () => {
  it('shows what was gone for a moment again, though it looks as before', async () => {
    const { ports, tally, sub } = await openLiveShow();
    const [root] = show;
    const without = root ? [{ ...root, subcompositions: [third] }] : [];
    await ports.hear(snapshot(without, [held('third', 'Out1')], 2));
    expect(sub('bug')).toBeUndefined();
    await ports.hear(snapshot(show, [held('third', 'Out1'), held('bug', 'Out1')], 3));
    expect([tally('third'), tally('bug')]).toEqual(['OUT', 'OUT']);
  });

  it('keeps keys by id, and tells what was renamed and what is gone until that is dismissed', async () => {
    const { ports, screen, view } = await openLiveShow();
    const renamed = { ...third, name: 'Name Strap', model: third.model.filter(({ id }) => id !== 'line1') };
    await ports.hear(snapshot([{ ...show[0]!, subcompositions: [renamed] }], [], 5));
    const told = view.notices.find(({ stays }) => stays);
    expect(told?.text).toBe(
      `Show: ${texts.app.renamed('Lower Third', 'Name Strap')} ${texts.app.fieldGone('Name Strap', 'line1', '')} ${texts.app.gone('Bug')}`,
    );
    expect(view.notices.map(({ text }) => text)).toContain(texts.keys.graphicGone('2'));
    await screen.call('key', { key: 'Digit1', repeat: false });
    expect(ports.request.items).toEqual([{ subCompositionId: 'third', state: 'In' }]);
    await screen.call('dismissNotice', { id: told?.id ?? '' });
    expect(view.notices.some(({ stays }) => stays)).toBe(false);
  });
});
