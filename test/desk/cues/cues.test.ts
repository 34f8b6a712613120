import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { CueStep } from '../../../contract/desk-api/cue.ts';
import type { WrittenAction } from '../../../contract/actions/actions.ts';
import { type GivenStep, type World, world } from '../../kit/desk/world.ts';
import { watchDesk } from '../../kit/desk/watching-screen.ts';
import { ids } from '../../kit/service/small-show.ts';

type Follow = CueStep['follow'];

/** A stage with cues that take one sub-composition In each, and what follows each. */
async function openList(...follows: [number: string, id: string, follow?: Follow][]) {
  const stage = await world();
  const cues = await stage.add(
    ...follows.map(([number, id, follow]) => ({
      number,
      steps: [stage.takes(id, follow ? { follow } : {})],
    })),
  );
  return { stage, cues };
}

const go = { do: 'go' } as const;

describe('a cue', () => {
  it.each([
    ['play', true],
    ['pause', false],
  ] as const)(
    'sets a timer to a typed time, from which %s goes on, and an update leaves it alone',
    async (command, isRunning) => {
      const stage = await world();
      const step = (style: string) => ({
        targets: [
          {
            subComposition: stage.at(ids.title),
            name: 'Title',
            state: 'In' as const,
            action: 'play' as const,
            values: { style, timer: '45:00' },
            commands: { timer: command },
          },
        ],
      });
      const [cue = ''] = await stage.addAside({ number: '1', steps: [step('bold')] });
      await stage.do({ do: 'fireCue', cue });
      await stage.clock.pass(50);
      const timer = { UTC: expect.any(Number) as number, isRunning, value: 2_700_000 };
      expect(stage.sent()).toMatchObject([[{ payload: { style: 'bold', timer }, state: 'In' }]]);
      await stage.screen.call('editRundown', { edit: 'changeCues', cues: [cue], change: { steps: [step('plain')] } });
      await stage.do({ do: 'updateCue', cue });
      await stage.clock.pass(50);
      expect(stage.sent().at(-1)).toEqual([{ subCompositionId: ids.title, payload: { style: 'plain' } }]);
    },
  );

  it('sends its values and its state in one request, and is on air when the service says so', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({
      number: '12.5',
      name: 'Ada',
      steps: [
        {
          targets: [
            {
              subComposition: stage.at(ids.title),
              name: 'Title',
              state: 'In',
              action: 'jump',
              values: { style: 'bold' },
              commands: { flash: 'execute', timer: 'start' },
            },
          ],
        },
      ],
    });
    stage.service.updateFaults.push({ kind: 'none', there: 20, back: 20 });
    await stage.do({ do: 'fireCue', cue });
    expect(stage.cue(cue)).toEqual({ state: 'REQUESTED', onAir: 'no', due: null, reason: '' });
    await stage.clock.pass(50);
    expect(stage.sent()).toEqual([
      [
        {
          subCompositionId: ids.title,
          payload: { style: 'bold', flash: 'execute', timer: { command: 'start' } },
          state: 'In',
          action: 'jump',
        },
      ],
    ]);
    expect([stage.cue(cue), stage.tally(ids.title)]).toEqual([
      { state: 'ON AIR', onAir: 'yes', due: null, reason: '' },
      'ON AIR',
    ]);
    expect(stage.cueLines).toEqual([{ action: 'Cue 12.5 Ada', trigger: 'screen 2', result: 'confirmed' }]);
  });

  it('sends one request to each app, and is on air while anything of it is', async () => {
    const stage = await world({ apps: ['news', 'sport'] });
    const [cue = ''] = await stage.addAside({
      steps: [
        {
          targets: [0, 1].map((app) => ({
            subComposition: stage.at(ids.title, app),
            name: 'Title',
            state: 'In' as const,
          })),
        },
      ],
    });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(50);
    expect([stage.sent(0).length, stage.sent(1).length, stage.cue(cue).state]).toEqual([1, 1, 'ON AIR']);
    await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'Out' });
    await stage.clock.pass(50);
    expect(stage.cue(cue).state).toBe('ON AIR');
    await stage.do({ do: 'take', subComposition: stage.at(ids.title, 1), to: 'Out' });
    await stage.clock.pass(50);
    expect(stage.cue(cue)).toMatchObject({ state: 'DONE', onAir: 'no' });
  });

  it('is done as soon as somebody takes In again what it took In: that is no longer its own', async () => {
    const { stage, cues } = await openList(['1', ids.title]);
    await stage.do(go);
    await stage.clock.pass(50);
    expect(stage.cue(cues[0]!).state).toBe('ON AIR');
    stage.service.show.apply([{ subCompositionId: ids.title, state: 'In' }]);
    await stage.clock.pass(50);
    expect([stage.tally(ids.title), stage.cue(cues[0]!).state]).toEqual(['ON AIR', 'DONE']);
  });

  it('goes out of the way of another one on its layer, and is done then', async () => {
    const { stage, cues } = await openList(['1', ids.title], ['2', ids.lowerThird]);
    await stage.do(go);
    await stage.clock.pass(300);
    await stage.do(go);
    await stage.clock.pass(50);
    expect(stage.states(cues)).toBe('DONE, ON AIR');
  });

  it('says why it failed', async () => {
    const { stage, cues } = await openList(['1', ids.title]);
    stage.service.updateFaults.push({ kind: 'status', status: 400, there: 1 });
    await stage.do(go);
    await stage.clock.pass(50);
    expect(stage.cue(cues[0]!)).toMatchObject({
      state: 'FAILED',
      onAir: 'no',
      reason: expect.stringMatching(/^news: ./),
    });
  });

  it('is unknown where no answer came, until the service shows that it happened', async () => {
    const { stage, cues } = await openList(['1', ids.title]);
    stage.service.updateFaults.push({ kind: 'none', there: 2_500, back: 1 });
    await stage.do(go);
    await stage.clock.pass(2_100);
    expect(stage.cue(cues[0]!).state).toBe('UNKNOWN');
    stage.service.show.apply([{ subCompositionId: ids.title, state: 'In' }]);
    await stage.clock.pass(50);
    expect(stage.cue(cues[0]!).state).toBe('ON AIR');
  });

  it('fires what the show still has, says what it lacks, and is refused where nothing is left', async () => {
    const stage = await world();
    const title = { subComposition: stage.at(ids.title), name: 'Title', state: 'In' as const, values: { gone: 'x' } };
    const lost = { subComposition: stage.at('lost'), name: 'Ticker', state: 'In' as const };
    const [some = '', none = ''] = await stage.addAside(
      { number: '1', steps: [{ targets: [title, lost] }] },
      { number: '2', steps: [{ targets: [lost] }] },
    );
    await stage.do({ do: 'fireCue', cue: some });
    await stage.clock.pass(50);
    expect(stage.sent()).toEqual([[{ subCompositionId: ids.title, state: 'In' }]]);
    expect(stage.told).toEqual([texts.cues.firedWithout('1', 'Title, field gone; Ticker')]);
    await expect(stage.do({ do: 'fireCue', cue: none })).rejects.toThrow(texts.cues.notInShow('2'));
    expect(stage.cue(none).state).toBe('IDLE');
  });

  it('that is guarded takes two presses, and the first one lasts three seconds', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ number: '1', guarded: true, steps: [stage.takes(ids.title)] });
    const fire = () => stage.do({ do: 'fireCue', cue });
    const code = 'cue-armed';
    const message = texts.cues.guarded('1', 3);
    await expect(fire()).rejects.toMatchObject({ code, message });
    expect(stage.cue(cue).state).toBe('ARMED');
    await expect(fire()).rejects.toThrow('The cue 1 was pressed 0 ms ago');
    await stage.clock.pass(3_000);
    expect([stage.cue(cue).state, stage.sent()]).toEqual(['IDLE', []]);
    await expect(fire()).rejects.toThrow('guarded');
    await stage.clock.pass(300);
    await fire();
    await stage.clock.pass(50);
    expect(stage.cue(cue).state).toBe('ON AIR');
  });

  it('that is guarded is armed for the hand that pressed, and another hand arms it for itself', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ number: '1', guarded: true, steps: [stage.takes(ids.title)] });
    const other = await watchDesk(stage.desk);
    const fire = async ({ call }: Pick<typeof other.screen, 'call'>): Promise<void> => {
      await stage.clock.pass(300);
      await call('do', { action: { do: 'fireCue', cue } });
    };
    await expect(fire(stage.screen)).rejects.toThrow('guarded');
    await expect(fire(other.screen)).rejects.toThrow('guarded');
    expect(stage.sent()).toEqual([]);
    await fire(stage.screen);
    await stage.clock.pass(50);
    expect([stage.sent().length, stage.cue(cue).state]).toEqual([1, 'ON AIR']);
    await expect(fire(other.screen)).rejects.toThrow('guarded');
  });

  it('that is guarded is not armed any more after the machine slept', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ number: '1', guarded: true, steps: [stage.takes(ids.title)] });
    const fire = () => stage.do({ do: 'fireCue', cue });
    await expect(fire()).rejects.toThrow('guarded');
    await stage.clock.pass(1_000);
    stage.clock.sleep(600_000);
    await expect(fire()).rejects.toMatchObject({ code: 'cue-armed' });
    await stage.clock.pass(1_000);
    expect(stage.sent()).toEqual([]);
    await fire();
    await stage.clock.pass(50);
    expect(stage.cue(cue).state).toBe('ON AIR');
  });

  it('refuses a press that came too late, with and without a delay', async () => {
    const stage = await world();
    const [now = '', later = ''] = await stage.addAside(
      { number: '1', steps: [stage.takes(ids.title)] },
      { number: '2', steps: [stage.takes(ids.title, { delay: 5_000 })] },
    );
    for (const cue of [now, later]) {
      const late = stage.late(2_500, { do: 'fireCue', cue });
      await expect(late).rejects.toThrow('late');
    }
    await stage.clock.pass(10_000);
    expect([stage.sent(), stage.states([now, later])]).toEqual([[], 'IDLE, IDLE']);
  });
});

