import { expect, it } from 'vitest';
import { KeyBinding } from '../../contract/desk-api/key-binding.ts';

const step = { do: 'step', subComposition: 'main/bug', field: 'score' };

it.each<[string, object, string]>([
  [
    'names the press that it undoes',
    { do: 'undo', what: 'take', press: 7 },
    'a key cannot name the press that it undoes',
  ],
  ['has a member that no action has', { ...step, by: 1, sent: true }, 'Unrecognized key: "sent"'],
  ['steps by nothing', { ...step, by: 0 }, 'expected a number other than 0'],
])('an action of a key that %s is wrong, and says why', (_, action, why) => {
  const { error } = KeyBinding.safeParse({ key: 'F1', action });
  expect(error?.issues.map(({ message }) => message)).toEqual([why]);
});

it('an action of a key may do everything else', () => {
  expect(KeyBinding.safeParse({ key: 'F1', action: { ...step, by: -0.5, send: true } }).success).toBe(true);
  expect(KeyBinding.safeParse({ key: 'F1', action: { do: 'undo', what: 'take' } }).success).toBe(true);
});

it.each([
  ['F13', undefined, true],
  ['Shift+F24', undefined, true],
  ['Ctrl+KeyG', undefined, true],
  ['Ctrl+KeyG', { kind: 'arm' }, true],
  ['Ctrl+KeyG', { kind: 'hold' }, false],
  ['KeyG', undefined, false],
  ['Shift+KeyG', undefined, false],
  ['F12', undefined, false],
])('whether %s with guard %j may be global: %s', (key, guard, may) => {
  const binding = { key, action: { do: 'go' }, global: true, ...(guard && { guard }) };
  expect(KeyBinding.safeParse(binding).success).toBe(may);
});
