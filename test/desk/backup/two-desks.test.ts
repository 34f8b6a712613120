import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { BackupStage, type BackupWishes, pairSettings } from '../../kit/desk/backup-stage.ts';
import { f1 } from '../../kit/desk/presses.ts';
import { ids } from '../../kit/service/small-show.ts';

const takeIn = { id: ids.lowerThird, state: 'In' } as const;

/** Two desks that control the same pair. The gallery made it first. */
async function twoDesks(wishes: BackupWishes = {}) {
  const gallery = await BackupStage.open({ ...wishes, name: 'Gallery' });
  const truck = await BackupStage.open({ ...wishes, name: 'Truck', beside: gallery });
  const { clock, backup } = gallery;
  await clock.pass(100);
  backup.sent.length = 0;
  return { gallery, truck, clock, backup };
}

/** The same, after the gallery went over to the backup and took the score In there. */
async function onBackup() {
  const desks = await twoDesks();
  const { gallery, clock } = desks;
  expect(await gallery.move('backup')).toBeUndefined();
  await clock.pass(500);
  await gallery.press([{ id: ids.score, state: 'In' }]);
  await clock.pass(500);
  return desks;
}

describe('two desks on one pair', () => {
  it('mirror each change once: the one that operates the pair does, and the other one says who that is', async () => {
    const { gallery, truck, clock, backup } = await twoDesks();
    expect([gallery.view.operator, truck.view.operator]).toEqual([null, 'Gallery']);
    await truck.press([takeIn]);
    await clock.pass(1_000);
    expect([truck.held('backup', ids.lowerThird), backup.sent.length]).toEqual(['In', 1]);
  });

  it('never fight: after a fail-over of the one, the other undoes nothing', async () => {
    const { gallery, truck, clock } = await twoDesks();
    await gallery.press([takeIn]);
    await clock.pass(500);
    expect(await gallery.move('backup')).toBeUndefined();
    await clock.pass(100);
    await gallery.press([{ id: ids.score, state: 'In' }]);
    await truck.press([{ id: ids.lowerThird, state: 'Out' }]);
    await clock.pass(5_000);
    expect([gallery.held('backup', ids.lowerThird), gallery.held('backup', ids.score)]).toEqual(['In', 'In']);
    expect(truck.view.operator).toBe('Gallery');
  });

  it('panic on both sides, whoever operates the pair, and again where that got lost: it is no mirroring', async () => {
    const { gallery, truck, clock, backup } = await twoDesks();
    await gallery.press([takeIn]);
    await clock.pass(700);
    expect(await truck.move('backup')).toBeUndefined();
    const { spare } = gallery.updates;
    backup.sent.length = 0;
    backup.updateFaults.push({ kind: 'garbage', there: 0 });
    gallery.app.panic(gallery.nextPress());
    await clock.pass(500);
    expect(
      backup.sent.map(({ items }) => items.every(({ state, action }) => state === 'Out' && action === 'jump')),
    ).toEqual([true, true]);
    expect([gallery.updates.spare, backup.show.control().some(({ state }) => state === 'In')]).toEqual([spare, false]);
  });

  it('fail over by themselves once: the other one goes there too, and copies nothing over what is on air', async () => {
    const { gallery, truck, clock } = await twoDesks({ after: 1_000 });
    await gallery.press([takeIn]);
    await clock.pass(500);
    gallery.main.away = true;
    await clock.pass(3_000);
    expect([gallery.view.inUse, truck.view.inUse]).toEqual(['backup', 'backup']);
    await gallery.press([{ id: ids.score, state: 'In' }]);
    await clock.pass(500);
    gallery.close();
    await clock.pass(10_000);
    expect([truck.view.inUse, truck.held('backup', ids.score)]).toEqual(['backup', 'In']);
  });

  it.each([
    ['Gallery', 'Truck'],
    ['Truck', 'Gallery'],
  ])(
    'work on the side that is on air: %s fails over, %s fails back, and the presses of both stay',
    async (over, back) => {
      const { gallery, truck, clock } = await twoDesks();
      const named = (name: string): BackupStage => (name === 'Gallery' ? gallery : truck);
      for (const [mover, to] of [
        [over, 'backup'],
        [back, 'main'],
      ] as const) {
        expect(await named(mover).move(to)).toBeUndefined();
        await clock.pass(1_000);
        expect([gallery.view.inUse, truck.view.inUse]).toEqual([to, to]);
        const other = mover === 'Gallery' ? truck : gallery;
        const { failBack, failOver, otherDesk } = texts.backup;
        expect(other.log.at(-1)).toBe(`${to === 'main' ? failBack : failOver}, ${otherDesk(mover)}: confirmed`);
        for (const state of ['In', 'Out'] as const) {
          await other.press([{ id: ids.score, state }]);
          await clock.pass(1_000);
          expect(other.held(to, ids.score)).toBe(state === 'In' ? 'In' : 'Out1');
        }
      }
    },
  );

  it('hand the pair over by one press, and from then on only the new one mirrors', async () => {
    const { gallery, truck, clock, backup } = await twoDesks();
    const takenOver = truck.desk.calls.repairBackup({ app: 'main' });
    await clock.pass(100);
    await takenOver;
    expect([gallery.view.operator, truck.view.operator]).toEqual(['Truck', null]);
    await gallery.press([takeIn]);
    await clock.pass(1_000);
    expect([gallery.held('backup', ids.lowerThird), backup.sent.length]).toEqual(['In', 1]);
  });

  it('say so when the service does not hand the pair over within a second, and copy nothing when it does after all', async () => {
    const { truck, clock } = await twoDesks();
    truck.backup.disturb({ kind: 'slow', delay: 1_200 });
    const refused = expect(truck.desk.calls.repairBackup({ app: 'main' })).rejects.toMatchObject({
      message: texts.backup.otherDeskOperates('Gallery', 'Spare'),
    });
    await clock.pass(1_100);
    await refused;
    await clock.pass(1_000);
    truck.main.show.apply([{ subCompositionId: ids.score, state: 'In' }]);
    await clock.pass(5_000);
    expect([truck.view.operator, truck.view.waits, truck.held('backup', ids.score)]).toEqual([null, true, 'Out1']);
    await truck.press([takeIn]);
    await clock.pass(2_000);
    expect([truck.held('backup', ids.score), truck.held('backup', ids.lowerThird)]).toEqual(['In', 'In']);
  });

  it('leave the backup as it is when the one that operated it has gone, until an operator acts on the other', async () => {
    const { gallery, truck, clock, backup } = await twoDesks();
    gallery.close();
    await clock.pass(1_000);
    truck.main.show.apply([{ subCompositionId: ids.score, state: 'In' }]);
    await clock.pass(2_000);
    expect([truck.view.operator, truck.view.waits, backup.sent]).toEqual([null, true, []]);
    await truck.press([takeIn]);
    await clock.pass(1_000);
    expect([truck.held('backup', ids.lowerThird), truck.held('backup', ids.score)]).toEqual(['In', 'In']);
  });

  it('go on with what the one that has gone had on air on the backup', async () => {
    const { gallery, truck, clock } = await onBackup();
    gallery.close();
    await clock.pass(1_000);
    await truck.press([takeIn]);
    await clock.pass(2_000);
    const held = [truck.held('backup', ids.lowerThird), truck.held('backup', ids.score)];
    expect([held, truck.held('main', ids.lowerThird)]).toEqual([['In', 'In'], 'Out1']);
    const again = await BackupStage.open({ name: 'Gallery', beside: truck, settings: [pairSettings()] });
    await clock.pass(1_000);
    expect([again.view.inUse, again.held('backup', ids.score)]).toEqual(['backup', 'In']);
  });

  it('take nothing over by a press that is refused', async () => {
    const { gallery, truck, clock } = await twoDesks();
    expect(await gallery.move('backup')).toBeUndefined();
    await clock.pass(500);
    expect(await truck.move('backup')).toBe(texts.backup.alreadyActive('backup', 'News'));
    await clock.pass(500);
    expect([gallery.view.operator, truck.view.operator]).toEqual([null, 'Gallery']);
  });

  it('hold the pair again after a restart so quick that the service still has the earlier connection', async () => {
    const { gallery, truck, clock } = await twoDesks();
    expect(await gallery.move('backup')).toBeUndefined();
    await clock.pass(500);
    const settings = [pairSettings({ inUse: 'backup' })];
    const again = await BackupStage.open({ name: 'Gallery', beside: truck, settings });
    await clock.pass(500);
    gallery.close();
    await clock.pass(1_500);
    expect([again.view.operator, truck.view.operator]).toEqual([null, null]);
    const third = await BackupStage.open({ name: 'Third', beside: truck, settings: [pairSettings()] });
    third.close();
    await clock.pass(3_000);
    expect([again.view.operator, truck.view.operator]).toEqual(['Truck', null]);
  });

  it('do not undo what the other has on air where the service restarted and an operator acts before the other is back', async () => {
    const { gallery, truck, clock } = await onBackup();
    gallery.close();
    truck.close();
    await clock.pass(100);
    const first = await BackupStage.open({ name: 'Truck', beside: truck, settings: [pairSettings({ after: 300 })] });
    await first.press([takeIn]);
    await clock.pass(1_000);
    const settings = [pairSettings({ inUse: 'backup' })];
    const second = await BackupStage.open({ name: 'Gallery', beside: first, settings });
    await clock.pass(5_000);
    expect([first.view.operator, second.view.operator]).toEqual([null, 'Truck']);
    expect([first.view.inUse, second.view.inUse, first.held('backup', ids.score)]).toEqual(['backup', 'backup', 'In']);
  });

  it('mirror what an operator took before it was sure that nobody else operates the pair, once it is', async () => {
    const { gallery, truck, clock } = await twoDesks();
    gallery.close();
    truck.close();
    const again = await BackupStage.open({ name: 'Truck', beside: truck, settings: [pairSettings()] });
    await again.press([takeIn]);
    await clock.pass(1_000);
    expect(again.held('backup', ids.lowerThird)).toBe('Out1');
    await clock.pass(1_500);
    expect([again.held('backup', ids.lowerThird), again.view.waits]).toEqual(['In', false]);
  });

  it.each([5, 500, 3_000])(
    'take no desk for another one that only reconnected, for the %i ms until that is seen',
    async (lingers) => {
      const { gallery, truck, clock, backup } = await twoDesks();
      backup.lingers = lingers;
      for (const to of ['backup', 'main'] as const) {
        expect(await gallery.move(to)).toBeUndefined();
        await clock.pass(lingers + 100);
        expect([gallery.view.operator, truck.view.operator]).toEqual([null, 'Gallery']);
      }
      expect(gallery.view.waits).toBe(false);
      await truck.press([takeIn]);
      await clock.pass(1_000);
      expect(gallery.held('backup', ids.lowerThird)).toBe('In');
    },
  );

  it.each([0, 1, 2, 5])('are not upset by a press on the other %i ms after a fail-over', async (later) => {
    const { gallery, truck, clock } = await twoDesks();
    await gallery.press([takeIn]);
    await clock.pass(500);
    const moving = gallery.desk.move('backup', 'main', f1);
    while (gallery.view.inUse === 'main') await clock.pass(1);
    await moving;
    await clock.pass(later);
    await truck.press([{ id: ids.lowerThird, state: 'Out' }]);
    await clock.pass(1_000);
    expect([gallery.held('backup', ids.lowerThird), truck.view.operator]).toEqual(['In', 'Gallery']);
  });
});