describe('what a cue does by itself', () => {
  it('is sent after its delay, and waits until then', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ steps: [stage.takes(ids.title, { delay: 5_000 })] });
    const at = stage.clock.now();
    const ends = await stage.waitFor({ do: 'fireCue', cue });
    expect(stage.cue(cue)).toEqual({
      state: 'WAITING',
      onAir: 'no',
      reason: '',
      due: { what: 'request', at: at + 5_000, left: null },
    });
    await stage.clock.pass(4_990);
    expect(stage.sent()).toEqual([]);
    expect(ends).toMatchObject([{ result: 'waiting' }]);
    await stage.clock.pass(60);
    expect(stage.cue(cue).state).toBe('ON AIR');
  });

  it.each<[string, (cue: string) => WrittenAction]>([
    ['its end', (cue) => ({ do: 'endCue', cue })],
    ['a panic', () => ({ do: 'panic' })],
  ])('has a line where %s stopped it before its delay was over', async (_, stop) => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ number: '7', steps: [stage.takes(ids.title, { delay: 5_000 })] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(1_000);
    await stage.do(stop(cue));
    await stage.clock.pass(6_000);
    const line = { kind: 'cue', result: 'failed', reason: texts.cues.stoppedBefore, trigger: { kind: 'screen' } };
    const lines = () => stage.lines.filter(({ kind, result }) => kind === 'cue' && result === 'failed');
    expect(lines()).toMatchObject([line]);
    expect(stage.tally(ids.title)).toBe('OUT');
    // Fired again, it has no second line of the first press.
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(10_000);
    expect(lines()).toHaveLength(1);
  });

  it('goes out after its duration, counted from when it was confirmed', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ number: '7', steps: [stage.takes(ids.title, { duration: 3_000 })] });
    stage.service.updateFaults.push({ kind: 'none', there: 500, back: 500 });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(1_100);
    expect(stage.cue(cue).due).toMatchObject({ what: 'out' });
    const due = stage.cue(cue).due?.at ?? 0;
    await stage.clock.pass(due - stage.clock.now() - 1);
    expect(stage.tally(ids.title)).toBe('ON AIR');
    await stage.clock.pass(100);
    expect([stage.tally(ids.title), stage.cue(cue)]).toEqual([
      'OUT',
      { state: 'DONE', onAir: 'no', due: null, reason: '' },
    ]);
    expect(stage.cueLines.map(({ action, trigger }) => [action, trigger])).toEqual([
      ['Cue 7', 'screen 2'],
      ['Cue 7 Out', 'cue 7'],
    ]);
  });

  it('never takes out what somebody took since, even if it looks the same', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ steps: [stage.takes(ids.title, { duration: 3_000 })] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(1_000);
    stage.service.show.apply([{ subCompositionId: ids.title, state: 'In' }]);
    await stage.clock.pass(10_000);
    expect([stage.tally(ids.title), stage.sent().length, stage.cue(cue).due]).toEqual(['ON AIR', 1, null]);
  });

  it('never takes out what another cue took since, where a polled service reports no difference', async () => {
    const stage = await world({ hasLive: false });
    const [short = '', long = ''] = await stage.addAside(
      { steps: [stage.takes(ids.title, { duration: 5_000 })] },
      { steps: [stage.takes(ids.title)] },
    );
    await stage.do({ do: 'fireCue', cue: short });
    await stage.clock.pass(2_000);
    expect(stage.states([short, long])).toBe('ON AIR, IDLE');
    await stage.do({ do: 'fireCue', cue: long });
    await stage.clock.pass(10_000);
    expect([stage.tally(ids.title), stage.states([short, long])]).toEqual(['ON AIR', 'DONE, ON AIR']);
  });

  it('never takes out what it may not have taken itself: no answer came, and somebody else did the same', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ number: '1', steps: [stage.takes(ids.title, { duration: 1_000 })] });
    stage.service.updateFaults.push({ kind: 'none', there: 9_500, back: 1 });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(2_100);
    stage.service.show.apply([{ subCompositionId: ids.title, state: 'In' }]);
    await stage.clock.pass(5_000);
    expect([stage.tally(ids.title), stage.cue(cue).state]).toEqual(['ON AIR', 'ON AIR']);
    const told = `The cue 1: ${texts.cues.takenByWhom}`;
    expect(stage.told).toContain(told);
  });

  it('never takes out what a request that is under way takes', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ steps: [stage.takes(ids.title, { duration: 1_000 })] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(900);
    stage.service.updateFaults.push({ kind: 'none', there: 500, back: 0 });
    await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'In' });
    await stage.clock.pass(10_000);
    expect([stage.sent().length, stage.tally(ids.title)]).toEqual([2, 'ON AIR']);
  });

  it('is not taken out while nobody can tell its state', async () => {
    const stage = await world({ hasLive: false });
    const [cue = ''] = await stage.addAside({ number: '1', steps: [stage.takes(ids.title, { duration: 20_000 })] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(2_000);
    stage.service.readFaults.push(
      ...Array.from({ length: 40 }, () => ({ kind: 'status' as const, status: 429, there: 1 })),
    );
    await stage.clock.pass(17_000);
    expect(stage.cue(cue).state).toBe('UNKNOWN');
    await stage.clock.pass(3_000);
    expect([stage.sent().length, stage.told]).toEqual([1, [`The cue 1: ${texts.cues.stateUnknown}`]]);
  });

  it('begins its duration anew where it is fired again', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ steps: [stage.takes(ids.title, { duration: 3_000 })] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(2_000);
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(2_500);
    expect(stage.tally(ids.title)).toBe('ON AIR');
    await stage.clock.pass(1_000);
    expect(stage.tally(ids.title)).toBe('OUT');
  });

  it('follows after a time, with it, and after it was confirmed', async () => {
    const { stage, cues } = await openList(
      ['1', ids.title, { on: 'time', after: 1_000 }],
      ['2', ids.lowerThird, { on: 'start' }],
      ['3', ids.home, { on: 'confirmed', after: 200 }],
      ['4', ids.away],
      ['5', ids.score],
    );
    await stage.do(go);
    expect([stage.next, stage.states(cues)]).toEqual([cues[4], 'REQUESTED, IDLE, IDLE, IDLE, NEXT']);
    await stage.clock.pass(990);
    expect(stage.sent()).toHaveLength(1);
    // The answer comes late, and what follows waits for the truth.
    stage.service.updateFaults.push({ kind: 'none', there: 600, back: 600 });
    await stage.clock.pass(300);
    expect([stage.sent().length, stage.states(cues)]).toEqual([2, 'ON AIR, REQUESTED, REQUESTED, IDLE, NEXT']);
    await stage.clock.pass(1_500);
    expect([stage.sent().length, stage.states(cues)]).toEqual([3, 'DONE, ON AIR, ON AIR, ON AIR, NEXT']);
    expect(stage.cueLines.map(({ trigger }) => trigger)).toEqual(['screen 2', 'cue 1', 'cue 2', 'cue 3']);
  });

  it('keeps the steps that run together with one that waits', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({
      steps: [
        stage.takes(ids.title, { delay: 1_000, follow: { on: 'start' } }),
        stage.takes(ids.home, { duration: 3_000 }),
      ],
    });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(1_100);
    expect([stage.tally(ids.title), stage.tally(ids.home)]).toEqual(['ON AIR', 'ON AIR']);
    await stage.clock.pass(2_000);
    expect([stage.tally(ids.title), stage.tally(ids.home)]).toEqual(['ON AIR', 'OUT']);
  });

  it('goes on where only the cue before it is ended', async () => {
    const { stage, cues } = await openList(
      ['1', ids.title, { on: 'time', after: 100 }],
      ['2', ids.home, { on: 'time', after: 2_000 }],
      ['3', ids.away],
    );
    await stage.do(go);
    await stage.clock.pass(500);
    await stage.do({ do: 'endCue', cue: cues[0]! });
    await stage.clock.pass(2_000);
    expect(stage.states(cues)).toBe('DONE, ON AIR, ON AIR');
  });

  it.each([{ on: 'start' }, { on: 'time', after: 3_000 }, { on: 'confirmed', after: 3_000 }] as const)(
    'is followed by no guarded cue ($on): nothing waits for that, also where its guard is taken off meanwhile',
    async (follow) => {
      const stage = await world();
      const [first = '', second = ''] = await stage.add(
        { number: '1', steps: [stage.takes(ids.title, { follow })] },
        { number: '2', guarded: true, steps: [stage.takes(ids.home)] },
      );
      await stage.do(go);
      await stage.clock.pass(1_000);
      expect([stage.states([first, second]), stage.cue(first).due]).toEqual(['ON AIR, NEXT', null]);
      await stage.screen.call('editRundown', { edit: 'changeCues', cues: [second], change: { guarded: false } });
      await stage.clock.pass(5_000);
      expect([stage.tally(ids.home), stage.told]).toEqual(['OUT', []]);
    },
  );

  it('does not follow what failed, and says so', async () => {
    const { stage, cues } = await openList(['1', ids.title, { on: 'confirmed', after: 0 }], ['2', ids.home]);
    stage.service.updateFaults.push({ kind: 'status', status: 400, there: 1 });
    await stage.do(go);
    await stage.clock.pass(3_000);
    expect([stage.states(cues), stage.sent().length]).toEqual(['FAILED, IDLE', 1]);
    expect(stage.told).toEqual([expect.stringContaining(texts.cues.notFollowed('2', '1', 'news: '))]);
  });

  it.each([
    ['a panic', (stage: World) => stage.do({ do: 'panic' }), 'Panic'],
    [
      'the loss of the service',
      (stage: World) => {
        stage.service.disturb({ kind: 'cut' });
        return stage.clock.pass(1);
      },
      'news was lost',
    ],
  ])('ends with %s, which says so', async (_, happen, why) => {
    const stage = await world();
    const [out = '', later = ''] = await stage.addAside(
      { number: '1', steps: [stage.takes(ids.title, { duration: 3_000 })] },
      { number: '2', steps: [stage.takes(ids.home, { delay: 3_000 })] },
    );
    await stage.do({ do: 'fireCue', cue: out });
    await stage.do({ do: 'fireCue', cue: later });
    await stage.clock.pass(1_000);
    await happen(stage);
    expect(stage.told).toContain(texts.cues.nothingMore(why, '1; 2'));
    const sent = stage.sent().length;
    await stage.clock.pass(20_000);
    expect(stage.sent().slice(sent)).toEqual([]);
    expect(stage.cue(later)).toMatchObject({ due: null, reason: `Stopped: ${why}.` });
  });

  it('goes on with no screen left, and is told to the next one', async () => {
    const stage = await world();
    const [cue = '', next = ''] = await stage.add(
      { number: '1', steps: [stage.takes(ids.title, { duration: 3_000, follow: { on: 'time', after: 5_000 } })] },
      { number: '2', steps: [stage.takes(ids.home, { delay: 1_000 })] },
    );
    await stage.do({ do: 'go' });
    await stage.clock.pass(1_000);
    stage.leave();
    await stage.clock.pass(9_000);
    const { view, tally } = await watchDesk(stage.desk);
    expect([cue, next].map((id) => view.cueViews[id]?.state)).toEqual(['DONE', 'ON AIR']);
    expect([ids.title, ids.home].map(tally)).toEqual(['OUT', 'ON AIR']);
  });

  it('never happens after the machine slept', async () => {
    const stage = await world();
    const [out = '', later = '', held = ''] = await stage.addAside(
      { number: '1', steps: [stage.takes(ids.title, { duration: 3_000 })] },
      { number: '2', steps: [stage.takes(ids.home, { delay: 3_000 })] },
      { number: '3', steps: [stage.takes(ids.away, { duration: 3_000 })] },
    );
    await stage.do({ do: 'fireCue', cue: out });
    await stage.do({ do: 'fireCue', cue: later });
    await stage.clock.pass(1_000);
    // The confirmation of this one comes after the sleep.
    await stage.do({ do: 'fireCue', cue: held });
    stage.clock.sleep(600_000);
    await stage.clock.pass(10_000);
    expect(stage.sent()).toHaveLength(2);
    expect(stage.told).toEqual([texts.cues.nothingMore(texts.cues.machineSlept, '1; 2; 3')]);
    expect(stage.states([out, later, held])).toBe('ON AIR, FAILED, ON AIR');
  });

  it('never happens long after its time', async () => {
    const stage = await world();
    const [out = ''] = await stage.addAside({ number: '1', steps: [stage.takes(ids.title, { duration: 1_100 })] });
    await stage.do({ do: 'fireCue', cue: out });
    await stage.clock.pass(1_000);
    stage.clock.jump(2_200);
    await stage.clock.pass(10_000);
    expect(stage.sent()).toHaveLength(1);
    expect(stage.told).toEqual([`The cue 1: ${texts.cues.tooBusy}`]);
  });

  it('stands still while the rundown is on hold, and goes on with what was left', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ steps: [stage.takes(ids.title, { delay: 2_000, duration: 2_000 })] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(500);
    await stage.do({ do: 'hold' });
    expect(stage.cue(cue).due).toEqual({ what: 'request', at: null, left: 1_500 });
    await stage.clock.pass(60_000);
    expect(stage.sent()).toEqual([]);
    await stage.do({ do: 'hold' });
    await stage.clock.pass(1_550);
    expect(stage.tally(ids.title)).toBe('ON AIR');
    await stage.do({ do: 'hold', hold: true });
    await stage.clock.pass(60_000);
    expect(stage.tally(ids.title)).toBe('ON AIR');
    await stage.do({ do: 'hold', hold: false });
    await stage.clock.pass(2_100);
    expect(stage.tally(ids.title)).toBe('OUT');
  });

  it('ends with the cue: nothing of it happens, and what it took In goes Out', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({
      number: '3',
      steps: [stage.takes(ids.title, { follow: { on: 'time', after: 5_000 } }), stage.takes(ids.home)],
    });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(1_000);
    await stage.do({ do: 'endCue', cue });
    await stage.clock.pass(10_000);
    expect([stage.tally(ids.title), stage.tally(ids.home), stage.cue(cue).state]).toEqual(['OUT', 'OUT', 'DONE']);
    await expect(stage.do({ do: 'endCue', cue })).rejects.toThrow(texts.cues.nothingRuns('3'));
  });

  it('ends as the one that was fired last, by no id, in the rundown that is active', async () => {
    const { stage } = await openList(['1', ids.title], ['2', ids.home]);
    await expect(stage.do({ do: 'endFired' })).rejects.toThrow(/^No cue of the rundown .* was fired yet\.$/);
    await expect(stage.do({ do: 'updateFired' })).rejects.toThrow(/ was fired yet\.$/);
    await stage.do(go);
    await stage.clock.pass(1_000);
    await stage.do(go);
    await stage.clock.pass(1_000);
    await expect(stage.do({ do: 'updateFired' })).rejects.toThrow('The cue 2 has no values for anything');
    await stage.do({ do: 'endFired' });
    await stage.clock.pass(1_000);
    expect([stage.tally(ids.title), stage.tally(ids.home)]).toEqual(['ON AIR', 'OUT']);
  });

  it('ends where cues follow each other in a circle without any time between', async () => {
    const { stage } = await openList(['1', ids.title, { on: 'start' }], ['2', ids.home, { on: 'start' }]);
    await stage.screen.call('editRundown', { edit: 'changeRundown', rundown: stage.rundown, change: { loop: true } });
    await stage.do(go);
    await stage.clock.pass(5_000);
    expect(stage.sent()).toHaveLength(1);
    expect(stage.told).toEqual([texts.cues.notFollowed('1', '2', texts.cues.circle)]);
  });
});

