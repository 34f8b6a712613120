import { expect, it } from 'vitest';
import type { Field } from '../../../contract/model/field.ts';
import type { Composition } from '../../../scene/schema/composition.ts';
import { type World, world } from '../../kit/desk/world.ts';
import { oddFieldIds } from '../../kit/scene/odd-names.ts';
import { ids, smallShow } from '../../kit/service/small-show.ts';

const named = oddFieldIds.map((id) => [id.slice(0, 20), id] as const);

/** A lower third with a driver, a team that stands under this name, and laps that are sent at once. */
function raceOf(team: string): Composition {
  const field = (id: string, index: number, more: Pick<Field, 'type' | 'defaultValue'>): Field => ({
    id,
    title: id,
    resetValue: more.defaultValue,
    immediateUpdate: more.type === 'counter',
    index,
    ...more,
  });
  const fields = [
    field('driver', 0, { type: 'text', defaultValue: 'Norris' }),
    field(team, 1, { type: 'text', defaultValue: 'McLaren' }),
    field('laps', 2, { type: 'counter', defaultValue: '0' }),
  ];
  const root = smallShow.root.subcompositions.find(({ id }) => id === ids.lowerThird)!;
  return { version: 1, root: { ...smallShow.root, subcompositions: [{ ...root, fields }] } };
}

const race = (team: string): Promise<World> => world({ prepare: ({ show }) => show.load(raceOf(team)) });
const shown = (desk: World) => desk.view.subs[desk.at(ids.lowerThird)];

async function set(desk: World, field: string, value: string): Promise<void> {
  await desk.do({ do: 'set', subComposition: desk.at(ids.lowerThird), field, value });
}

async function lap(desk: World): Promise<void> {
  await desk.do({ do: 'step', subComposition: desk.at(ids.lowerThird), field: 'laps', by: 1 });
  await desk.clock.pass(100);
}

it.each(named)('an edit of a field that is called “%s” stays staged while another field is sent', async (_, team) => {
  const desk = await race(team);
  await set(desk, 'driver', 'Leclerc');
  await set(desk, team, 'Ferrari');
  await lap(desk);
  expect(shown(desk)?.staged).toEqual({ driver: 'Leclerc', [team]: 'Ferrari' });
  await desk.do({ do: 'take', subComposition: desk.at(ids.lowerThird), to: 'In' });
  await desk.clock.pass(100);
  expect(shown(desk)).toMatchObject({ tally: 'ON AIR', staged: {} });
  expect(shown(desk)?.values).toEqual({ driver: 'Leclerc', [team]: 'Ferrari', laps: '1' });
});

it.each(named)('a value of “%s” whose outcome is unknown differs while another field is sent', async (_, team) => {
  const desk = await race(team);
  desk.service.updateFaults.push({ kind: 'reset-before', there: 1 });
  await set(desk, team, 'Ferrari');
  await desk.do({ do: 'update', subComposition: desk.at(ids.lowerThird) });
  await desk.clock.pass(3_000);
  expect(shown(desk)?.drift).toEqual({ payload: { [team]: 'Ferrari' } });
  await lap(desk);
  expect(shown(desk)?.drift).toEqual({ payload: { [team]: 'Ferrari' } });
});

it.each(named)('a value of “%s” that was sent is undone', async (_, team) => {
  const desk = await race(team);
  await set(desk, team, 'Ferrari');
  await desk.do({ do: 'update', subComposition: desk.at(ids.lowerThird) });
  await desk.clock.pass(100);
  await desk.do({ do: 'undo', what: 'values' });
  await desk.clock.pass(100);
  expect(shown(desk)?.values).toEqual({ driver: 'Norris', [team]: 'McLaren', laps: '0' });
});

it('the log names the field of a step, a value and a command, and tells fields with the same title apart', async () => {
  const third = smallShow.root.subcompositions.find(({ id }) => id === ids.lowerThird)!;
  const atOnce = (id: string, title: string, more: Pick<Field, 'type' | 'defaultValue'>): Field => {
    return { id, title, resetValue: more.defaultValue, immediateUpdate: true, index: 0, ...more };
  };
  const timer = { type: 'timecontrol', defaultValue: { UTC: 0, isRunning: false, value: 0 } } as const;
  const counter = { type: 'counter', defaultValue: '0' } as const;
  const fields = [atOnce('clock', 'Clock', timer), atOnce('home', 'Score', counter), atOnce('away', 'Score', counter)];
  const root = { ...smallShow.root, subcompositions: [{ ...third, fields }] };
  const desk = await world({ prepare: ({ show }) => show.load({ version: 1, root }) });
  const on = { subComposition: desk.at(ids.lowerThird) };
  const presses = [
    { do: 'time', ...on, field: 'clock', command: 'play' },
    { do: 'step', ...on, field: 'clock', by: -1 },
    { do: 'step', ...on, field: 'home', by: 1 },
    { do: 'set', ...on, field: 'away', value: '3' },
  ] as const;
  for (const press of presses) {
    await desk.do(press);
    await desk.clock.pass(500);
  }
  expect(desk.lines.map(({ action }) => action)).toEqual([
    'Timer Clock: Run on',
    'Step Clock -1',
    'Step Score (home) +1',
    'Set Score (away)',
  ]);
  await desk.do(presses[0]);
  const twice = desk.do(presses[0]);
  await expect(twice).rejects.toThrow('Lower Third, Clock: Run on was pressed 0 ms ago');
});
