import { texts } from '../../../contract/texts/texts.ts';
import { errorTable } from '../../../contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { staleAfter } from '../../../contract/desk-api/desk-api.ts';
import type { PageRole } from '../../../contract/service-api/output-page.ts';
import { BackupStage, pairSettings } from '../../kit/desk/backup-stage.ts';
import { f1 } from '../../kit/desk/presses.ts';
import { ids, smallShow } from '../../kit/service/small-show.ts';
import { outputPage } from '../../kit/service/output-page.ts';

const toBackup = { subCompositionId: ids.lowerThird };
const own = (stage: BackupStage) => stage.backup.sent.map(({ items }) => items);

const unseen = texts.backup.pagesUnknown;

describe('a backup while the main is on air', () => {
  it('comes to the picture of the main by jumps when it becomes the backup, and tells so', async () => {
    const stage = new BackupStage();
    stage.main.show.apply([
      { subCompositionId: ids.lowerThird, state: 'In', payload: { line1: 'Ada' } },
      { subCompositionId: ids.home, payload: { goals: '2' } },
    ]);
    stage.backup.show.apply([{ subCompositionId: ids.title, state: 'In' }]);
    stage.reach('main');
    stage.reach('spare');
    await stage.clock.pass(10);
    await stage.desk.calls.setBackup({ app: 'main', backup: 'spare', after: null });
    await stage.clock.pass(1_100);
    expect(own(stage)).toEqual([
      [
        { subCompositionId: ids.title, state: 'Out1', action: 'jump' },
        { subCompositionId: ids.home, payload: { goals: '2' } },
        { ...toBackup, payload: { line1: 'Ada' }, state: 'In', action: 'jump' },
      ],
    ]);
    expect(stage.backup.show.control()).toEqual(stage.main.show.control());
    expect(stage.view).toEqual({
      key: 'spare',
      name: 'Spare',
      inUse: 'main',
      state: 'same',
      waits: false,
      reason: '',
      drift: [],
      unproved: [unseen],
      addresses: [{ output: '', url: 'http://backup/onair/o', both: false }],
      since: expect.any(Number),
      after: null,
      failsOverAt: null,
      content: texts.backup.notCompared,
      operator: null,
    });
    expect(stage.apps.all.map(({ identity }) => identity.key)).toEqual(['main']);
    expect(stage.log).toEqual([]);
  });

  it.each([
    ['the name of its connection', 'Spare box', 'Spare box'],
    ['a mark', 'News', 'News (backup)'],
  ])('has %s where its app has the name of the main', async (_, connection, shown) => {
    const stage = new BackupStage({ backupName: 'News' });
    stage.reach('main');
    stage.reach('spare', { name: connection });
    await stage.clock.pass(10);
    await stage.desk.calls.setBackup({ app: 'main', backup: 'spare', after: null });
    await stage.clock.pass(100);
    expect([stage.app.name, stage.view.name]).toEqual(['News', shown]);
  });

  it('costs the main nothing when it becomes the backup: the next press goes on its way at once', async () => {
    const stage = new BackupStage();
    stage.reach('main');
    stage.reach('spare');
    await stage.clock.pass(10);
    await stage.desk.calls.setBackup({ app: 'main', backup: 'spare', after: null });
    expect(await stage.press([{ id: ids.lowerThird, state: 'In' }])).toBe(true);
    await stage.clock.pass(50);
    expect([stage.held('main', ids.lowerThird), stage.held('backup', ids.lowerThird)]).toEqual(['In', 'In']);
  });

  it('takes what the main takes, in the same way, whoever asked for it', async () => {
    const stage = await BackupStage.open();
    await stage.press([{ id: ids.lowerThird, state: 'In', payload: { line1: 'Grace' } }]);
    await stage.clock.pass(50);
    stage.main.show.apply([{ subCompositionId: ids.title, state: 'In', action: 'jump' }]);
    await stage.clock.pass(50);
    expect(own(stage)).toEqual([
      [{ ...toBackup, payload: { line1: 'Grace' }, state: 'In', action: 'play' }],
      [
        { ...toBackup, state: 'Out1', action: 'jump' },
        { subCompositionId: ids.title, state: 'In', action: 'jump' },
      ],
    ]);
    expect(stage.log).toEqual(['Press, key: confirmed']);
  });

  it('that is slow gets the newest alone, and the main never waits for it', async () => {
    const stage = await BackupStage.open();
    stage.backup.updateFaults.push({ kind: 'none', there: 400, back: 400 });
    for (let goals = 1; goals <= 20; goals++) {
      await stage.press([{ id: ids.home, payload: { goals: String(goals) } }], 'values');
      await stage.clock.pass(20);
    }
    expect([stage.held('main', ids.home, 'goals'), stage.held('backup', ids.home, 'goals')]).toEqual(['20', '0']);
    await stage.clock.pass(1_000);
    expect(own(stage).map((items) => items[0]?.payload)).toEqual([{ goals: '1' }, { goals: '20' }]);
    expect(stage.held('backup', ids.home, 'goals')).toBe('20');
  });

  it('is sent the values of a fader no more often than an app that is operated, and ends with the newest', async () => {
    const stage = await BackupStage.open();
    for (let goals = 1; goals < 500; goals++) {
      stage.main.show.apply([{ subCompositionId: ids.home, payload: { goals: String(goals % 100) } }]);
      await stage.clock.pass(2);
    }
    expect(own(stage).length).toBeLessThanOrEqual(61);
    await stage.clock.pass(100);
    expect(stage.held('backup', ids.home, 'goals')).toBe('99');
  });

  it('that somebody changes by itself is brought back', async () => {
    const stage = await BackupStage.open();
    await stage.press([{ id: ids.lowerThird, state: 'In' }]);
    await stage.clock.pass(50);
    stage.backup.show.apply([{ subCompositionId: ids.lowerThird, state: 'Out2', payload: { line1: 'Nobody' } }]);
    await stage.clock.pass(50);
    expect([stage.held('backup', ids.lowerThird), stage.held('backup', ids.lowerThird, 'line1')]).toEqual([
      'In',
      'Name',
    ]);
  });

  it('is not compared with a main that was never reached', async () => {
    const stage = new BackupStage({ settings: [pairSettings()] });
    stage.main.away = true;
    stage.reach('main');
    stage.reach('spare');
    await stage.clock.pass(5_000);
    expect([stage.view.state, stage.view.drift]).toEqual(['unknown', []]);
  });

  it('whose connection is not open says so, and the main stays active', async () => {
    const stage = new BackupStage({ settings: [pairSettings()] });
    stage.reach('main');
    await stage.clock.pass(100);
    expect(stage.view).toMatchObject({ state: 'away', reason: texts.backup.notConnected });
    expect(await stage.move('backup')).toContain(texts.backup.notConnected);
    expect(stage.view.inUse).toBe('main');
  });

  it('takes out what a changed show of the main lost, so that no fail-over brings it back', async () => {
    const stage = await BackupStage.open();
    await stage.press([{ id: ids.title, state: 'In' }]);
    await stage.press([{ id: ids.lowerThird, state: 'In' }]);
    await stage.clock.pass(500);
    const { root } = smallShow;
    const without = root.subcompositions.filter(({ id }) => id !== ids.title);
    stage.main.show.load({ ...smallShow, root: { ...root, subcompositions: without } });
    stage.main.show.apply([{ subCompositionId: ids.lowerThird, state: 'In' }]);
    await stage.clock.pass(2_000);
    expect([ids.title, ids.lowerThird].map((id) => stage.held('backup', id))).toEqual(['Out1', 'In']);
    expect(await stage.move('backup')).toBeUndefined();
    await stage.clock.pass(500);
    expect([ids.title, ids.lowerThird].map((id) => stage.held('backup', id))).toEqual(['Out1', 'In']);
  });

  it('that becomes active has the name of the main, as its key, its log and its way back do', async () => {
    const stage = await BackupStage.open();
    const names = () => [stage.app.name, stage.view.name];
    expect(names()).toEqual(['News', 'Spare']);
    await stage.move('backup');
    await stage.clock.pass(500);
    expect(names()).toEqual(['News', 'Spare']);
    await stage.move('main');
    await stage.clock.pass(500);
    expect(names()).toEqual(['News', 'Spare']);
  });

  it('that was away is brought up to date when it comes again', async () => {
    const stage = await BackupStage.open();
    stage.backup.away = true;
    await stage.clock.pass(10);
    await stage.press([{ id: ids.lowerThird, state: 'In' }]);
    await stage.clock.pass(100);
    expect(stage.view).toMatchObject({ state: 'away', reason: errorTable['service-unreachable'].operator, drift: [] });
    stage.backup.away = false;
    await stage.clock.pass(4_000);
    expect([stage.held('backup', ids.lowerThird), stage.view.state]).toEqual(['In', 'same']);
  });

  it('that refuses one value takes all others, and says which it refuses until that changes', async () => {
    const stage = await BackupStage.open({ backupShow: narrowShow() });
    await stage.press([
      { id: ids.home, payload: { goals: '50' } },
      { id: ids.lowerThird, state: 'In' },
    ]);
    await stage.clock.pass(3_000);
    expect([stage.held('backup', ids.home, 'goals'), stage.held('backup', ids.lowerThird)]).toEqual(['0', 'In']);
    expect(stage.view.drift).toEqual([
      texts.backup.otherValues('Home', ['goals'], texts.backup.theBackup),
      expect.stringMatching(/^Home is refused: .*from 0 to 9/),
    ]);
    const sent = stage.backup.sent.length;
    await stage.clock.pass(20_000);
    expect(stage.backup.sent.length).toBe(sent);
    await stage.press([{ id: ids.home, payload: { goals: '5' } }], 'values');
    await stage.clock.pass(3_000);
    expect([stage.held('backup', ids.home, 'goals'), stage.view.state]).toEqual(['5', 'same']);
  });

  it('that holds other fields and sub-compositions says what cannot be mirrored, and mirrors the rest', async () => {
    const stage = await BackupStage.open({ backupShow: otherShow() });
    await stage.press([{ id: ids.lowerThird, state: 'In', payload: { line1: 'Ada', line2: 'Countess' } }]);
    await stage.clock.pass(1_100);
    expect(own(stage)).toEqual([[{ ...toBackup, payload: { line2: 'Countess' }, state: 'In', action: 'play' }]]);
    expect(stage.view).toMatchObject({
      state: 'drift',
      drift: [
        'The backup has no Title.',
        texts.backup.otherGraphicName('Lower Third', 'Strap', 'the backup'),
        texts.backup.lacksField('Lower Third', 'line1', 'the backup'),
      ],
    });
  });

  it('of another composition says that its content has to be copied', async () => {
    const stage = await BackupStage.open({
      backupShow: { ...smallShow, root: { ...smallShow.root, id: toString(9), subcompositions: [] } },
    });
    await stage.clock.pass(1_100);
    expect(stage.view.drift).toEqual([texts.backup.otherContent('The backup')]);
  });

  it('has its timers right though its clock is another one', async () => {
    const stage = await BackupStage.open({ ahead: 90_000 });
    await stage.press([{ id: ids.title, commands: { timer: { command: 'start' } } }], 'command');
    await stage.clock.pass(50);
    const [main, backup] = [stage.held('main', ids.title, 'timer'), stage.held('backup', ids.title, 'timer')];
    expect(backup).toEqual({ ...(main as object), UTC: (main as { UTC: number }).UTC + 90_000 });
    const sent = stage.backup.sent.length;
    await stage.clock.pass(30_000);
    expect([stage.backup.sent.length, stage.view.state]).toEqual([sent, 'same']);
  });

  it('has its buttons pressed once, whatever its clock says, and never seconds late', async () => {
    const stage = await BackupStage.open({ ahead: 90_000 });
    const fire = () => stage.press([{ id: ids.title, commands: { flash: 'execute' } }], 'command');
    const pressedAt = () => (stage.held('backup', ids.title, 'flash') as { ts: number }).ts;
    await fire();
    await stage.clock.pass(50);
    const [first, sent] = [pressedAt(), stage.backup.sent.length];
    expect(first).toBeGreaterThan(0);
    await stage.clock.pass(30_000);
    expect([pressedAt(), stage.backup.sent.length, stage.view.state]).toEqual([first, sent, 'same']);
    stage.backup.away = true;
    await fire();
    await stage.clock.pass(5_000);
    stage.backup.away = false;
    await stage.clock.pass(10_000);
    expect([pressedAt(), stage.view.state]).toEqual([first, 'same']);
  });

  it('mirrors a main that is polled as well', async () => {
    const stage = await BackupStage.open({ hasLive: [false, true] });
    await stage.clock.pass(1_000);
    await stage.press([{ id: ids.lowerThird, state: 'In', payload: { line1: 'Ada' } }]);
    await stage.clock.pass(3_000);
    expect(stage.backup.show.control()).toEqual(stage.main.show.control());
    expect(stage.view.state).toBe('same');
  });
});

