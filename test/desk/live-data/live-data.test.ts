import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { OverlayError } from '../../../contract/errors.ts';
import { watchDesk } from '../../kit/desk/watching-screen.ts';
import { type DataWorld, squad, world } from '../../kit/desk/world.ts';
import { ids } from '../../kit/service/small-show.ts';

const lowerThird = (stage: DataWorld) => stage.at(ids.lowerThird);
/** A stage with a link, and rows to begin with. */
async function linked(
  link: Parameters<DataWorld['link']>[0] = {},
  source: Parameters<DataWorld['withSource']>[0] = {},
) {
  const stage = await world({ source });
  await stage.link(link);
  await stage.push(squad);
  return stage;
}

describe('data that is staged', () => {
  it('becomes edits that nobody sends but the operator', async () => {
    const stage = await linked({ fields: { line1: { path: 'name' }, line2: { path: 'role' } } });
    expect([stage.staged, stage.sent()]).toEqual([{ line1: 'Ada', line2: 'Captain' }, []]);
    expect(stage.shown).toEqual({
      mode: 'stage',
      row: { index: 0 },
      place: 0,
      stale: false,
      edited: [],
      problem: '',
      fields: { line1: { value: 'Ada' }, line2: { value: 'Captain' } },
    });
    await stage.take('In');
    expect([stage.air(), stage.staged]).toEqual(['Ada', {}]);
    await stage.push(squad.replace('Ada', 'Eve'));
    expect([stage.air(), stage.staged]).toEqual(['Ada', { line1: 'Eve' }]);
    expect(stage.sent()).toHaveLength(1);
  });

  it('stages nothing that is confirmed already', async () => {
    const stage = await world({ source: {} });
    await stage.link();
    await stage.push('name\nName');
    expect(stage.staged).toEqual({});
    await stage.push('name\nOther');
    await stage.push('name\nName');
    expect(stage.staged).toEqual({});
  });

  it('takes the form of its field, and says what does not fit', async () => {
    const stage = await linked({
      fields: {
        line1: { path: 'number' },
        size: { path: 'number' },
        boxed: { path: 'boxed' },
        gone: { path: 'name' },
      },
    });
    await stage.push('name,role,number,boxed,none\nAda,Captain,3,off,');
    expect(stage.staged).toEqual({ line1: '3', size: '3', boxed: false });
    await stage.link({
      fields: { line1: { path: 'name' }, color: { path: 'role' }, fade: { path: 'none' }, gone: { path: 'name' } },
    });
    // A row is given as a whole.
    expect(stage.staged).toEqual({ line1: '3', size: '3', boxed: false });
    expect(stage.shown?.fields).toMatchObject({
      line1: { value: 'Ada' },
      color: { problem: expect.stringMatching(/^Expected a color: .*, got "Captain"\.$/) as string },
      fade: { problem: texts.data.emptyCell },
      gone: { problem: texts.data.noSuchField },
    });
  });

  it('is written as its format says, with other cells of its row', async () => {
    const format = "upper(value) & ' (' & [role] & ', ' & number & ')'";
    const stage = await linked({ fields: { line1: { path: 'name', format } } });
    expect(stage.staged).toEqual({ line1: 'ADA (Captain, 1)' });
  });

  it('refuses a format that is wrong where it is wrong', async () => {
    const stage = await world({ source: {} });
    await expect(stage.link({ fields: { line1: { path: 'name', format: 'upper(value' } } })).rejects.toThrow(
      texts.data.formatWrong('Lower Third', 'line1', 'expected ), not the end (at position 11)'),
    );
    await expect(stage.link({ source: 'none' })).rejects.toThrow(texts.data.noSource('none'));
  });

  it('leaves alone what an operator edited, until its row or its mode is chosen', async () => {
    const stage = await linked({ fields: { line1: { path: 'name' }, line2: { path: 'role' } } });
    const set = (value: string) => ({ do: 'set', subComposition: lowerThird(stage), field: 'line1', value }) as const;
    await stage.do(set('By hand'));
    await stage.push(squad.replace('Ada,Captain', 'Eve,Coach'));
    expect([stage.staged, stage.shown?.edited]).toEqual([{ line1: 'By hand', line2: 'Coach' }, ['line1']]);
    await stage.nextRow();
    expect([stage.staged, stage.shown?.edited]).toEqual([{ line1: 'Bob', line2: 'Keeper' }, []]);
    await stage.do(set('By hand'));
    await stage.mode('stage');
    expect([stage.staged, stage.shown?.edited]).toEqual([{ line1: 'Bob', line2: 'Keeper' }, []]);
  });

  it('keeps an edit of an operator beyond the end of the desk, and where the link stood', async () => {
    const before = await linked();
    await before.nextRow();
    await before.do({ do: 'set', subComposition: lowerThird(before), field: 'line1', value: 'By hand' });
    expect(before.files.preparation.written.at(-1)).toMatchObject({
      dataLinks: { [lowerThird(before)]: { row: { index: 1 }, mode: 'stage', edited: ['line1'] } },
    });
  });
});

