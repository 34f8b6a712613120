import { texts } from '../../../contract/texts/texts.ts';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { DataLink, type SourceEdit } from '../../../contract/desk-api/data-link.ts';
import { Source } from '../../../contract/desk-api/source.ts';
import { CarriedShow, type ShowPart, showVersion } from '../../../contract/desk-api/show-file.ts';
import { packShow } from '../../../node/show/show-pack.ts';
import { readShowText, showText } from '../../../node/show/show-text.ts';
import { type World, world } from '../../kit/desk/world.ts';
import { ids } from '../../kit/service/small-show.ts';

/** A stage with two cues and a look. */
async function prepared() {
  const stage = await world();
  const [one, two] = [stage.takes(ids.title), stage.takes(ids.home)];
  const cues = await stage.add({ number: '1', steps: [one] }, { number: '2', steps: [two] });
  await stage.screen.call('saveLook', { name: 'Empty', ids: [stage.at(ids.title)] });
  await stage.clock.pass(20);
  return { stage, cues };
}

/** A show file as the desk hands it out. */
async function exported(stage: World): Promise<string> {
  await stage.screen.call('exportShow', {});
  const parts: Uint8Array[] = [];
  for await (const part of stage.delivered.at(-1)!.content()) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('base64');
}

const numbers = (stage: World): string[] => Object.values(stage.view.cues).map(({ number }) => number);

