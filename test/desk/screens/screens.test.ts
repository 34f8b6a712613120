import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { DeskChange, DeskView, SubCompositionView } from '../../../contract/desk-api/desk-api.ts';
import { Screens } from '../../../desk/screens/screens.ts';
import type { ShownLine } from '../../../contract/desk-api/as-run.ts';

const nothing = {
  subs: {},
  cues: {},
  cueViews: {},
  sourceViews: {},
  sourceAges: {},
  linkViews: {},
} as Partial<DeskView> as DeskView;

/** Screens of a desk whose operators sign on one after the other. */
function stage(count: number) {
  const shown = { operator: '' };
  const screens = new Screens(
    () => undefined,
    (name) => shown[name as 'operator'] as never,
  );
  const heard = Array.from({ length: count }, (): DeskChange[] => []);
  const leave = heard.map((changes) => screens.add(nothing, (change) => void changes.push(change)));
  const signOn = (operator: string): void => {
    shown.operator = operator;
    screens.changed();
  };
  return { heard, leave, signOn };
}

async function turns(count: number): Promise<void> {
  for (let one = 0; one < count; one++) await turn();
}

test('many screens are told of a change in several turns, so that a press in between waits for a few of them only', async () => {
  const { heard, signOn } = stage(25);
  signOn('Ada');
  await turn();
  expect(heard.map((changes) => changes.length)).toEqual([...Array<number>(10).fill(1), ...Array<number>(15).fill(0)]);
  await turns(2);
  expect(heard).toEqual(Array(25).fill([{ operator: 'Ada' }]));
});

test('a change that comes while screens are being told of another reaches every screen after that one', async () => {
  const { heard, signOn } = stage(25);
  signOn('Ada');
  await turn();
  signOn('Grace');
  await turns(8);
  expect(heard).toEqual(Array(25).fill([{ operator: 'Ada' }, { operator: 'Grace' }]));
});

test('a screen that is gone before its turn is not told', async () => {
  const { heard, leave, signOn } = stage(25);
  signOn('Ada');
  await turn();
  leave[24]?.();
  await turns(4);
  expect(heard.map((changes) => changes.length)).toEqual([...Array<number>(24).fill(1), 0]);
});

const all = Array.from({ length: 10_000 }, (_, at) => String(at));

/** Screens of a desk with sub-compositions that are Out until somebody takes them In. */
function show() {
  const onAir = new Set<string>();
  const view = (address: string) => ({ tally: onAir.has(address) ? 'ON AIR' : 'OUT' }) as SubCompositionView;
  const screens = new Screens(
    (_, key) => view(key) as never,
    () => undefined as never,
  );
  const join = (): unknown[] => {
    const told: unknown[] = [];
    screens.add(
      { ...nothing, subs: Object.fromEntries(all.map((id) => [id, view(id)])) },
      ({ subs }) => void told.push(Object.entries(subs ?? {}).map(([id, { tally }]) => `${id} ${tally}`)),
    );
    return told;
  };
  const take = (id: string, isIn: boolean): void => {
    if (isIn) onAir.add(id);
    else onAir.delete(id);
    screens.changedIn('subs', [id]);
  };
  return { screens, join, take };
}

test('what looks the same as before is not sent again: of thousands that a panic names, only those that were on air', async () => {
  const { screens, join, take } = show();
  const told = join();
  take('7', true);
  await turns(2);
  take('7', false);
  screens.changedIn('subs', all);
  await turns(2);
  screens.changedIn('subs', all);
  await turns(2);
  expect(told).toEqual([['7 ON AIR'], ['7 OUT']]);
});

test('a screen that came while something looked different is told that it is as before', async () => {
  const { join, take } = show();
  join();
  take('7', true);
  await turns(2);
  take('7', false);
  await turns(2);
  take('7', true);
  const told = join();
  take('7', false);
  await turns(2);
  expect(told).toEqual([['7 OUT']]);
});

/** Screens of a desk whose as-run log gets lines. */
function logging() {
  const lines: ShownLine[] = [];
  const screens = new Screens(
    () => undefined,
    (name) => (name === 'asRun' ? [...lines] : undefined) as never,
  );
  const join = (): unknown[] => {
    const told: unknown[] = [];
    const names = (some?: readonly ShownLine[]) => some?.map(({ action }) => action);
    screens.add(
      { ...nothing, asRun: [...lines] },
      ({ asRun, recorded }) => void told.push({ asRun: names(asRun), recorded: names(recorded) }),
    );
    return told;
  };
  const record = (action: string): void => {
    lines.unshift({ action } as ShownLine);
    screens.changed();
  };
  return { join, record, lines };
}

test('of the as-run log only the new lines are sent', async () => {
  const { join, record } = logging();
  const told = join();
  for (const actions of [['one'], ['two', 'three'], ['four']]) {
    actions.forEach(record);
    await turns(2);
  }
  expect(told).toEqual([{ asRun: ['one'] }, { recorded: ['three', 'two'] }, { recorded: ['four'] }]);
});

test('a line that counts on is sent alone', async () => {
  const { join, record, lines } = logging();
  const told = join();
  record('data');
  record('take');
  await turns(2);
  lines.splice(
    lines.findIndex(({ action }) => action === 'data'),
    1,
  );
  record('data, twice');
  await turns(2);
  lines.shift();
  record('data, three times');
  await turns(2);
  expect(told.slice(1)).toEqual([{ recorded: ['data, twice'] }, { recorded: ['data, three times'] }]);
});

test('a screen that came with a line that the others did not have yet gets no line twice', async () => {
  const { join, record } = logging();
  join();
  record('one');
  await turns(2);
  record('two');
  const told = join();
  await turns(2);
  record('three');
  await turns(2);
  expect(told).toEqual([{ asRun: ['two', 'one'] }, { recorded: ['three'] }]);
});