describe('a backup in sync', () => {
  it('is proved once an output page draws it, and no longer where the page is gone', async () => {
    const stage = await BackupStage.open();
    const tells = async (...pages: PageRole[]) => {
      stage.backup.tellOutputs(...pages.map((role) => outputPage({ role })));
      await stage.clock.pass(10);
      return [stage.view.state, stage.view.unproved];
    };
    const unseenThere = texts.backup.pictureOf(stage.view.name, texts.outputs.none);
    expect(stage.view.unproved).toEqual([unseen]);
    expect(await tells('monitor', 'preview')).toEqual(['same', [unseenThere]]);
    expect(await tells('output')).toEqual(['same', []]);
    expect(await tells()).toEqual(['same', [unseenThere]]);
  });

  it.each([
    ['http://main', 'http://main', [texts.backup.sharesFailure(texts.backup.oneService)]],
    ['http://main', 'http://main:8831', [texts.backup.sharesFailure(texts.backup.oneMachine)]],
    ['http://127.0.0.1:8830', 'http://localhost:8830', [texts.backup.sharesFailure(texts.backup.oneService)]],
    ['http://[::1]:8830', 'http://127.0.0.1:8831', [texts.backup.sharesFailure(texts.backup.oneMachine)]],
    ['http://main', 'http://backup', []],
  ])('of %s at %s is beside the main or not', async (main, base, shares) => {
    const stage = new BackupStage();
    stage.reach('main', { base: main, token: 'one' });
    stage.reach('spare', { base, token: 'other' });
    await stage.clock.pass(10);
    await stage.desk.calls.setBackup({ app: 'main', backup: 'spare', after: null });
    await stage.clock.pass(100);
    stage.backup.tellOutputs(outputPage());
    await stage.clock.pass(10);
    expect(stage.view.unproved).toEqual(shares);
  });

  it('has nothing to prove while it is in use', async () => {
    const stage = await BackupStage.open();
    await stage.move('backup');
    await stage.clock.pass(100);
    expect(stage.view).toMatchObject({ inUse: 'backup', unproved: [] });
  });
});

