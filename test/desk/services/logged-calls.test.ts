import { texts } from '../../../contract/texts/texts.ts';
import { errorTable } from '../../../contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { memorySettings, ScriptedPorts, snapshot } from '../../kit/desk/scripted-ports.ts';
import { openLiveShow, openTwoApps } from '../../kit/service/scripted-show.ts';
import { settled } from '../../kit/manual-clock.ts';
import { unzippedFile } from '../../kit/unzipped.ts';

const lines = (ports: ScriptedPorts) =>
  ports.lines.map(({ operator, app, action, targets, items, result, reason }) => ({
    operator,
    app: app?.key,
    action,
    targets: targets.map(({ id, name }) => [id, name]),
    items,
    result,
    reason,
  }));

describe('who is signed on when something is pressed', () => {
  it('stands in its line, whoever is when it ends', async () => {
    const { ports, screen } = await openLiveShow();
    await screen.call('signOn', { name: 'Ada' });
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await screen.call('signOn', { name: 'Bea' });
    await ports.request.answer({ etag: '"2"' });
    expect(ports.lines.map(({ action, operator }) => [action, operator])).toEqual([['Take In', 'Ada']]);
  });

  it('is whoever changed a value, also where two operators’ values wait together', async () => {
    const { ports, screen } = await openLiveShow();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await screen.call('signOn', { name: 'Ada' });
    await screen.call('do', { action: { do: 'set', subComposition: 'bug', field: 'score', value: 1 } });
    await screen.call('do', { action: { do: 'set', subComposition: 'bug', field: 'score', value: 2 } });
    await screen.call('signOn', { name: 'Bea' });
    await screen.call('do', { action: { do: 'set', subComposition: 'bug', field: 'score', value: 3 } });
    await ports.request.answer({ etag: '"2"' });
    await ports.clock.pass(17);
    await ports.request.answer({ etag: '"3"' });
    expect(ports.lines.map(({ action, operator, reason }) => [action, operator, reason])).toEqual([
      ['Set score', 'Ada', texts.lane.replaced('Ada at Screen 1')],
      ['Set score', 'Ada', texts.lane.replaced('Bea at Screen 1')],
      ['Take In', '', ''],
      ['Set score', 'Bea', ''],
    ]);
  });
});

describe('loading a composition from the workshop', () => {
  it('has its line with who did it, what was loaded and where', async () => {
    const { ports, screen } = await openLiveShow();
    await screen.call('signOn', { name: 'Ada' });
    const asked = screen.call('service', { endpoint: 'loadComposition', params: {}, body: { refId: '12' } });
    await settled();
    await screen.call('signOn', { name: 'Bea' });
    await ports.clock.pass(30);
    await ports.request.answer({ body: '"Ok"' });
    await asked;
    expect(lines(ports)).toEqual([
      {
        operator: 'Ada',
        app: 'embedded-1',
        action: texts.services.loadAction,
        targets: [['embedded-1', 'Show']],
        items: [{ composition: '12' }],
        result: 'confirmed',
        reason: '',
      },
    ]);
    expect(ports.lines[0]?.milliseconds).toBe(30);
  });

  it('names the values that are lost', async () => {
    const { ports, screen, view } = await openLiveShow();
    const asked = screen.call('service', {
      endpoint: 'loadComposition',
      params: { keep: 'state' },
      body: { refId: '12' },
    });
    await settled();
    const lost = [
      { path: 'Score Bug.Home', message: 'the field is gone' },
      { path: 'Clock.Start', message: 'the field is of the type number now' },
    ];
    await ports.request.answer({ body: '"Ok"', headers: { 'warning-details': JSON.stringify(lost) } });
    await asked;
    await settled();
    expect(view.notices.map(({ text, stays }) => [text, stays])).toEqual([
      [
        texts.services.lostValues(
          'Show',
          'Score Bug.Home (the field is gone); Clock.Start (the field is of the type number now)',
        ),
        true,
      ],
    ]);
  });

  it('that is refused says why, and one without an answer is unknown', async () => {
    const { ports, screen } = await openLiveShow();
    const load = async (): Promise<void> => {
      const asked = screen.call('service', { endpoint: 'loadComposition', params: {}, body: { refId: '12' } });
      asked.catch(() => undefined);
      await settled();
    };
    await load();
    const body = JSON.stringify({ error: { message: errorTable['id-unknown'].operator, code: 404 } });
    await ports.request.answer({ status: 404, body });
    await load();
    await ports.request.fail();
    expect(ports.lines.map(({ result, reason }) => [result, reason])).toEqual([
      ['failed', errorTable['id-unknown'].operator],
      ['unknown', errorTable['service-unreachable'].operator],
    ]);
  });

  it('is not what else authors ask for', async () => {
    const { ports, screen } = await openLiveShow();
    const asked = screen.call('service', { endpoint: 'listCompositions', params: {} });
    await settled();
    await ports.request.answer({ body: '[]' });
    await asked;
    expect(ports.lines).toEqual([]);
  });
});