describe('a pair whose backup is polled', () => {
  const settings = [pairSettings({ after: 1_000 })];
  const silent = ['polled', true, [texts.backup.notMirrored('News', 'Spare')]];
  const shown = ({ view: { state, waits }, desk: { problems } }: BackupStage) => [state, waits, problems];

  it('is refused, because the desks of a pair agree over the live channel of the backup', async () => {
    const stage = new BackupStage({ hasLive: [true, false] });
    stage.reach('main');
    stage.reach('spare');
    await stage.clock.pass(1_000);
    expect(() => stage.desk.calls.setBackup({ app: 'main', backup: 'spare', after: null })).toThrow(
      'The service of the backup must offer the live channel.',
    );
    expect([stage.apps.all.map(({ identity }) => identity.key), stage.saved]).toEqual([['main', 'spare'], []]);
  });

  it('that was kept says so, sends the backup nothing, and does not fail over by itself', async () => {
    const stage = await BackupStage.open({ settings, hasLive: [true, false] });
    await stage.clock.pass(5_000);
    await stage.press([takeIn]);
    await expect(stage.desk.calls.repairBackup({ app: 'main' })).rejects.toMatchObject({ code: 'backup-polled' });
    await stage.clock.pass(10_000);
    expect([shown(stage), stage.backup.sent]).toEqual([silent, []]);
    stage.main.away = true;
    await stage.clock.pass(20_000);
    expect([stage.view.inUse, stage.view.failsOverAt, stage.backup.sent]).toEqual(['main', null, []]);
  });

  it('goes over to the backup by hand, and back', async () => {
    const stage = await BackupStage.open({ settings, hasLive: [true, false] });
    await stage.clock.pass(5_000);
    await stage.press([takeIn]);
    await stage.clock.pass(500);
    expect(await stage.move('backup')).toBeUndefined();
    await stage.clock.pass(5_000);
    expect([stage.view.inUse, stage.held('backup', ids.lowerThird)]).toEqual(['backup', 'In']);
    expect(await stage.move('main')).toBeUndefined();
    await stage.clock.pass(5_000);
    expect(shown(stage)[0]).toBe('polled');
  });

  it('rests when the live channel of the backup fails, until the next press once it is live again', async () => {
    const stage = await BackupStage.open({ after: 1_000 });
    stage.backup.hasLive = false;
    stage.backup.disturb({ kind: 'cut' });
    await stage.clock.pass(5_000);
    await stage.press([takeIn]);
    await stage.clock.pass(10_000);
    expect([shown(stage), stage.held('backup', ids.lowerThird)]).toEqual([silent, 'Out1']);
    stage.backup.hasLive = true;
    await stage.clock.pass(400_000);
    expect([shown(stage), stage.held('backup', ids.lowerThird)]).toEqual([['drift', true, []], 'Out1']);
    await stage.press([{ id: ids.score, state: 'In' }]);
    await stage.clock.pass(5_000);
    expect([shown(stage), stage.held('backup', ids.lowerThird)]).toEqual([['same', false, []], 'In']);
  });

  it('is not copied over by a desk on the main that another desk has left by hand meanwhile', async () => {
    const { gallery, truck, clock, backup } = await twoDesks({ after: 60_000 });
    backup.hasLive = false;
    backup.disturb({ kind: 'cut' });
    await clock.pass(5_000);
    expect(await truck.move('backup')).toBeUndefined();
    await clock.pass(5_000);
    await truck.press([{ id: ids.score, state: 'In' }]);
    await clock.pass(5_000);
    expect(truck.held('backup', ids.score)).toBe('In');
    backup.hasLive = true;
    await clock.pass(400_000);
    expect([gallery.view.operator, truck.held('backup', ids.score)]).toEqual(['Truck', 'In']);
  });

  it('ends with both desks on one side where they changed to opposite sides in one moment', async () => {
    const { gallery, truck, clock, backup } = await onBackup();
    backup.hasLive = false;
    backup.disturb({ kind: 'cut' });
    await clock.pass(5_000);
    expect(await gallery.move('main')).toBeUndefined();
    await clock.pass(100);
    expect([gallery.view.inUse, truck.view.inUse]).toEqual(['main', 'backup']);
    const moment = clock.monotonic();
    expect([await gallery.move('backup'), await truck.move('main')]).toEqual([undefined, undefined]);
    expect(clock.monotonic()).toBe(moment);
    backup.hasLive = true;
    await clock.pass(400_000);
    expect([gallery.view.inUse, truck.view.inUse]).toEqual(['backup', 'backup']);
    expect([gallery.main.active?.side, backup.active?.side]).toEqual(['backup', 'backup']);
    expect([gallery.view.operator, truck.view.operator]).toEqual([null, 'Gallery']);
  });
});