describe('the pages of main and backup', () => {
  it('have an address for each output, where the main has pages that draw both', async () => {
    const stage = new BackupStage();
    Object.assign(stage.main.show, { outputs: ['Program', 'Wall'] });
    Object.assign(stage.backup.show, { outputs: ['One', 'Two', 'Three'] });
    stage.reach('main');
    stage.reach('spare');
    await stage.clock.pass(10);
    await stage.desk.calls.setBackup({ app: 'main', backup: 'spare', after: null });
    await stage.clock.pass(100);
    expect(stage.view.addresses).toEqual([
      { output: 'Program', url: 'http://main/onair/o0&backup=http%3A%2F%2Fbackup%2Fonair%2Fo0', both: true },
      { output: 'Wall', url: 'http://main/onair/o1&backup=http%3A%2F%2Fbackup%2Fonair%2Fo1', both: true },
      { output: 'Three', url: 'http://backup/onair/o2', both: false },
    ]);
    const before = stage.view.addresses;
    stage.main.away = true;
    await stage.clock.pass(5_000);
    expect(await stage.move('backup')).toBeUndefined();
    await stage.clock.pass(5_000);
    expect([stage.view.inUse, stage.view.addresses]).toEqual(['backup', before]);
  });

  it('show the main of a new pair, whatever word an earlier pair of these services left', async () => {
    const before = await BackupStage.open({ name: 'Before' });
    expect(await before.move('backup')).toBeUndefined();
    await before.clock.pass(500);
    before.close();
    const stage = await BackupStage.open({ name: 'Now', beside: before });
    await stage.clock.pass(2_000);
    expect([stage.view.inUse, stage.main.active?.side, stage.backup.active?.side]).toEqual(['main', 'main', 'main']);
  });

  it('get the word of the desk from both services: at once at a fail-over, and anew from one that restarted', async () => {
    const stage = await BackupStage.open();
    await stage.clock.pass(1_000);
    const sides = () => [stage.main.active?.side, stage.backup.active?.side];
    expect(sides()).toEqual(['main', 'main']);
    const before = stage.backup.active?.at ?? 0;
    await stage.move('backup');
    await stage.clock.pass(10);
    expect(stage.backup.active).toEqual({ side: 'backup', at: expect.any(Number) });
    expect(stage.backup.active?.at).toBeGreaterThan(before);
    await stage.clock.pass(1_000);
    expect(sides()).toEqual(['backup', 'backup']);
    stage.main.restart();
    await stage.clock.pass(2_000);
    expect(stage.main.active).toEqual(stage.backup.active);
    await stage.move('main');
    await stage.clock.pass(1_000);
    expect(sides()).toEqual(['main', 'main']);
  });

  it('get no word of a lost main alone, and one of the backup where the main is lost at the fail-over', async () => {
    const stage = await BackupStage.open();
    await stage.clock.pass(1_000);
    stage.main.away = true;
    await stage.clock.pass(5_000);
    expect(stage.backup.active?.side).toBe('main');
    await stage.move('backup');
    await stage.clock.pass(10);
    expect(stage.backup.active?.side).toBe('backup');
  });

  it('are left alone by a desk that only watches the pair of another desk', async () => {
    const stage = await BackupStage.open({ name: 'A' });
    await stage.clock.pass(1_000);
    await stage.move('backup');
    await stage.clock.pass(1_000);
    const word = stage.backup.active;
    const other = await BackupStage.open({ beside: stage, name: 'B', settings: [pairSettings()] });
    await stage.clock.pass(10_000);
    expect([stage.backup.active, stage.main.active, other.view.operator]).toEqual([word, word, 'A']);
  });

  it('show the side in use, or the desk says so; a standby is drawn hidden', async () => {
    const stage = await BackupStage.open();
    await stage.clock.pass(100);
    const tell = async (hidden: { main: boolean; backup: boolean }) => {
      for (const side of ['main', 'backup'] as const)
        stage[side].tellOutputs(outputPage(hidden[side] ? { hidden: true } : {}));
      await stage.clock.pass(10);
      return [stage.app.outputProblems, stage.view.unproved];
    };
    const other = texts.outputs.otherSide;
    expect(await tell({ main: false, backup: true })).toEqual([[], []]);
    expect(await tell({ main: true, backup: false })).toEqual([[other], []]);
    await stage.move('backup');
    await stage.clock.pass(100);
    expect(await tell({ main: false, backup: true })).toEqual([[other], []]);
    expect(await tell({ main: true, backup: false })).toEqual([[], []]);
  });
});

