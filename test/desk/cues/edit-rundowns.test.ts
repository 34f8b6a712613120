import { texts } from '../../../contract/texts/texts.ts';
import { errorTable } from '../../../contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { Cue, Rundown } from '../../../contract/desk-api/cue.ts';
import { RundownEdit } from '../../../contract/desk-api/rundown-edit.ts';
import { editedRundowns, editName } from '../../../desk/cues/edit-rundowns.ts';
import { Rundowns } from '../../../desk/cues/rundowns.ts';

const cue = (id: string, more: object = {}) => ({ id, number: id, steps: [{ targets: [] }], ...more });
const show = [
  Rundown.parse({
    id: 'r',
    name: 'Show',
    groups: [
      { id: 'g', cues: [cue('1'), cue('2'), cue('3')] },
      { id: 'h', name: 'Sport', cues: [cue('4')] },
    ],
  }),
  Rundown.parse({ id: 's', name: 'Spare', groups: [{ id: 'i', cues: [] }] }),
];

const unnamed = Cue.omit({ id: true }).parse({ steps: [{ targets: [] }] });

function edited(edit: RundownEdit, all: readonly Rundown[] = show) {
  let made = 0;
  return editedRundowns(all, edit, () => `new ${++made}`);
}

/** The ids of cues by group: `g: 1 2 3`. */
const listed = (all: readonly Rundown[]): string[] =>
  all.flatMap(({ groups }) => groups.map(({ id, cues }) => [`${id}:`, ...cues.map((one) => one.id)].join(' ')));

