import { describe, expect, it } from 'vitest';
import { ageOf, immediately, timingOf } from '../../../../desk/remote/osc/input.ts';
import { timetagOf } from '../../../kit/desk/osc-writer.ts';

const now = Date.UTC(2026, 10, 24, 20);
const ago = (milliseconds: number) => timetagOf(now - milliseconds);

describe('a time tag', () => {
  it('counts the seconds since 1900', () => {
    expect(timetagOf(0)).toBe(2_208_988_800n << 32n);
    expect(ageOf(2_208_988_800n << 32n, 1_500)).toBe(1_500);
  });

  it('is understood behind 2036, when its seconds begin again', () => {
    const turn = Date.UTC(2036, 1, 7, 6, 28, 16);
    expect(timetagOf(turn)).toBe(0n);
    expect([ageOf(timetagOf(turn + 500), turn + 1_500), ageOf(timetagOf(turn - 500), turn + 500)]).toEqual([
      1_000, 1_000,
    ]);
  });

  it.each([
    ['no time', [], { age: 0, refused: '' }],
    ['immediately', [immediately], { age: 0, refused: '' }],
    ['now', [ago(0)], { age: 0, refused: '' }],
    ['a second ago', [ago(1_000)], { age: 1_000, refused: '' }],
    ['two seconds ago', [ago(2_000)], { age: 2_000, refused: 'late' }],
    ['an hour ago', [ago(3_600_000)], { age: 3_600_000, refused: 'late' }],
    ['a clock that is a little ahead', [ago(-200)], { age: 0, refused: '' }],
    ['half a second from now', [ago(-500)], { age: -500, refused: 'early' }],
    ['immediately, in a bundle that is late', [ago(5_000), immediately], { age: 5_000, refused: 'late' }],
    ['late, in a bundle for immediately', [immediately, ago(5_000)], { age: 5_000, refused: 'late' }],
  ])('that means %s', (_, timetags, timing) => {
    expect(timingOf(timetags, now)).toEqual(timing);
  });
});
