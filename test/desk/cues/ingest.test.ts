import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import type { IngestReport } from '../../../contract/desk-api/ingest.ts';
import type { Rundown } from '../../../contract/desk-api/cue.ts';
import { type World, world } from '../../kit/desk/world.ts';
import { ids, smallShow } from '../../kit/service/small-show.ts';

const file = (name: string, text: string | Uint8Array, into: string | null = null) => ({
  name,
  into,
  file: Buffer.from(typeof text === 'string' ? new TextEncoder().encode(text) : text).toString('base64'),
});

/** A table with a header and rows, as a spreadsheet saves it. */
const table = (...rows: string[]): string => rows.map((row) => `${row}\r\n`).join('');

const good = (stage: World): string =>
  table(
    'Number,Cue,Group,Graphic,line1,Style,Size,Boxed,Flash,Goes out after,What follows,After,Guarded',
    `1,Opener,First,Title,,Bold,,,x,,,,`,
    `2,Ada,First,${stage.at(ids.lowerThird)},Ada Lovelace,,"12,5",yes,,0:08,,,`,
    `,,First,Score,,,,,,,,,`,
    `,,,,,,,,,,,,`,
    `3,End,Second,Title,,,,,,,confirmed,1.5,x`,
  );

/** The rundown of a file, without the ids that nobody needs. */
function shown(stage: World, id: string): Omit<Rundown, 'id'> {
  const outline = stage.view.rundowns.find((one) => one.id === id)!;
  return {
    name: outline.name,
    groups: outline.groups.map((group) => ({
      id: '',
      name: group.name,
      cues: group.cues.map((cue) => stage.view.cues[cue]!),
    })),
  };
}

/** What a report counts. */
const counted = ({ added, changed, same, removed, kept }: IngestReport) => ({ added, changed, same, removed, kept });

