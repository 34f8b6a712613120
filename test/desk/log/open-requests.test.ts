import { describe, expect, it } from 'vitest';
import type { WrittenAction } from '../../../contract/actions/actions.ts';
import { texts } from '../../../contract/texts/texts.ts';
import { settled } from '../../kit/manual-clock.ts';
import { type World, world } from '../../kit/desk/world.ts';
import { ids } from '../../kit/service/small-show.ts';

it.each<[string, (stage: World) => WrittenAction | Promise<WrittenAction>]>([
  ['a take', (stage) => ({ do: 'take', subComposition: stage.at(ids.title), to: 'In' })],
  ['values', (stage) => ({ do: 'set', subComposition: stage.at(ids.home), field: 'team', value: 'Reds', send: true })],
  ['a button', (stage) => ({ do: 'fire', subComposition: stage.at(ids.title), field: 'flash' })],
  ['a cue', async (stage) => ({ do: 'fireCue', cue: (await stage.add({ steps: [stage.takes(ids.home)] }))[0]! })],
  ['a panic', () => ({ do: 'panic' })],
])('%s is noted before it is on its way, until its line is there', async (_, action) => {
  const stage = await world();
  const pressed = await action(stage);
  const arrived: number[] = [];
  const { apply } = stage.service.show;
  stage.service.show.apply = (...asked) => {
    arrived.push(stage.noted.size);
    return apply.call(stage.service.show, ...asked);
  };
  await stage.do(pressed);
  await stage.clock.pass(1_000);
  expect([arrived, stage.noted.size, stage.lines.at(-1)?.result]).toEqual([[1], 0, 'confirmed']);
});

describe('a request whose note is not on the disk', () => {
  const onSlowDisk = async () => {
    const stage = await world();
    const { promise, resolve: keep } = Promise.withResolvers<undefined>();
    stage.noted.disk = promise;
    return { stage, keep, sent: () => stage.service.sent.length };
  };

  it('waits for the note', async () => {
    const { stage, keep, sent } = await onSlowDisk();
    await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'In' });
    await stage.clock.pass(5);
    expect(sent()).toBe(0);
    keep(undefined);
    await settled();
    expect(sent()).toBe(1);
  });

  it('waits no longer than 10 ms for a disk that hangs', async () => {
    const { stage, sent } = await onSlowDisk();
    await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'In' });
    await stage.clock.pass(11);
    expect(sent()).toBe(1);
  });

  it('is not sent after a panic, which does not wait', async () => {
    const { stage, sent } = await onSlowDisk();
    await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'In' });
    await stage.do({ do: 'panic' });
    await stage.clock.pass(1_000);
    expect([sent(), stage.lines.map(({ action, result }) => `${action}: ${result}`)]).toEqual([
      1,
      ['Take In: failed', 'Panic: confirmed'],
    ]);
    expect(stage.records.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

it('a request that a killed desk left is a line and an alarm of the next desk', async () => {
  const killed = await world();
  killed.service.updateFaults.push({ kind: 'mute', there: 1 });
  await killed.do({ do: 'take', subComposition: killed.at(ids.title), to: 'In' });
  await killed.clock.pass(10);
  const left = [...killed.noted];
  const next = await world({ after: killed, left });
  expect(next.lines).toMatchObject([{ action: 'Take In', result: 'unknown', reason: texts.log.deskEnded }]);
  expect(next.view.asRun).toHaveLength(1);
  expect(next.view.notices).toMatchObject([{ alarm: true, text: texts.log.leftOpen(1) }]);
});
