import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { errorIn } from '../../../contract/errors.ts';
import type { WrittenAction } from '../../../contract/actions/actions.ts';
import { Cue, type CueStep } from '../../../contract/desk-api/cue.ts';
import type { LiveHandlers } from '../../../desk/ports.ts';
import { type GivenStep, type World, world } from '../../kit/desk/world.ts';
import { ids } from '../../kit/service/small-show.ts';

const go = { do: 'go' } as const;
const twoApps = ['news', 'sport'];
const parsed = (...steps: GivenStep[]): CueStep[] => Cue.parse({ id: 'any', steps }).steps;
const change = (stage: World, cue: string, given: object) =>
  stage.screen.call('editRundown', { edit: 'changeCues', cues: [cue], change: given });
const message = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (thrown: unknown) => errorIn(thrown).message,
  );

describe('what must stop everything that happens by itself', () => {
  it('a panic stops a cue without targets (a pause) and what would follow it', async () => {
    const stage = await world();
    await stage.add(
      { number: '1', steps: [{ targets: [], follow: { on: 'time', after: 3_000 } }] },
      { number: '2', steps: [stage.takes(ids.title)] },
    );
    await stage.do(go);
    await stage.clock.pass(1_000);
    await stage.do({ do: 'panic' });
    await stage.clock.pass(5_000);
    expect(stage.tally(ids.title)).toBe('OUT');
  });

  it('a panic of one app stops what would follow in it from a cue of another app', async () => {
    const stage = await world({ apps: twoApps });
    await stage.add(
      { number: '1', steps: [stage.takes(ids.title, { follow: { on: 'time', after: 3_000 } })] },
      { number: '2', steps: [stage.takes(ids.title, { app: 1 })] },
    );
    await stage.do(go);
    await stage.clock.pass(1_000);
    await stage.do({ do: 'panic', app: stage.keys[1] ?? '' });
    await stage.clock.pass(5_000);
    expect(stage.tally(ids.title, 1)).toBe('OUT');
  });

  it.each([
    ['a panic of one app', (stage: World) => stage.do({ do: 'panic', app: stage.keys[1] ?? '' }), 'Panic'],
    [
      'the loss of one service',
      (stage: World) => Promise.resolve(stage.services[1]!.disturb({ kind: 'cut' })),
      'sport was lost',
    ],
  ])(
    '%s stops all of a cue that spans it and another app, says so, and leaves what it has no part in',
    async (...of) => {
      const [, happens, why] = of;
      const stage = await world({ apps: twoApps });
      const lasting = { duration: 5_000 };
      const both = {
        ...stage.takes(ids.title, lasting),
        targets: [0, 1].flatMap((app) => stage.takes(ids.title, { app }).targets),
      };
      const [spanning = '', alone = ''] = await stage.addAside(
        { number: '1', steps: [both] },
        { number: '2', steps: [stage.takes(ids.home, lasting)] },
      );
      for (const cue of [spanning, alone]) await stage.do({ do: 'fireCue', cue });
      await stage.clock.pass(1_000);
      await happens(stage);
      await stage.clock.pass(100);
      expect([stage.cue(spanning).due, stage.cue(alone).due]).toMatchObject([null, { what: 'out' }]);
      expect(stage.told.filter((text) => text.includes('by itself'))).toEqual([texts.cues.nothingMore(why, '1')]);
      await stage.clock.pass(10_000);
      expect([stage.tally(ids.title), stage.tally(ids.home)]).toEqual(['ON AIR', 'OUT']);
    },
  );

  it('a panic of one app stops what a cue that runs would come to as it was fired, whatever it was edited to', async () => {
    const stage = await world({ apps: twoApps });
    const soon = { follow: { on: 'time' as const, after: 2_000 } };
    const [cue = ''] = await stage.add(
      { number: '1', steps: [stage.takes(ids.title, soon), stage.takes(ids.lowerThird, soon)] },
      { number: '2', steps: [stage.takes(ids.title, { app: 1 })] },
    );
    await stage.do(go);
    await stage.clock.pass(1_000);
    await change(stage, cue, { steps: parsed(stage.takes(ids.title)) });
    await stage.do({ do: 'panic', app: stage.keys[1] ?? '' });
    await stage.clock.pass(10_000);
    expect([stage.tally(ids.lowerThird), stage.tally(ids.title, 1)]).toEqual(['OUT', 'OUT']);
  });

  it('a panic of one app leaves a cue that comes there only since it was edited, but as it was fired does not', async () => {
    const stage = await world({ apps: twoApps });
    const soon = { follow: { on: 'time' as const, after: 2_000 } };
    const [cue = ''] = await stage.add({
      number: '1',
      steps: [stage.takes(ids.title, soon), stage.takes(ids.lowerThird)],
    });
    await stage.do(go);
    await stage.clock.pass(1_000);
    await change(stage, cue, { steps: parsed(stage.takes(ids.title, soon), stage.takes(ids.title, { app: 1 })) });
    await stage.do({ do: 'panic', app: stage.keys[1] ?? '' });
    await stage.clock.pass(10_000);
    expect([stage.tally(ids.lowerThird), stage.tally(ids.title, 1)]).toEqual(['ON AIR', 'OUT']);
  });

  it('a panic of one app leaves a cue that came there by one that was disabled since', async () => {
    const stage = await world({ apps: twoApps });
    const [, disabled = ''] = await stage.add(
      { number: '1', steps: [stage.takes(ids.title, { duration: 3_000, follow: { on: 'time', after: 5_000 } })] },
      { number: '2', steps: [{ targets: [], follow: { on: 'start' } }] },
      { number: '3', steps: [stage.takes(ids.title, { app: 1 })] },
    );
    await stage.do(go);
    await change(stage, disabled, { disabled: true });
    await stage.do({ do: 'panic', app: stage.keys[1] ?? '' });
    await stage.clock.pass(10_000);
    expect([stage.tally(ids.title), stage.tally(ids.title, 1)]).toEqual(['OUT', 'OUT']);
  });

  it('the loss of a service stops what would follow in it from a cue of another app', async () => {
    const stage = await world({ apps: twoApps });
    await stage.add(
      { number: '1', steps: [stage.takes(ids.title, { follow: { on: 'time', after: 5_000 } })] },
      { number: '2', steps: [stage.takes(ids.title, { app: 1 })] },
    );
    await stage.do(go);
    await stage.clock.pass(1_000);
    stage.services[1]!.disturb({ kind: 'cut' });
    await stage.clock.pass(10_000);
    expect(stage.tally(ids.title, 1)).toBe('OUT');
  });

  it('a connection that is removed gets nothing any more', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ steps: [stage.takes(ids.title, { duration: 3_000 })] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(1_000);
    await stage.screen.call('removeConnection', { id: stage.keys[0] ?? '' });
    const sent = stage.sent().length;
    await stage.clock.pass(5_000);
    expect([stage.sent().slice(sent), stage.cue(cue).due, stage.cue(cue).onAir]).toEqual([[], null, 'unknown']);
  });

  it('a panic of everything stops a pause whose next cue gets its targets only later', async () => {
    const stage = await world();
    const [, next = ''] = await stage.add(
      { number: '1', steps: [{ targets: [], follow: { on: 'time', after: 2_500 } }] },
      { number: '2', steps: [{ targets: [] }] },
    );
    await stage.do(go);
    await stage.do({ do: 'panic' });
    await change(stage, next, { steps: parsed(stage.takes(ids.title)) });
    await stage.clock.pass(10_000);
    expect([stage.tally(ids.title), stage.cueLines]).toEqual(['OUT', []]);
  });

  it('a panic disarms a guarded cue', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ number: '1', guarded: true, steps: [stage.takes(ids.title)] });
    await message(stage.do({ do: 'fireCue', cue }));
    await stage.clock.pass(1_000);
    await stage.do({ do: 'panic' });
    await stage.clock.pass(500);
    expect(await message(stage.do({ do: 'fireCue', cue }))).toContain('guarded');
  });
});