describe('what is done with a backup', () => {
  const backup = { app: 'embedded-1', backup: 'embedded-2', after: null };
  const named = (key: string) => ({ key, name: 'Show', kind: 'embedded' });

  it('has its line: of which app, which backup, and how it ended', async () => {
    const { ports, screen } = await openTwoApps();
    await screen.call('signOn', { name: 'Ada' });
    await screen.call('setBackup', backup);
    await screen.call('setBackup', { ...backup, backup: null });
    await expect(screen.call('setBackup', { ...backup, backup: 'nowhere' })).rejects.toThrow('connected');
    const of = { operator: 'Ada', app: 'embedded-1', reason: '' };
    const [second, paired] = [
      ['embedded-2', 'Show'],
      ['embedded-2', 'Show (backup)'],
    ];
    expect(lines(ports)).toEqual([
      { ...of, action: texts.backup.setAction, targets: [second], items: [backup], result: 'confirmed' },
      {
        ...of,
        action: texts.backup.removeAction,
        targets: [paired],
        items: [{ ...backup, backup: null }],
        result: 'confirmed',
      },
      {
        ...of,
        action: texts.backup.setAction,
        targets: [],
        items: [{ ...backup, backup: 'nowhere' }],
        result: 'failed',
        reason: texts.backup.appAndBackupConnected,
      },
    ]);
  });

  it('has its line where it is to be kept the same from a start on', async () => {
    const pair = { main: named('embedded-1'), backup: named('embedded-2') };
    const { ports, screen } = await openTwoApps({ backups: [pair] });
    await screen.call('repairBackup', { app: 'embedded-1' });
    expect(lines(ports).map(({ action, targets, items, result }) => [action, targets, items, result])).toEqual([
      [texts.backup.mirrorAction, [['embedded-2', 'Show']], [{ from: 'embedded-1', to: 'embedded-2' }], 'confirmed'],
    ]);
  });

  it('has its line where a composition is copied into it, or a backup is made', async () => {
    const { ports, screen } = await openTwoApps();
    await expect(screen.call('copyContent', { app: 'embedded-1' })).rejects.toThrow('no backup');
    await screen.call('setBackup', backup);
    await expect(screen.call('makeBackup', { app: 'embedded-1' })).rejects.toThrow('a backup already');
    const copying = screen.call('copyContent', { app: 'embedded-1' });
    copying.catch(() => undefined);
    await settled();
    await ports.request.fail();
    await copying.catch(() => undefined);
    const items = [{ from: 'embedded-1', to: 'embedded-2' }];
    const second = [['embedded-2', 'Show (backup)']];
    expect(lines(ports).map(({ action, targets, items, result }) => [action, targets, items, result])).toEqual([
      [texts.backup.copyAction, [], [{ from: 'embedded-1', to: null }], 'failed'],
      [texts.backup.setAction, [['embedded-2', 'Show']], [backup], 'confirmed'],
      [texts.backup.makeAction, second, items, 'failed'],
      [texts.backup.copyAction, second, items, 'failed'],
    ]);
  });
});

describe('a support bundle of a desk with a backup', () => {
  it('is made without the token of the backup, which only stands by', async () => {
    const connections = [{ kind: 'embedded', id: 'embedded', name: 'This desk', apps: [1, 2] }];
    const ports = new ScriptedPorts(memorySettings({ version: 1, connections }));
    const log = () => ['The token is Kq7c0t5voXvE1rXb.'];
    const { screen } = await openLiveShow(Object.assign(ports, { support: { ...ports.support, log } }), [
      'one',
      'Kq7c0t5voXvE1rXb',
    ]);
    await ports.hear(snapshot([]), 'Kq7c0t5voXvE1rXb');
    await screen.call('setBackup', { app: 'embedded-1', backup: 'embedded-2', after: null });
    const making = screen.call('supportBundle', {});
    await settled();
    // The services do not answer.
    await ports.clock.pass(3_000);
    expect(await making).toMatchObject({ how: 'saved' });
    const { 'log.txt': logged, ...others } = await unzippedFile(ports.delivered[0]);
    expect(logged).toBe('The token is (removed).\n');
    expect(JSON.stringify(others)).not.toContain('Kq7c0t5voXvE1rXb');
  });
});