describe('the earlier versions of a show', () => {
  it('are listed by the edits that made them, and one comes back as one edit', async () => {
    const { stage, cues } = await prepared();
    await stage.screen.call('editRundown', { edit: 'removeCues', cues: [cues[0]!] });
    await stage.clock.pass(20);
    const versions = await stage.screen.call('listVersions', {});
    expect(versions.map(({ edit }) => edit)).toEqual([
      'Save look Empty',
      'Add 2 cues',
      'Add rundown Show',
      expect.stringMatching(/^Map \d+ keys$/),
    ]);
    const given = { version: versions[0]!.id };
    expect((await stage.screen.call('readShow', { given })).counts).toMatchObject({ rundowns: 1, looks: 1 });
    await stage.screen.call('restoreVersion', { id: versions[0]!.id, parts: ['rundowns'] });
    await stage.clock.pass(20);
    expect([numbers(stage).sort(), stage.view.rundownEdits.undo]).toEqual([
      ['1', '2'],
      expect.stringMatching(/^Back to the version of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC \(the rundowns\)$/),
    ]);
    await stage.screen.call('undoEdit', {});
    await stage.clock.pass(20);
    expect(numbers(stage)).toEqual(['2']);
  });

  it('mark no cue on air as edited that they have as it is', async () => {
    const { stage, cues } = await prepared();
    const [first = '', second = ''] = cues;
    await stage.do({ do: 'fireCue', cue: first });
    await stage.clock.pass(1_000);
    const before = stage.cue(first);
    await stage.screen.call('editRundown', { edit: 'changeCues', cues: [first], change: { name: 'New' } });
    await stage.screen.call('editRundown', { edit: 'removeCues', cues: [second] });
    await stage.clock.pass(20);
    const versions = await stage.screen.call('listVersions', {});
    await stage.screen.call('restoreVersion', { id: versions[0]!.id, parts: ['rundowns'] });
    await stage.clock.pass(20);
    expect([numbers(stage).sort(), stage.cue(first)]).toEqual([['1', '2'], before]);
    expect(before).toMatchObject({ state: 'ON AIR' });
  });

  it('bring back the mapping and the looks too, if they are chosen', async () => {
    const { stage } = await prepared();
    const before = stage.view.keys;
    await stage.screen.call('deleteLook', { name: 'Empty' });
    await stage.screen.call('mapKeys', { keys: [{ key: 'F9', action: { do: 'go' } }] });
    await stage.screen.call('unmapKey', { key: 'KeyG' });
    const versions = await stage.screen.call('listVersions', {});
    expect(versions.slice(0, 3).map(({ edit }) => edit)).toEqual([
      'Map the key F9',
      'Delete look Empty',
      'Save look Empty',
    ]);
    const back = { id: versions[2]!.id };
    await stage.screen.call('restoreVersion', { ...back, parts: ['looks'] });
    await stage.clock.pass(20);
    expect([stage.view.looks.map(({ name }) => name), stage.view.keys.length]).toEqual([['Empty'], before.length]);
    await stage.screen.call('restoreVersion', { ...back, parts: ['keys', 'data', 'controls'] });
    await stage.clock.pass(20);
    expect(stage.view.keys).toEqual(before);
    await stage.screen.call('restoreVersion', { ...back, parts: ['keys', 'controls'] });
    await stage.clock.pass(20);
    const edits = (await stage.screen.call('listVersions', {})).map(({ edit }) => edit);
    expect(edits.filter((edit) => edit.includes(' 0 '))).toEqual([]);
  });

  it('come back without what is wrong in them, which is named, as the show of a desk is read', async () => {
    const cue = { id: 'c1', number: '1', name: 'Opener', steps: [{ targets: [] }] };
    const rundown = {
      id: 'r1',
      name: 'Evening',
      groups: [{ id: 'g1', name: '', cues: [cue, { ...cue, id: 'c2', steps: 7 }] }],
    };
    const keys = [
      { key: 'f2!', action: { do: 'go' } },
      { key: 'F9', action: { do: 'go' } },
    ];
    const stage = await world({ show: { version: showVersion, rundowns: [rundown], keys } });
    await stage.screen.call('unmapKey', { key: 'F9' });
    await stage.clock.pass(20);
    const [version] = await stage.screen.call('listVersions', {});
    const given = { version: version!.id };
    const { counts, wrong } = await stage.screen.call('readShow', { given });
    expect([counts.rundowns, counts.keys]).toEqual([2, 1]);
    expect(wrong).toEqual([
      texts.settings.leftOut('rundowns[0].groups[0].cues[1] cue 1 Opener', 'steps: expected array, received number'),
      texts.settings.leftOut('keys[0]', 'key: expected a key such as F2, Digit1 or Ctrl+Shift+KeyT'),
    ]);
    await stage.screen.call('restoreVersion', { id: version!.id, parts: ['rundowns', 'keys'] });
    await stage.clock.pass(20);
    expect([numbers(stage), stage.view.keys]).toEqual([['1'], [{ key: 'F9', action: { do: 'go' } }]]);
    // What is wrong stays in the file at its place, until somebody repairs it there.
    expect(stage.files.show.written.at(-1)).toMatchObject({ keys: [keys[1], keys[0]] });
  });

  it('bring nothing back while a cue that would go still waits', async () => {
    const { stage } = await prepared();
    const [late = ''] = await stage.add({
      number: '3',
      steps: [{ targets: [{ subComposition: stage.at(ids.title), name: 'Title', state: 'In' }], delay: 60_000 }],
    });
    await stage.do({ do: 'fireCue', cue: late });
    const [, before] = await stage.screen.call('listVersions', {});
    await expect(stage.screen.call('restoreVersion', { id: before!.id, parts: ['rundowns'] })).rejects.toThrow(
      texts.updates.cueWaits('3'),
    );
    expect(numbers(stage).sort()).toEqual(['1', '2', '3']);
  });
});

describe('a show that is locked while a file of it is read', () => {
  it('gets no earlier version back, and no part of a show file', async () => {
    const { stage } = await prepared();
    const file = await exported(stage);
    const [, before] = await stage.screen.call('listVersions', {});
    const had = [stage.view.rundowns, stage.view.looks];
    const refused = [
      stage.screen.call('restoreVersion', { id: before!.id, parts: ['rundowns', 'looks'] }),
      stage.screen.call('importShow', { given: { file }, parts: ['rundowns', 'looks'] }),
    ].map((call) => expect(call).rejects.toMatchObject({ code: 'show-locked' }));
    await Promise.all([stage.screen.call('lockShow', { pin: null }), ...refused]);
    await stage.clock.pass(20);
    expect([stage.view.rundowns, stage.view.looks]).toEqual(had);
  });
});

