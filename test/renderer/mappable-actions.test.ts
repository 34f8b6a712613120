import { expect, it } from 'vitest';
import { longestRow, namesOfRow } from '../../renderer/keys/mappable-actions.ts';

it.each([
  ['F7', 6, 'F12'],
  ['Shift+F10', 3, 'Shift+F12'],
  ['Digit1', 9, 'Digit9'],
  ['Numpad7', 3, 'Numpad9'],
  ['note 1/36', 64, 'note 1/99'],
  // It lies on the right of 9, or below 1.
  ['Digit0', 1, 'Digit0'],
  ['Numpad0', 1, 'Numpad0'],
  ['KeyK', 1, 'KeyK'],
  ['F13', 1, 'F13'],
])('a row of the next cues from %s on has up to %i, the last of which is %s', (first, length, last) => {
  expect(longestRow(first)).toBe(length);
  expect(namesOfRow(first, length).at(-1)).toBe(last);
});
