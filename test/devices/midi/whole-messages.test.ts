import { expect, it } from 'vitest';
import { wholeMessages } from '../../../devices/midi/port-list.ts';

it.each([
  [[0x90, 60, 127], [[0x90, 60, 127]]],
  [
    [0x90, 60, 127, 0xb0, 7, 0, 0xc0, 5],
    [
      [0x90, 60, 127],
      [0xb0, 7, 0],
      [0xc0, 5],
    ],
  ],
  [
    [0xf0, 0x7e, 1, 0xf7, 0x90, 1, 2],
    [
      [0xf0, 0x7e, 1, 0xf7],
      [0x90, 1, 2],
    ],
  ],
  [
    [0xf0, 0xf7, 0xf0, 1, 0xf7],
    [
      [0xf0, 0xf7],
      [0xf0, 1, 0xf7],
    ],
  ],
  [
    [0xfa, 0xfc],
    [[0xfa], [0xfc]],
  ],
  // No message begins so. The system says what it makes of it.
  [
    [1, 2, 0x90, 3, 4],
    [
      [1, 2],
      [0x90, 3, 4],
    ],
  ],
])('%j are the messages %j', (bytes, messages) => {
  expect(wholeMessages(bytes)).toEqual(messages);
});