describe('a rundown', () => {
  it('fires what is next, step by step and cue by cue, past what is disabled, to its end', async () => {
    const stage = await world();
    const cues = await stage.add(
      { number: '1', steps: [stage.takes(ids.title), stage.takes(ids.home)] },
      { number: '2', disabled: true, steps: [stage.takes(ids.away)] },
      { number: '3', steps: [stage.takes(ids.score)] },
    );
    const seen: unknown[] = [];
    for (let at = 0; at < 3; at++) {
      await stage.do(go);
      await stage.clock.pass(300);
      seen.push([stage.states(cues), stage.next]);
    }
    expect(seen).toEqual([
      ['ON AIR, IDLE, IDLE', cues[0]],
      ['ON AIR, IDLE, NEXT', cues[2]],
      ['ON AIR, IDLE, ON AIR', undefined],
    ]);
    await expect(stage.do(go)).rejects.toThrow(texts.cues.rundownCannot('Show', texts.cues.atItsEnd));
  });

  it('refuses a go twice in a moment, and one that expects another cue', async () => {
    const { stage, cues } = await openList(['1', ids.title], ['2', ids.home]);
    await stage.do(go);
    await expect(stage.do(go)).rejects.toThrow(texts.guard.twice(texts.cues.goPressed, '0 ms ago'));
    await stage.clock.pass(300);
    const old = stage.do({ do: 'go', next: { cue: cues[0]!, step: 0 } });
    await expect(old).rejects.toThrow(texts.cues.nextIs('2'));
    await stage.do({ do: 'go', next: { cue: cues[1]!, step: 0 } });
    expect(stage.next).toBeUndefined();
  });

  it('fires a cue further on, past what is disabled, and passes over what lies between', async () => {
    const stage = await world();
    const cues = await stage.add(
      { number: '1', steps: [stage.takes(ids.title), stage.takes(ids.home)] },
      { number: '2', disabled: true, steps: [stage.takes(ids.away)] },
      { number: '3', steps: [stage.takes(ids.score)] },
      { number: '4', steps: [stage.takes(ids.home)] },
    );
    const ahead = { ...go, ahead: 1 };
    expect(await stage.screen.call('preview', { action: ahead })).toMatchObject([{ changes: [{ id: ids.score }] }]);
    await stage.do(ahead);
    // What lies ahead is another cue now, so the second press of the same pads is a double press, whichever pad it was.
    await expect(stage.do(go)).rejects.toThrow(texts.guard.twice(texts.cues.goPressed, '0 ms ago'));
    await stage.clock.pass(300);
    expect([stage.states(cues), stage.next]).toEqual(['IDLE, IDLE, ON AIR, NEXT', cues[3]]);
    await expect(stage.do(ahead)).rejects.toThrow(texts.cues.noNumber('Show', 'that far on'));
    expect(stage.next).toBe(cues[3]);
    const seen = stage.do({ ...go, next: { cue: cues[2]!, step: 0 } });
    await expect(seen).rejects.toThrow(texts.cues.nextIs('4'));
  });

  describe('with controls that cannot say which cue their operator saw', () => {
    /** A stage with four cues, and pads for them. */
    async function withPads() {
      const stage = await world({ midi: {} });
      const steps = [ids.title, ids.home, ids.away, ids.score].map((id) => stage.takes(id));
      const cues = await stage.add(...steps.map((step, at) => ({ number: String(at + 1), steps: [step] })));
      stage.says({ say: 'ports', ports: [{ id: 'in1', name: 'Pads', direction: 'in' }], trouble: null });
      const actions = [go, { ...go, ahead: 1 }, { do: 'skip' as const, by: 1 }];
      for (const [at, action] of actions.entries()) {
        await stage.screen.call('mapControl', { device: 'Pads', control: `note 1/${at}`, action });
      }
      await stage.screen.call('mapKeys', { keys: [{ key: 'F9', action: go }] });
      await stage.clock.pass(300);
      /** Presses a pad, and tells what the operator is told of it. */
      const press = async (note: number): Promise<string | undefined> => {
        const before = stage.told;
        stage.says({ say: 'bytes', port: 'in1', bytes: [0x90, note, 1, 0x80, note, 0], at: stage.clock.monotonic() });
        await stage.clock.pass(20);
        return stage.told.find((one) => !before.includes(one));
      };
      return { stage, cues, press, key: () => stage.screen.call('key', { key: 'F9', repeat: false }) };
    }
    const refused = (pad: number, number: string) =>
      texts.mapping.control(`Pads note 1/${pad}`, texts.cues.nextIs(number));

    it('refuses a go of a pad within the guard time after a screen made another cue next', async () => {
      const { stage, press } = await withPads();
      await stage.do({ do: 'skip', by: 1 });
      await stage.clock.pass(229);
      expect(await press(1)).toBe(refused(1, '3'));
      expect(await press(0)).toBe(refused(0, '2'));
      expect(stage.sent()).toEqual([]);
      await stage.clock.pass(1);
      expect(await press(0)).toBe(undefined);
      expect(stage.sent()).toHaveLength(1);
    });

    it('refuses a row whose cues an edit moved on, and not the go that still fires the same', async () => {
      const { stage, cues, press, key } = await withPads();
      await stage.screen.call('editRundown', { edit: 'removeCues', cues: [cues[1]!] });
      expect(await press(1)).toBe(refused(1, '3'));
      await key();
      expect([stage.sent().length, stage.next]).toEqual([1, cues[2]]);
    });

    it('refuses a go of a key where an edit made another cue next', async () => {
      const { stage, cues, key } = await withPads();
      await stage.screen.call('editRundown', { edit: 'removeCues', cues: [cues[0]!] });
      await expect(key()).rejects.toThrow(texts.cues.nextIs('2'));
    });

    it('fires at once what the same hand chose', async () => {
      const { stage, cues, press, key } = await withPads();
      await press(2);
      await press(0);
      expect([stage.sent().length, stage.next]).toEqual([1, cues[2]]);
      await stage.clock.pass(300);
      await stage.do({ do: 'jumpTo', number: '4' });
      await key();
      expect([stage.sent().length, stage.next]).toEqual([2, undefined]);
    });

    it('refuses a second go of a key that was pressed before the first came', async () => {
      const { stage } = await withPads();
      await stage.clock.pass(3_000);
      expect(await stage.lateKeys('F9', 1_000, 300)).toEqual(['', texts.cues.nextIs('2')]);
      expect(stage.sent()).toHaveLength(1);
    });

    it('refuses a go of a pad just after a go of a screen that was held up', async () => {
      const { stage, press } = await withPads();
      await stage.late(1_500, go);
      expect(await press(0)).toBe(refused(0, '2'));
      expect(stage.sent()).toHaveLength(1);
    });
  });

  it('stays where it is if nothing of the next cue could be sent', async () => {
    const { stage, cues } = await openList(['1', ids.title], ['2', ids.home]);
    stage.service.away = true;
    stage.service.disturb({ kind: 'cut' });
    await stage.clock.pass(100);
    await expect(stage.do(go)).rejects.toThrow();
    expect([stage.next, stage.cue(cues[0]!).state]).toEqual([cues[0], 'FAILED']);
  });

  it('moves without firing: on, back, to a number, to a cue and to its beginning', async () => {
    const { stage, cues } = await openList(['1', ids.title], ['2', ids.home], ['2.5', ids.away]);
    const moves = [
      { do: 'skip', by: 1 },
      { do: 'skip', by: 5 },
      { do: 'skip', by: -1 },
      { do: 'jumpTo', number: '2' },
      { do: 'setNext', cue: cues[2]! },
      { do: 'rewind' },
    ] as const;
    const seen: (string | undefined)[] = [];
    for (const move of moves) {
      await stage.do(move);
      seen.push(stage.next);
    }
    expect(seen).toEqual([cues[1], undefined, cues[2], cues[1], cues[2], cues[0]]);
    expect(stage.sent()).toEqual([]);
    await expect(stage.do({ do: 'jumpTo', number: '9' })).rejects.toThrow(texts.cues.noNumber('Show', '9'));
  });

  it('fires all that is marked at once, in its order', async () => {
    const { stage, cues } = await openList(['1', ids.title], ['2', ids.home], ['3', ids.away]);
    for (const cue of [cues[2]!, cues[0]!]) await stage.do({ do: 'markCue', cue, marked: true });
    await stage.do({ do: 'fireMarked' });
    await stage.clock.pass(100);
    expect(stage.states(cues)).toBe('ON AIR, IDLE, ON AIR');
    expect(stage.cueLines.map(({ action }) => action)).toEqual(['Cue 1', 'Cue 3']);
    await stage.clock.pass(300);
    await expect(stage.do({ do: 'fireMarked' })).rejects.toThrow(texts.cues.noneMarked);
  });

  it('fires what is marked also where one cue has nothing in this show, and says why that one failed', async () => {
    const { stage, cues } = await openList(['1', 'gone'], ['2', ids.home]);
    for (const cue of cues) await stage.do({ do: 'markCue', cue, marked: true });
    await expect(stage.do({ do: 'fireMarked' })).rejects.toThrow(texts.cues.notInShow('1'));
    await stage.clock.pass(100);
    expect(stage.tally(ids.home)).toBe('ON AIR');
  });

  it('stands where it stood after the desk started again, and fires nothing', async () => {
    const { stage, cues } = await openList(['1', ids.title], ['2', ids.home]);
    await stage.do(go);
    await stage.do({ do: 'markCue', cue: cues[1]!, marked: true });
    expect(stage.files.preparation.written.at(-1)).toMatchObject({
      positions: { [stage.rundown]: { next: { cue: cues[1], step: 0 }, hold: false, marked: [cues[1]] } },
    });
    expect(stage.files.show.written.at(-1)).toMatchObject({
      rundowns: [{ id: stage.rundown, groups: [{ cues: [{ id: cues[0] }, { id: cues[1] }] }] }],
    });
  });
});