describe('presses that come late', () => {
  it.each([
    { do: 'skip', by: 1 },
    { do: 'jumpTo', number: '3' },
    { do: 'hold' },
    { do: 'rewind' },
    'setNext',
    'markCue',
  ] as const)('%j that came 30 s late does nothing', async (given) => {
    const stage = await world();
    const cues = await stage.add(...['1', '2', '3'].map((number) => ({ number, steps: [stage.takes(ids.title)] })));
    await stage.do({ do: 'setNext', cue: cues[1]! });
    const before = stage.view.positions[stage.rundown];
    const action: WrittenAction =
      given === 'setNext'
        ? { do: given, cue: cues[2]! }
        : given === 'markCue'
          ? { do: given, cue: cues[2]!, marked: true }
          : given;
    expect(await message(stage.late(30_000, action))).toContain('late');
    expect(stage.view.positions[stage.rundown]).toEqual(before);
  });

  it('a first press that came 30 s late does not arm a guarded cue', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ number: '1', guarded: true, steps: [stage.takes(ids.title)] });
    expect(await message(stage.late(30_000, { do: 'fireCue', cue }))).toContain('late');
    expect(stage.cue(cue).state).toBe('IDLE');
  });

  it('a cue whose press came late is timed from the press, in all that starts with it and after it', async () => {
    const stage = await world({ apps: twoApps });
    const steps = [
      stage.takes(ids.title, { delay: 500, follow: { on: 'start' } }),
      stage.takes(ids.title, { app: 1, delay: 2_000, follow: { on: 'time', after: 1_000 } }),
      stage.takes(ids.home),
    ];
    const [cue = ''] = await stage.addAside({ number: '1', steps });
    await stage.late(800, { do: 'fireCue', cue });
    const pressed = stage.clock.monotonic() - 800;
    await stage.clock.pass(5_000);
    const sent = stage.services.flatMap((service) => service.sent.map(({ at }) => Math.round(at - pressed)));
    // The first one was due before the press came.
    expect(sent).toEqual([800, 3_000, 2_000]);
  });

  it('a pause whose press came late is as long as one that came in time', async () => {
    const stage = await world();
    const steps = [{ targets: [], follow: { on: 'confirmed' as const, after: 2_000 } }, stage.takes(ids.title)];
    const [cue = ''] = await stage.addAside({ number: '1', steps });
    await stage.late(800, { do: 'fireCue', cue });
    await stage.clock.pass(1_199);
    expect(stage.sent()).toEqual([]);
    await stage.clock.pass(2);
    expect(stage.sent()).toHaveLength(1);
  });

  it('a cue with a delay whose press came late waits while the rundown is on hold, however late it came', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ number: '1', steps: [stage.takes(ids.title, { delay: 500 })] });
    await stage.do({ do: 'hold' });
    await stage.late(800, { do: 'fireCue', cue });
    await stage.clock.pass(5_000);
    expect([stage.cue(cue).state, stage.sent()]).toEqual(['WAITING', []]);
    await stage.do({ do: 'hold' });
    await stage.clock.pass(600);
    expect(stage.cue(cue).state).toBe('ON AIR');
  });

  it('the marks stay where nothing of the marked cues could be sent', async () => {
    const stage = await world();
    const cues = await stage.add({ steps: [stage.takes(ids.title)] }, { steps: [stage.takes(ids.home)] });
    for (const cue of cues) await stage.do({ do: 'markCue', cue, marked: true });
    expect(await message(stage.late(30_000, { do: 'fireMarked' }))).toContain('late');
    await stage.clock.pass(50);
    expect(stage.view.positions[stage.rundown]?.marked).toEqual(cues);
  });

  it('what follows a confirmation does not follow minutes after its request', async () => {
    const stage = await world({ hasLive: false });
    const [, second = ''] = await stage.add(
      { number: '1', steps: [stage.takes(ids.title, { follow: { on: 'confirmed', after: 0 } })] },
      { number: '2', steps: [stage.takes(ids.home)] },
    );
    stage.service.readFaults.push(
      ...Array.from({ length: 30 }, () => ({ kind: 'status' as const, status: 429, there: 1 })),
    );
    await stage.do(go);
    await stage.clock.pass(15_000);
    expect([stage.sent().length, stage.cue(second).state]).toEqual([1, 'IDLE']);
    await stage.clock.pass(300_000);
    expect([stage.sent().length, stage.cue(second).state]).toEqual([1, 'IDLE']);
  });
});