describe('a desk that starts with a backup that differs', () => {
  /** The main has the lower third In, the backup the title; then the title comes In in the main, by another desk. */
  const started = async (more: Parameters<typeof pairSettings>[0] = {}): Promise<BackupStage> => {
    const stage = new BackupStage({ settings: [pairSettings(more)] });
    stage.main.show.apply([{ subCompositionId: ids.lowerThird, state: 'In', payload: { line1: 'Ada' } }]);
    stage.backup.show.apply([{ subCompositionId: ids.title, state: 'In' }]);
    stage.reach('main');
    stage.reach('spare');
    await stage.clock.pass(2_000);
    stage.main.show.apply([{ subCompositionId: ids.home, payload: { goals: '2' } }]);
    await stage.clock.pass(2_000);
    return stage;
  };
  const picture = (stage: BackupStage) => [stage.main, stage.backup].map(({ show }) => show.control());

  it('sends neither of them anything, and says in what they differ', async () => {
    const stage = await started();
    stage.backup.show.apply([{ subCompositionId: ids.home, payload: { team: 'Guests' } }]);
    stage.backup.away = true;
    await stage.clock.pass(1_000);
    stage.backup.away = false;
    await stage.clock.pass(60_000);
    expect([stage.main.sent, stage.backup.sent]).toEqual([[], []]);
    expect(stage.view).toMatchObject({
      inUse: 'main',
      state: 'drift',
      waits: true,
      drift: [
        'Lower Third is Out in the backup, and In in the main.',
        texts.backup.otherValues('Lower Third', ['line1'], texts.backup.theBackup),
        'Title is In in the backup, and Out in the main.',
        'Home: team, goals differ in the backup.',
      ],
    });
  });

  it('mirrors all of it by jumps with the first press, and the press as it was', async () => {
    const stage = await started();
    await stage.press([{ id: ids.score, state: 'In' }]);
    await stage.clock.pass(1_100);
    // The desks agree first, so the press is already there to be mirrored.
    expect(own(stage)).toEqual([
      [
        { subCompositionId: ids.title, state: 'Out1', action: 'jump' },
        { subCompositionId: ids.home, payload: { goals: '2' } },
        { ...toBackup, payload: { line1: 'Ada' }, state: 'In', action: 'jump' },
        { subCompositionId: ids.score, state: 'In', action: 'play' },
      ],
    ]);
    const [main, backup] = picture(stage);
    expect(backup).toEqual(main);
    expect(stage.view).toMatchObject({ state: 'same', waits: false });
  });

  it.each([
    ['a change of a value', (stage: BackupStage) => stage.press([{ id: ids.home, payload: { goals: '3' } }], 'values')],
    ['a panic', (stage: BackupStage) => stage.app.panic(stage.nextPress())],
    ['a repair', (stage: BackupStage) => stage.desk.calls.repairBackup({ app: 'main' })],
    ['going over and back', async (stage: BackupStage) => [await stage.move('backup'), await stage.move('main')]],
  ])('is the same from then on with %s', async (_, act: (stage: BackupStage) => unknown) => {
    const stage = await started();
    await act(stage);
    await stage.clock.pass(3_000);
    stage.main.show.apply([{ subCompositionId: ids.home, payload: { team: 'Guests' } }]);
    await stage.clock.pass(1_100);
    const [main, backup] = picture(stage);
    expect(backup).toEqual(main);
    expect(stage.view).toMatchObject({ inUse: 'main', state: 'same', waits: false });
  });

  it('is the same from then on with a copied composition, and not where nothing was copied', async () => {
    const stage = await started();
    const copy = () => stage.desk.calls.copyContent({ app: 'main' });
    await expect(copy()).rejects.toThrow('The desk has only a token of the main');
    await stage.clock.pass(1_000);
    expect(stage.backup.sent).toEqual([]);
    for (const which of ['main', 'spare'] as const) stage.reach(which, withContent(stage, which));
    await stage.clock.pass(100);
    await copy();
    await stage.clock.pass(3_000);
    expect([stage.held('backup', ids.lowerThird), stage.view.state]).toEqual(['In', 'same']);
  });

  it('is not moved by a press that is not sent, nor by the time after which it is to fail over', async () => {
    const stage = await started();
    await stage.desk.calls.setBackup({ app: 'main', backup: 'spare', after: 600_000 });
    stage.main.away = true;
    await stage.clock.pass(100);
    expect(await stage.press([{ id: ids.score, state: 'In' }])).toBe(false);
    stage.main.away = false;
    await stage.clock.pass(5_000);
    expect([stage.backup.sent, stage.view.waits]).toEqual([[], true]);
  });

  it('carries what is on air over all the same where it is set to fail over by itself', async () => {
    const stage = await started({ after: 500 });
    stage.main.away = true;
    await stage.clock.pass(3_000);
    expect([stage.view.inUse, stage.held('backup', ids.lowerThird), stage.held('backup', ids.home, 'goals')]).toEqual([
      'backup',
      'In',
      '2',
    ]);
  });

  it('is refused a repair while the backup is operated', async () => {
    const stage = await started({ inUse: 'backup' });
    expect(() => stage.desk.calls.repairBackup({ app: 'main' })).toThrow('News runs on its backup');
    expect([stage.main.sent, stage.backup.sent, stage.view.waits]).toEqual([[], [], false]);
  });
});

