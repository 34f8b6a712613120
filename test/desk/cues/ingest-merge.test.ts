import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import type { RundownEdit } from '../../../contract/desk-api/rundown-edit.ts';
import { type World, world } from '../../kit/desk/world.ts';
import { ids } from '../../kit/service/small-show.ts';

const file = (...rows: string[]) => ({
  name: 'Evening.csv',
  file: Buffer.from(`Number,Cue,Group,Graphic,Goes out after\n${rows.join('\n')}\n`).toString('base64'),
});

/** A desk into which a file was imported, and how a newer version comes. */
async function imported(...rows: string[]) {
  const stage = await world();
  const { rundown: into } = await stage.screen.call('ingest', { ...file(...rows), into: null });
  await stage.clock.pass(20);
  const again = async (...newer: string[]) => {
    const { report } = await stage.screen.call('ingest', { ...file(...newer), into });
    await stage.clock.pass(20);
    return report;
  };
  return { stage, into, again };
}

const groups = ({ view }: World, rundown: string): string[] =>
  view.rundowns
    .find(({ id }) => id === rundown)!
    .groups.map(({ name, cues }) => {
      return `${name}: ${cues.map((id) => `${view.cues[id]?.number} ${view.cues[id]?.name}`).join(', ')}`;
    });
const cueCalled = ({ view }: World, name: string): string =>
  Object.entries(view.cues).find(([, cue]) => cue.name === name)![0];

