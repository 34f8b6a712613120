import { describe, expect, it } from 'vitest';
import type { Field } from '../../contract/model/field.ts';
import { hexOf } from '../../contract/model/css-color.ts';
import { displayText, colorText, limitsText, oneStep, timerText } from '../../renderer/fields/shown-value.ts';
import { ageLevel, ageText } from '../../renderer/health/age.ts';

const number = (of: Partial<Field>): Field => ({
  id: 'n',
  title: 'N',
  type: 'number',
  defaultValue: '0',
  resetValue: '0',
  immediateUpdate: false,
  index: 0,
  ...of,
});

describe('a number stepped', () => {
  it.each([
    ['by its step, free of binary dust', { step: '0.1' }, '0.2', 1, '0.3'],
    ['by one where it has no step', {}, '7', -1, '6'],
    ['no further than its most', { max: '10', step: '4' }, '8', 1, '10'],
    ['no further than its least', { min: '0' }, '0', -1, '0'],
    ['within 0 to 100 where it is normalized', { type: 'normalizednumber', step: '30' }, '90', 1, '100'],
    ['from nothing as from zero', {}, '', 1, '1'],
    ['keeping the places that were typed', { step: '1' }, '1.25', 1, '2.25'],
  ] as const)('%s', (_, of, from, by, to) => {
    expect(oneStep(number(of), from, by)).toBe(to);
  });
});

describe('the limits of a number in words', () => {
  it.each([
    ['both', { min: '0', max: '100', step: '5' }, '0 to 100, step 5'],
    ['the least', { min: '1' }, 'from 1'],
    ['the most', { max: '9' }, 'up to 9'],
    ['the step alone', { step: '0.5' }, 'step 0.5'],
    ['its own of a normalized number', { type: 'normalizednumber' }, '0 to 100'],
    ['nothing where there is none', { min: '' }, ''],
    ['nothing for what is no number', { type: 'text', min: '1' }, ''],
  ] as const)('%s', (_, of, told) => {
    expect(limitsText(number(of))).toBe(told);
  });
});

describe('a color as text', () => {
  it('is six digits where they say all of it', () => {
    expect(colorText({ a: 1, b: 40, g: 30, r: 200 })).toBe('#c81e28');
  });
  it('keeps opacity and fractions whole', () => {
    expect(colorText({ a: 0.5, b: 0, g: 0, r: 255 })).toBe('rgba(255, 0, 0, 0.5)');
    expect(colorText({ a: 1, b: 0, g: 127.5, r: 0 })).toBe('rgba(0, 127.5, 0, 1)');
  });
  it('in a color well is the nearest without opacity', () => {
    expect(hexOf({ a: 0.5, b: 0, g: 127.5, r: 255 })).toBe('#ff8000');
  });
});

describe('a timer', () => {
  it.each([
    [0, '0:00.0'],
    [83_450, '1:23.4'],
    [3_600_000, '1:00:00.0'],
    [-500, '-0:00.5'],
  ])('at %d ms shows %s', (milliseconds, text) => {
    expect(timerText(milliseconds)).toBe(text);
  });
});

describe('a value told beside an editor', () => {
  it('is the title of an option, and words where it is empty', () => {
    const selection = number({ type: 'selection', selections: [{ id: 'a', title: 'Left' }] });
    expect([
      displayText(selection, 'a'),
      displayText(number({ type: 'text' }), ''),
      displayText(number({}), true),
    ]).toEqual(['Left', '(empty)', 'on']);
  });
});

describe('the age of the last confirmed answer', () => {
  it.each([
    [null, 'never confirmed'],
    [449, 'confirmed 0.4 s ago'],
    [9_990, 'confirmed 9.9 s ago'],
    [59_900, 'confirmed 59 s ago'],
    [125_000, 'confirmed 2 min 5 s ago'],
    [7_500_000, 'confirmed 2 h 5 min ago'],
  ])('%s ms is %s', (age, text) => {
    expect(ageText(age)).toBe(text);
  });

  it('warns after 2 s, later where the service is only asked, and alarms where nothing is believed', () => {
    const [live, polled] = [
      { trusted: true, truth: 'live' },
      { trusted: true, truth: 'polled' },
    ] as const;
    const levels = [ageLevel(1_900, live), ageLevel(2_100, live), ageLevel(2_100, polled), ageLevel(8_100, polled)];
    expect([...levels, ageLevel(100, { ...live, trusted: false }), ageLevel(null, live)]).toEqual([
      'good',
      'warn',
      'good',
      'warn',
      'alarm',
      'alarm',
    ]);
  });
});