describe('a fail-over', () => {
  it('goes on with what is on air: by a jump what the backup lacks, and every operation to the backup from then on', async () => {
    const stage = await BackupStage.open();
    stage.backup.updateFaults.push({ kind: 'status', status: 500, there: 1 });
    await stage.press([{ id: ids.lowerThird, state: 'In', payload: { line1: 'Ada' } }]);
    await stage.clock.pass(10);
    stage.main.away = true;
    await stage.clock.pass(100);
    expect(stage.app.view().connection.status).toBe('lost');
    expect(await stage.move('backup')).toBeUndefined();
    expect(own(stage).at(-1)).toEqual([{ ...toBackup, payload: { line1: 'Ada' }, state: 'In', action: 'jump' }]);
    expect(stage.app.view()).toMatchObject({ connection: { status: 'live', service: 'http://backup' } });
    expect(stage.app.state.view(ids.lowerThird).tally).toBe('ON AIR');
    const before = stage.main.sent.length;
    await stage.press([{ id: ids.lowerThird, state: 'Out2' }]);
    await stage.clock.pass(100);
    expect([stage.held('backup', ids.lowerThird), stage.main.sent.length]).toEqual(['Out2', before]);
    expect(stage.log).toEqual(['Press, key: confirmed', 'Fail over, key: confirmed', 'Press, key: confirmed']);
    expect(stage.desk.problems).toEqual([texts.backup.runsOnBackup('News', 'Spare')]);
    expect(stage.saved.at(-1)?.[0]?.inUse).toBe('backup');
  });

  it('carries nothing that the main had not confirmed, and that is shown as what differs', async () => {
    const stage = await BackupStage.open();
    stage.main.updateFaults.push({ kind: 'half-open' });
    await stage.press([{ id: ids.lowerThird, state: 'In', payload: { line1: 'Ada' } }]);
    await stage.clock.pass(10);
    expect(await stage.move('backup')).toBeUndefined();
    expect([stage.held('backup', ids.lowerThird), stage.held('backup', ids.lowerThird, 'line1')]).toEqual([
      'Out1',
      'Name',
    ]);
    await stage.clock.pass(100);
    expect(stage.app.state.view(ids.lowerThird)).toMatchObject({
      tally: 'FAILED',
      drift: { state: 'In', payload: { line1: 'Ada' } },
    });
  });

  it('is refused where the backup is not there, and the main is operated on', async () => {
    const stage = await BackupStage.open();
    stage.backup.away = true;
    await stage.clock.pass(100);
    expect(await stage.move('backup')).toContain(texts.backup.unreachable('backup', 'News', ''));
    await stage.press([{ id: ids.lowerThird, state: 'In' }]);
    await stage.clock.pass(100);
    expect([stage.held('main', ids.lowerThird), stage.log[0]]).toEqual(['In', 'Fail over, key: failed']);
  });

  it('where the backup is lost in the middle of it goes back to the main', async () => {
    const stage = await BackupStage.open();
    stage.backup.show.apply([{ subCompositionId: ids.score, state: 'In' }]);
    stage.backup.updateFaults.push({ kind: 'half-open' });
    const moving = stage.move('backup');
    stage.backup.away = true;
    expect(await moving).toMatch(/cannot be reached/);
    await stage.clock.pass(1_000);
    expect(stage.app.view().connection).toMatchObject({ status: 'live', service: 'http://main' });
  });

  it('states anew what was still under way to the backup, so that it does not come In afterwards', async () => {
    const stage = await BackupStage.open();
    stage.backup.updateFaults.push({ kind: 'none', there: 300, back: 1 });
    await stage.press([{ id: ids.lowerThird, state: 'In', payload: { line1: 'Ada' } }]);
    await stage.clock.pass(50);
    expect([stage.held('main', ids.lowerThird), stage.backup.sent.length]).toEqual(['In', 1]);
    await stage.press([{ id: ids.lowerThird, state: 'Out', payload: { line1: 'Line 1' } }]);
    await stage.clock.pass(50);
    expect(await stage.move('backup')).toBeUndefined();
    await stage.clock.pass(3_000);
    expect([stage.held('backup', ids.lowerThird), stage.held('backup', ids.lowerThird, 'line1')]).toEqual([
      'Out1',
      stage.held('main', ids.lowerThird, 'line1'),
    ]);
  });

  it('presses no button again whose press is still under way to the backup', async () => {
    const stage = await BackupStage.open();
    stage.backup.sent.length = 0;
    stage.backup.updateFaults.push({ kind: 'none', there: 300, back: 1 });
    await stage.press([{ id: ids.title, commands: { flash: 'execute' } }], 'command');
    await stage.clock.pass(50);
    expect(await stage.move('backup')).toBeUndefined();
    await stage.clock.pass(3_000);
    expect(stage.backup.sent.map(({ items }) => items)).toEqual([
      [{ subCompositionId: ids.title, payload: { flash: 'execute' } }],
    ]);
  });

  it('goes by itself after the time that is set, and not before', async () => {
    const stage = await BackupStage.open({ after: 500 });
    await stage.press([{ id: ids.lowerThird, state: 'In' }]);
    await stage.clock.pass(100);
    stage.main.away = true;
    await stage.clock.pass(499);
    expect(stage.view).toMatchObject({ inUse: 'main', failsOverAt: stage.clock.now() + 1 });
    await stage.clock.pass(20);
    expect([stage.view.inUse, stage.app.state.view(ids.lowerThird).tally]).toEqual(['backup', 'ON AIR']);
    expect(stage.log.at(-1)).toBe('Fail over, automatic fail-over: confirmed');
  });

  /** A service that answers every poll, and says nothing of the show. */
  const exhaust = ({ readFaults }: BackupStage['main']): void => {
    readFaults.push(...Array.from({ length: 500 }, () => ({ kind: 'status', status: 429, there: 0 }) as const));
  };

  it('goes by itself from a main that is polled and goes STALE: the time that is set begins there', async () => {
    const stage = await BackupStage.open({ after: 2_000, hasLive: [false, true] });
    await stage.press([{ id: ids.lowerThird, state: 'In' }]);
    await stage.clock.pass(2_000);
    exhaust(stage.main);
    const { connection } = stage.app.state;
    await stage.clock.pass(staleAfter.polled - (stage.clock.now() - (connection.confirmedAt ?? 0)) - 1);
    expect([stage.view.failsOverAt, stage.app.state.connection]).toMatchObject([
      null,
      { status: 'live', stale: false },
    ]);
    await stage.clock.pass(1);
    expect([stage.view.failsOverAt, stage.app.state.connection]).toMatchObject([
      stage.clock.now() + 2_000,
      { status: 'live', stale: true },
    ]);
    await stage.clock.pass(1_999);
    expect(stage.view.inUse).toBe('main');
    await stage.clock.pass(100);
    expect([stage.view.inUse, stage.app.state.view(ids.lowerThird).tally]).toEqual(['backup', 'ON AIR']);
    expect(stage.log.at(-1)).toBe('Fail over, automatic fail-over: confirmed');
  });

  it('does not go by itself to a backup that is STALE, of which nothing is known', async () => {
    const stage = await BackupStage.open({ after: 500 });
    stage.backup.hasLive = false;
    stage.backup.disturb({ kind: 'cut' });
    await stage.clock.pass(3_000);
    exhaust(stage.backup);
    await stage.clock.pass(20_000);
    expect(stage.view).toMatchObject({ state: 'away', reason: texts.check.stale });
    stage.main.away = true;
    await stage.clock.pass(10_000);
    expect(stage.view.inUse).toBe('main');
    stage.backup.readFaults.length = 0;
    stage.backup.hasLive = true;
    await stage.clock.pass(400_000);
    expect(stage.view.inUse).toBe('backup');
  });

  it('does not go by itself where nothing is set, or the main came back in time', async () => {
    const [never, later] = [await BackupStage.open(), await BackupStage.open({ after: 2_000 })];
    for (const stage of [never, later]) {
      stage.main.away = true;
      await stage.clock.pass(500);
      if (stage === later) stage.main.away = false;
      await stage.clock.pass(10_000);
      expect([stage.view.inUse, stage.view.failsOverAt]).toEqual(['main', null]);
    }
  });

  it('by itself waits for a backup that is lost too', async () => {
    const stage = await BackupStage.open({ after: 500 });
    stage.main.away = true;
    stage.backup.away = true;
    await stage.clock.pass(5_000);
    expect(stage.view).toMatchObject({ inUse: 'main', state: 'away' });
    stage.backup.away = false;
    await stage.clock.pass(3_000);
    expect([stage.view.inUse, stage.app.view().connection.status]).toEqual(['backup', 'live']);
  });
});

