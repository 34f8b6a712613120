import { texts as deskTexts } from '../../contract/texts/texts.ts';
import { texts } from '../../renderer/texts/texts.ts';
import { expect, it } from 'vitest';
import type { ShownLine } from '../../contract/desk-api/as-run.ts';
import { inOrder, lastPanic } from '../../renderer/panic/panic-report.ts';
import { asRunLineOf } from '../kit/desk/as-run-lines.ts';

const line: ShownLine = {
  ...asRunLineOf({ app: { key: 'a', name: 'A' }, kind: 'panic', action: 'Panic', milliseconds: 20 }),
  targets: [{ address: 'a/1', id: '1', name: 'Bug' }],
};

it('a line is a panic by its kind, whatever its action is called', () => {
  expect(lastPanic([{ ...line, action: 'Everything out' }])).toEqual({
    at: Date.parse(line.at),
    parts: [{ key: 'a', name: 'A', result: 'confirmed', text: texts.panic.confirmed('Bug', 20) }],
  });
  expect(lastPanic([{ ...line, kind: 'take' }])).toBeUndefined();
});

it.each([
  ['confirmed', { targets: [] }, texts.panic.confirmed('', 20)],
  ['confirmed', { more: 3 }, texts.panic.confirmed(texts.common.namesAndMore('Bug', 3), 20)],
  ['failed', { targets: [] }, texts.panic.failed('', deskTexts.lane.noAnswer)],
] as const)('names what was taken out or is not out, if it is known: %s, %j', (result, of, text) => {
  const reason = result === 'confirmed' ? '' : deskTexts.lane.noAnswer;
  const ended = { ...line, targets: [...line.targets], ...of, result, reason } as ShownLine;
  expect(lastPanic([ended])?.parts.map((part) => part.text)).toEqual([text]);
});

it('a panic that is sent again is shown by its newest line', () => {
  const failed: ShownLine = { ...line, result: 'failed', reason: deskTexts.lane.noAnswer };
  expect(lastPanic([line, failed, failed])?.parts.map(({ result }) => result)).toEqual(['confirmed']);
});

it('answers move no line of the report, whichever app answers first', () => {
  const part = (key: string, result: 'pending' | 'confirmed') => ({ key, name: key, result, text: result });
  const pressed = [part('a', 'pending'), part('b', 'pending'), part('c', 'pending')];
  const ended = [part('c', 'confirmed'), part('b', 'confirmed')];
  const shown = [part('a', 'pending'), part('b', 'confirmed'), part('c', 'confirmed')];
  expect(inOrder(['a', 'b', 'c'], pressed, ended)).toEqual(shown);
});
