import { texts } from '../../../contract/texts/texts.ts';
import { expect, it } from 'vitest';
import { world, type World, type WorldWishes } from '../../kit/desk/world.ts';
import { ids } from '../../kit/service/small-show.ts';

/** What a press may bring back, in the words of the screen. */
const offered = ({ view }: World): string | undefined => view.undoable['Screen 2']?.panic?.words;

/** The lower third of each app is on air with words, and a panic took it out. */
async function afterPanic(wishes: WorldWishes = {}): Promise<World> {
  const stage = await world(wishes);
  for (const app of stage.services.keys()) {
    const subComposition = stage.at(ids.lowerThird, app);
    await stage.do({ do: 'set', subComposition, field: 'line1', value: 'Ada' });
    await stage.do({ do: 'take', subComposition, to: 'In' });
  }
  await stage.clock.pass(500);
  await panic(stage);
  return stage;
}

async function panic(stage: World, app?: string): Promise<void> {
  await stage.do({ do: 'panic', app });
  await stage.clock.pass(1_000);
}

/** Brings back, and says what came of it in each app. */
async function bringBack(stage: World): Promise<string[]> {
  await stage.do({ do: 'undo', what: 'panic' });
  await stage.clock.pass(500);
  return [...stage.services.keys()].map((app) => stage.tally(ids.lowerThird, app));
}

it('brings back in every app what a panic took out, with the values that it had', async () => {
  const stage = await afterPanic({ apps: ['news', 'sport'] });
  expect(offered(stage)).toBe('news: Lower Third; sport: Lower Third (Panic by Screen 2)');
  expect(await bringBack(stage)).toEqual(['ON AIR', 'ON AIR']);
  const request = [{ subCompositionId: ids.lowerThird, state: 'In' }];
  expect([stage.sent(0).at(-1), stage.sent(1).at(-1)]).toEqual([request, request]);
  expect(stage.view.subs[stage.at(ids.lowerThird)]?.values['line1']).toBe('Ada');
  expect(stage.lines.filter(({ kind }) => kind === 'undo').map(({ action }) => action)).toEqual([
    texts.undo.bringBack,
    texts.undo.bringBack,
  ]);
});

it('is offered once everything is out, and no more after it was pressed', async () => {
  const stage = await afterPanic();
  await bringBack(stage);
  expect(offered(stage)).toBeUndefined();
  await expect(stage.do({ do: 'undo', what: 'panic' })).rejects.toThrow(texts.undo.none.panic);
});

it('brings back what a panic took out that was pressed twice', async () => {
  const stage = await afterPanic();
  await panic(stage);
  expect([offered(stage), await bringBack(stage)]).toEqual(['Lower Third (Panic by Screen 2)', ['ON AIR']]);
});

it.each<[string, (stage: World) => unknown]>([
  ['takes on this desk', (stage) => stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'In' })],
  ['takes elsewhere', ({ service }) => service.show.apply([{ subCompositionId: ids.title, state: 'In' }])],
])('ends as soon as an operator %s, even for a moment', async (_, take) => {
  const stage = await afterPanic();
  await take(stage);
  await stage.clock.pass(1_000);
  stage.service.show.apply([{ subCompositionId: ids.title, state: 'Out' }]);
  await stage.clock.pass(1_000);
  expect(offered(stage)).toBeUndefined();
});

it('brings back only the app of the last panic, and leaves out an app that was taken since', async () => {
  const stage = await afterPanic({ apps: ['news', 'sport'] });
  await stage.do({ do: 'take', subComposition: stage.at(ids.title, 1), to: 'In' });
  await stage.clock.pass(1_000);
  expect(await bringBack(stage)).toEqual(['ON AIR', 'OUT']);
});

it('is offered in spite of changed values, which stay, and of a take that failed', async () => {
  const stage = await afterPanic();
  stage.service.updateFaults.push({ kind: 'status', status: 400, there: 1 });
  await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'In' });
  await stage.clock.pass(1_000);
  await stage.do({ do: 'set', subComposition: stage.at(ids.lowerThird), field: 'line1', value: 'Bob', send: true });
  await stage.clock.pass(1_000);
  expect([offered(stage), await bringBack(stage)]).toEqual(['Lower Third (Panic by Screen 2)', ['ON AIR']]);
  expect(stage.view.subs[stage.at(ids.lowerThird)]?.values['line1']).toBe('Bob');
});

it.each([
  ['is sent again when its service is back', 'refused' as const, 'failed'],
  ['a stalled service carried out late', 'stalled' as const, 'unknown'],
])('brings back what a panic took out that %s', async (_, kind, first) => {
  const stage = await world();
  await stage.do({ do: 'take', subComposition: stage.at(ids.lowerThird), to: 'In' });
  await stage.clock.pass(500);
  stage.service.away = true;
  stage.service.disturb({ kind: 'cut' });
  await stage.clock.pass(15_000);
  stage.service.away = false;
  stage.service.updateFaults.push(kind === 'stalled' ? { kind, there: 8_000 } : { kind });
  await stage.do({ do: 'panic' });
  stage.service.away = true;
  await stage.clock.pass(10_000);
  expect(offered(stage)).toBeUndefined();
  stage.service.away = false;
  await stage.clock.pass(30_000);
  const results = stage.lines.filter(({ kind: what }) => what === 'panic').map(({ result }) => result);
  expect([stage.tally(ids.lowerThird), results]).toEqual(['OUT', [first, 'confirmed']]);
  expect([offered(stage), await bringBack(stage)]).toEqual(['Lower Third (Panic by Screen 2)', ['ON AIR']]);
});