describe('a main that comes back', () => {
  const lost = async (after: number | null = null): Promise<BackupStage> => {
    const stage = await BackupStage.open({ after });
    stage.main.away = true;
    await stage.clock.pass(100);
    if (after === null) await stage.move('backup');
    await stage.clock.pass(1_000);
    return stage;
  };

  it('is looked at and not used, however often it comes and goes', async () => {
    const stage = await lost(50);
    await stage.press([{ id: ids.lowerThird, state: 'In' }]);
    await stage.clock.pass(100);
    const before = stage.main.sent.length;
    for (const away of [false, true, false, true, false]) {
      stage.main.away = away;
      await stage.clock.pass(3_000);
    }
    expect([stage.main.sent.length, stage.view.inUse]).toEqual([before, 'backup']);
    expect(stage.view).toMatchObject({
      state: 'drift',
      drift: ['Lower Third is Out in the main, and In in the backup.'],
    });
  });

  it('is brought to what is on air before it is used again, by one key', async () => {
    const stage = await lost();
    await stage.press([{ id: ids.lowerThird, state: 'In', payload: { line1: 'Grace' } }]);
    await stage.clock.pass(100);
    stage.main.away = false;
    await stage.clock.pass(3_000);
    expect(await stage.move('main')).toBeUndefined();
    expect(stage.main.sent.at(-1)?.items).toEqual([
      { ...toBackup, payload: { line1: 'Grace' }, state: 'In', action: 'jump' },
    ]);
    await stage.clock.pass(1_100);
    expect(stage.app.view().connection).toMatchObject({ status: 'live', service: 'http://main' });
    expect(stage.view).toMatchObject({ inUse: 'main', state: 'same' });
    await stage.press([{ id: ids.lowerThird, state: 'Out' }]);
    await stage.clock.pass(100);
    expect([stage.held('main', ids.lowerThird), stage.held('backup', ids.lowerThird)]).toEqual(['Out1', 'Out1']);
    expect(stage.log.filter((line) => line.startsWith('Fail'))).toEqual([
      'Fail over, key: confirmed',
      'Fail back, key: confirmed',
    ]);
  });

  it('that does not take it is not used', async () => {
    const stage = await lost();
    await stage.press([{ id: ids.lowerThird, state: 'In' }]);
    await stage.clock.pass(100);
    stage.main.away = false;
    await stage.clock.pass(3_000);
    stage.main.updateFaults.push({ kind: 'status', status: 500, there: 1 });
    expect(await stage.move('main')).toBe('Refused with 500.');
    expect([stage.view.inUse, stage.app.view().connection.status]).toEqual(['backup', 'live']);
  });

  it('is not used by a desk that starts anew either', async () => {
    const stage = await BackupStage.open({ settings: [pairSettings({ inUse: 'backup' })] });
    await stage.clock.pass(1_000);
    expect(stage.app.view()).toMatchObject({ key: 'main', connection: { service: 'http://backup', status: 'live' } });
    expect([stage.main.sent, stage.backup.sent]).toEqual([[], []]);
  });
});