describe('an edit of rundowns', () => {
  it.each<[string, RundownEdit, string[]]>([
    [
      'adds at the end',
      { edit: 'addCues', group: 'h', before: null, cues: [unnamed] },
      ['g: 1 2 3', 'h: 4 new 1', 'i:'],
    ],
    ['moves forward', { edit: 'moveCues', cues: ['1'], group: 'g', before: '3' }, ['g: 2 1 3', 'h: 4', 'i:']],
    [
      'moves to another rundown, in order',
      { edit: 'moveCues', cues: ['4', '2'], group: 'i', before: null },
      ['g: 1 3', 'h:', 'i: 2 4'],
    ],
    [
      'moves in front of one that moves too',
      { edit: 'moveCues', cues: ['1', '2'], group: 'g', before: '2' },
      ['g: 1 2 3', 'h: 4', 'i:'],
    ],
    [
      'duplicates beside the original',
      { edit: 'duplicateCues', cues: ['1', '4'] },
      ['g: 1 new 1 2 3', 'h: 4 new 2', 'i:'],
    ],
    ['removes', { edit: 'removeCues', cues: ['1', '4'] }, ['g: 2 3', 'h:', 'i:']],
    [
      'adds a group',
      { edit: 'addGroup', rundown: 'r', before: 'h', change: { name: 'New' } },
      ['g: 1 2 3', 'new 1:', 'h: 4', 'i:'],
    ],
    ['moves a group', { edit: 'moveGroup', group: 'h', before: 'g' }, ['h: 4', 'g: 1 2 3', 'i:']],
    ['removes a group with its cues', { edit: 'removeGroup', group: 'g' }, ['h: 4', 'i:']],
    ['adds a rundown with a group', { edit: 'addRundown', name: 'Late' }, ['g: 1 2 3', 'h: 4', 'i:', 'new 2:']],
    ['removes a rundown', { edit: 'removeRundown', rundown: 'r' }, ['i:']],
  ])('%s', (_, edit, after) => {
    expect(listed(edited(edit))).toEqual(after);
  });

  it('changes several cues alike, and leaves the others the same objects', () => {
    const follow = { on: 'time', after: 500 } as const;
    const after = edited({
      edit: 'changeCues',
      cues: ['1', '3'],
      change: { color: 'red', disabled: true, duration: 2_000, follow },
    });
    const [one, two, three] = after[0]?.groups[0]?.cues ?? [];
    const changed = { color: 'red', disabled: true, steps: [{ delay: 0, duration: 2_000, follow }] };
    expect([one, three]).toMatchObject([changed, changed]);
    expect(two).toBe(show[0]?.groups[0]?.cues[1]);
    expect(after[1]).toBe(show[1]);
    const back = edited({ edit: 'changeCues', cues: ['1'], change: { color: null, disabled: false } }, after);
    expect(Object.keys(back[0]?.groups[0]?.cues[0] ?? {})).toEqual(['id', 'number', 'name', 'notes', 'steps']);
  });

  it.each<[RundownEdit, string]>([
    [{ edit: 'removeCues', cues: ['1', 'gone'] }, texts.cues.gone('cue')],
    [{ edit: 'moveCues', cues: ['1'], group: 'gone', before: null }, texts.cues.gone('group')],
    [{ edit: 'moveCues', cues: ['1'], group: 'g', before: '4' }, texts.cues.gone('cue')],
    [{ edit: 'changeRundown', rundown: 'gone', change: {} }, texts.cues.gone('rundown')],
  ])('that names what is gone is refused: %j', (edit, why) => {
    expect(() => edited(edit)).toThrow(why);
  });

  it('gives a cue the number that was typed, or refuses it', () => {
    const numberAs = (number: string): RundownEdit =>
      RundownEdit.parse({ edit: 'changeCues', cues: ['1'], change: { number } });
    const typed = ['11,5', '007', ' 12 ', 'A,1', '', '1'];
    const stored = typed.map((number) => edited(numberAs(number))[0]?.groups[0]?.cues[0]?.number);
    expect(stored).toEqual(['11.5', '7', '12', 'A,1', '', '1']);
    for (const number of ['4', '04']) expect(() => edited(numberAs(number))).toThrow(texts.cues.numberTaken('4'));
  });

  it('numbers cues anew in their order, or refuses a number that another cue has', () => {
    const numbersAfter = (cues: string[], first: number, step: number): string[] =>
      edited({ edit: 'renumberCues', cues, first, step }).flatMap(({ groups }) =>
        groups.flatMap((group) => group.cues.map(({ number }) => number)),
      );
    expect(numbersAfter(['3', '1', '2'], 10, 5)).toEqual(['10', '15', '20', '4']);
    expect(numbersAfter(['1', '2', '3', '4'], 2, 1)).toEqual(['2', '3', '4', '5']);
    expect(() => numbersAfter(['1', '2'], 3, 1)).toThrow(texts.cues.numberTaken('3'));
  });

  it.each<[RundownEdit, string]>([
    [{ edit: 'renumberCues', cues: ['1', '2'], first: 1, step: 1 }, 'Renumber 2 cues'],
    [{ edit: 'removeCues', cues: ['1'] }, 'Delete cue 1'],
    [{ edit: 'moveCues', cues: ['1', '2'], group: 'h', before: null }, 'Move 2 cues'],
    [{ edit: 'changeCues', cues: ['1'], change: { name: 'Ana Silva' } }, 'Change cue 1 Ana Silva'],
    [{ edit: 'changeGroup', group: 'h', change: {} }, 'Change group Sport'],
    [{ edit: 'changeGroup', group: 'h', change: { name: 'Weather' } }, 'Change group Weather'],
    [{ edit: 'addRundown', name: 'Late' }, 'Add rundown Late'],
  ])('has a name, by what its part is called after it: %j', (edit, name) => {
    expect(editName(show, edit)).toBe(name);
  });
});

describe('undo', () => {
  it('goes back edit by edit, and forward until the next edit', () => {
    const rundowns = new Rundowns(show, () => 'new');
    rundowns.edit({ edit: 'removeCues', cues: ['1'] });
    rundowns.edit({ edit: 'removeCues', cues: ['2'] });
    expect(rundowns.undoable).toEqual({ undo: 'Delete cue 2', redo: null });
    rundowns.undo();
    rundowns.undo();
    expect([rundowns.all, rundowns.undoable]).toEqual([show, { undo: null, redo: 'Delete cue 1' }]);
    expect(() => rundowns.undo()).toThrow(errorTable['undo-impossible'].operator);
    rundowns.redo();
    expect(rundowns.find('1')).toBeUndefined();
    rundowns.edit({ edit: 'removeCues', cues: ['3'] });
    expect(() => rundowns.redo()).toThrow(texts.cues.nothingToRedo);
  });

  it('of something that was refused is not there', () => {
    const rundowns = new Rundowns(show, () => 'new');
    expect(() => rundowns.edit({ edit: 'removeCues', cues: ['gone'] })).toThrow();
    expect([rundowns.all, rundowns.undoable.undo]).toEqual([show, null]);
  });
});
