import { texts } from '../../renderer/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { Cue } from '../../contract/desk-api/cue.ts';
import type { TriggerList } from '../../contract/desk-api/remote.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import { listTexts, type Nameable, triggerList, triggerWords } from '../../renderer/remote/trigger-list.ts';

const cue = (id: string, number: string, name: string): Cue =>
  Cue.parse({ id, number, name, steps: [{ targets: [] }] });
const item = (id: string, name: string, subcompositions: ModelItem[] = []): ModelItem => ({
  id,
  name,
  subcompositions,
  state: 'Out1',
  ...({ model: [], logicLayer: null } as unknown as Omit<ModelItem, 'id' | 'name' | 'subcompositions'>),
});
const lowerThird = item('news/t', 'Lower Third', [item('news/l', 'Logo, left')]);
const show: Nameable = {
  cues: [
    cue('c1', '12', 'Titles'),
    cue('c2', '13', 'Rain, later sun'),
    cue('c3', '', 'Rain'),
    cue('d1', '12', 'Scores'),
  ],
  model: [{ ...item('news/root', 'Evening News', [lowerThird]), state: undefined }],
  apps: [{ key: 'news', name: 'Evening News' }],
};
const read = (targets: string, before?: TriggerList): string[] =>
  triggerList({ triggers: '', targets }, show, before && edited(before))?.targets ?? [];
const edited = (before: TriggerList, now = before) => ({ before, began: listTexts(before, show), now });
const list = (...targets: string[]): TriggerList => ({ triggers: [], targets });

describe('a list of what a client may trigger', () => {
  it('is written as operators name things, and allows everything while it is empty', () => {
    expect(triggerList({ triggers: ' go ,take,', targets: ' Evening News ' }, show)).toEqual({
      triggers: ['go', 'take'],
      targets: ['news'],
    });
    expect(triggerList({ triggers: ' ', targets: ', ' }, show)).toBeUndefined();
    expect(() => triggerList({ triggers: 'go, fly', targets: '' }, show)).toThrow('No action is called fly.');
    expect(() => read('12, Nobody')).toThrow(texts.remote.noTarget('Nobody'));
  });

  it.each([
    ['13', ['c2']],
    ['12 Titles', ['c1']],
    ['12', ['c1', 'd1']],
    ['Lower Third', ['news/t']],
    ['Rain', ['c3']],
    ['13 Rain, later sun, 12 Scores', ['c2', 'd1']],
    ['Rain,Logo,  left,Rain', ['c3', 'news/l']],
  ])('%s means %j', (written, meant) => {
    expect(read(written)).toEqual(meant);
  });

  it('that is edited keeps what was not touched, also what the show has no more, and what means more by now', () => {
    const before = list('c1', 'c2', 'gone', 'news/l');
    const { targets } = listTexts(before, show);
    expect(targets).toBe('12 Titles, 13 Rain, later sun, gone (not in this show), Logo, left');
    expect(read(targets, before)).toEqual(before.targets);
    expect(read(`Evening News, ${targets}`, before)).toEqual(['news', ...before.targets]);
    const twice = { ...show, cues: [...show.cues, cue('c9', '12', 'Titles')] };
    expect(triggerList({ triggers: 'go', targets: `${targets}, Rain` }, twice, edited(before))).toEqual({
      triggers: ['go'],
      targets: [...before.targets, 'c3'],
    });
    expect(() => read(targets)).toThrow('app instance is called gone (not in this show).');
  });

  it('means the same while it is not touched, also where its names together are another name, or were changed meanwhile', () => {
    const guests = ['Ada', 'Bo', 'Ada, Bo'].map((name, at) => cue(`g${at}`, '', name));
    const named = { ...show, cues: guests };
    const before = list('g0', 'g1');
    const began = listTexts(before, named);
    const of = { before, began, now: before };
    expect(began.targets).toBe('Ada, Bo');
    expect(triggerList({ ...began, triggers: 'go' }, named, of)).toEqual({ triggers: ['go'], targets: ['g0', 'g1'] });
    const swapped = { ...show, cues: [cue('g0', '', 'Bo'), cue('g1', '', 'Ada')] };
    expect(triggerList(began, swapped, { ...of, now: list('g0') })).toEqual(list('g0'));
    expect(triggerList(began, swapped, { ...of, now: undefined })).toBeUndefined();
  });

  it('is told in words', () => {
    expect([triggerWords(undefined, show), triggerWords({ triggers: ['go', 'take'], targets: ['c3'] }, show)]).toEqual([
      '',
      ', only go, take, only of Rain',
    ]);
  });
});
