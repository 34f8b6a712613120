import { Cue, cueName } from '../../contract/desk-api/cue.ts';
import { describe, expect, it } from 'vitest';
import { modelItem } from '../kit/desk/scripted-ports.ts';
import { testField } from '../kit/service/line-show.ts';
import { cueText, dueText, secondsText, spanText, timeText } from '../../renderer/cues/cue-words.ts';

it('a cue is listed with the first words that it puts on air', () => {
  const model = [testField('role', 'text', ''), testField('name', 'text', ''), testField('size', 'number', '1')].map(
    (field, at) => ({ ...field, index: [1, 0, 2][at]! }),
  );
  const node = modelItem({ id: 'a/third', model });
  const values = { role: 'Minister', name: 'Ana Silva', size: '4' };
  const target = { subComposition: 'a/third', name: 'Lower Third', values };
  const cue = Cue.parse({ id: '1', name: 'Guest', steps: [{ targets: [target, { ...target, values: {} }] }] });
  expect(cueText(cue, () => node)).toBe('Ana Silva, Minister');
  expect(cueText(cue, () => undefined)).toBe('');
});

describe('a time', () => {
  it('is shown as it is typed', () => {
    expect([1_500, 0, 40, null].map(secondsText)).toEqual(['1.5', '0', '0.04', '']);
  });
});

describe('a time that is left', () => {
  it.each([
    [0, '0.0 s'],
    [1, '0.1 s'],
    [3_200, '3.2 s'],
    [59_950, '1:00'],
    [65_000, '1:05'],
  ])('of %s ms is %s', (left, text) => {
    expect(timeText(left)).toBe(text);
  });

  it('of a whole rundown is told to the second', () => {
    expect([0, 1, 8_000, 725_000, 3_723_000].map(spanText)).toEqual(['0:00', '0:01', '0:08', '12:05', '1:02:03']);
  });

  it('says what happens then, and whether it runs', () => {
    expect([
      dueText({ due: { what: 'out', at: 13_200, left: null } }, 10_000),
      dueText({ due: { what: 'request', at: null, left: 1_500 } }, 10_000),
      dueText({ due: { what: 'follow', at: 9_000, left: null } }, 10_000),
      dueText({ due: null }, 10_000),
    ]).toEqual(['out in 3.2 s', 'in 1.5 s, on hold', 'next in 0.0 s', '']);
  });
});

it('a cue is called by its number and its name, as far as it has them', () => {
  const names = [
    { number: '12.5', name: 'Ada' },
    { number: '', name: 'Ada' },
    { number: '7', name: '' },
    { number: '', name: '' },
  ].map(cueName);
  expect(names).toEqual(['12.5 Ada', 'Ada', '7', 'Cue without a name']);
});