it('lists after a start what waited when the desk ended', async () => {
  const stage = await world();
  const [first = '', second = ''] = await stage.addAside(
    { number: '1', steps: [stage.takes(ids.title, { duration: 3_000 })] },
    { number: '2', steps: [stage.takes(ids.home, { delay: 9_000 })] },
  );
  await stage.do({ do: 'fireCue', cue: first });
  await stage.do({ do: 'fireCue', cue: second });
  await stage.clock.pass(1_000);
  const kept = stage.files.preparation.written.at(-1) as Record<string, unknown>;
  const lapsed = texts.cues.lapsed('1; 2');
  expect((await world({ preparation: kept })).told).toEqual([lapsed]);
  await stage.clock.pass(3_000);
  expect(stage.files.preparation.written.at(-1)).toMatchObject({ waiting: ['2'] });
});

describe('when the cue that runs began', () => {
  const fired = (stage: World) => stage.view.positions[stage.rundown]?.fired;

  it('is told whatever fired it in its rundown, a go or what it follows, and however late', async () => {
    const { stage, cues } = await openList(
      ['1', ids.title, { on: 'time', after: 8_000 }],
      ['2', ids.home, { on: 'start' }],
      ['3', ids.away, { on: 'confirmed', after: 2_000 }],
      ['4', ids.score],
      ['5', ids.lowerThird],
    );
    const began = stage.clock.now();
    await stage.do(go);
    expect(fired(stage)).toEqual({ cue: cues[0], at: began });
    await stage.clock.pass(8_000);
    expect(fired(stage)).toEqual({ cue: cues[2], at: began + 8_000 });
    await stage.clock.pass(3_000);
    expect(fired(stage)?.cue).toBe(cues[3]);
    await stage.late(1_500, go);
    const pressed = stage.clock.now() - 1_500;
    await stage.clock.pass(10);
    const { cue, at = 0 } = fired(stage) ?? {};
    expect([cue, Math.round(at)]).toEqual([cues[4], pressed]);
  });

  it('stays where a cue is fired beside its rundown, and what follows that', async () => {
    const { stage, cues } = await openList(
      ['1', ids.title],
      ['2', ids.home],
      ['3', ids.away, { on: 'time', after: 1_000 }],
      ['4', ids.score],
    );
    const began = stage.clock.now();
    await stage.do(go);
    await stage.clock.pass(5_000);
    await stage.do({ do: 'fireCue', cue: cues[2]! });
    await stage.clock.pass(5_000);
    expect([stage.states([cues[3]!]), fired(stage)]).toEqual(['ON AIR', { cue: cues[0], at: began }]);
  });
});