describe('an import', () => {
  it('keeps the order of the rows, also of a group that comes again and of one that is new', async () => {
    const { stage, into, again } = await imported('1,Open,A,,', '2,Ada,B,,', '3,Close,A,,');
    expect(groups(stage, into)).toEqual(['A: 1 Open', 'B: 2 Ada', 'A: 3 Close']);
    await again('1,Open,A,,', '5,Late,C,,', '2,Ada,B,,', '3,Close,A,,');
    expect(groups(stage, into)).toEqual(['A: 1 Open', 'C: 5 Late', 'B: 2 Ada', 'A: 3 Close']);
  });

  it('leaves no empty group that a file made, and each that an operator made or changed', async () => {
    const { stage, into, again } = await imported('1,Open,A,,', '2,Ada,B,,', '3,Bob,C,,');
    const edit = (one: RundownEdit) => stage.screen.call('editRundown', one);
    const { groups: made } = stage.view.rundowns.find(({ id }) => id === into)!;
    await edit({ edit: 'addGroup', rundown: into, before: null, change: { name: 'Spare' } });
    await edit({ edit: 'changeGroup', group: made[2]!.id, change: { name: 'Guests' } });
    await stage.clock.pass(20);
    await again('1,Open,A,,', '3,Bob,D,,');
    expect(groups(stage, into)).toEqual(['A: 1 Open', 'Guests: ', 'Spare: ', 'D: 3 Bob']);
    await again('1,Open,A,,', '2,Ada,B,,', '3,Bob,C,,');
    expect(groups(stage, into)).toEqual(['A: 1 Open', 'Guests: ', 'Spare: ', 'B: 2 Ada', 'C: 3 Bob']);
  });

  it('leaves a cue that an operator duplicated, under a number of its own', async () => {
    const { stage, into, again } = await imported('1,Open,A,,', '2,Ada,A,,');
    for (const _ of [1, 2]) {
      await stage.screen.call('editRundown', { edit: 'duplicateCues', cues: [cueCalled(stage, 'Open')] });
    }
    await again('2,Ada,A,,');
    expect(groups(stage, into)).toEqual(['A: 1.2 Open, 1.1 Open, 2 Ada']);
  });

  it('leaves what an operator edited, names it, and takes the rest from the file', async () => {
    const { stage, into, again } = await imported('1,Open,A,Title,', '2,Ada,A,,');
    const cue = cueCalled(stage, 'Open');
    await stage.screen.call('editRundown', { edit: 'changeCues', cues: [cue], change: { name: 'Good evening' } });
    await stage.clock.pass(20);
    const report = await again('1,Opening,A,Title,4', '2,Bob,A,,');
    expect(report.edited).toEqual([{ cue: '1 Good evening', members: ['name'] }]);
    expect(groups(stage, into)).toEqual(['A: 1 Good evening, 2 Bob']);
    expect(stage.view.cues[cue]?.steps[0]?.duration).toBe(4_000);
    expect((await again('1,Good evening,A,Title,4', '2,Bob,A,,')).edited).toEqual([]);
    await again('1,Tonight,A,Title,4', '2,Bob,A,,');
    expect(groups(stage, into)).toEqual(['A: 1 Tonight, 2 Bob']);
  });

  it('that changes what an operator lets follow by itself stops Go until an operator closes the notice', async () => {
    const rows = ['1,Open,A,Title,', '2,Ada,A,Title,', '3,Bob,A,Title,'];
    const { stage, into, again } = await imported(...rows);
    const go = () => stage.screen.call('do', { action: { do: 'go', rundown: into } });
    const told = () => stage.view.notices.flatMap(({ id, text }) => (id === `follow ${into}` ? text : []));
    const [step] = stage.view.cues[cueCalled(stage, 'Open')]!.steps;
    const steps = [{ ...step!, follow: { on: 'confirmed' as const, after: 0 } }];
    const change = { cues: [cueCalled(stage, 'Open')], change: { steps } };
    await stage.screen.call('editRundown', { edit: 'changeCues', ...change });
    await again(...rows, '4,Cy,A,,');
    expect(told()).toEqual([]);
    const [first = '', ...others] = rows;
    await again(first, '5,New guest,A,Title,', ...others);
    const text = texts.cues.changedFollow('Evening', texts.cues.nowFollows('1 Open', '5 New guest'));
    expect(told()).toEqual([text]);
    await expect(go()).rejects.toMatchObject({ message: texts.cues.followChanged });
    await stage.do({ do: 'setNext', cue: cueCalled(stage, 'Open') });
    await stage.clock.pass(500);
    await expect(go()).rejects.toMatchObject({ message: texts.cues.followChanged });
    // No other press starts it either.
    await stage.do({ do: 'fireCue', cue: cueCalled(stage, 'Open') });
    await stage.clock.pass(1_500);
    expect(stage.told).toContain(texts.cues.notFollowed('5 New guest', '1 Open', texts.cues.followChanged));
    expect(stage.view.cueViews[cueCalled(stage, 'New guest')]?.onAir ?? 'no').toBe('no');
    await again(...rows);
    expect(told()).toEqual([]);
    await again(first, '5,New guest,A,Title,', ...others);
    await stage.screen.call('dismissNotice', { id: `follow ${into}` });
    await stage.clock.pass(300);
    await go();
  });

  it('leaves a chain that runs already, whose next cue stays the same', async () => {
    const [first, ...others] = ['1,Open,A,Title,', '2,Ada,A,Title,', '3,Bob,A,Title,'] as const;
    const { stage, again } = await imported(first, ...others);
    const opening = cueCalled(stage, 'Open');
    const [step] = stage.view.cues[opening]!.steps;
    const steps = [{ ...step!, follow: { on: 'confirmed' as const, after: 10_000 } }];
    await stage.screen.call('editRundown', { edit: 'changeCues', cues: [opening], change: { steps } });
    await stage.do({ do: 'fireCue', cue: opening });
    await stage.clock.pass(1_500);
    await again(first, '5,New guest,A,Title,', ...others);
    await stage.clock.pass(15_000);
    expect(stage.cue(cueCalled(stage, 'Ada')).state).toBe('ON AIR');
  });

  it('stops Go where a cue comes to stand behind a cue after which nothing followed', async () => {
    const rows = ['1,Open,A,Title,', '2,Ada,A,Title,'];
    const { stage, into, again } = await imported(...rows);
    const ada = cueCalled(stage, 'Ada');
    const [step] = stage.view.cues[ada]!.steps;
    const steps = [{ ...step!, follow: { on: 'confirmed' as const, after: 0 } }];
    await stage.screen.call('editRundown', { edit: 'changeCues', cues: [ada], change: { steps } });
    await again(...rows, '3,Bob,A,Title,');
    const text = texts.cues.changedFollow('Evening', texts.cues.nowFollows('2 Ada', '3 Bob'));
    expect(stage.view.notices.flatMap((one) => (one.id === `follow ${into}` ? one.text : []))).toEqual([text]);
  });

  it('that moves NEXT stops Go until an operator closes the notice or chooses NEXT', async () => {
    const { stage, into, again } = await imported('1,Open,A,Title,', '2,Ada,A,Title,', '3,Bob,A,Title,');
    const go = () => stage.screen.call('do', { action: { do: 'go', rundown: into } });
    const moved = () => stage.view.notices.filter(({ id }) => id === `next ${into}`);
    await again('1,Open,A,Title,8', '2,Ada,A,Title,', '3,Bob,A,Title,');
    expect(moved()).toEqual([]);
    await again('2,Ada,A,Title,', '3,Bob,A,Title,');
    expect(moved()).toEqual([
      {
        id: `next ${into}`,
        text: texts.cues.fileMovedNext('Evening', '1 Open to 2 Ada'),
        stays: true,
      },
    ]);
    await expect(go()).rejects.toMatchObject({
      message: texts.cues.nextMoved,
    });
    expect(stage.lines.at(-1)).toMatchObject({
      action: 'Go',
      result: 'failed',
      reason: texts.cues.nextMoved,
    });
    await stage.screen.call('dismissNotice', { id: `next ${into}` });
    await go();
    await again('4,Eve,A,Title,', '2,Ada,A,Title,');
    await expect(go()).rejects.toMatchObject({ code: 'press-refused' });
    await stage.screen.call('do', { action: { do: 'setNext', cue: cueCalled(stage, 'Eve') } });
    await stage.clock.pass(300);
    await go();
    expect(moved()).toEqual([]);
  });

  it('knows the cues of rows that are numbered anew, so NEXT and what is on air stay the same cues', async () => {
    const { stage, into, again } = await imported('1,Open,A,Title,', '2,Ada,A,Score,', '3,Close,A,Title,');
    const [open, ada, close] = ['Open', 'Ada', 'Close'].map((name) => cueCalled(stage, name)) as [
      string,
      string,
      string,
    ];
    await stage.do({ do: 'fireCue', cue: open });
    await stage.clock.pass(500);
    await stage.do({ do: 'setNext', cue: ada });
    await stage.screen.call('editRundown', { edit: 'changeCues', cues: [close], change: { notes: 'Slowly' } });
    const report = await again('1,Early,A,Score,', '2,Open,A,Title,', '3,Ada,A,Score,', '4,Close,A,Title,');
    expect(report).toMatchObject({ added: 1, changed: 3, same: 0, removed: 0 });
    expect(groups(stage, into).at(-1)).toBe('A: 1 Early, 2 Open, 3 Ada, 4 Close');
    expect(['Open', 'Ada', 'Close'].map((name) => cueCalled(stage, name))).toEqual([open, ada, close]);
    expect([stage.view.positions[into]?.next?.cue, stage.cue(open).state]).toEqual([ada, 'ON AIR']);
    expect(stage.cue(cueCalled(stage, 'Early')).state).toBe('IDLE');
    expect([stage.view.cues[close]?.notes, stage.view.notices]).toEqual(['Slowly', []]);
  });

  it('knows a cue by its number where a name is new or not the only one, and where an operator changed either', async () => {
    const { stage, again } = await imported('1,Out,A,,', '2,Ada,A,,', '3,Out,A,,', '4,,A,,', '5,Bob,A,,');
    const cues = () => Object.entries(stage.view.cues).map(([id, { number, name }]) => [number, name, id]);
    const before = new Map(cues().map(([number = '', , id]) => [number, id]));
    await stage.screen.call('editRundown', {
      edit: 'changeCues',
      cues: [before.get('5') ?? ''],
      change: { number: '50', name: 'Robert' },
    });
    const report = await again('1,Out,A,,', '2,Eve,A,,', '3,Out,A,,', '4,Named,A,,', '5,Bob,A,,');
    expect(report).toMatchObject({ added: 0, removed: 0 });
    expect(new Set(cues().map(([, , id]) => id))).toEqual(new Set(before.values()));
    expect(stage.view.cues[before.get('5') ?? '']).toMatchObject({ number: '50', name: 'Robert' });
  });

  it('knows the cues of JSON that has no ids in the same way', async () => {
    const stage = await world();
    const json = (...cues: object[]) => ({
      name: 'news.json',
      file: Buffer.from(JSON.stringify({ groups: [{ name: 'A', cues }] })).toString('base64'),
    });
    const cue = (number: string, name: string) => ({ number, name, steps: [{ targets: [] }] });
    const { rundown: into } = await stage.screen.call('ingest', {
      ...json(cue('1', 'Ada'), cue('', 'Bob')),
      into: null,
    });
    await stage.clock.pass(20);
    const [ada, bob] = [cueCalled(stage, 'Ada'), cueCalled(stage, 'Bob')];
    const newer = { ...json(cue('1', 'New'), cue('', 'Bob'), cue('2', 'Ada')), into };
    expect(await stage.screen.call('checkIngest', newer)).toMatchObject({ added: 1, changed: 1, same: 1, removes: [] });
    await stage.screen.call('ingest', newer);
    await stage.clock.pass(20);
    expect([cueCalled(stage, 'Ada'), cueCalled(stage, 'Bob')]).toEqual([ada, bob]);
    expect(cueCalled(stage, 'New')).not.toBe(ada);
  });

  it('that makes another person of NEXT stops Go, and one that corrects its name or its words does not', async () => {
    const stage = await world();
    const ingest = async (into: string | null, row: string): Promise<string> => {
      const text = `Number,Cue,Graphic,line1\n1,${row}\n`.replace('THIRD', stage.at(ids.lowerThird));
      const asked = { name: 'Evening.csv', file: Buffer.from(text).toString('base64'), into };
      const { rundown } = await stage.screen.call('ingest', asked);
      await stage.clock.pass(20);
      return rundown;
    };
    const into = await ingest(null, 'Nunn,THIRD,Cleo Nunn');
    const told = () => stage.view.notices.filter(({ id }) => id === `next ${into}`).map(({ text }) => text);
    await ingest(into, 'Nunn,THIRD,Cleo M. Nunn');
    await ingest(into, 'Nunn C.,THIRD,Cleo M. Nunn');
    expect(told()).toEqual([]);
    await ingest(into, 'Okoro,THIRD,Dan Okoro');
    expect(told()).toEqual([texts.cues.fileChangedNext('Evening', '1 Okoro')]);
  });

  it('that changes what NEXT does stops Go, and one that corrects its words does not', async () => {
    const { stage, into, again } = await imported('1,Open,A,Title,', '2,Ada,A,Score,');
    const go = () => stage.screen.call('do', { action: { do: 'go', rundown: into } });
    const told = () => stage.view.notices.filter(({ id }) => id === `next ${into}`).map(({ text }) => text);
    await again('1,Opening,A,Title,8', '2,Ada,A,Score,');
    expect(told()).toEqual([]);
    await again('1,Opening,A,Score,8', '2,Ada,A,Score,');
    expect(told()).toEqual([texts.cues.fileChangedNext('Evening', '1 Opening')]);
    await expect(go()).rejects.toMatchObject({ code: 'press-refused', message: texts.cues.nextMoved });
    await again('1,Opening,A,Score,9', '2,Ada,A,Score,');
    await expect(go()).rejects.toMatchObject({ code: 'press-refused' });
    await stage.screen.call('dismissNotice', { id: `next ${into}` });
    await stage.clock.pass(500);
    await go();
  });
});
