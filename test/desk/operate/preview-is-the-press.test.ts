import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { WrittenAction } from '../../../contract/actions/actions.ts';
import { errorIn } from '../../../contract/errors.ts';
import { bothWays } from '../../kit/desk/both-ways.ts';
import { type DataWorld, type GivenStep, squad, world } from '../../kit/desk/world.ts';
import { runs } from '../../kit/runs.ts';
import { ids } from '../../kit/service/small-show.ts';

type Press = (stage: DataWorld, cues: readonly string[]) => WrittenAction;

const { lowerThird, title, home, away } = ids;
const sub = fc.constantFrom(lowerThird, title, home, away);
const words = fc.constantFrom('Reds', 'Blues', '');
const send = fc.constantFrom(undefined, true as const);

/** Where a word may be typed. */
const typed = fc.constantFrom([lowerThird, 'line1'], [lowerThird, 'line2'], [home, 'team'], [away, 'team']);

const press: fc.Arbitrary<Press> = fc.oneof(
  fc
    .record({ sub, to: fc.constantFrom('In' as const, 'Out' as const), jump: fc.boolean() })
    .map((take): Press => (stage) => ({
      do: 'take',
      subComposition: stage.at(take.sub),
      to: take.to,
      ...(take.jump && { action: 'jump' }),
    })),
  sub.map((id): Press => (stage) => ({ do: 'toggle', subComposition: stage.at(id) })),
  fc.tuple(typed, words, send).map(([[id = '', field = ''], value, sends]): Press => (stage) => ({
    do: 'set',
    subComposition: stage.at(id),
    field,
    value,
    send: sends,
  })),
  fc.tuple(fc.constantFrom(home, away), fc.constantFrom(1, -1, 5), send).map(([id, by, sends]): Press => (stage) => ({
    do: 'step',
    subComposition: stage.at(id),
    field: 'goals',
    by,
    send: sends,
  })),
  send.map((sends): Press => (stage) => ({
    do: 'cycle',
    subComposition: stage.at(title),
    field: 'style',
    send: sends,
  })),
  send.map((sends): Press => (stage) => ({
    do: 'switch',
    subComposition: stage.at(lowerThird),
    field: 'boxed',
    send: sends,
  })),
  fc
    .constantFrom('play' as const, 'pause' as const, 'reset' as const, 'start' as const)
    .map((command): Press => (stage) => ({ do: 'time', subComposition: stage.at(title), field: 'timer', command })),
  fc
    .constantFrom(10, -3)
    .map((by): Press => (stage) => ({ do: 'step', subComposition: stage.at(title), field: 'timer', by })),
  fc.constant<Press>((stage) => ({ do: 'fire', subComposition: stage.at(title), field: 'flash' })),
  sub.map((id): Press => (stage) => ({ do: 'update', subComposition: stage.at(id) })),
  sub.map((id): Press => (stage) => ({ do: 'cue', subComposition: stage.at(id), cued: true })),
  fc.constantFrom<WrittenAction[]>({ do: 'takeCued' }, { do: 'panic' }, { do: 'go' }, { do: 'fireMarked' }).map(
    (action): Press =>
      () =>
        action,
  ),
  fc
    .constantFrom('take' as const, 'values' as const, 'panic' as const)
    .map((what): Press => () => ({ do: 'undo', what })),
  fc
    .tuple(fc.nat(3), fc.constantFrom('fireCue' as const, 'endCue' as const, 'updateCue' as const))
    .map(([at, what]): Press => (_stage, cues) => ({ do: what, cue: cues[at] ?? '' })),
  fc.nat(3).map((at): Press => (_stage, cues) => ({ do: 'markCue', cue: cues[at] ?? '', marked: true })),
  fc.constantFrom(1, -1).map((by): Press => (stage) => ({ do: 'nextRow', subComposition: stage.at(lowerThird), by })),
  fc
    .constantFrom('live' as const, 'stage' as const, 'hold' as const)
    .map((mode): Press => (stage) => ({ do: 'dataMode', subComposition: stage.at(lowerThird), mode })),
);

function cuesOf(stage: DataWorld): GivenStep[][] {
  const { row, ...target } = { ...stage.takes(title).targets[0]!, row: { index: 2 } };
  const third = { ...stage.takes(lowerThird).targets[0]!, row };
  const goals = { subComposition: stage.at(home), name: 'Home', values: { team: 'Greens', goals: '7' } };
  return [
    [{ targets: [{ ...target, commands: { timer: 'start', flash: 'execute' } }] }],
    [{ targets: [{ ...target, commands: { timer: 'pause' }, values: { timer: '12:00', style: 'bold' } }] }],
    [{ targets: [third] }],
    [
      { targets: [goals], follow: { on: 'start' } },
      { targets: [{ ...stage.takes(away).targets[0]!, action: 'jump' }] },
    ],
  ];
}

it('the air after a press is the preview before it', async () => {
  const play = fc.asyncProperty(fc.array(press, { maxLength: 30, size: 'max' }), async (presses) => {
    const stage = await world({ source: {} });
    await stage.push(squad);
    await stage.link({ fields: { line1: { path: 'name' }, line2: { path: 'role' } }, mode: 'live' });
    const cues = await stage.add(...cuesOf(stage).map((steps, at) => ({ number: String(at), steps })));
    await stage.clock.pass(1_000);
    for (const one of presses) {
      const action = one(stage, cues);
      const ways = await bothWays(stage, action).catch(errorIn);
      if (!(ways instanceof Error)) expect(ways.previewed, action.do).toEqual(ways.carriedOut);
    }
    await stage.desk.close();
  });
  await fc.assert(play, { numRuns: runs(400, 10) });
});
