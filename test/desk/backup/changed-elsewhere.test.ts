import { expect, it } from 'vitest';
import { AppState } from '../../../desk/app/app-state.ts';
import { BackupStage } from '../../kit/desk/backup-stage.ts';
import { snapshot } from '../../kit/desk/scripted-ports.ts';
import { held, show } from '../../kit/service/scripted-show.ts';
import { ids } from '../../kit/service/small-show.ts';

const changed = ({ app }: BackupStage): string[] =>
  [...app.state.confirmed.ids].filter((id) => app.state.view(id).changed);

/** On air, with a clock that runs and a button that was pressed, on services whose clocks differ. */
async function played(): Promise<BackupStage> {
  const stage = await BackupStage.open({ ahead: 5_000 });
  await stage.press([{ id: ids.lowerThird, state: 'In' }]);
  await stage.press([{ id: ids.title, commands: { timer: { command: 'start' }, flash: 'execute' } }], 'command');
  await stage.clock.pass(4_000);
  return stage;
}

it('a change over marks nothing that shows the same on the other service, a running clock and a pressed button too', async () => {
  const stage = await played();
  for (const to of ['backup', 'main', 'backup'] as const) {
    expect([await stage.move(to), changed(stage)]).toEqual([undefined, []]);
    await stage.clock.pass(3_000);
  }
});

it.each([
  ['a text of others', { line1: 'Nobody' }, ['third']],
  ['a clock of others', { clock: { UTC: 13_000, isRunning: true, value: 0 } }, ['third']],
  ['the same clock', { clock: { UTC: 15_000, isRunning: true, value: 0 } }, []],
  ['a clock that stands at another time', { clock: { UTC: 15_000, isRunning: false, value: 0 } }, ['third']],
  ['another press of a button', { flash: { __serviceButton: true as const, ts: 9 } }, []],
])('%s on the other service counts by what it shows', (_what, payload, expected) => {
  const state = new AppState();
  const now = { at: 0, start: 0 };
  const before = {
    line1: 'Ada',
    clock: { UTC: 10_000, isRunning: true, value: 0 },
    flash: { __serviceButton: true as const, ts: 0 },
  };
  state.apply(snapshot(show, [held('third', 'In', before)], 7), now, { ahead: 0, accuracy: 50 });
  state.beginAnew();
  const clock = before.clock;
  const there = { ...before, clock: { ...clock, UTC: clock.UTC + 5_000 }, ...payload };
  state.apply(snapshot(show, [held('third', 'In', there)], 3), now, { ahead: 5_000, accuracy: 50 });
  expect([...state.history.elsewhere.keys()]).toEqual(expected);
});

it('what this desk set on the other service is its own, if it knows all that was set there', () => {
  const now = { at: 0, start: 0 };
  const clock = { ahead: 0, accuracy: 50 };
  const values = new Map([['third', new Map([['line1', { value: 'Ada', by: 'Mirror' }]])]]);
  for (const revision of [3, 4]) {
    const state = new AppState();
    state.apply(snapshot(show, [held('third', 'In', { line1: 'Eva' })], 7), now, clock);
    state.beginAnew();
    state.goOn({ revision: 3, own: new Set(['third']), values, clock });
    state.apply(snapshot(show, [held('third', 'Out1', { line1: 'Ada' })], revision), now, clock);
    expect([...state.history.elsewhere.keys()]).toEqual(revision === 3 ? [] : ['third']);
  }
});