describe('who is whose backup', () => {
  it('is refused where it makes no sense, with the reason', async () => {
    const stage = await BackupStage.open();
    await stage.move('backup');
    const ask = (asked: { app: string; backup: string | null }) => () =>
      stage.desk.calls.setBackup({ ...asked, after: null });
    expect(ask({ app: 'main', backup: null })).toThrow(texts.backup.runsOnItsBackup('News'));
    expect(ask({ app: 'nobody', backup: 'main' })).toThrow(texts.backup.appAndBackupConnected);
    expect(() => stage.desk.move('backup', 'nobody', f1)).toThrow(texts.backup.none);
  });

  it('stays as it is where another one is refused', async () => {
    const stage = await BackupStage.open();
    const other = { app: 'main', backup: 'nobody', after: null };
    expect(() => stage.desk.calls.setBackup(other)).toThrow(texts.backup.appAndBackupConnected);
    expect(stage.apps.all.map(({ identity, backup }) => [identity.key, backup?.key])).toEqual([['main', 'spare']]);
  });

  it('can be undone: the backup is an app of its own again', async () => {
    const stage = await BackupStage.open();
    await stage.desk.calls.setBackup({ app: 'main', backup: null, after: null });
    await stage.clock.pass(100);
    expect(stage.apps.all.map((app) => [app.identity.key, app.view().connection.status, app.backup])).toEqual([
      ['main', 'live', null],
      ['spare', 'live', null],
    ]);
    await stage.press([{ id: ids.lowerThird, state: 'In' }]);
    await stage.clock.pass(1_000);
    expect(stage.backup.sent).toEqual([]);
    expect(stage.saved.at(-1)).toEqual([]);
  });

  it('is known while the main was never reached, so that its backup can be operated', async () => {
    const stage = await BackupStage.open();
    const settings = stage.saved.at(-1) ?? [];
    const anew = new BackupStage({ settings });
    anew.reach('spare');
    await anew.clock.pass(100);
    expect(anew.apps.all.map(({ identity }) => identity.key)).toEqual(['main']);
    expect(await anew.move('backup')).toBeUndefined();
    await anew.clock.pass(100);
    expect(anew.app.view().connection.status).toBe('live');
  });
});

