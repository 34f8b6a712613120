import { describe, expect, it } from 'vitest';
import { CueStage } from '../../kit/desk/cue-stage.ts';
import { ids } from '../../kit/service/small-show.ts';

/** A stage with two cues and a look. */
async function prepared() {
  const stage = await CueStage.open();
  const takes = (id: string) => [{ targets: [{ subComposition: stage.at(id), name: id, state: 'In' as const }] }];
  const cues = await stage.add({ number: '1', steps: takes(ids.title) }, { number: '2', steps: takes(ids.home) });
  await stage.screen.call('saveLook', { name: 'Empty', ids: [stage.at(ids.title)] });
  await stage.clock.pass(20);
  return { stage, cues };
}

/** A show file as the desk hands it out. */
async function exported(stage: CueStage): Promise<string> {
  await stage.screen.call('exportShow', {});
  const parts: Uint8Array[] = [];
  for await (const part of stage.delivered.at(-1)!.content()) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('base64');
}

const numbers = (stage: CueStage): string[] => Object.values(stage.view.cues).map(({ number }) => number);

describe('the earlier versions of a show', () => {
  it('are listed by the edits that made them, and one comes back as one edit', async () => {
    const { stage, cues } = await prepared();
    await stage.screen.call('editRundown', { edit: 'removeCues', cues: [cues[0]!] });
    await stage.clock.pass(20);
    const versions = await stage.screen.call('listVersions', {});
    expect(versions.map(({ edit }) => edit)).toEqual(['Add 2 cues', 'Add 2 cues', 'Add rundown Show']);
    await stage.screen.call('restoreVersion', { id: versions[0]!.id });
    await stage.clock.pass(20);
    expect([numbers(stage).sort(), stage.view.rundownEdits.undo]).toEqual([
      ['1', '2'],
      expect.stringMatching(/^Back to the version of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/),
    ]);
    await stage.screen.call('undoEdit', {});
    await stage.clock.pass(20);
    expect(numbers(stage)).toEqual(['2']);
  });

  it('bring nothing back while a cue that would go still waits', async () => {
    const { stage } = await prepared();
    const [late = ''] = await stage.add({
      number: '3',
      steps: [{ targets: [{ subComposition: stage.at(ids.title), name: 'Title', state: 'In' }], delay: 60_000 }],
    });
    await stage.do({ do: 'fireCue', cue: late });
    const [, before] = await stage.screen.call('listVersions', {});
    await expect(stage.screen.call('restoreVersion', { id: before!.id })).rejects.toThrow(
      'The cue 3 still waits for something. End it first.',
    );
    expect(numbers(stage).sort()).toEqual(['1', '2', '3']);
  });
});

describe('a show that goes to another machine', () => {
  it('comes there with its rundowns, looks and keys, which are chosen one by one', async () => {
    const { stage } = await prepared();
    const file = await exported(stage);
    const other = await CueStage.open();
    expect(await other.screen.call('readShow', { file })).toEqual({
      counts: { rundowns: 1, looks: 1, keys: stage.view.keys.length },
      ...{ missingApps: [{ app: stage.keys[0], name: 'news', service: 'http://news' }], missing: [] },
    });
    await other.screen.call('importShow', { file, parts: ['rundowns', 'looks'] });
    await other.clock.pass(20);
    expect([other.view.rundowns.map(({ name }) => name), other.view.looks.map(({ name }) => name)]).toEqual([
      ['Show', 'Show'],
      ['Empty'],
    ]);
    expect(other.view.rundownEdits.undo).toBe('Import 1 rundowns');
    await other.screen.call('undoEdit', {});
    await other.clock.pass(20);
    expect(other.view.rundowns).toHaveLength(1);
  });

  it('says which cues name what this desk does not have, and is repaired, all alike, as one edit', async () => {
    const { stage } = await prepared();
    const gone = stage.at('5f0c2b51-6a3e-4d0f-9a53-0c3f1d1f6aff');
    const steps = [
      { targets: [{ subComposition: gone, name: 'Old Title', state: 'In' as const, values: { words: 'bold' } }] },
    ];
    const cues = await stage.add({ number: '3', steps }, { number: '4', steps });
    const { missing } = await stage.screen.call('readShow', { file: await exported(stage) });
    expect(missing).toEqual([{ name: 'Old Title', cues: ['3', '4'] }]);
    const to = { from: gone, to: stage.at(ids.title), name: 'Title', fields: { words: 'style' } };
    await stage.screen.call('editRundown', { edit: 'retarget', targets: [to] });
    await stage.clock.pass(20);
    expect(stage.view.rundownEdits.undo).toBe('Repair 2 cues');
    await stage.do({ do: 'fireCue', cue: cues[1]! });
    await stage.clock.pass(50);
    expect(stage.sent().at(-1)).toEqual([{ subCompositionId: ids.title, payload: { style: 'bold' }, state: 'In' }]);
    await expect(stage.screen.call('editRundown', { edit: 'retarget', targets: [to] })).rejects.toThrow(
      'There is no cue',
    );
  });

  it.each([
    ['damaged', (text: string) => text.slice(0, -20), /^The show file cannot be used: /],
    ['of a newer version', () => '{"format":"overlayshow","version":9}', /a newer version of Overlay Desk wrote it/],
    ['no show at all', () => '{"a":1}', /it is no show file/],
    ['wrong within', () => '{"format":"overlayshow","version":1,"rundowns":[{}]}', /rundowns\[0\]\.id/],
  ])('is refused in a sentence if it is %s, and nothing of it is imported', async (_, change, sentence) => {
    const { stage } = await prepared();
    const text = Buffer.from(await exported(stage), 'base64').toString('utf8');
    const file = Buffer.from(change(text)).toString('base64');
    await expect(stage.screen.call('readShow', { file })).rejects.toThrow(sentence);
    await expect(stage.screen.call('importShow', { file, parts: ['rundowns'] })).rejects.toThrow(sentence);
    await stage.clock.pass(20);
    expect(stage.view.rundowns).toHaveLength(1);
  });
});
