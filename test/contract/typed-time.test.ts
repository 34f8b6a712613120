import { describe, expect, it } from 'vitest';
import { typedTime } from '../../contract/model/typed-time.ts';

describe('a time that an operator types', () => {
  it.each([
    ['1', 1_000],
    ['1.5', 1_500],
    ['1,25', 1_250],
    [' 0.04 ', 40],
    ['1:05', 65_000],
    ['2:00.5', 120_500],
    ['90', 90_000],
    ['45:00', 2_700_000],
    ['1:30:00', 5_400_000],
    ['00:00:08', 8_000],
    ['1:02:03', 3_723_000],
    ['90:00', 5_400_000],
    ['12:75', undefined],
    ['1:60', undefined],
    ['1:75:00', undefined],
    ['', undefined],
    ['soon', undefined],
    ['-1', undefined],
    ['1:', undefined],
    ['1.2345', undefined],
  ])('%j is %j ms', (text, milliseconds) => {
    expect(typedTime(text)).toBe(milliseconds);
  });
});
