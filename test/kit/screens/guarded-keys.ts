import type { KeyBinding } from '../../../contract/desk-api/key-binding.ts';
import { ids } from '../service/evening-news.ts';

/** A key that is held, a key that is pressed twice, and a key without a guard. */
export const guardedKeys: KeyBinding[] = [
  {
    key: 'F2',
    action: { do: 'take', subComposition: ids.ticker, to: 'In', action: 'play' },
    guard: { kind: 'hold', milliseconds: 600 },
  },
  { key: 'F3', action: { do: 'panic' }, guard: { kind: 'arm' } },
  { key: 'KeyT', action: { do: 'takeCued' } },
];