/** How one of the two is reached by an account, in a service that holds a composition. */
function withContent(stage: BackupStage, which: 'main' | 'spare'): Parameters<BackupStage['reach']>[1] {
  const { connection } = which === 'main' ? stage.main : stage.backup;
  const outputs = [{ composition: { id: 7, name: 'Small Show' } }];
  const answers: Record<string, unknown> = {
    'GET /apiv1/appinstances': [{ id: 1, name: 'News', access_token: 'tok', outputs }],
    'GET /apiv1/compositions/7/content': { compositions: {} },
    'GET /apiv1/appinstances/1/composition/content': [{ compositions: {} }],
    'GET /apiv1/assets': [],
    'GET /apiv1/dashboard/folder': [ids.root],
    'POST /apiv1/compositions': { id: 7 },
    'PUT /apiv1/compositions/7/content': 'Ok',
    'PUT /apiv1/appinstances/1/composition': 'Ok',
  };
  return {
    account: () => Promise.resolve({ email: 'ada@example.org', password: 'secret' }),
    connection: {
      ...connection,
      request: (request, signal) => {
        const answer = answers[`${request.method} ${new URL(request.url).pathname}`];
        if (answer === undefined) return connection.request(request, signal);
        return Promise.resolve({ status: 200, body: JSON.stringify(answer), etag: null, headers: {} });
      },
    },
  };
}

/** The home team can have no more than nine goals. */
function narrowShow(): typeof smallShow {
  const show = structuredClone(smallShow);
  const goals = show.root.subcompositions[2]?.subcompositions[0]?.fields[1];
  if (goals) goals.max = '9';
  return show;
}

/** The lower third has another name and no first line, and there is no title. */
function otherShow(): typeof smallShow {
  const show = structuredClone(smallShow);
  const [third, , score] = show.root.subcompositions;
  if (!third || !score) throw new Error('The small show is another one.');
  const strap = { ...third, name: 'Strap', fields: third.fields.slice(1) };
  return { ...show, root: { ...show.root, subcompositions: [strap, score] } };
}

function toString(last: number): string {
  return `5f0c2b51-6a3e-4d0f-9a53-0c3f1d1f6a9${last}`;
}