describe('what runs, and an edit meanwhile', () => {
  async function running() {
    const stage = await world();
    const cues = await stage.add(
      { number: '1', steps: [stage.takes(ids.title, { follow: { on: 'time', after: 3_000 } })] },
      { number: '2', steps: [stage.takes(ids.home)] },
      { number: '3', steps: [stage.takes(ids.away)] },
    );
    await stage.do(go);
    await stage.clock.pass(1_000);
    return { stage, cues };
  }

  it('what is next waits for a go, although what was to follow by itself was disabled meanwhile', async () => {
    const { stage, cues } = await running();
    expect(stage.next).toBe(cues[2]);
    await change(stage, cues[1]!, { disabled: true });
    await stage.clock.pass(5_000);
    expect([stage.tally(ids.home), stage.tally(ids.away), stage.next]).toEqual(['OUT', 'OUT', cues[2]]);
  });

  it('what is next waits for a go, although what was to follow by itself was deleted meanwhile', async () => {
    const { stage, cues } = await running();
    await stage.screen.call('editRundown', { edit: 'removeCues', cues: [cues[1]!] });
    await stage.clock.pass(5_000);
    expect([stage.tally(ids.away), stage.next]).toEqual(['OUT', cues[2]]);
  });

  it('a cue goes on as it was fired: its follow-on is not edited away in silence', async () => {
    const { stage, cues } = await running();
    await change(stage, cues[0]!, { follow: { on: 'go' } });
    expect(stage.cue(cues[0]!).due).toMatchObject({ what: 'follow' });
    await stage.clock.pass(5_000);
    expect(stage.tally(ids.home)).toBe('ON AIR');
  });

  it('a cue of several steps goes on as it was fired: its later step is not another one', async () => {
    const stage = await world();
    const steps = [
      stage.takes(ids.title, { follow: { on: 'time', after: 3_000 } }),
      stage.takes(ids.home, { follow: { on: 'time', after: 3_000 } }),
      stage.takes(ids.away),
    ];
    const [cue = ''] = await stage.addAside({ steps });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(1_000);
    // Somebody removes the first step, which was fired already.
    await change(stage, cue, { steps: parsed(...steps.slice(1)) });
    await stage.clock.pass(2_500);
    expect([stage.tally(ids.home), stage.tally(ids.away)]).toEqual(['ON AIR', 'OUT']);
  });

  it('a go never repeats a step that was fired because a later step was removed', async () => {
    const stage = await world();
    const steps = [stage.takes(ids.title), stage.takes(ids.home)];
    const [first = '', second] = await stage.add(
      { number: '1', steps },
      { number: '2', steps: [stage.takes(ids.away)] },
    );
    await stage.do(go);
    await stage.clock.pass(500);
    await change(stage, first, { steps: parsed(...steps.slice(0, 1)) });
    await stage.clock.pass(500);
    const before = stage.sent().length;
    await stage.do(go);
    await stage.clock.pass(500);
    expect(stage.sent().slice(before)).toEqual([[{ subCompositionId: ids.away, state: 'In' }]]);
    expect([second, stage.next]).toEqual([second, undefined]);
  });

  it('screens see what is next after an edit, and a go with what they see is taken', async () => {
    const stage = await world();
    const steps = [stage.takes(ids.title), stage.takes(ids.home)];
    const [first = ''] = await stage.add({ number: '1', steps }, { number: '2', steps: [stage.takes(ids.away)] });
    await stage.do(go);
    await stage.clock.pass(500);
    await change(stage, first, { steps: parsed(...steps.slice(0, 1)) });
    await stage.clock.pass(500);
    const seen = stage.view.positions[stage.rundown]?.next ?? undefined;
    expect(await message(stage.do({ do: 'go', ...(seen && { next: seen }) }))).toBe('done');
  });

  it('screens see what is next after the first cue of a new rundown was disabled', async () => {
    const stage = await world();
    const cues = await stage.add(
      { number: '1', steps: [stage.takes(ids.title)] },
      { number: '2', steps: [stage.takes(ids.home)] },
    );
    await change(stage, cues[0]!, { disabled: true });
    await stage.clock.pass(500);
    const seen = stage.view.positions[stage.rundown]?.next ?? undefined;
    const states = stage.states(cues);
    const byScreen = await message(stage.do({ do: 'go', ...(seen && { next: seen }) }));
    expect([seen, states, byScreen]).toEqual([{ cue: cues[1], step: 0 }, 'IDLE, NEXT', 'done']);
  });

  it('the row of what is next says NEXT after what was next was deleted', async () => {
    const stage = await world();
    const cues = await stage.add(
      { number: '1', steps: [stage.takes(ids.title)] },
      { number: '2', steps: [stage.takes(ids.home)] },
    );
    await stage.do({ do: 'setNext', cue: cues[0]! });
    await stage.screen.call('editRundown', { edit: 'removeCues', cues: [cues[0]!] });
    await stage.clock.pass(500);
    expect([stage.next, stage.cue(cues[1]!).state]).toEqual([cues[1], 'NEXT']);
  });

  it('a go passes over what was disabled while it was next', async () => {
    const stage = await world();
    const cues = await stage.add(
      { number: '1', steps: [stage.takes(ids.title)] },
      { number: '2', steps: [stage.takes(ids.home)] },
      { number: '3', steps: [stage.takes(ids.away)] },
    );
    await stage.do(go);
    await stage.clock.pass(500);
    await change(stage, cues[1]!, { disabled: true });
    await stage.do(go);
    await stage.clock.pass(500);
    expect([stage.tally(ids.home), stage.tally(ids.away)]).toEqual(['OUT', 'ON AIR']);
  });

  it('what is next after an edit is kept for the next start', async () => {
    const stage = await world();
    const cues = await stage.add(
      ...[ids.title, ids.home, ids.away].map((id, at) => ({ number: String(at + 1), steps: [stage.takes(id)] })),
    );
    await stage.do({ do: 'setNext', cue: cues[1]! });
    await stage.screen.call('editRundown', { edit: 'removeCues', cues: [cues[1]!] });
    await stage.clock.pass(500);
    expect(stage.next).toBe(cues[2]);
    expect(stage.files.preparation.written.at(-1)).toMatchObject({
      positions: { [stage.rundown]: { next: { cue: cues[2], step: 0 } } },
    });
  });

  it('an undo refuses to undo what another screen edited after the operator looked', async () => {
    const { stage, cues } = await running();
    const { revision } = stage.view.rundownEdits;
    await change(stage, cues[2]!, { name: 'Typed by somebody else' });
    expect(await message(stage.screen.call('undoEdit', { seen: revision }))).toContain(
      'The rundowns were edited meanwhile',
    );
    expect(stage.view.cues[cues[2]!]?.name).toBe('Typed by somebody else');
    expect(stage.view.rundownEdits.by).toBe('Screen 2');
    await stage.screen.call('undoEdit', { seen: stage.view.rundownEdits.revision });
    expect(stage.view.cues[cues[2]!]?.name).toBe('');
  });

  it('a rundown is not deleted while something of it is on air, nor by a redo', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ number: '8', steps: [stage.takes(ids.title)] });
    const rundown = stage.view.rundowns.at(-1)!.id;
    const remove = () => stage.screen.call('editRundown', { edit: 'removeRundown', rundown });
    await remove();
    await stage.screen.call('undoEdit', {});
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(500);
    const onAir = 'The cue 8 is, or may be, on air, so its rundown cannot be deleted. End it first.';
    expect(await message(remove())).toContain(onAir);
    expect(await message(stage.screen.call('undoEdit', { redo: true }))).toContain(onAir);
    expect(stage.view.rundowns.map(({ id }) => id)).toContain(rundown);
    await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'Out1', action: 'play' });
    await stage.clock.pass(500);
    await remove();
    await stage.clock.pass(20);
    expect(stage.view.rundownEdits.undo).toMatch(/^Delete rundown /);
    await stage.screen.call('undoEdit', {});
    await stage.clock.pass(20);
    expect(stage.view.rundowns.map(({ id }) => id)).toContain(rundown);
  });

  it('a rundown that comes back by undo stands where it stood', async () => {
    const { stage, cues } = await running();
    await stage.clock.pass(5_000);
    await stage.do({ do: 'hold', hold: true });
    for (const id of [ids.title, ids.home]) {
      await stage.do({ do: 'take', subComposition: stage.at(id), to: 'Out1', action: 'play' });
      await stage.clock.pass(500);
    }
    await stage.screen.call('editRundown', { edit: 'removeRundown', rundown: stage.rundown });
    await stage.screen.call('undoEdit', {});
    expect(stage.view.positions[stage.rundown]).toMatchObject({ next: { cue: cues[2] }, hold: true });
  });
});