describe('a file of cues', () => {
  it('becomes a rundown: a row is a cue, its columns are fields by their titles', async () => {
    const stage = await world();
    const asked = file('Evening.csv', good(stage));
    const report = await stage.screen.call('checkIngest', asked);
    expect(report).toMatchObject({ problems: [], added: 3, changed: 0, removed: 0 });
    expect(report.columns.map(({ as }) => as)).toEqual([
      'Number',
      'Name',
      'Group',
      'Graphic',
      'Field line1',
      'Field style',
      'Field size',
      'Field boxed',
      'Field flash',
      texts.ingest.goesOutAfter,
      'What follows',
      'After',
      'Guarded',
    ]);
    expect(stage.view.rundowns).toHaveLength(1);

    const { rundown } = await stage.screen.call('ingest', asked);
    await stage.clock.pass(20);
    const step = { delay: 0, duration: null, follow: { on: 'go' } };
    const target = { action: 'play', values: {}, commands: {}, state: 'In' };
    const title = { ...target, subComposition: stage.at(ids.title), name: 'Title' };
    const cue = { notes: '', from: 'Evening.csv' };
    expect(shown(stage, rundown)).toEqual({
      name: 'Evening',
      groups: [
        {
          id: '',
          name: 'First',
          cues: [
            {
              ...cue,
              id: 'Evening.csv 1',
              number: '1',
              name: 'Opener',
              steps: [{ ...step, targets: [{ ...title, values: { style: 'bold' }, commands: { flash: 'execute' } }] }],
            },
            {
              ...cue,
              id: 'Evening.csv 2',
              number: '2',
              name: 'Ada',
              steps: [
                {
                  ...step,
                  duration: 8_000,
                  targets: [
                    {
                      ...target,
                      subComposition: stage.at(ids.lowerThird),
                      name: 'Lower Third',
                      values: { line1: 'Ada Lovelace', size: '12.5', boxed: true },
                    },
                    { ...target, subComposition: stage.at(ids.score), name: 'Score' },
                  ],
                },
              ],
            },
          ],
        },
        {
          id: '',
          name: 'Second',
          cues: [
            {
              ...cue,
              id: 'Evening.csv 3',
              number: '3',
              name: 'End',
              guarded: true,
              steps: [{ ...step, follow: { on: 'confirmed', after: 1_500 }, targets: [title] }],
            },
          ],
        },
      ],
    });
    expect(stage.view.rundownEdits.undo).toBe('Import Evening.csv');
  });

  it('names each wrong row, and nothing of it is imported', async () => {
    const stage = await world();
    const asked = file(
      'wrong.csv',
      table(
        'number;template;line1;size;state;delay',
        '1;Title;Ada;;;',
        '2;Nobody;;;;',
        '3;Lower Third;;;;',
        `4;${stage.at(ids.lowerThird)};;lots;;`,
        '',
        `4;${stage.at(ids.score)};;;Sideways;soon`,
        '5;;Ada;;;',
      ),
    );
    const { problems } = await stage.screen.call('checkIngest', asked);
    const both = `${stage.at(ids.lowerThird)} or ${stage.at(ids.away)}`;
    expect(problems.map(({ row, text }) => `${String(row)}: ${text}`)).toEqual([
      `2: ${texts.ingest.noSuchField('line1', 'Title')}`,
      `3: ${texts.ingest.noGraphic('Nobody')}`,
      `4: ${texts.ingest.severalGraphics(2, 'Lower Third', both)}`,
      texts.ingest.expected('5: size', 'a number', '"lots"'),
      texts.ingest.expected('7: state', texts.ingest.states, '"Sideways"'),
      texts.ingest.expected('7: delay', texts.ingest.time, '"soon"'),
      `7: ${texts.ingest.sameAs(5, 'number')}`,
      texts.ingest.noGraphicFor('8: line1'),
    ]);
    await expect(stage.screen.call('ingest', asked)).rejects.toMatchObject({
      code: 'call-invalid',
      message: texts.ingest.nothingImported(
        'wrong.csv',
        `Row 2: ${texts.ingest.noSuchField('line1', 'Title')}.`,
        texts.ingest.moreWrong(7),
      ),
    });
    expect([stage.view.rundowns.length, Object.keys(stage.view.cues)]).toEqual([1, []]);
  });

  it.each([
    ['', `odd.csv: ${texts.data.empty}`],
    ['number,number\n1,2\n', `odd.csv: ${texts.data.sameColumns(1, 2, 'number')}`],
    [
      'number,cue\n1\n2,3\n4\n',
      'odd.csv: Row 2: It has 1 column, the header has 2. One more thing is wrong. Nothing was imported.',
    ],
    ['number,cue\n1,2,3\n', texts.ingest.nothingImported('odd.csv', `Row 2: ${texts.data.columns(3, 2)}.`, '')],
    [Uint8Array.of(0x63, 0x75, 0x65, 0x0a, 0xe4), /^odd\.csv: Byte 5, in line 2, is no UTF-8\./],
    ['<!doctype html><html></html>', `odd.csv: ${texts.data.webPage}`],
    [`cue\n${'x\n'.repeat(100_000)}`, `odd.csv: ${texts.data.tooManyRows(20_000)}`],
    ['{"groups": [{"name": "A", "cues": [{"steps": 1}]}]}', /groups\[0\]\.cues\[0\]\.steps/],
  ])('that is %.30j is refused in a sentence', async (text, sentence) => {
    const stage = await world();
    await expect(stage.screen.call('ingest', file('odd.csv', text))).rejects.toThrow(sentence);
    expect(stage.view.rundowns).toHaveLength(1);
  });

  it('names every row that does not fit under the header, and what else is wrong beside them', async () => {
    const stage = await world();
    const text = 'number,cue,delay\n1,Opener,1\n2,News\n3,Guest,soon\n4,Close,1,2\n5,End,2\n';
    const report = await stage.screen.call('checkIngest', file('ragged.csv', text));
    expect(report.problems).toEqual([
      { row: 3, text: texts.data.columns(2, 3) },
      { row: 4, text: texts.ingest.expected('delay', texts.ingest.time, '"soon"') },
      { row: 5, text: texts.data.columns(4, 3) },
    ]);
    expect(report.columns).toEqual([
      { name: 'number', as: 'Number', values: ['1', '2', '3'], more: 2 },
      { name: 'cue', as: 'Name', values: ['Opener', 'News', 'Guest'], more: 2 },
      { name: 'delay', as: 'Delay', values: ['1', 'soon', '1'], more: 1 },
    ]);
  });

  it('with merged cells keeps the order of its rows, each in the group above', async () => {
    const stage = await world();
    const rows = ['Group,Number,Cue', 'Part 1,1,A', ',2,B', 'Part 2,3,C', ',4,D', 'Part 1,5,E'];
    const { rundown } = await stage.screen.call('ingest', file('show.csv', table(...rows)));
    await stage.clock.pass(20);
    const { groups } = shown(stage, rundown);
    expect(groups.map(({ name, cues }) => [name, ...cues.map((cue) => cue.name)])).toEqual([
      ['Part 1', 'A', 'B'],
      ['Part 2', 'C', 'D'],
      ['Part 1', 'E'],
    ]);
  });

  it('has no two cues with numbers that a typed number cannot tell apart', async () => {
    const stage = await world();
    const { rundown } = await stage.screen.call('ingest', file('show.csv', table('Number,Cue', '"11,5",A', '004,B')));
    const [first = '', second = ''] = stage.view.rundowns.find(({ id }) => id === rundown)!.groups[0]!.cues;
    expect([first, second].map((cue) => stage.view.cues[cue]!.number)).toEqual(['11.5', '4']);
    for (const [number, cue] of [
      ['011,5', first],
      ['11.5', first],
      ['04', second],
    ] as const) {
      await stage.screen.call('do', { action: { do: 'jumpTo', rundown, number } });
      expect(stage.view.positions[rundown]?.next).toEqual({ cue, step: 0 });
    }
    const twice = file('show.csv', table('Number,Cue', '"11,5",A', '11.5,B'));
    await expect(stage.screen.call('ingest', twice)).rejects.toThrow(texts.ingest.sameAs(2, 'number'));
  });

  it('leaves no words of the cue before: an empty cell empties a text of what its row takes In, and nothing else', async () => {
    const stage = await world();
    const third = stage.at(ids.lowerThird);
    const text = table(
      'Number,Graphic,State,line1,line2,size,team',
      `1,${third},,Ada,Captain,,`,
      `2,${third},,Bob,,,`,
      `3,${third},Out,,,,`,
    );
    const { columns } = await stage.screen.call('checkIngest', file('guests.csv', text));
    expect(columns.map(({ as }) => as).slice(3)).toEqual([
      texts.ingest.fields(['line1']),
      texts.ingest.emptied(texts.ingest.fields(['line2']), 1),
      '',
      '',
    ]);
    const { rundown } = await stage.screen.call('ingest', file('guests.csv', text));
    const cues = shown(stage, rundown).groups.flatMap((group) => group.cues);
    expect(cues.map(({ steps }) => steps[0]?.targets[0]?.values)).toEqual([
      { line1: 'Ada', line2: 'Captain' },
      { line1: 'Bob', line2: '' },
      {},
    ]);
  });

  it('sets a timer to a time, from which it runs or where it stands', async () => {
    const stage = await world();
    const rows = ['1,Title,45:00', '2,Title,1:30:00 Pause', '3,Title,start'];
    const { rundown } = await stage.screen.call('ingest', file('a.csv', table('Number,Graphic,Timer', ...rows)));
    const cues = shown(stage, rundown).groups.flatMap((group) => group.cues);
    expect(cues.map(({ steps }) => steps[0]?.targets[0])).toMatchObject([
      { values: { timer: '45:00' }, commands: { timer: 'play' } },
      { values: { timer: '1:30:00' }, commands: { timer: 'pause' } },
      { values: {}, commands: { timer: 'start' } },
    ]);
    await stage.do({ do: 'fireCue', cue: cues[1]!.id });
    await stage.clock.pass(500);
    expect(stage.sent().at(-1)).toMatchObject([{ payload: { timer: { isRunning: false, value: 5_400_000 } } }]);
    // Minutes or seconds: a number alone does not say.
    const { problems } = await stage.screen.call(
      'checkIngest',
      file('b.csv', table('Number,Graphic,Timer', '1,Title,45')),
    );
    expect(problems).toEqual([{ row: 2, text: `Timer: ${texts.ingest.timer('Run on, Pause, Reset, Run from 0')}` }]);
  });

  it('takes the commands of a timer by the words of its field too, and names these where it takes none', async () => {
    const stage = await world();
    const rows = ['1,Title,Run on', '2,Title,run from 0', '3,Title,Pause', '4,Title,Reset', '5,Title,play'];
    const { rundown } = await stage.screen.call('ingest', file('a.csv', table('Number,Graphic,Timer', ...rows)));
    const cues = shown(stage, rundown).groups.flatMap((group) => group.cues);
    expect(cues.map(({ steps }) => steps[0]?.targets[0]?.commands.timer)).toEqual([
      'play',
      'start',
      'pause',
      'reset',
      'play',
    ]);
    const wrong = file('b.csv', table('Number,Graphic,Timer', '1,Title,go'));
    expect((await stage.screen.call('checkIngest', wrong)).problems).toEqual([
      {
        row: 2,
        text: 'Timer: expected one of Run on, Pause, Reset, Run from 0, or a time such as 45:00 or 45:00 pause',
      },
    ]);
  });

  it('refuses a title that two fields of a graphic have, and takes each of them by its id', async () => {
    const score = smallShow.root.subcompositions.find(({ id }) => id === ids.title)!;
    const [picture] = score.fields;
    const fields = ['homeName', 'awayName'].map((id, index) => {
      return { ...picture!, id, title: 'Name', type: 'text' as const, index };
    });
    const root = { ...smallShow.root, subcompositions: [{ ...score, fields }, smallShow.root.subcompositions[0]!] };
    const stage = await world({ prepare: ({ show }) => show.load({ version: 1, root }) });
    const wrong = file('a.csv', table('Number,Graphic,Name', '1,Title,Ada'));
    const { problems, choices } = await stage.screen.call('checkIngest', wrong);
    expect(problems).toEqual([
      {
        row: 2,
        text: 'Name: several fields of Title have this title. Write the id of one: homeName or awayName',
      },
    ]);
    const names = choices.map(({ name }) => name);
    expect(names.slice(names.indexOf('Name (homeName)'))).toEqual(['Name (homeName)', 'Name (awayName)']);
    await expect(stage.screen.call('ingest', wrong)).rejects.toThrow('Name: several fields of Title have this title.');
    // An empty cell of the column names no field, so it empties none.
    const good = table('Number,Graphic,homeName,Name (awayName),Name', '1,Title,Ada,Bob,', '2,Title,Ada,,');
    const { rundown, report } = await stage.screen.call('ingest', file('b.csv', good));
    const cues = shown(stage, rundown).groups.flatMap((group) => group.cues);
    expect(cues.map(({ steps }) => steps[0]?.targets[0]?.values)).toEqual([
      { homeName: 'Ada', awayName: 'Bob' },
      { homeName: 'Ada', awayName: '' },
    ]);
    expect(report.columns.map(({ as }) => as).slice(2)).toEqual([
      texts.ingest.fields(['Name (homeName)']),
      texts.ingest.emptied(texts.ingest.fields(['Name (awayName)']), 1),
      '',
    ]);
  });

  it('names each cell with a picture or sound that output pages cannot find', async () => {
    const stage = await world();
    const asset = `/media/assets/${'a'.repeat(64)}.png`;
    const rows = ['1,Title,green.png,', '2,Title,/tmp/x/red.png,', `3,Title,${asset},bell.wav`];
    const { problems } = await stage.screen.call(
      'checkIngest',
      file('a.csv', table('No,Graphic,Picture,Sound', ...rows)),
    );
    expect(problems).toEqual([
      { row: 2, text: `Picture: ${texts.ingest.lostMedia('green.png')}` },
      { row: 3, text: `Picture: ${texts.ingest.lostMedia('/tmp/x/red.png')}` },
      { row: 4, text: `Sound: ${texts.ingest.lostMedia('bell.wav')}` },
    ]);
    const values = { picture: 'green.png', sound: 'https://sounds.example/bell.wav' };
    const targets = [{ subComposition: 'title', name: '', values }];
    const json = JSON.stringify({ groups: [{ name: '', cues: [{ number: '7', steps: [{ targets }] }] }] });
    expect((await stage.screen.call('checkIngest', file('a.json', json))).problems).toEqual([
      { row: null, text: `${texts.ingest.step('7', 1)}: picture: ${texts.ingest.lostMedia('green.png')}` },
    ]);
  });

  it('leaves a field to live data where its row has no words at all', async () => {
    const stage = await world({ source: {} });
    await stage.link();
    const third = stage.at(ids.lowerThird);
    const header = 'Number,Graphic,line1,line2,size';
    const text = table(header, `1,${third},,,`, `2,${third},,Captain,`, `3,${third},,,12`);
    const { rundown } = await stage.screen.call('ingest', file('guests.csv', text));
    const cues = shown(stage, rundown).groups.flatMap((group) => group.cues);
    expect(cues.map(({ steps }) => steps[0]?.targets[0]?.values)).toEqual([
      { line2: '' },
      { line1: '', line2: 'Captain' },
      { line2: '', size: '12' },
    ]);
  });

  it('takes the number of a cue that it has lost, says so, and makes no second edit of that cue', async () => {
    const stage = await world();
    const [home, away] = [stage.at(ids.home), stage.at(ids.away)];
    const header = 'id,number,cue,template';
    const first = table(header, `a,1,Old,${home}`, `z,9,Z,${away}`);
    const into = (await stage.screen.call('ingest', file('Evening.csv', first))).rundown;
    await stage.do({ do: 'fireCue', cue: 'a' });
    await stage.clock.pass(1_500);
    const newer = file('Evening.csv', table(header, `b,1,New,${away}`, `z,9,Z,${away}`), into);
    const { report } = await stage.screen.call('ingest', newer);
    await stage.clock.pass(20);
    expect(report).toMatchObject({ kept: ['1 Old'], renumbered: [{ cue: '1 Old', number: '1.1' }] });
    expect([stage.view.cues.a?.number, stage.view.cues.b?.number]).toEqual(['1.1', '1']);
    const { revision } = stage.view.rundownEdits;
    await stage.screen.call('ingest', newer);
    await stage.clock.pass(20);
    expect(stage.view.rundownEdits.revision).toBe(revision);
  });

  it('has columns by other names, and without those left out, also the next time', async () => {
    const stage = await world();
    const row = (of: string) => `${of},${stage.at(ids.lowerThird)},${of} Smith,3`;
    const text = table('Wer,Graphic,constructor,Kamera', row('Ada'), row('Bob'));
    const columns = { Wer: 'cue', constructor: 'line1', Kamera: '' };
    const plain = await stage.screen.call('checkIngest', file('Abend.csv', text));
    expect(plain).toMatchObject({ names: {}, choices: expect.arrayContaining([{ name: 'line1', as: 'Field line1' }]) });
    expect(plain.problems).not.toEqual([]);
    const named = await stage.screen.call('checkIngest', { ...file('Abend.csv', text), columns });
    expect(named).toMatchObject({ problems: [], names: columns, added: 2 });
    expect(named.columns.map(({ as }) => as)).toEqual(['Name', 'Graphic', 'Field line1', '']);
    const { rundown } = await stage.screen.call('ingest', { ...file('Abend.csv', text), columns });
    const cues = shown(stage, rundown).groups.flatMap((group) => group.cues);
    expect(cues.map(({ name, steps }) => [name, steps[0]?.targets[0]?.values])).toEqual([
      ['Ada', { line1: 'Ada Smith' }],
      ['Bob', { line1: 'Bob Smith' }],
    ]);
    const preparation = stage.files.preparation.written.at(-1) as Record<string, unknown>;
    const again = await world({ after: stage, preparation });
    expect(await again.screen.call('checkIngest', file('Abend.csv', text))).toMatchObject({ names: columns });
  });

  it('has the same cues when a spreadsheet dropped the zeros before their numbers', async () => {
    const stage = await world();
    const first = await stage.screen.call('ingest', file('show.csv', table('Number,Cue', '001,A', '002,B')));
    await stage.clock.pass(20);
    const again = file('show.csv', table('Number,Cue', '1,A', '2,B'), first.rundown);
    const { report } = await stage.screen.call('ingest', again);
    expect(report).toMatchObject({ added: 0, removed: 0 });
    const twice = file('show.csv', table('Number,Cue', '1,A', '01,B'));
    await expect(stage.screen.call('ingest', twice)).rejects.toThrow(texts.ingest.sameAs(2, 'number'));
  });

  it.each([
    ['a workbook', 'show.xlsx', Buffer.from('PK\x03\x04 and more', 'latin1'), texts.data.workbook],
    ['an old workbook', 'show.xls', Buffer.from('\xd0\xcf\x11\xe0\xa1', 'latin1'), texts.data.workbook],
    ['a PDF', 'show.pdf', Buffer.from('%PDF-1.7'), texts.data.noText('PDF')],
    [
      'JSON of another program',
      'show.json',
      '{"version": 3, "pages": []}',
      texts.ingest.noRundown(['version', 'pages']),
    ],
    ['a list', 'show.json', '[1]', texts.ingest.noRundown([])],
  ])('that is %s is named as what it is', async (_, name, bytes, sentence) => {
    const stage = await world();
    await expect(stage.screen.call('ingest', file(name, bytes))).rejects.toThrow(sentence);
  });

  it('that has more cues than a rundown may have is refused at the first that is too many', async () => {
    const stage = await world();
    const rows = Array.from({ length: 6_000 }, (_, at) => String(at));
    const { problems } = await stage.screen.call('checkIngest', file('long.csv', table('number', ...rows)));
    expect(problems).toEqual([{ row: 5_002, text: texts.ingest.tooMany(5000) }]);
  });

  it('is read in another encoding only where the operator says so', async () => {
    const stage = await world();
    const latin = Uint8Array.of(...new TextEncoder().encode('number,cue\n1,'), 0xd6, 0x6c);
    const report = await stage.screen.call('checkIngest', { ...file('öl.csv', latin), encoding: 'windows-1252' });
    expect(report.sample).toEqual([{ cue: '1 Öl', does: '' }]);
  });

  it('that comes again changes its cues where they stand, and leaves what the operator added', async () => {
    const stage = await world();
    const { rundown } = await stage.screen.call('ingest', file('Evening.csv', good(stage)));
    await stage.clock.pass(20);
    const [first] = stage.view.rundowns.find(({ id }) => id === rundown)!.groups;
    const own = { number: '1.5', name: 'By hand', notes: '', steps: [{ ...noStep }] };
    const before = 'Evening.csv 2';
    await stage.screen.call('editRundown', { edit: 'addCues', group: first!.id, before, cues: [own] });
    const next = file(
      'Evening.csv',
      good(stage).replace('Ada Lovelace', 'Grace Hopper').replace('3,End,Second', '4,New,First'),
      rundown,
    );
    expect(counted(await stage.screen.call('checkIngest', next))).toEqual({
      added: 1,
      changed: 1,
      same: 1,
      removed: 1,
      kept: [],
    });
    expect((await stage.screen.call('checkIngest', next)).removes).toEqual(['Evening.csv 3']);
    await stage.screen.call('ingest', next);
    await stage.clock.pass(20);
    const groups = shown(stage, rundown).groups;
    expect(groups.map(({ cues }) => cues.map(({ name }) => name))).toEqual([['Opener', 'By hand', 'Ada', 'New']]);
    expect(groups[0]!.cues[2]!.steps[0]!.targets[0]!.values).toMatchObject({ line1: 'Grace Hopper' });
    await stage.screen.call('undoEdit', {});
    await stage.clock.pass(20);
    expect(shown(stage, rundown).groups.map(({ cues }) => cues.map(({ name }) => name))).toEqual([
      ['Opener', 'By hand', 'Ada'],
      ['End'],
    ]);
  });

  it('never touches what is on air, and keeps what it no longer has until that is out', async () => {
    const stage = await world();
    const rows = ['number,cue,template,team,line1', `1,Opener,${stage.at(ids.home)},Reds,`];
    const present = table(...rows, `2,,${stage.at(ids.lowerThird)},,Ada`);
    const { rundown } = await stage.screen.call('ingest', file('Evening.csv', present));
    await stage.do({ do: 'fireCue', cue: 'Evening.csv 1' });
    await stage.do({ do: 'fireCue', cue: 'Evening.csv 2' });
    await stage.clock.pass(100);
    const sent = stage.sent().length;
    const changed = file(
      'Evening.csv',
      table('number,template,line1', `2,${stage.at(ids.lowerThird)},Grace Hopper`),
      rundown,
    );
    const before = stage.cue('Evening.csv 2');
    const { report } = await stage.screen.call('ingest', changed);
    await stage.clock.pass(100);
    expect(counted(report)).toEqual({ added: 0, changed: 1, same: 0, removed: 0, kept: ['1 Opener'] });
    expect(stage.sent()).toHaveLength(sent);
    expect([stage.cue('Evening.csv 2'), stage.view.cues['Evening.csv 1']?.name]).toEqual([
      { ...before, edited: true },
      'Opener',
    ]);
    // No Go fires what the file has lost.
    expect([stage.view.cues['Evening.csv 1']?.disabled, stage.view.cues['Evening.csv 2']?.disabled]).toEqual([
      true,
      undefined,
    ]);
    await stage.screen.call('undoEdit', {});
    expect(stage.view.cues['Evening.csv 1']?.disabled).toBe(undefined);
    await stage.screen.call('undoEdit', { redo: true });
    await stage.do({ do: 'endCue', cue: 'Evening.csv 1' });
    await stage.clock.pass(100);
    await stage.screen.call('ingest', changed);
    await stage.clock.pass(20);
    expect(stage.view.cues['Evening.csv 1']).toBeUndefined();
  });

  it('leaves a cue that was fired a moment before, and enables it where a newer file has it again', async () => {
    const stage = await world();
    const header = 'number,template';
    const [home, away] = [`1,${stage.at(ids.home)}`, `2,${stage.at(ids.away)}`];
    const into = (await stage.screen.call('ingest', file('Evening.csv', table(header, home, away)))).rundown;
    await stage.do({ do: 'fireCue', cue: 'Evening.csv 1' });
    await stage.screen.call('ingest', file('Evening.csv', table(header, away), into));
    expect(stage.view.cues['Evening.csv 1']?.disabled).toBe(true);
    await stage.screen.call('ingest', file('Evening.csv', table(header, home, away), into));
    await stage.clock.pass(1_000);
    expect([stage.view.cues['Evening.csv 1']?.disabled, stage.cue('Evening.csv 1').state]).toEqual([
      undefined,
      'ON AIR',
    ]);
  });

  it('becomes a rundown as one edit: one undo takes the rundown away too', async () => {
    const stage = await world();
    const before = stage.view.rundowns;
    await stage.screen.call('ingest', file('Evening.csv', good(stage)));
    await stage.screen.call('undoEdit', {});
    await stage.clock.pass(20);
    expect(stage.view.rundowns).toEqual(before);
  });

  it('does not become a second rundown while the show has its cues: no two of them would be told apart', async () => {
    const stage = await world();
    const { rundown } = await stage.screen.call('ingest', file('Evening.csv', good(stage)));
    const twice = stage.screen.call('ingest', file('Evening.csv', good(stage)));
    await expect(twice).rejects.toThrow(texts.ingest.hasCues('Evening', '3 cues'));
    await stage.clock.pass(20);
    expect(stage.view.rundowns.map(({ name }) => name)).toEqual(['Show', 'Evening']);
    const { report } = await stage.screen.call('ingest', file('Evening.csv', good(stage), rundown));
    expect(counted(report)).toEqual({ added: 0, changed: 0, same: 3, removed: 0, kept: [] });
  });

  it('belongs to the rundown that has most of its cues, by its name or by their ids', async () => {
    const stage = await world();
    const text = table('Id,Cue,Graphic', 'a,Opener,Title', 'b,Score,Score', 'c,End,Title');
    const home = async (name: string, of = text): Promise<string | null> =>
      (await stage.screen.call('checkIngest', file(name, of))).home;
    expect(await home('Evening.csv')).toBeNull();
    const { rundown } = await stage.screen.call('ingest', file('Evening.csv', text));
    const other = await stage.screen.call('ingest', file('Other.csv', table('Id,Cue,Graphic', 'd,More,Title')));
    await stage.clock.pass(20);
    const renamed = table('Id,Cue,Graphic', 'b,Score,Score', 'c,End,Title', 'd,More,Title');
    const anew = table('Id,Cue,Graphic', 'x,Else,Title');
    expect([
      await home('Evening.csv'),
      await home('Evening, final.csv', renamed),
      await home('Other.csv', anew),
      await home('New.csv', anew),
    ]).toEqual([rundown, rundown, other.rundown, null]);
  });

  it('does not come in when the show was locked while it was read', async () => {
    const stage = await world();
    const importing = expect(stage.screen.call('ingest', file('Evening.csv', good(stage)))).rejects.toMatchObject({
      code: 'show-locked',
    });
    await stage.screen.call('lockShow', { pin: null });
    await importing;
    await stage.clock.pass(20);
    expect(stage.view.rundowns.map(({ name }) => name)).toEqual(['Show']);
  });

  it('may be JSON that another program writes', async () => {
    const stage = await world();
    const json = {
      groups: [
        {
          name: 'News',
          cues: [
            { id: 'story-7', number: '7', name: 'Story', steps: [{ targets: [] }] },
            { number: '8', steps: [{ targets: [], follow: { on: 'time', after: 500 } }] },
          ],
        },
      ],
    };
    const { rundown } = await stage.screen.call('ingest', file('newsroom.json', JSON.stringify(json)));
    await stage.clock.pass(20);
    expect(shown(stage, rundown).groups[0]!.cues.map(({ id, from }) => [id, from])).toEqual([
      ['story-7', 'newsroom.json'],
      ['newsroom.json 8', 'newsroom.json'],
    ]);
    json.groups[0]!.cues.push({ ...json.groups[0]!.cues[0]! });
    await expect(
      stage.screen.call('ingest', { ...file('newsroom.json', JSON.stringify(json)), into: rundown }),
    ).rejects.toThrow(texts.ingest.sameIds('story-7'));
  });

  it('names the cues of the operator that get another number, before the import and after it', async () => {
    const stage = await world();
    const { rundown } = await stage.screen.call('ingest', file('a.csv', table('Number,Cue', '3,Ada')));
    await stage.clock.pass(20);
    const group = stage.view.rundowns.find(({ id }) => id === rundown)!.groups.at(-1)!.id;
    const steps = [{ targets: [], delay: 0, duration: null, follow: { on: 'go' as const } }];
    const own = { number: '4', name: 'Guest', notes: '', steps };
    await stage.screen.call('editRundown', { edit: 'addCues', group, before: null, cues: [own] });
    const newer = file('a.csv', table('Number,Cue', '3,Ada', '4,Weather'), rundown);
    const renumbered = [{ cue: '4 Guest', number: '4.1' }];
    expect(await stage.screen.call('checkIngest', newer)).toMatchObject({ added: 1, renumbered });
    await stage.screen.call('ingest', newer);
    const said = texts.ingest.renumbered('a.csv', texts.ingest.newNumber('4 Guest', '4.1'));
    expect(stage.view.notices.map(({ text }) => text)).toContain(said);
    expect(await stage.screen.call('checkIngest', newer)).toMatchObject({ same: 2, renumbered: [] });
  });

  it('names a cell whose field, or member of the cue, another column has filled', async () => {
    const stage = await world();
    const text = table(
      'Number,Cue,Cue name,Graphic,style,Style',
      '1,Opener,Other,Title,Bold,Bold',
      '2,,End,Title,,Bold',
    );
    expect((await stage.screen.call('checkIngest', file('a.csv', text))).problems).toEqual([
      { row: 2, text: texts.ingest.twice('Cue name', 'Name') },
      { row: 2, text: texts.ingest.twice('Style', texts.ingest.fields(['style'])) },
    ]);
  });

  it('names each target and field of JSON that the show does not have, by its cue, and then imports nothing', async () => {
    const stage = await world();
    const json = (...targets: object[]) => ({
      groups: [{ name: 'News', cues: [{ number: '7', name: 'Story', steps: [{ targets: [] }, { targets }] }] }],
    });
    const target = { name: '', state: 'In' };
    const asked = file(
      'newsroom.json',
      JSON.stringify(
        json(
          { ...target, subComposition: 'elsewhere/12', values: { line1: 'a' } },
          { ...target, subComposition: stage.at(ids.title), values: { none: 'a' }, commands: { noButton: 'execute' } },
        ),
      ),
    );
    expect((await stage.screen.call('checkIngest', asked)).problems).toEqual(
      [
        texts.ingest.noGraphic('elsewhere/12'),
        texts.ingest.noField('Title', 'none'),
        texts.ingest.noField('Title', 'noButton'),
      ].map((text) => ({ row: null, text: `Cue 7 Story, step 2: ${text}` })),
    );
    await expect(stage.screen.call('ingest', asked)).rejects.toThrow('2 more things are wrong. Nothing was imported.');
    expect(stage.view.rundowns).toHaveLength(1);

    const named = file('newsroom.json', JSON.stringify(json({ ...target, subComposition: 'title' })));
    const { rundown } = await stage.screen.call('ingest', named);
    await stage.clock.pass(20);
    const [cue] = shown(stage, rundown).groups[0]!.cues;
    expect(cue?.steps[1]?.targets).toMatchObject([{ subComposition: stage.at(ids.title), name: 'Title' }]);
  });
});

const noStep = { targets: [], delay: 0, duration: null, follow: { on: 'go' as const } };
