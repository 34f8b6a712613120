import { expect, it } from 'vitest';
import { texts } from '../../../contract/texts/texts.ts';
import { BackupStage } from '../../kit/desk/backup-stage.ts';
import { ids, smallShow } from '../../kit/service/small-show.ts';

const { root } = smallShow;
const without = (gone: string) => ({
  ...smallShow,
  root: { ...root, subcompositions: root.subcompositions.filter(({ id }) => id !== gone) },
});
const wallIds = { root: 'aa0c2b51-6a3e-4d0f-9a53-0c3f1d1f6a00', slate: 'aa0c2b51-6a3e-4d0f-9a53-0c3f1d1f6a02' };
const wall = {
  ...smallShow,
  root: {
    ...root,
    id: wallIds.root,
    name: 'Wall',
    subcompositions: root.subcompositions
      .filter(({ id }) => id === ids.title)
      .map((one) => ({ ...one, id: wallIds.slate, name: 'Slate' })),
  },
};

it('an In on its way to the backup of a graphic that the main lost does not come on air by the fail-over', async () => {
  const stage = await BackupStage.open();
  await stage.press([{ id: ids.lowerThird, state: 'In' }]);
  await stage.clock.pass(500);
  stage.backup.updateFaults.push({ kind: 'stalled', there: 1_000 });
  await stage.press([{ id: ids.score, state: 'In' }]);
  await stage.clock.pass(100);
  stage.main.show.load(without(ids.score));
  stage.main.show.apply([{ subCompositionId: ids.lowerThird, state: 'In' }]);
  await stage.clock.pass(100);
  expect(stage.held('backup', ids.score)).toBe('Out1');
  const moved = await stage.move('backup');
  await stage.clock.pass(3_000);
  expect([moved, stage.view.inUse]).toEqual([undefined, 'backup']);
  expect([ids.score, ids.lowerThird].map((id) => stage.held('backup', id))).toEqual(['Out1', 'In']);
});

it('a main renamed by its service keeps that name on its backup', async () => {
  const stage = await BackupStage.open();
  Object.assign(stage.main.show, { name: 'Arena 2' });
  stage.main.show.load(smallShow);
  await stage.clock.pass(1_000);
  expect(stage.app.name).toBe('Arena 2');
  await stage.move('backup');
  await stage.clock.pass(500);
  expect(stage.app.name).toBe('Arena 2');
});

it('fail over and back leaves what another output of the main shows', async () => {
  const stage = await BackupStage.open();
  stage.main.show.load(smallShow, wall);
  await stage.clock.pass(1_000);
  await stage.press([{ id: wallIds.slate, state: 'In' }]);
  await stage.press([{ id: ids.title, state: 'In' }]);
  await stage.clock.pass(1_000);
  expect(stage.held('main', wallIds.slate)).toBe('In');
  expect(await stage.move('backup')).toBeUndefined();
  await stage.clock.pass(1_000);
  expect(stage.held('main', wallIds.slate)).toBe('In');
  expect(await stage.move('main')).toBeUndefined();
  await stage.clock.pass(1_000);
  expect([ids.title, wallIds.slate].map((id) => stage.held('main', id))).toEqual(['In', 'In']);
});

it('a refused Out of a graphic that the main lost is told by its name', async () => {
  const stage = await BackupStage.open();
  await stage.press([{ id: ids.title, state: 'In' }]);
  await stage.clock.pass(500);
  stage.backup.refusesUpdates = true;
  stage.main.show.load(without(ids.title));
  await stage.clock.pass(8_000);
  expect(stage.view.drift.join(' ')).not.toContain(ids.title);
});

it('a fail back that would take a graphic off air is refused by its name', async () => {
  const stage = await BackupStage.open();
  await stage.move('backup');
  await stage.clock.pass(500);
  await stage.press([{ id: ids.title, state: 'In' }]);
  await stage.clock.pass(500);
  stage.main.show.load(without(ids.title));
  await stage.clock.pass(1_000);
  await expect(stage.move('main')).resolves.toBe(texts.backup.goesOff('main', 'Title'));
  expect([stage.view.inUse, stage.held('backup', ids.title)]).toEqual(['backup', 'In']);
  await stage.press([{ id: ids.title, state: 'Out' }]);
  await stage.clock.pass(500);
  expect([await stage.move('main'), stage.view.inUse]).toEqual([undefined, 'main']);
});

it('a fail over that takes a graphic off air names it', async () => {
  const stage = await BackupStage.open();
  await stage.press([{ id: ids.title, state: 'In' }]);
  stage.backup.show.load(without(ids.title));
  await stage.clock.pass(1_000);
  expect([await stage.move('backup'), stage.view.inUse]).toEqual([undefined, 'backup']);
  expect(stage.notices).toContainEqual(expect.stringContaining(texts.backup.wentOff('backup', 'Title')));
});