describe('firing again', () => {
  it('a second press that is refused by the service leaves the first one on air, with its time', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ steps: [stage.takes(ids.title, { duration: 3_000 })] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(1_000);
    stage.service.updateFaults.push({ kind: 'status', status: 400, there: 1 });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(500);
    expect(stage.cue(cue)).toMatchObject({ state: 'FAILED', onAir: 'yes', due: { what: 'out' } });
    await stage.clock.pass(10_000);
    expect(stage.tally(ids.title)).toBe('OUT');
  });

  it('a cue with a delay that is fired again says that it is on air while it waits', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ steps: [stage.takes(ids.title, { delay: 2_000 })] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(3_000);
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(100);
    expect([stage.tally(ids.title), stage.cue(cue)]).toMatchObject(['ON AIR', { state: 'WAITING', onAir: 'yes' }]);
    await stage.do({ do: 'endCue', cue });
    await stage.clock.pass(500);
    expect(stage.tally(ids.title)).toBe('OUT');
  });

  it('a cue with a delay that is fired again, after nobody knew what became of it, is not on air once it went out', async () => {
    const stage = await world();
    const steps = [stage.takes(ids.title, { delay: 2_500, duration: 0 })];
    const [cue = ''] = await stage.addAside({ number: '1', steps });
    stage.service.updateFaults.push({ kind: 'none', there: 2_500, back: 0 });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(6_000);
    expect(stage.cue(cue).state).toBe('UNKNOWN');
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(6_000);
    expect([stage.tally(ids.title), stage.cue(cue)]).toMatchObject(['OUT', { state: 'DONE', onAir: 'no' }]);
  });

  it('what a later step of the same cue took In still goes out after its time', async () => {
    const stage = await world();
    const [cue = ''] = await stage.add({
      steps: [stage.takes(ids.title), stage.takes(ids.home, { duration: 3_000 })],
    });
    await stage.do(go);
    await stage.clock.pass(500);
    await stage.do(go);
    await stage.clock.pass(500);
    expect(stage.tally(ids.home)).toBe('ON AIR');
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(10_000);
    expect(stage.tally(ids.home)).toBe('OUT');
  });

  it('a cue and a graphic of an app that was never reached are not connected, and not gone', async () => {
    const stage = await world({ apps: twoApps, prepare: (service) => (service.away = service.show.name === 'sport') });
    const [cue = ''] = await stage.add({ number: '1', steps: [stage.takes(ids.title, { app: 1 })] });
    const subComposition = stage.at(ids.title, 1);
    for (const press of [
      { do: 'fireCue', cue },
      { do: 'take', subComposition, to: 'In' },
    ] as const) {
      await expect(stage.do(press)).rejects.toMatchObject({ code: 'not-connected' });
    }
  });

  it('a cue of which one app was never reached fires the other part, and says which part is not there', async () => {
    const stage = await world({ apps: twoApps, prepare: (service) => (service.away = service.show.name === 'sport') });
    const targets = [0, 1].flatMap((app) => stage.takes(ids.title, { app }).targets);
    const [cue = ''] = await stage.add({ number: '1', steps: [{ targets }] });
    const ends = await stage.waitFor({ do: 'fireCue', cue });
    await stage.clock.pass(1_500);
    expect(ends).toMatchObject([{ result: 'failed', error: 'not-connected' }]);
    expect(stage.told).toEqual([texts.cues.firedWithout('1', texts.cues.notReached(ids.title))]);
    expect([stage.cue(cue).state, stage.tally(ids.title)]).toEqual(['ON AIR', 'ON AIR']);
  });

  it('marked cues of which one waits and the other is not connected are not called a part that was sent', async () => {
    const stage = await world({ apps: twoApps });
    stage.services[1]!.away = true;
    stage.services[1]!.disturb({ kind: 'cut' });
    await stage.clock.pass(1_000);
    const cues = await stage.addAside(
      { number: '1', steps: [stage.takes(ids.home, { delay: 5_000 })] },
      { number: '2', steps: [stage.takes(ids.home, { app: 1 })] },
    );
    for (const cue of cues) await stage.do({ do: 'markCue', cue, marked: true });
    expect(await message(stage.do({ do: 'fireMarked' }))).not.toBe(texts.app.partSent);
  });

  it('a cue of unknown outcome that was ended can be removed', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ number: '1', steps: [stage.takes(ids.home)] });
    stage.service.updateFaults.push({ kind: 'mute', there: 60_000 });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(4_000);
    expect(stage.cue(cue).state).toBe('UNKNOWN');
    await stage.do({ do: 'endCue', cue });
    await stage.clock.pass(1_500);
    await stage.screen.call('editRundown', { edit: 'removeCues', cues: [cue] });
    expect(stage.view.cues).toEqual({});
  });

  it('a press of which only one app takes its part says so, and next moves on', async () => {
    const stage = await world({ apps: twoApps });
    await stage.add(
      { number: '1', steps: [stage.takes(ids.title, { follow: { on: 'start' } })] },
      { number: '2', steps: [stage.takes(ids.title, { app: 1 })] },
    );
    stage.services[0]!.away = true;
    stage.services[0]!.disturb({ kind: 'cut' });
    await stage.clock.pass(100);
    const first = await message(stage.do(go));
    await stage.clock.pass(300);
    expect([first, stage.sent(1).length, stage.next]).toEqual([texts.app.partSent, 1, undefined]);
  });

  it('marked cues that also start each other are fired once by one press', async () => {
    const stage = await world();
    const cues = await stage.add(
      { number: '1', steps: [stage.takes(ids.title, { follow: { on: 'start' } })] },
      {
        number: '2',
        steps: [{ targets: [{ subComposition: stage.at(ids.title), name: 'Title', commands: { flash: 'execute' } }] }],
      },
    );
    for (const cue of cues) await stage.do({ do: 'markCue', cue, marked: true });
    await stage.do({ do: 'fireMarked' });
    await stage.clock.pass(500);
    expect(stage.cueLines.map(({ action }) => action)).toEqual(['Cue 1', 'Cue 2']);
  });
});