describe('a show that goes to another machine', () => {
  it('comes there with its rundowns, looks and keys, which are chosen one by one', async () => {
    const { stage } = await prepared();
    const file = await exported(stage);
    const other = await world();
    const keys = stage.view.keys.flatMap(({ key, action }) => ('subComposition' in action ? [`key ${key}`] : []));
    const usedBy = ['cue 1', 'cue 2', 'look Empty', ...keys];
    expect(await other.screen.call('readShow', { given: { file } })).toEqual({
      counts: { compositions: 0, rundowns: 1, looks: 1, data: 0, keys: stage.view.keys.length, controls: 0, layout: 0 },
      reads: [],
      wrong: [],
      replaces: { data: [], keys: expect.any(Array), controls: [] },

      missingApps: [{ app: stage.keys[0], name: 'news', service: 'http://news', usedBy }],
      missing: [],
    });
    await other.screen.call('importShow', { given: { file }, parts: ['rundowns', 'looks'] });
    await other.clock.pass(20);
    expect([other.view.rundowns.map(({ name }) => name), other.view.looks.map(({ name }) => name)]).toEqual([
      ['Show', 'Show 2'],
      ['Empty'],
    ]);
    expect(other.view.rundownEdits.undo).toBe(texts.show.ofRundowns('Import a rundown, a look'));
    await other.screen.call('undoEdit', {});
    await other.clock.pass(20);
    expect(other.view.rundowns).toHaveLength(1);
  });

  it('says what it replaces before it does: mappings, but no look, which is added under a name of its own', async () => {
    const { stage } = await prepared();
    await stage.screen.call('mapKeys', { keys: [{ key: 'F9', action: { do: 'go' } }] });
    const file = await exported(stage);
    const replaced = async () => (await stage.screen.call('readShow', { given: { file } })).replaces;
    const nothing = { data: [], keys: [], controls: [] };
    expect(await replaced()).toEqual(nothing);
    await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'In' });
    await stage.clock.pass(1_000);
    await stage.screen.call('saveLook', { name: 'Empty', ids: [stage.at(ids.title)] });
    await stage.screen.call('saveLook', { name: 'Other', ids: [stage.at(ids.title)] });
    await stage.screen.call('mapKeys', { keys: [{ key: 'F9', action: { do: 'panic' } }] });
    expect(await replaced()).toEqual({ ...nothing, keys: ['F9'] });
    await stage.screen.call('mapKeys', { keys: [{ key: 'F8', action: { do: 'recallLook', look: 'Empty' } }] });
    const parts = ['looks' as const, 'keys' as const];
    await stage.screen.call('importShow', { given: { file: await exported(stage) }, parts });
    const looks = () => stage.view.looks.map(({ name }) => name);
    await stage.clock.pass(20);
    expect(looks()).toEqual(['Empty', 'Other']);
    const itsKeys = await exported(stage);
    await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'Out1' });
    await stage.clock.pass(1_000);
    await stage.screen.call('saveLook', { name: 'Empty', ids: [stage.at(ids.title)] });
    await stage.screen.call('importShow', { given: { file: itsKeys }, parts });
    await stage.clock.pass(20);
    // Its key recalls its look, as it did where it was mapped.
    expect([looks(), stage.view.keys.find(({ key }) => key === 'F8')?.action]).toEqual([
      ['Other', 'Empty', 'Empty 2'],
      { do: 'recallLook', look: 'Empty 2' },
    ]);
  });

  it('is a version that has the name of all its parts', async () => {
    const { stage } = await prepared();
    const given = { file: await exported(stage) };
    const edits = async (parts: ShowPart[]): Promise<unknown> => {
      await stage.screen.call('importShow', { given, parts });
      return (stage.files.show.written.at(-1) as { edit?: unknown }).edit;
    };
    const keys = `${stage.view.keys.length} keys`;
    expect(await edits(['rundowns', 'looks', 'keys'])).toBe(`Import a rundown, a look, ${keys}`);
    expect(await edits(['looks'])).toBe('Import a look');
  });

  it('takes nothing away by a part that its file has nothing of, and says so', async () => {
    const { stage } = await prepared();
    const show = CarriedShow.parse(readShowText(Buffer.from(await exported(stage), 'base64').toString('utf8')));
    const { keys: _, ...without } = show;
    const wrong = { ...show, keys: [{ key: 'no key' }], controls: [], looks: [] };
    const before = stage.view;
    for (const content of [without, { ...show, keys: [] }, wrong]) {
      const given = { file: Buffer.from(await showText(content)).toString('base64') };
      expect(await stage.screen.call('importShow', { given, parts: ['keys', 'controls', 'data'] })).toEqual({
        left: [],
        files: [],
        lacking: ['keys', 'controls', 'data'],
      });
      await stage.clock.pass(20);
      expect([stage.view.keys, stage.view.mappedControls]).toEqual([before.keys, before.mappedControls]);
    }
    expect(before.keys.length).toBeGreaterThan(0);
  });

  describe('has what controllers do', () => {
    const drivers = { midi: () => ({ do: () => undefined, stop: () => undefined }) };
    const [pad, knob] = [
      { device: 'Pads', control: 'note 1/1', action: { do: 'go' as const } },
      { device: 'Pads', control: 'cc 1/7', action: { do: 'takeCued' as const }, guard: { kind: 'arm' as const } },
    ];
    async function mapped() {
      const stage = await world({ drivers });
      await stage.screen.call('mapControl', pad);
      await stage.screen.call('mapControl', knob);
      return exported(stage);
    }

    it('which takes the place of what they did there, if it is chosen', async () => {
      const file = await mapped();
      const other = await world({ drivers });
      const before = { device: 'Pads', control: 'note 1/9', action: { do: 'go' as const } };
      await other.screen.call('mapControl', before);
      const { counts } = await other.screen.call('readShow', { given: { file } });
      expect(counts.controls).toBe(2);
      const none = await exported(await world());
      await other.screen.call('importShow', { given: { file: none }, parts: ['controls'] });
      await other.screen.call('importShow', { given: { file }, parts: ['keys'] });
      await other.clock.pass(20);
      expect(other.view.mappedControls).toEqual([before]);
      await other.screen.call('importShow', { given: { file }, parts: ['controls'] });
      await other.clock.pass(20);
      expect(other.view.mappedControls).toEqual([pad, knob]);
    });

    it('and is kept in the show of a desk that has no driver of them', async () => {
      const file = await mapped();
      const other = await world();
      await other.screen.call('importShow', { given: { file }, parts: ['controls'] });
      const { counts } = await other.screen.call('readShow', { given: { file: await exported(other) } });
      expect(counts.controls).toBe(2);
    });
  });

  it('says which cues name what this desk does not have, and is repaired, all alike, as one edit', async () => {
    const { stage } = await prepared();
    const gone = stage.at('5f0c2b51-6a3e-4d0f-9a53-0c3f1d1f6aff');
    const steps = [
      { targets: [{ subComposition: gone, name: 'Old Title', state: 'In' as const, values: { words: 'bold' } }] },
    ];
    const cues = await stage.add({ number: '3', steps }, { number: '4', steps });
    // A key stores the id alone.
    const other = stage.at('5f0c2b51-6a3e-4d0f-9a53-0c3f1d1f6afe');
    await stage.screen.call('mapKeys', { keys: [{ key: 'F9', action: { do: 'toggle', subComposition: other } }] });
    const { missing } = await stage.screen.call('readShow', { given: { file: await exported(stage) } });
    expect(missing).toEqual([
      { name: 'Old Title', usedBy: ['cue 3', 'cue 4'] },
      { name: 'A graphic', usedBy: ['key F9'] },
    ]);
    const to = { from: gone, to: stage.at(ids.title), name: 'Title', fields: { words: 'style' } };
    await stage.screen.call('editRundown', { edit: 'retarget', targets: [to] });
    await stage.clock.pass(20);
    expect(stage.view.rundownEdits.undo).toBe('Repair 2 cues');
    await stage.do({ do: 'fireCue', cue: cues[1]! });
    await stage.clock.pass(50);
    expect(stage.sent().at(-1)).toEqual([{ subCompositionId: ids.title, payload: { style: 'bold' }, state: 'In' }]);
    await expect(stage.screen.call('editRundown', { edit: 'retarget', targets: [to] })).rejects.toThrow(
      texts.show.nothingNames,
    );
  });

  it('is repaired wherever it names what is gone: cues, looks, live data, keys and controls', async () => {
    const { stage } = await prepared();
    const gone = stage.at('5f0c2b51-6a3e-4d0f-9a53-0c3f1d1f6aff');
    const action = { do: 'fire' as const, subComposition: gone, field: 'bang' };
    await stage.screen.call('mapKeys', { keys: [{ key: 'F9', action }] });
    const target = { from: gone, to: stage.at(ids.title), name: 'Title', fields: { bang: 'boom' } };
    expect(stage.view.notices.map(({ text }) => text)).toContain(texts.keys.graphicGone('F9'));
    await stage.screen.call('repairShow', { targets: [target] });
    await stage.clock.pass(20);
    expect(stage.view.keys.find(({ key }) => key === 'F9')?.action).toEqual({
      ...action,
      subComposition: stage.at(ids.title),
      field: 'boom',
    });
    // No cue names it, so there is no edit of the rundown to undo.
    expect(stage.view.rundownEdits.undo).toBe('Add 2 cues');
    await expect(stage.screen.call('repairShow', { targets: [target] })).rejects.toThrow(texts.show.nothingNames);
  });

  it('has the layout of the screen as a part, says what it has, and which files it does not have', async () => {
    const { stage } = await prepared();
    const bug = stage.at(ids.title);
    await stage.screen.call('setLayout', { sides: { right: 500 }, folded: [bug] });
    const from = { kind: 'file' as const, path: '/arena/scores.csv' };
    const source = Source.omit({ id: true }).parse({ name: 'Scores', from });
    await stage.screen.call('editSources', { edit: 'addSource', source });
    const file = await exported(stage);
    const { delivery: _, ...made } = await stage.screen.call('exportShow', {});
    expect(made).toEqual({
      counts: {
        compositions: 0,
        rundowns: 1,
        looks: 1,
        data: 1,
        keys: stage.view.keys.length,
        controls: 0,
        layout: 1,
      },
      media: [],
      files: [
        {
          source: 'Scores',
          path: '/arena/scores.csv',
          problem: texts.show.bringAlong,
        },
      ],
    });
    const other = await world();
    expect(await other.screen.call('importShow', { given: { file }, parts: ['layout'] })).toEqual({
      left: [],
      lacking: [],
      files: [],
    });
    expect(await other.screen.call('readLayout', {})).toEqual({ sides: { right: 500 }, folded: [bug] });
  });

  it('says which cues name a field that is gone, and is repaired by another field', async () => {
    const { stage } = await prepared();
    const at = stage.at(ids.title);
    const steps = [{ targets: [{ subComposition: at, name: 'Title', values: { words: 'bold' } }] }];
    const [cue = ''] = await stage.add({ number: '3', steps });
    const { missing } = await stage.screen.call('readShow', { given: { file: await exported(stage) } });
    expect(missing).toEqual([{ name: 'words of Title', usedBy: ['cue 3'] }]);
    await stage.screen.call('repairShow', {
      targets: [{ from: at, to: at, name: 'Title', fields: { words: 'style' } }],
    });
    await stage.clock.pass(20);
    expect(stage.view.cues[cue]?.steps[0]?.targets[0]).toMatchObject({ subComposition: at, values: { style: 'bold' } });
  });

  it('remembers what an app instance that is gone was called, and is repaired where one is named as a whole', async () => {
    const gone = { app: 'arena-1', name: 'Arena', kind: 'token', service: 'http://arena' };
    const keys = [{ key: 'F9', action: { do: 'panic', app: 'arena-1' } }];
    const stage = await world({ show: { version: showVersion, connections: [gone], keys } });
    expect(stage.view.absentApps).toEqual([{ app: 'arena-1', name: 'Arena (http://arena)', awaited: false }]);
    const file = await exported(stage);
    const other = await world();
    await other.screen.call('importShow', { given: { file }, parts: ['keys'] });
    await other.clock.pass(20);
    expect(other.view.absentApps).toContainEqual({ app: 'arena-1', name: 'Arena (http://arena)', awaited: false });
    const [to = ''] = other.keys;
    await other.screen.call('repairShow', { targets: [], apps: [{ from: 'arena-1', to }] });
    await other.clock.pass(20);
    expect(other.view.keys).toEqual([{ key: 'F9', action: { do: 'panic', app: to } }]);
  });

  describe('has its live data', () => {
    const from = { kind: 'http' as const, url: 'http://192.0.2.7/scores.csv' };
    async function linked() {
      const { stage } = await prepared();
      const edit = (asked: SourceEdit) => stage.screen.call('editSources', asked);
      const source = { name: 'Scores', from, allowPrivate: true as const };
      const id = (await edit({ edit: 'addSource', source: Source.omit({ id: true }).parse(source) })) ?? '';
      await stage.screen.call('setSourceSecret', { source: id, secret: 'Bearer hush', header: 'authorization' });
      const subComposition = stage.at(ids.title);
      const link = {
        source: id,
        subComposition,
        name: 'Title',
        row: { index: 0 },
        fields: { words: { path: 'name' } },
      };
      await edit({ edit: 'linkData', link: DataLink.parse(link) });
      return { stage, file: await exported(stage) };
    }
    const plain = (stage: World) => stage.view.sources.map(({ id: _, ...source }) => source);

    it('without secrets and without what was allowed, and says what it would read', async () => {
      const { file } = await linked();
      const text = Buffer.from(file, 'base64').toString('utf8');
      expect([text.includes('hush'), text.includes('secret'), text.includes('allowPrivate')]).toEqual([
        false,
        false,
        false,
      ]);
      const other = await world();
      const report = await other.screen.call('readShow', { given: { file } });
      expect(report).toMatchObject({ counts: { data: 1 }, reads: [{ source: 'Scores', from: from.url }] });
    });

    it('with its links, which take the place of those of the same sub-compositions, and no source twice', async () => {
      const { stage, file } = await linked();
      const other = await world();
      await other.screen.call('importShow', { given: { file }, parts: ['data'] });
      await other.screen.call('importShow', { given: { file }, parts: ['data'] });
      await other.clock.pass(20);
      const [source] = other.view.sources;
      expect([plain(other), other.view.dataLinks]).toMatchObject([
        [{ name: 'Scores', from: { kind: 'http', url: from.url } }],
        [{ source: source?.id, subComposition: stage.at(ids.title) }],
      ]);
      expect(JSON.stringify(other.view.sources)).not.toMatch(/allowPrivate|secret/);
      // Here it keeps its secret and what was allowed.
      await stage.screen.call('importShow', { given: { file }, parts: ['data'] });
      expect(plain(stage)).toMatchObject([{ allowPrivate: true, from: { secret: { header: 'authorization' } } }]);
    });

    it('and nothing is added of a file whose link is wrong', async () => {
      const { file } = await linked();
      const show = CarriedShow.parse(readShowText(Buffer.from(file, 'base64').toString('utf8')));
      for (const { fields } of show.dataLinks) fields.words = { path: 'name', format: 'upper(' };
      const wrong = await showText(show);
      const other = await world();
      const asked = {
        given: { file: Buffer.from(wrong).toString('base64') },
        parts: ['rundowns' as const, 'data' as const],
      };
      await expect(other.screen.call('importShow', asked)).rejects.toThrow('the format is wrong');
      expect([other.view.rundowns.length, other.view.sources]).toEqual([1, []]);
    });
  });

  describe('and was packed with the files of its sources', () => {
    const text = 'name\nAda';
    /** A packed show with a source and its file, and whatever else it is to have. */
    async function packed(more: Partial<CarriedShow> = {}, bytes = text): Promise<{ file: string }> {
      const { stage } = await prepared();
      const carried = CarriedShow.parse({
        ...readShowText(Buffer.from(await exported(stage), 'base64').toString('utf8')),
        sources: [{ id: 'a', name: 'Guests', from: { kind: 'file', path: 'D:\\arena\\guests.csv' } }],
        files: [{ source: 'a', path: pathOf(text), name: 'guests.csv' }],
        ...more,
      });
      const media = [{ path: pathOf(text), read: () => Promise.resolve(Buffer.from(bytes)) }];
      return { file: (await buffer(packShow(carried, media))).toString('base64') };
    }
    const pathOf = (content: string): string => `/data/${createHash('sha256').update(content).digest('hex')}.txt`;

    it('leaves nothing behind where it is refused', async () => {
      const link = {
        subComposition: 'x/1',
        name: 'Third',
        source: 'a',
        fields: { a: { path: 'a', format: 'upper(' } },
      };
      const given = await packed({ dataLinks: [DataLink.parse(link)] });
      const { stage } = await prepared();
      await expect(stage.screen.call('importShow', { given, parts: ['data'] })).rejects.toThrow('the format is wrong');
      expect([[...stage.data.files.all], stage.view.sources]).toEqual([[], []]);
    });

    it('adds nothing where a file cannot be kept, and says so', async () => {
      const given = await packed();
      const { stage } = await prepared();
      stage.data.files.full = texts.data.notKept('guests.csv', '/kept', 'no space');
      const parts = ['data' as const, 'rundowns' as const];
      await expect(stage.screen.call('importShow', { given, parts })).rejects.toThrow(
        texts.data.nothingAdded(texts.data.notKept('guests.csv', '/kept', 'no space')),
      );
      expect([stage.view.sources, stage.view.rundowns.length]).toEqual([[], 1]);
    });

    it('says of a file that is damaged that it is to be brought along', async () => {
      const given = await packed({}, 'name\nEve');
      const { stage } = await prepared();
      const { files } = await stage.screen.call('importShow', { given, parts: ['data'] });
      expect(files).toEqual([{ source: 'Guests', path: 'D:\\arena\\guests.csv', problem: texts.data.damaged }]);
      expect([...stage.data.files.all]).toEqual([]);
    });

    it('keeps no file where its live data is not chosen', async () => {
      const given = await packed();
      const { stage } = await prepared();
      const { files } = await stage.screen.call('importShow', { given, parts: ['rundowns'] });
      expect([files, [...stage.data.files.all]]).toEqual([[], []]);
    });

    it('leaves a source that is here with the same file as it is', async () => {
      const given = await packed();
      const { stage } = await prepared();
      const path = 'D:\\arena\\guests.csv';
      stage.data.files.all.set(path, text);
      const source = Source.omit({ id: true }).parse({ name: 'Guests', from: { kind: 'file', path } });
      await stage.screen.call('editSources', { edit: 'addSource', source });
      const { files } = await stage.screen.call('importShow', { given, parts: ['data'] });
      await stage.clock.pass(20);
      expect([files, stage.view.sources.length]).toEqual([[{ source: 'Guests', path, problem: '' }], 1]);
      stage.data.files.all.set(path, 'name\nEve');
      await stage.screen.call('importShow', { given, parts: ['data'] });
      await stage.clock.pass(20);
      expect(stage.view.sources.map(({ from }) => from)).toEqual([
        { kind: 'file', path },
        { kind: 'file', path: '/kept/guests.csv' },
      ]);
      expect(stage.data.files.all.get('/kept/guests.csv')).toBe(text);
    });
  });

  it.each([
    ['damaged', (text: string) => text.slice(0, -20), /^The show file cannot be used: /],
    ['of a newer version', () => '{"format":"overlayshow","version":9}', /a newer version of Overlay Desk wrote it/],
    ['no show at all', () => '{"a":1}', /it is no show file/],
    ['wrong within', () => '{"format":"overlayshow","version":1,"rundowns":{}}', /rundowns/],
  ])('is refused in a sentence if it is %s, and nothing of it is imported', async (_, change, sentence) => {
    const { stage } = await prepared();
    const text = Buffer.from(await exported(stage), 'base64').toString('utf8');
    const file = Buffer.from(change(text)).toString('base64');
    await expect(stage.screen.call('readShow', { given: { file } })).rejects.toThrow(sentence);
    await expect(stage.screen.call('importShow', { given: { file }, parts: ['rundowns'] })).rejects.toThrow(sentence);
    await stage.clock.pass(20);
    expect(stage.view.rundowns).toHaveLength(1);
  });
});
