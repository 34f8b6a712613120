import type { CheckLine } from '../../contract/desk-api/show-check.ts';
import { texts } from '../texts/texts.ts';

const words = texts.check;

export function worstFirst(lines: readonly CheckLine[]): CheckLine[] {
  const order: CheckLine['result'][] = ['failed', 'look', 'not tried', 'good'];
  return order.flatMap((result) => lines.filter((line) => line.result === result));
}

export function verdict(lines: readonly CheckLine[]): { result: CheckLine['result']; text: string } {
  const failed = lines.filter(({ result }) => result === 'failed').length;
  const look = lines.filter(({ result }) => result === 'look').length;
  if (failed > 0) return { result: 'failed', text: words.notReady(failed, look) };
  if (look > 0) return { result: 'look', text: words.nothingFailed(look) };
  return { result: 'good', text: words.ready };
}