describe('the end of a cue', () => {
  it('ends a cue whose request is still under way: it does not stay on air', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({
      steps: [stage.takes(ids.title, { duration: 3_000, follow: { on: 'time', after: 9_000 } }), stage.takes(ids.home)],
    });
    stage.service.updateFaults.push({ kind: 'none', there: 500, back: 500 });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(300);
    expect(await message(stage.do({ do: 'endCue', cue }))).toBe('done');
    await stage.clock.pass(20_000);
    expect(stage.tally(ids.title)).toBe('OUT');
  });

  it('ends a cue that is only REQUESTED', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ steps: [stage.takes(ids.title)] });
    stage.service.updateFaults.push({ kind: 'none', there: 500, back: 500 });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(300);
    expect(await message(stage.do({ do: 'endCue', cue }))).toBe('done');
    await stage.clock.pass(20_000);
    expect(stage.tally(ids.title)).toBe('OUT');
  });

  it('an unknown cue with a duration can be ended, or deleted', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ number: '1', steps: [stage.takes(ids.title, { duration: 3_000 })] });
    stage.service.updateFaults.push({ kind: 'half-open' });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(60_000);
    expect(stage.cue(cue)).toMatchObject({ state: 'UNKNOWN', due: null });
    const ended = await message(stage.do({ do: 'endCue', cue }));
    const removed = await message(stage.screen.call('editRundown', { edit: 'removeCues', cues: [cue] }));
    expect([ended, removed]).toContain('done');
  });

  it('what later cues took In stays theirs, although together it looks like an earlier cue of which nobody knows', async () => {
    const stage = await world();
    const both = [ids.title, ids.score].flatMap((id) => stage.takes(id).targets);
    const [unknown = '', timed = '', last = ''] = await stage.addAside(
      { number: '1', steps: [{ targets: both, duration: 0 }] },
      { number: '2', steps: [stage.takes(ids.title, { duration: 3_000 })] },
      { number: '3', steps: [stage.takes(ids.score)] },
    );
    stage.service.updateFaults.push({ kind: 'none', there: 2_500, back: 0 });
    await stage.do({ do: 'fireCue', cue: unknown });
    await stage.clock.pass(2_600);
    for (const cue of [timed, last]) {
      await stage.do({ do: 'fireCue', cue });
      await stage.clock.pass(500);
    }
    expect([unknown, timed, last].map((cue) => stage.cue(cue).onAir)).toEqual(['no', 'yes', 'yes']);
    await stage.clock.pass(2_500);
    expect([ids.title, ids.score].map((id) => stage.tally(id))).toEqual(['OUT', 'ON AIR']);
    expect([timed, last].map((cue) => stage.cue(cue).state)).toEqual(['DONE', 'ON AIR']);
  });

  it('what was to go out while another take failed goes out, or the operator is told that it does not', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ number: '1', steps: [stage.takes(ids.title, { duration: 1_000 })] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(900);
    stage.service.updateFaults.push({ kind: 'status', status: 400, there: 500 });
    await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'In' });
    await stage.clock.pass(10_000);
    expect(stage.tally(ids.title) === 'OUT' || stage.cue(cue).reason !== '' || stage.told.length > 0).toBe(true);
  });

  it('a graphic that was to go out does not stay in silence after the show was read anew', async () => {
    const live: LiveHandlers[] = [];
    const stage = await world({
      prepare: ({ connection }) => {
        const open = connection.openLive;
        connection.openLive = (url, handlers) => {
          live.push(handlers);
          return open(url, handlers);
        };
      },
    });
    const [cue = ''] = await stage.addAside({ number: '1', steps: [stage.takes(ids.title, { duration: 5_000 })] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(1_000);
    expect(stage.cue(cue).due).toMatchObject({ what: 'out' });
    // The desk was behind for a moment: the service skips what it missed, and sends it the whole state when it catches up.
    const { show } = stage.service;
    show.revision += 1;
    live.at(-1)?.onText(JSON.stringify(show.snapshot()));
    await stage.clock.pass(10);
    expect([stage.tally(ids.title), stage.cue(cue)]).toMatchObject(['ON AIR', {}]);
    await stage.clock.pass(20_000);
    expect(stage.tally(ids.title) === 'OUT' || stage.told.length > 0).toBe(true);
  });

  it('never takes out what another desk took since at a polled service', async () => {
    const stage = await world({ hasLive: false });
    const [cue = ''] = await stage.addAside({ steps: [stage.takes(ids.title, { duration: 8_000 })] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(3_000);
    stage.service.show.apply([{ subCompositionId: ids.title, state: 'In', payload: { style: 'bold' } }]);
    await stage.clock.pass(20_000);
    expect(stage.tally(ids.title)).toBe('ON AIR');
  });
});

describe('what is shown', () => {
  it('a delayed cue that never happened is not DONE', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ number: '1', steps: [stage.takes(ids.title, { delay: 3_000 })] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(1_000);
    stage.service.disturb({ kind: 'cut' });
    await stage.clock.pass(10_000);
    expect([stage.sent(), stage.cue(cue).state]).toEqual([[], 'FAILED']);
  });

  it('a loop of the whole rundown that goes round by itself leaves nothing of itself as next', async () => {
    const stage = await world();
    const follow = { on: 'time' as const, after: 2_000 };
    await stage.add(
      ...[ids.title, ids.home, ids.away, ids.score].map((id) => ({ steps: [stage.takes(id, { follow })] })),
    );
    await stage.screen.call('editRundown', { edit: 'changeRundown', rundown: stage.rundown, change: { loop: true } });
    await stage.do(go);
    await stage.clock.pass(4_500);
    const next = stage.next;
    if (next !== undefined) await stage.do(go);
    const sent = stage.sent().length;
    await stage.clock.pass(20_000);
    // One chain sends one request in two seconds; two chains send twice as much.
    expect([next, stage.sent().length - sent]).toEqual([undefined, 10]);
  });

  it('a cue that says nothing of what it targets is refused for that reason', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({
      number: '1',
      steps: [{ targets: [{ subComposition: stage.at(ids.title), name: 'Title' }] }],
    });
    expect(await message(stage.do({ do: 'fireCue', cue }))).not.toContain('is in this show');
  });

  it('a cue that is added after the end of the rundown is next', async () => {
    const stage = await world();
    await stage.add({ number: '1', steps: [stage.takes(ids.title)] });
    await stage.do(go);
    await stage.clock.pass(500);
    const [added] = await stage.add({ number: '2', steps: [stage.takes(ids.home)] });
    expect(stage.next).toBe(added);
  });

  it('the countdown of a delayed cue is right after somebody set the clock', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ steps: [stage.takes(ids.title, { delay: 60_000 })] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(1_000);
    stage.clock.set(3_600_000);
    await stage.clock.pass(5_000);
    expect((stage.cue(cue).due?.at ?? 0) - stage.clock.now()).toBe(54_000);
  });

  it('a go that waits for its end tells of what started together with it', async () => {
    const stage = await world({ apps: ['news', 'sport'] });
    await stage.add(
      { number: '1', steps: [stage.takes(ids.title, { follow: { on: 'start' } })] },
      { number: '2', steps: [stage.takes(ids.home, { app: 1 })] },
    );
    stage.services[1]!.updateFaults.push({ kind: 'status', status: 400, there: 1 });
    const ends = await stage.waitFor(go);
    await stage.clock.pass(500);
    expect(ends).toMatchObject([{ result: 'failed' }]);
  });
});