describe('live data', () => {
  it('is sent while its sub-composition is confirmed In, and never before a take', async () => {
    const stage = await linked({ mode: 'live' });
    expect([stage.staged, stage.sent()]).toEqual([{ line1: 'Ada' }, []]);
    stage.service.updateFaults.push({ kind: 'none', there: 600, back: 600 });
    await stage.do({ do: 'take', subComposition: lowerThird(stage), to: 'In' });
    await stage.push(squad.replace('Ada', 'Eve'), 500);
    expect([stage.staged, stage.sent().length]).toEqual([{ line1: 'Eve' }, 1]);
    await stage.clock.pass(1_500);
    expect(stage.sent()).toEqual([
      [{ subCompositionId: ids.lowerThird, payload: { line1: 'Ada' }, state: 'In' }],
      [{ subCompositionId: ids.lowerThird, payload: { line1: 'Eve' } }],
    ]);
    expect([stage.air(), stage.staged]).toEqual(['Eve', {}]);
    await stage.take('Out1');
    await stage.push(squad);
    expect([stage.air(), stage.staged]).toEqual(['Eve', { line1: 'Ada' }]);
  });

  const bothLines = { fields: { line1: { path: 'name' }, line2: { path: 'role' } }, mode: 'live' } as const;

  it('goes with the take that follows an undo: nothing of before is on air for a moment', async () => {
    const stage = await linked(bothLines);
    await stage.take('In');
    await stage.do({ do: 'undo', what: 'take' });
    await stage.clock.pass(600);
    expect([stage.air(), stage.staged]).toEqual(['Name', { line1: 'Ada', line2: 'Captain' }]);
    await stage.take('In');
    expect(stage.sent().at(-1)).toEqual([
      { subCompositionId: ids.lowerThird, payload: { line1: 'Ada', line2: 'Captain' }, state: 'In' },
    ]);
  });

  it('goes with what a press brings back', async () => {
    const stage = await linked(bothLines);
    await stage.take('In');
    await stage.do({ do: 'panic' });
    await stage.clock.pass(600);
    await stage.nextRow();
    await stage.do({ do: 'undo', what: 'panic' });
    await stage.clock.pass(600);
    expect(stage.sent().at(-1)).toEqual([
      { subCompositionId: ids.lowerThird, payload: { line1: 'Bob', line2: 'Keeper' }, state: 'In' },
    ]);
  });

  it('of another row waits while a word of the row before is on air under an edit that was not sent', async () => {
    const stage = await linked(bothLines);
    await stage.take('In');
    await stage.do({ do: 'set', subComposition: lowerThird(stage), field: 'line2', value: 'Typed' });
    await stage.push(squad.replace('Ada,Captain', 'Eve,Coach'));
    expect([stage.air(), stage.staged]).toEqual(['Ada', { line2: 'Typed' }]);
    await stage.do({ do: 'update', subComposition: lowerThird(stage) });
    await stage.clock.pass(600);
    expect(stage.air()).toBe('Eve');
  });

  it('goes on in a field whose edit was taken back before it was sent', async () => {
    const stage = await linked(bothLines);
    await stage.take('In');
    const set = (value: string) => stage.do({ do: 'set', subComposition: lowerThird(stage), field: 'line1', value });
    await set('Adam');
    await set('Ada');
    await stage.push(squad.replace('Ada', 'Eve'));
    expect([stage.air(), stage.staged]).toEqual(['Eve', {}]);
    await set('By hand');
    await stage.do({ do: 'update', subComposition: lowerThird(stage) });
    await stage.push(squad.replace('Ada', 'Zoe'));
    expect(stage.air()).toBe('By hand');
  });

  it('names its source in the as-run log, and leaves what an operator can undo', async () => {
    const stage = await linked({ mode: 'live' });
    await stage.take('In');
    const edit = { subComposition: lowerThird(stage), field: 'boxed', value: false, send: true } as const;
    await stage.do({ do: 'set', ...edit });
    await stage.push(squad.replace('Ada', 'Eve'));
    expect(stage.lines.map(({ action, trigger }) => [action, trigger])).toEqual([
      ['Take In', { kind: 'screen', detail: '2' }],
      ['Set boxed', { kind: 'screen', detail: '2' }],
      ['Update', { kind: 'data', detail: 'Squad' }],
    ]);
    await stage.do({ do: 'undo', what: 'values' });
    await stage.clock.pass(100);
    expect([stage.air(), stage.air('boxed')]).toEqual(['Eve', true]);
  });

  it('is sent twice a second at most, the newest each time', async () => {
    const stage = await linked({ mode: 'live' });
    await stage.take('In');
    await stage.clock.pass(1_000);
    for (let goals = 1; goals <= 40; goals += 1) await stage.push(`name\n${goals}`, 50);
    await stage.clock.pass(1_000);
    expect(stage.sent().length).toBeLessThanOrEqual(1 + 6);
    expect(stage.sent().length).toBeGreaterThan(3);
    expect(stage.air()).toBe('40');
  });

  it('changes nothing on air while it is broken, empty or without its cell', async () => {
    const stage = await linked({ mode: 'live' });
    await stage.take('In');
    for (const text of ['<html>No scores</html>', '', 'name', '[]', 'other\nx', '{"a":']) await stage.push(text);
    expect([stage.air(), stage.staged, stage.sent().length]).toEqual(['Ada', {}, 1]);
    await stage.push(squad.replace('Ada', 'Eve'));
    expect(stage.air()).toBe('Eve');
  });

  it('is sent again only when there is news, whatever others do', async () => {
    const stage = await linked({ mode: 'live', fields: { line1: { path: 'name' }, line2: { path: 'role' } } });
    await stage.take('In');
    await stage.do({
      do: 'set',
      subComposition: lowerThird(stage),
      field: 'boxed',
      value: false,
      send: true,
    });
    await stage.push(squad);
    await stage.push(squad.replace('Captain', 'Coach'));
    expect(stage.sent().slice(2)).toEqual([[{ subCompositionId: ids.lowerThird, payload: { line2: 'Coach' } }]]);
  });

  it('goes on after its service was lost and is back', async () => {
    const stage = await linked({ mode: 'live' });
    await stage.take('In');
    stage.service.away = true;
    stage.service.disturb({ kind: 'cut' });
    await stage.clock.pass(5_000);
    await stage.push(squad.replace('Ada', 'Eve'));
    expect(stage.tally(ids.lowerThird)).toBe('UNKNOWN');
    stage.service.away = false;
    await stage.clock.pass(10_000);
    expect(stage.air()).toBe('Eve');
  });

  it('does nothing while it is on hold, and all that it has afterwards', async () => {
    const stage = await linked({ mode: 'hold' });
    expect(stage.staged).toEqual({});
    await stage.take('In');
    await stage.push(squad.replace('Ada', 'Eve'));
    await stage.nextRow();
    expect([stage.air(), stage.staged, stage.shown?.row]).toEqual(['Name', {}, { index: 1 }]);
    await stage.mode('live');
    expect([stage.air(), stage.staged]).toEqual(['Bob', {}]);
  });
});