describe('an edit of a rundown', () => {
  it('removes no cue that is, or may be, on air, however it would go', async () => {
    const { stage, cues } = await openList(['1', ids.title], ['2', ids.home]);
    const [cue = ''] = cues;
    await stage.do(go);
    await stage.clock.pass(300);
    const onAir = 'The cue 1 is, or may be, on air, so it cannot be deleted. End it first.';
    const removals = [
      () => stage.screen.call('editRundown', { edit: 'removeCues', cues }),
      () => stage.screen.call('editRundown', { edit: 'removeGroup', group: stage.group }),
      () => stage.screen.call('undoEdit', {}),
    ];
    for (const remove of removals) await expect(remove()).rejects.toThrow(onAir);
    expect(stage.states(cues)).toBe('ON AIR, NEXT');
    await stage.do({ do: 'endCue', cue });
    await stage.clock.pass(1_000);
    await stage.screen.call('editRundown', { edit: 'removeCues', cues: [cue] });
    expect(Object.keys(stage.view.cues)).toEqual([cues[1]]);
  });

  it('removes no cue of which something still happens by itself', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ number: '1', steps: [stage.takes(ids.title, { duration: 1_000 })] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(100);
    const waits = texts.updates.cueWaits('1');
    await expect(stage.screen.call('editRundown', { edit: 'removeCues', cues: [cue] })).rejects.toThrow(waits);
    await expect(stage.screen.call('undoEdit', {})).rejects.toThrow(waits);
    await stage.clock.pass(2_000);
    await stage.screen.call('undoEdit', {});
    expect(stage.view.cues).toEqual({});
  });

  it('is undone and redone by its name, and never reaches what is on air', async () => {
    const { stage, cues } = await openList(['1', ids.title], ['2', ids.home]);
    await stage.do(go);
    await stage.clock.pass(100);
    const [cue = ''] = cues;
    const steps = [stage.takes(ids.title, { duration: 1_000 })];
    const change = {
      cues: [cue],
      change: {
        steps: steps.map((step) => ({
          follow: { on: 'go' as const },
          delay: 0,
          duration: null,
          ...step,
          targets: step.targets.map((one) => ({ action: 'play' as const, values: {}, commands: {}, ...one })),
        })),
      },
    };
    await stage.screen.call('editRundown', { edit: 'changeCues', ...change });
    await stage.clock.pass(5_000);
    expect([stage.cue(cue), stage.view.rundownEdits.undo]).toMatchObject([
      { state: 'ON AIR', edited: true },
      'Change cue 1',
    ]);
    await stage.screen.call('undoEdit', {});
    expect([stage.cue(cue).edited, stage.view.rundownEdits]).toMatchObject([
      undefined,
      { undo: 'Add 2 cues', redo: 'Change cue 1' },
    ]);
    await stage.screen.call('undoEdit', { redo: true });
    expect(stage.view.cues[cue]?.steps[0]?.duration).toBe(1_000);
  });

  it('reaches the air by an update, which is marked until the service confirms it', async () => {
    const stage = await world();
    const edited = (style: string): GivenStep => ({
      targets: [{ subComposition: stage.at(ids.title), name: 'Title', state: 'In', values: { style } }],
      duration: 60_000,
    });
    const [cue = ''] = await stage.addAside({ number: '1', steps: [edited('plain')] });
    await expect(stage.do({ do: 'updateCue', cue })).rejects.toThrow('The cue 1 has nothing on air');
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(50);
    const steps = [CueStep.parse({ ...edited('bold'), duration: 5_000 })];
    await stage.screen.call('editRundown', { edit: 'changeCues', cues: [cue], change: { steps } });
    await stage.clock.pass(50);
    expect(stage.cue(cue)).toMatchObject({ state: 'ON AIR', edited: true });

    stage.service.updateFaults.push({ kind: 'mute', there: 1 });
    await stage.do({ do: 'updateCue', cue });
    await stage.clock.pass(2_500);
    expect(stage.cue(cue).edited).toBe(true);
    const before = stage.cue(cue).due;
    await stage.do({ do: 'updateCue', cue });
    await stage.clock.pass(50);
    expect(stage.sent().at(-1)).toEqual([{ subCompositionId: ids.title, payload: { style: 'bold' } }]);
    expect(stage.cue(cue)).toEqual({ state: 'ON AIR', onAir: 'yes', due: before, reason: '' });
    expect(stage.cueLines.slice(-2)).toEqual([
      { action: 'Update cue 1', trigger: 'screen 2', result: 'unknown' },
      { action: 'Update cue 1', trigger: 'screen 2', result: 'confirmed' },
    ]);
  });

  it('that removes what is next makes next what came after it, until an undo', async () => {
    const { stage, cues } = await openList(['1', ids.title], ['2', ids.home], ['3', ids.away]);
    await stage.do({ do: 'setNext', cue: cues[1]! });
    await stage.screen.call('editRundown', { edit: 'removeCues', cues: [cues[0]!, cues[1]!] });
    expect([stage.next, Object.keys(stage.view.cues)]).toEqual([cues[2], [cues[2]]]);
    await stage.screen.call('undoEdit', {});
    expect([stage.next, Object.keys(stage.view.cues).sort()]).toEqual([cues[1], [...cues].sort()]);
  });
});