describe('many', () => {
  it('ten thousand cues that start together are all fired', async () => {
    const stage = await world();
    const cue = { steps: [{ targets: [], follow: { on: 'start' as const } }] };
    await stage.add(...Array.from({ length: 9_999 }, () => cue), { number: 'last', steps: [stage.takes(ids.title)] });
    expect(await message(stage.do(go))).toBe('done');
    await stage.clock.pass(100);
    expect([stage.told, stage.tally(ids.title)]).toEqual([[], 'ON AIR']);
  });

  it('a circle of many cues goes round once, also where that takes the desk more than 50 ms', async () => {
    const stage = await world();
    const all = Array.from({ length: 100 }, () => ({
      steps: [stage.takes(ids.title, { follow: { on: 'start' as const } })],
    }));
    await stage.add(...all);
    await stage.screen.call('editRundown', { edit: 'changeRundown', rundown: stage.rundown, change: { loop: true } });
    // Whatever the desk does takes a while: here each look at the clock takes 0.1 ms.
    const { monotonic } = stage.clock;
    let busy = 0;
    stage.clock.monotonic = () => monotonic() + (busy += 0.1);
    await message(stage.do(go));
    stage.clock.monotonic = monotonic;
    await stage.clock.pass(3_000);
    expect(stage.cueLines.length).toBe(100);
  });

  it.each([
    ['is refused where it goes round in a flood', 1, 60],
    ['goes on where an eye can follow it', 40, 101],
  ])('a circle of 60 cues %s', async (_, after, fired) => {
    const stage = await world();
    const all = Array.from({ length: 60 }, (_cue, at) => ({
      number: `${at + 1}`,
      steps: [stage.takes(ids.title, { follow: { on: 'time' as const, after } })],
    }));
    await stage.add(...all);
    await stage.screen.call('editRundown', { edit: 'changeRundown', rundown: stage.rundown, change: { loop: true } });
    await stage.do(go);
    await stage.clock.pass(4_010);
    expect(stage.cueLines.length).toBe(fired);
    const last = texts.cues.notFollowed('1', '60', texts.cues.circle);
    expect(stage.told).toEqual(after === 1 ? [last] : []);
  });

  const together = (stage: World, many: number) => {
    const of = [ids.home, ids.away, ids.title];
    return Array.from({ length: many }, (_, at) => ({
      steps: [stage.takes(of[at % of.length] ?? '', { follow: { on: 'start' as const } })],
    }));
  };

  it('start together in one request, each with its own end and line, and other hands do not wait', async () => {
    const stage = await world();
    await stage.add(...together(stage, 200));
    await stage.do(go);
    await stage.do({ do: 'take', subComposition: stage.at(ids.score), to: 'In' });
    await stage.clock.pass(100);
    expect([stage.sent().length, stage.tally(ids.score)]).toEqual([2, 'ON AIR']);
    expect(stage.cueLines.filter(({ result }) => result === 'confirmed')).toHaveLength(200);
  });

  it('do not start where too many would start together, and nothing of them is sent', async () => {
    const stage = await world();
    await stage.add(...together(stage, 501));
    await expect(stage.do(go)).rejects.toThrow(texts.cues.tooMany(500));
    await stage.clock.pass(1_000);
    expect(stage.sent()).toEqual([]);
    await expect(stage.screen.call('preview', { action: go })).rejects.toThrow(texts.cues.tooMany(500));
  });

  it('an undo of a take by a key does not bring back what a cue took out by itself', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ steps: [stage.takes(ids.title, { duration: 3_000 })] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(2_900);
    await stage.do({ do: 'take', subComposition: stage.at(ids.home), to: 'In' });
    await stage.clock.pass(1_000);
    expect([stage.tally(ids.title), stage.tally(ids.home)]).toEqual(['OUT', 'ON AIR']);
    await stage.do({ do: 'undo', what: 'take' });
    await stage.clock.pass(500);
    expect([stage.tally(ids.title), stage.tally(ids.home)]).toEqual(['OUT', 'OUT']);
  });

  it('an undo does not bring back what went out by itself, although the layer had taken it out a moment before', async () => {
    const stage = await world();
    const lowerThird = stage.takes(ids.lowerThird, { duration: 0, follow: { on: 'start' } });
    await stage.add({ number: '1', steps: [lowerThird, stage.takes(ids.title, { delay: 2 })] });
    await stage.do(go);
    await stage.clock.pass(500);
    expect(stage.cueLines.map(({ action }) => action)).toEqual(['Cue 1', 'Cue 1', 'Cue 1 Out']);
    expect([stage.tally(ids.lowerThird), stage.tally(ids.title)]).toEqual(['OUT', 'ON AIR']);
    const why = texts.undo.changedSince('Lower Third', texts.undo.itsState);
    await expect(stage.do({ do: 'undo', what: 'take' })).rejects.toThrow(why);
  });

  it('an undo after a panic brings nothing back, whether it was In or went Out before', async () => {
    const stage = await world();
    const takes = (state: 'In' | 'Out') => [
      { targets: [{ subComposition: stage.at(ids.lowerThird), name: '', state }] },
    ];
    const [first = '', second = ''] = await stage.add({ steps: takes('In') }, { steps: takes('Out') });
    for (const pressed of [[first], [first, second]]) {
      for (const cue of pressed) {
        await stage.do({ do: 'fireCue', cue });
        await stage.clock.pass(500);
      }
      await stage.do({ do: 'panic' });
      await stage.clock.pass(500);
      await expect(stage.do({ do: 'undo', what: 'take' })).rejects.toThrow('its state, was changed since.');
      await stage.clock.pass(500);
      expect(stage.tally(ids.lowerThird)).toBe('OUT');
    }
  });

  it('a toggle that was pressed to take it out does not take it In again, because the cue was a moment faster', async () => {
    const stage = await world();
    const [cue = ''] = await stage.addAside({ steps: [stage.takes(ids.title, { duration: 1_000 })] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(1_030);
    expect(stage.tally(ids.title)).toBe('OUT');
    await message(stage.do({ do: 'toggle', subComposition: stage.at(ids.title) }));
    await stage.clock.pass(500);
    expect(stage.tally(ids.title)).toBe('OUT');
  });
});

it('a cue that was given another graphic names the one on air, and is not edited once it is fired again', async () => {
  const stage = await world();
  const [cue = ''] = await stage.addAside({ number: '1', steps: [stage.takes(ids.title)] });
  await stage.do({ do: 'fireCue', cue });
  await stage.clock.pass(1_000);
  const { steps } = Cue.parse({ id: cue, number: '1', name: '', steps: [stage.takes(ids.score)] });
  await change(stage, cue, { steps });
  expect(stage.cue(cue)).toMatchObject({ state: 'ON AIR', edited: true, only: ['Title'] });
  await stage.do({ do: 'fireCue', cue });
  await stage.clock.pass(1_000);
  expect(stage.cue(cue)).toMatchObject({ state: 'ON AIR', only: ['Title', 'Score'] });
  expect(stage.cue(cue).edited).toBeUndefined();
});
