import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SecondPress } from '../../renderer/guard/second-press.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a question is answered neither by a double click, nor by another press, nor after it ended', () => {
  const question = new SecondPress<'keep' | 'replace'>();
  expect(question.pressed('keep')).toBe(false);
  vi.advanceTimersByTime(499);
  expect([question.pressed('keep'), question.asked]).toEqual([false, 'keep']);
  vi.advanceTimersByTime(1);
  expect([question.pressed('replace'), question.asked]).toEqual([false, 'replace']);
  vi.advanceTimersByTime(500);
  expect([question.pressed('replace'), question.asked]).toEqual([true, undefined]);
  question.pressed('keep');
  vi.advanceTimersByTime(10_000);
  expect([question.asked, question.pressed('keep')]).toEqual([undefined, false]);
});