describe('rows', () => {
  it('go on and back, and stop at the ends', async () => {
    const stage = await linked();
    await expect(stage.nextRow(-1)).rejects.toThrow(texts.data.atFirstRow('Lower Third', 'Squad'));
    await stage.nextRow(5);
    expect([stage.staged, stage.shown?.row]).toEqual([{ line1: 'Cleo' }, { index: 2 }]);
    await expect(stage.nextRow()).rejects.toThrow(texts.data.atLastRow('Lower Third', 'Squad'));
    await stage.nextRow(-1);
    expect(stage.staged).toEqual({ line1: 'Bob' });
  });

  it('that are next are known before they are wanted, so that a press gives them at once', async () => {
    const stage = await linked({ mode: 'live' });
    await stage.take('In');
    await stage.do({ do: 'nextRow', subComposition: lowerThird(stage) });
    expect(stage.sent().at(-1)).toEqual([{ subCompositionId: ids.lowerThird, payload: { line1: 'Bob' } }]);
    await stage.clock.pass(100);
    expect(stage.lines.at(-1)).toMatchObject({ action: 'Update', trigger: { kind: 'screen' } });
  });

  it.each([
    ['that was read ahead', { index: 1 }, 'Bob'],
    ['whose values are read later', { key: '3' }, 'Cleo'],
  ])('go back with the undo of the hand that chose a row %s, and again with its redo', async (_, row, name) => {
    const stage = await linked({ mode: 'live', row: { key: '1' } }, { key: 'number' });
    await stage.take('In');
    await stage.do({ do: 'chooseRow', subComposition: lowerThird(stage), row });
    await stage.clock.pass(1_000);
    const seen = () => [stage.air(), stage.shown?.place];
    const chosen = [name, name === 'Bob' ? 1 : 2];
    expect(seen()).toEqual(chosen);
    for (const after of [['Ada', 0], chosen, ['Ada', 0]]) {
      await stage.do({ do: 'undo', what: 'values' });
      await stage.clock.pass(1_000);
      expect(seen()).toEqual(after);
    }
    await stage.push(squad.replace('Ada', 'Eve'));
    expect(seen()).toEqual(['Eve', 0]);
  });

  it('go back to the row that was on air, past those that came and went before their values were', async () => {
    const stage = await linked({ mode: 'live', row: { key: '1' } }, { key: 'number' });
    await stage.push('name,number\nAda,1\nBob,2\nCleo,3\nDora,4\nEmil,5', 1_000);
    await stage.take('In');
    for (const key of ['4', '5']) await stage.do({ do: 'chooseRow', subComposition: lowerThird(stage), row: { key } });
    await stage.clock.pass(1_000);
    const onAir: unknown[] = [stage.air()];
    for (let undos = 0; undos < 2; undos += 1) {
      await stage.do({ do: 'undo', what: 'values' });
      for (let part = 0; part < 20; part += 1) {
        await stage.clock.pass(100);
        if (onAir.at(-1) !== stage.air()) onAir.push(stage.air());
      }
    }
    expect(onAir).toEqual(['Emil', 'Ada', 'Emil']);
  });

  it('are of the hand that gives them', async () => {
    const stage = await linked({ mode: 'hold', row: { key: '1' } }, { key: 'number' });
    await stage.take('In');
    await stage.do({ do: 'chooseRow', subComposition: lowerThird(stage), row: { key: '2' } });
    const other = await watchDesk(stage.desk);
    await other.screen.call('do', { action: { do: 'dataMode', subComposition: lowerThird(stage), mode: 'live' } });
    await stage.clock.pass(1_000);
    expect(stage.air()).toBe('Bob');
    const given = stage.lines.findLast(({ kind }) => kind === 'values')?.trigger;
    expect(given?.detail).not.toBe(stage.lines.find(({ kind }) => kind === 'take')?.trigger.detail);
  });

  it('are not of a hand once data has changed them', async () => {
    const stage = await linked({ mode: 'live' });
    await stage.take('In');
    await stage.nextRow();
    await stage.push(squad.replace('Bob', 'Eve'));
    expect(stage.lines.at(-1)).toMatchObject({ trigger: { kind: 'data' } });
    await expect(stage.do({ do: 'undo', what: 'values' })).rejects.toThrow(OverlayError);
    expect(stage.air()).toBe('Eve');
  });

  it.each(['live', 'stage'] as const)('give way to the words of a cue until a hand chooses a row: %s', async (mode) => {
    const stage = await linked({ mode });
    await stage.take('In');
    const subComposition = lowerThird(stage);
    const targets = [{ subComposition, name: 'Lower Third', state: 'In' as const, values: { line1: 'Eva Pell' } }];
    const [cue = ''] = await stage.add({ number: '1', steps: [{ targets }] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(2_000);
    await stage.push(squad.replace('Ada', 'Eve'));
    expect([stage.air(), stage.staged, stage.shown?.edited]).toEqual(['Eva Pell', {}, ['line1']]);
    await stage.nextRow();
    expect(mode === 'live' ? stage.air() : (stage.staged as Record<string, unknown>)['line1']).toBe('Bob');
  });

  it('are found by their key, wherever they are now', async () => {
    const stage = await linked({ row: { key: '2' } }, { key: 'number' });
    expect([stage.staged, stage.shown?.place]).toEqual([{ line1: 'Bob' }, 1]);
    await stage.push('name,number\nBobby,2\nAda,1');
    expect([stage.staged, stage.shown?.place]).toEqual([{ line1: 'Bobby' }, 0]);
    await stage.push('name,number\nAda,1');
    expect([stage.staged, stage.shown]).toMatchObject([
      { line1: 'Bobby' },
      { place: null, fields: { line1: { problem: texts.data.noRow(texts.data.rowKey('2'), '1 row') } } },
    ]);
    await expect(stage.nextRow()).rejects.toThrow(texts.data.nextUnknown('Squad'));
  });

  it('show as a whole or not at all, so that no two of them mix', async () => {
    const stage = await linked({ mode: 'live', fields: { line1: { path: 'name' }, size: { path: 'number' } } });
    await stage.take('In');
    await stage.push('name,number\nAda,1\nBob,none\nCleo,3');
    await stage.nextRow();
    expect([stage.air(), stage.air('size'), stage.shown?.fields['size']]).toEqual([
      'Ada',
      '1',
      { problem: 'Expected a number from 1 to 100, got "none".'.replace(' from 1 to 100', '') },
    ]);
    await stage.nextRow();
    expect([stage.air(), stage.air('size')]).toEqual(['Cleo', '3']);
  });

  it('change by themselves from the last to the first, but not on hold and not many times after a sleep', async () => {
    const stage = await linked({ rotateEvery: 5_000 });
    const seen: unknown[] = [];
    for (let times = 0; times < 4; times += 1) {
      seen.push((stage.staged as { line1: string }).line1);
      await stage.clock.pass(5_000);
    }
    expect(seen).toEqual(['Ada', 'Bob', 'Cleo', 'Ada']);
    stage.clock.sleep(60_000);
    await stage.clock.pass(5_000);
    expect(stage.staged).toEqual({ line1: 'Cleo' });
    await stage.mode('hold');
    await stage.clock.pass(20_000);
    expect(stage.shown?.row).toEqual({ index: 2 });
  });

  it.each(['a hand', 'a cue'])('do not replace the words of %s by themselves', async (who) => {
    const stage = await linked({ rotateEvery: 2_000, mode: 'live' });
    await stage.take('In');
    const edit = { subComposition: lowerThird(stage), field: 'line1', value: 'Guest', send: true } as const;
    if (who === 'a hand') await stage.do({ do: 'set', ...edit });
    else {
      const target = { ...stage.takes(ids.lowerThird).targets[0]!, values: { line1: 'Guest' } };
      const [cue = ''] = await stage.add({ number: '7', steps: [{ targets: [target] }] });
      await stage.do({ do: 'fireCue', cue });
    }
    await stage.clock.pass(20_000);
    expect([stage.air(), stage.shown?.edited]).toEqual(['Guest', ['line1']]);
    await stage.nextRow();
    await stage.clock.pass(2_000);
    expect(stage.air()).toBe('Cleo');
  });

  it.each<[string, (stage: DataWorld) => Promise<unknown>]>([
    [
      'are undone',
      async (stage) => {
        await stage.take('In');
        const edit = { subComposition: lowerThird(stage), field: 'line1', value: 'Guest', send: true } as const;
        await stage.do({ do: 'set', ...edit });
        await stage.clock.pass(500);
        await stage.do({ do: 'undo', what: 'values' });
      },
    ],
    [
      'were typed and are discarded',
      async (stage) => {
        await stage.take('In');
        await stage.do({ do: 'set', subComposition: lowerThird(stage), field: 'line1', value: 'Gue' });
        await stage.do({ do: 'discard', subComposition: lowerThird(stage) });
      },
    ],
    [
      'went out with their cue',
      async (stage) => {
        const target = { ...stage.takes(ids.lowerThird).targets[0]!, values: { line1: 'Guest' } };
        const [cue = ''] = await stage.addAside({ number: '7', steps: [{ targets: [target], duration: 3_000 }] });
        await stage.do({ do: 'fireCue', cue });
        await stage.clock.pass(5_000);
      },
    ],
  ])('change by themselves again once the words of a hand or a cue %s', async (_, words) => {
    const stage = await linked({ rotateEvery: 2_000, mode: 'live' });
    await words(stage);
    await stage.clock.pass(100);
    const before = stage.shown?.row;
    await stage.clock.pass(2_000);
    expect(stage.shown?.row).not.toEqual(before);
    await stage.take('In');
    await stage.clock.pass(4_000);
    expect(stage.air()).not.toBe('Guest');
  });

  it('do not replace the words of a cue whose request is on its way', async () => {
    const stage = await linked({ rotateEvery: 2_000, mode: 'live' });
    const target = { ...stage.takes(ids.lowerThird).targets[0]!, values: { line1: 'Guest' } };
    const [cue = ''] = await stage.addAside({ number: '7', steps: [{ targets: [target] }] });
    await stage.clock.pass(1_500);
    stage.service.updateFaults.push({ kind: 'none', there: 700, back: 700 });
    void stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(10_000);
    expect(stage.air()).toBe('Guest');
  });

  it.each(['changed', 'the same again'])('leave words by hand on air where their link is %s', async (how) => {
    const stage = await linked({ mode: 'live', fields: { line1: { path: 'name' }, line2: { path: 'role' } } });
    await stage.take('In');
    const edit = { subComposition: lowerThird(stage), field: 'line1', value: 'Guest', send: true } as const;
    await stage.do({ do: 'set', ...edit });
    await stage.clock.pass(500);
    if (how === 'changed') {
      const [link] = stage.view.dataLinks;
      await stage.edit({ edit: 'linkData', link: { ...link!, mode: 'live', rotateEvery: 60_000 } });
    } else {
      await stage.screen.call('saveLook', { name: 'Later', ids: [stage.at(ids.title)] });
      await stage.clock.pass(20);
      const [version] = await stage.screen.call('listVersions', {});
      await stage.screen.call('restoreVersion', { id: version!.id, parts: ['data'] });
    }
    await stage.clock.pass(5_000);
    expect([stage.air(), stage.shown?.edited]).toEqual(['Guest', ['line1']]);
  });

  it('replace nothing in a field that is linked while its graphic is on air, until a hand follows the data', async () => {
    const stage = await linked({ mode: 'live', fields: { line1: { path: 'name' } } });
    await stage.do({ do: 'set', subComposition: lowerThird(stage), field: 'line2', value: 'Typed' });
    await stage.take('In');
    await stage.link({ mode: 'live', fields: { line1: { path: 'name' }, line2: { path: 'role' } } });
    await stage.clock.pass(5_000);
    expect([stage.air('line2'), stage.shown?.edited]).toEqual(['Typed', ['line2']]);
    await stage.mode('live');
    await stage.clock.pass(2_000);
    expect(stage.air('line2')).toBe('Captain');
  });

  it('stay where a live link comes back with another row, until a hand follows the data', async () => {
    const stage = await linked({ mode: 'live' });
    await stage.take('In');
    const [link] = stage.view.dataLinks;
    await stage.nextRow();
    await stage.clock.pass(1_000);
    await stage.edit({ edit: 'linkData', link: { ...link!, mode: 'live', row: { index: 2 } } });
    await stage.clock.pass(5_000);
    expect([stage.air(), stage.shown?.edited]).toEqual(['Bob', ['line1']]);
    await stage.mode('live');
    await stage.clock.pass(2_000);
    expect(stage.air()).toBe('Cleo');
  });

  it.each(['a version', 'another source'])('replace nothing on air where a live link comes with %s', async (how) => {
    const stage = await linked({ mode: 'live' });
    const other = await stage.edit({
      edit: 'addSource',
      source: { name: 'Other', from: { kind: 'push' }, format: 'csv' },
    });
    await stage.take('In');
    const edit = { subComposition: lowerThird(stage), field: 'line1', value: 'Guest', send: true } as const;
    const [link] = stage.view.dataLinks;
    if (how === 'a version') {
      await stage.edit({ edit: 'unlinkData', subComposition: lowerThird(stage) });
      await stage.do({ do: 'set', ...edit });
      await stage.clock.pass(500);
      const versions = await stage.screen.call('listVersions', {});
      const version = versions.find(({ edit: what }) => what.includes('Other'))!;
      await stage.screen.call('restoreVersion', { id: version.id, parts: ['data'] });
    } else {
      await stage.do({ do: 'set', ...edit });
      await stage.clock.pass(500);
      stage.data.push(other ?? '', 'name,role\nZoe,Coach');
      await stage.edit({ edit: 'linkData', link: { ...link!, mode: 'live', source: other ?? '' } });
    }
    await stage.clock.pass(5_000);
    expect([stage.air(), stage.shown?.mode, stage.shown?.edited]).toEqual(['Guest', 'live', ['line1']]);
    await stage.mode('live');
    await stage.clock.pass(2_000);
    expect(stage.air()).toBe(how === 'a version' ? 'Ada' : 'Zoe');
  });

  it('do not change by themselves while there are none', async () => {
    const stage = await world({ source: {} });
    await stage.link({ rotateEvery: 1_000 });
    await stage.clock.pass(5_000);
    expect(stage.shown?.row).toEqual({ index: 0 });
    await expect(stage.nextRow()).rejects.toThrow(texts.data.noRows('Squad'));
  });

  it('are of no use to what is linked to nothing', async () => {
    const stage = await linked();
    await expect(stage.do({ do: 'nextRow', subComposition: stage.at(ids.title) })).rejects.toThrow(
      texts.data.linkedToNone('Title'),
    );
  });
});

describe('a cue with a row', () => {
  const cueOf = (stage: DataWorld, more: object = {}) =>
    stage.addAside({
      number: '5',
      steps: [
        {
          targets: [
            { subComposition: lowerThird(stage), name: 'Lower Third', state: 'In', row: { index: 1 }, ...more },
          ],
        },
      ],
    });

  it('is not fired, however often it is pressed, while its graphic is linked to nothing', async () => {
    const stage = await linked();
    const [cue = ''] = await cueOf(stage);
    await stage.screen.call('editRundown', { edit: 'changeCues', cues: [cue], change: { guarded: true } });
    await stage.edit({ edit: 'unlinkData', subComposition: lowerThird(stage) });
    const refusal = texts.cues.rowIncomplete('5', texts.cues.ofGraphic('Lower Third', texts.data.noLink));
    for (let press = 0; press < 2; press += 1) {
      await stage.clock.pass(500);
      await expect(stage.do({ do: 'fireCue', cue })).rejects.toThrow(refusal);
    }
    await expect(stage.screen.call('preview', { action: { do: 'fireCue', cue } })).rejects.toThrow(refusal);
    expect(stage.sent()).toEqual([]);
  });

  it('takes its graphic out, also where that is linked to nothing', async () => {
    const stage = await linked();
    const [cue = ''] = await cueOf(stage, { state: 'Out' });
    await stage.take('In');
    await stage.edit({ edit: 'unlinkData', subComposition: lowerThird(stage) });
    await stage.clock.pass(1_000);
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(1_000);
    expect(stage.tally(ids.lowerThird)).toBe('OUT');
  });

  it('sends the values of that row before its state, in one request, and leaves the link there', async () => {
    const stage = await linked({ fields: { line1: { path: 'name' }, line2: { path: 'role' } } });
    const [cue = ''] = await cueOf(stage, { values: { line2: 'Of the cue' } });
    await stage.clock.pass(100);
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(1_000);
    expect(stage.sent()).toEqual([
      [{ subCompositionId: ids.lowerThird, payload: { line1: 'Bob', line2: 'Of the cue' }, state: 'In' }],
    ]);
    expect([stage.shown?.row, stage.staged, stage.told]).toEqual([{ index: 1 }, {}, []]);
    await stage.push(squad.replace('Bob', 'Rob'));
    expect(stage.staged).toEqual({ line1: 'Rob' });
  });

  it('leaves its other fields to live data where its own word is that of the row', async () => {
    const stage = await linked({ mode: 'live', fields: { line1: { path: 'name' }, line2: { path: 'role' } } });
    const [cue = ''] = await cueOf(stage, { values: { line2: 'Keeper' } });
    await stage.clock.pass(100);
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(1_000);
    await stage.push(squad.replace('Bob', 'Rob'));
    expect(stage.air()).toBe('Rob');
  });

  it.each([true, false])('keeps its own words beside the row where the data is live: already In %s', async (isIn) => {
    const stage = await linked({ mode: 'live', fields: { line1: { path: 'name' }, line2: { path: 'role' } } });
    if (isIn) await stage.take('In');
    const [cue = ''] = await cueOf(stage, { values: { line2: 'Of the cue' } });
    await stage.clock.pass(100);
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(3_000);
    expect(stage.sent().slice(isIn ? 1 : 0)).toEqual([
      [{ subCompositionId: ids.lowerThird, payload: { line1: 'Bob', line2: 'Of the cue' }, state: 'In' }],
    ]);
  });

  it.each([
    ['before data came', undefined, false, texts.data.noDataYet],
    ['that is gone', 'name\nAda', true, texts.data.noRow(texts.ingest.row(2), '1 row')],
  ])('%s is fired by the second press only, and without the words of another row', async (_, text, isRead, problem) => {
    const stage = await world({ source: {} });
    await stage.link();
    if (text !== undefined) await stage.push(text);
    await stage.do({ do: 'set', subComposition: lowerThird(stage), field: 'line1', value: 'Old' });
    const [cue = ''] = await cueOf(stage);
    await stage.clock.pass(100);
    const why = texts.data.fieldLacks('line1', problem);
    expect(stage.cue(cue).incomplete).toEqual({ isRead, why });
    const asks = texts.cues.incomplete('5', texts.cues.ofGraphic('Lower Third', why), 3);
    await expect(stage.do({ do: 'fireCue', cue })).rejects.toMatchObject({ code: 'cue-armed', message: asks });
    expect([stage.sent(), stage.cue(cue).state]).toEqual([[], 'ARMED']);
    await stage.clock.pass(600);
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(100);
    expect([stage.tally(ids.lowerThird), stage.air()]).toEqual(['ON AIR', '']);
    await stage.push(squad);
    expect(stage.cue(cue).incomplete).toBe(undefined);
  });

  it('is whole on every screen after a restart, where its data came before its app instance', async () => {
    const stage = await linked();
    const [cue = ''] = await cueOf(stage);
    await stage.clock.pass(100);
    expect(stage.cue(cue)).not.toHaveProperty('incomplete');
    const { settings, preparation, show } = stage.files;
    const [kept, prepared, shows] = [settings, preparation, show].map(({ written }) => written.at(-1) as object);
    void stage.desk.close();
    stage.service.away = true;
    const files = { settings: { ...kept }, preparation: { ...prepared }, show: { ...shows } };
    const next = await world({ after: stage, keys: stage.keys, ...files });
    next.data.push(stage.source, squad);
    await next.clock.pass(600);
    expect(next.cue(cue)).toHaveProperty('incomplete');
    stage.service.away = false;
    await next.clock.pass(20_000);
    expect(next.tally(ids.lowerThird)).toBe('OUT');
    expect(next.cue(cue)).not.toHaveProperty('incomplete');
  });

  it('that is not whole does not follow by itself, nor with marked cues', async () => {
    const stage = await world({ source: {} });
    await stage.link();
    const [cue = ''] = await cueOf(stage);
    await stage.do({ do: 'markCue', cue, marked: true });
    const refused = { code: 'press-refused', message: expect.stringContaining(texts.data.noDataYet) as string };
    await expect(stage.do({ do: 'fireMarked' })).rejects.toMatchObject(refused);
    expect(stage.sent()).toEqual([]);
  });

  it('says STALE DATA before it is taken, and so does its sub-composition', async () => {
    const stage = await linked({}, { staleAfter: 2_000 });
    const [cue = ''] = await cueOf(stage);
    expect([stage.cue(cue).staleData, stage.shown?.stale]).toEqual([undefined, false]);
    await stage.clock.pass(2_000);
    expect([stage.cue(cue).staleData, stage.shown?.stale]).toEqual([['Squad'], true]);
    await stage.push('{');
    expect(stage.view.sourceViews[stage.source]).toMatchObject({ state: 'BROKEN', rows: 3 });
    expect(stage.cue(cue).staleData).toEqual(['Squad']);
    await stage.push(squad);
    expect([stage.cue(cue).staleData, stage.shown?.stale]).toEqual([undefined, false]);
  });

  it('says STALE DATA only where it leaves something to the data', async () => {
    const stage = await linked({ fields: { line1: { path: 'name' }, line2: { path: 'role' } } }, { staleAfter: 2_000 });
    const typed = { row: undefined, values: { line1: 'Typed', line2: 'Typed too' } };
    const [some = ''] = await cueOf(stage, { ...typed, values: { line1: 'Typed' } });
    const [all = ''] = await cueOf(stage, typed);
    const stale = () => [some, all].map((cue) => stage.cue(cue).staleData);
    await stage.clock.pass(2_000);
    expect(stale()).toEqual([['Squad'], undefined]);
    // Words of a cue stay, whatever the mode.
    for (const mode of ['live', 'hold'] as const) {
      await stage.mode(mode);
      expect(stale()).toEqual([['Squad'], undefined]);
    }
  });
});

describe('a row that lacks a cell', () => {
  const guests = [
    { id: 'a', name: 'Ana', role: 'PM', n: 1 },
    { id: 'b', name: 'Bob', role: null },
    { id: 'c', name: 'Cy' },
  ];
  const onAir = (stage: DataWorld) => [stage.air(), stage.air('line2')];
  const fieldsWith = (absent?: 'keep' | 'refuse') => ({
    fields: { line1: { path: 'name' }, line2: { path: 'role', absent } },
    mode: 'live' as const,
  });

  it.each([
    [undefined, ['Bob', ''], ['Cy', '']],
    ['keep', ['Bob', 'PM'], ['Cy', 'PM']],
    ['refuse', ['Ana', 'PM'], ['Ana', 'PM']],
  ] as const)('gives what the link says of absent cells: %s', async (absent, second, third) => {
    const stage = await linked(fieldsWith(absent));
    await stage.push(JSON.stringify(guests));
    await stage.take('In');
    expect(onAir(stage)).toEqual(['Ana', 'PM']);
    await stage.nextRow();
    expect(onAir(stage)).toEqual(second);
    await stage.nextRow();
    expect(onAir(stage)).toEqual(third);
  });

  it('stays the row of its key wherever that moves, also where it was chosen by its place', async () => {
    const stage = await linked(fieldsWith(), { key: 'id' });
    await stage.push(JSON.stringify(guests));
    await stage.take('In');
    await stage.do({ do: 'set', subComposition: lowerThird(stage), field: 'line2', value: 'Mended', send: true });
    const renamed = { ...guests[0], name: 'Ana Silva' };
    await stage.push(JSON.stringify([...guests.slice(1), renamed]));
    const ana = [['Ana Silva', 'Mended'], ['line2'], guests.length - 1];
    expect([onAir(stage), stage.shown?.edited, stage.shown?.place]).toEqual(ana);
    await stage.push(JSON.stringify(guests.slice(1)));
    expect(onAir(stage)).toEqual(['Ana Silva', 'Mended']);
    await stage.push(JSON.stringify([guests[1], renamed, guests[2]]));
    await stage.nextRow(-1);
    expect([onAir(stage), stage.shown?.edited, stage.shown?.place]).toEqual([['Bob', ''], [], 0]);
  });

  it('keeps its key when the next row is chosen, and refuses a key that several rows share', async () => {
    const stage = await linked({ row: { key: 'a' } }, { key: 'id' });
    await stage.push(JSON.stringify(guests));
    await stage.nextRow();
    expect([stage.staged, stage.shown?.row]).toEqual([{ line1: 'Bob' }, { key: 'b' }]);
    await stage.push(JSON.stringify([{ id: 'new', name: 'Zoe' }, ...guests]));
    expect([stage.staged, stage.shown?.place]).toEqual([{ line1: 'Bob' }, 2]);
    await stage.push(JSON.stringify([...guests, { id: 'c', name: 'Cy again' }]));
    await expect(stage.nextRow()).rejects.toThrow(texts.data.nextUnknown('Squad'));
  });
});

it('a number of JSON keeps its digits', async () => {
  const stage = await linked({ fields: { line1: { path: 'odds' }, line2: { path: 'id' } } });
  await stage.push('[{"odds": 2.50, "id": 90071992547409931}]');
  expect(stage.staged).toEqual({ line1: '2.50', line2: '90071992547409931' });
});

describe('a start of the desk', () => {
  it('sends nothing by itself until data is newly read, and knows where links stood', async () => {
    const before = await linked({ mode: 'live' });
    await before.nextRow();
    const { show, preparation } = before.files;
    const link = `c1/${ids.lowerThird}`;
    const moved = <Content>(content: Content): Content =>
      JSON.parse(JSON.stringify(content).replaceAll(lowerThird(before), link)) as Content;
    const { clock, desk, service } = before;
    void desk.close();
    await clock.pass(5_000);
    service.show.apply([{ subCompositionId: ids.lowerThird, state: 'In' }]);
    service.sent.length = 0;
    const proxy = { use: 'none', address: '', user: '' };
    const remote = { kind: 'token', id: 'c1', name: 'news', base: 'http://news', secret: 's', certificates: '', proxy };
    const { data, view } = await world({
      after: before,
      keys: ['c1'],
      settings: { connections: [remote] },
      show: moved(show.written.at(-1) as Record<string, unknown>),
      preparation: moved(preparation.written.at(-1) as Record<string, unknown>),
    });
    await clock.pass(2_000);
    expect([view.subs[link]?.tally, view.linkViews[link]?.row, service.sent]).toEqual(['ON AIR', { index: 1 }, []]);
    data.push(before.source, squad);
    await clock.pass(1_000);
    expect(service.sent.map(({ items }) => items)).toEqual([
      [{ subCompositionId: ids.lowerThird, payload: { line1: 'Bob' } }],
    ]);
  });
});

it('words of a cue beside its row stay with data that follow', async () => {
  const stage = await linked({ mode: 'live', row: { key: '1' } }, { key: 'number' });
  const target = { subComposition: lowerThird(stage), name: 'Lower Third', state: 'In' as const, row: { key: '2' } };
  const [cue = ''] = await stage.addAside({
    number: '1',
    steps: [{ targets: [{ ...target, values: { line1: 'Own' } }] }],
  });
  await stage.do({ do: 'fireCue', cue });
  await stage.clock.pass(1_000);
  expect([stage.air(), stage.shown?.edited]).toEqual(['Own', ['line1']]);
});

it.each(['data', 'a hand'])(
  'words of a cue without a row end those that %s has staged for the next take',
  async (by) => {
    const stage = await linked({ mode: 'live' });
    if (by === 'a hand')
      await stage.do({ do: 'set', subComposition: lowerThird(stage), field: 'line1', value: 'Typed' });
    expect(stage.staged).toEqual({ line1: by === 'data' ? 'Ada' : 'Typed' });
    const target = {
      subComposition: lowerThird(stage),
      name: 'Lower Third',
      state: 'In' as const,
      values: { line1: 'Own' },
    };
    const [cue = ''] = await stage.addAside({ number: '1', steps: [{ targets: [target] }] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(600);
    await stage.take('Out1');
    await stage.take('In');
    expect([stage.air(), stage.staged, stage.shown?.edited]).toEqual(['Own', {}, ['line1']]);
    expect(stage.told.filter((text) => text.includes('Typed'))).toHaveLength(by === 'data' ? 0 : 1);
  },
);

describe('words that are typed while a cue takes a row', () => {
  it('stay edits by hand, and the press sends them', async () => {
    const stage = await linked({ mode: 'stage', row: { key: '1' } }, { key: 'number' });
    const address = lowerThird(stage);
    const target = { subComposition: address, name: 'Lower Third', state: 'In' as const, row: { key: '2' } };
    const [cue = ''] = await stage.addAside({ number: '1', steps: [{ targets: [target] }] });
    const { screen } = await watchDesk(stage.desk);
    await screen.call('typing', { address, field: 'line1', now: true });
    const set = { do: 'set', subComposition: address, field: 'line1', value: 'Maria Hal' } as const;
    await screen.call('do', { action: set });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(300);
    expect(stage.sent().at(-1)).toMatchObject([{ payload: { line1: 'Bob' }, state: 'In' }]);
    expect([stage.staged, stage.shown?.edited]).toEqual([{ line1: 'Maria Hal' }, ['line1']]);
    await screen.call('do', { action: { do: 'update', subComposition: address } });
    await stage.clock.pass(50);
    expect(stage.sent().at(-1)).toEqual([{ subCompositionId: ids.lowerThird, payload: { line1: 'Maria Hal' } }]);
  });
});
