import type { CheckLine } from '../../contract/desk-api/show-check.ts';

/** What each line is about, for people. */
export const aboutNames: Record<CheckLine['about'], string> = {
  connection: 'Connection',
  service: 'Service',
  show: 'Show',
  clock: 'Clock',
  quota: 'Quota',
  output: 'Output',
  backup: 'Backup',
  keys: 'Keys',
  keyboard: 'Keyboard',
  controllers: 'Controller or panel',
  secrets: 'Passwords',
  disk: 'Disk',
  records: 'Files',
};

/** The lines in the order in which an operator should read them: the worst first. */
export function worstFirst(lines: readonly CheckLine[]): CheckLine[] {
  const order: CheckLine['result'][] = ['failed', 'look', 'not tried', 'good'];
  return order.flatMap((result) => lines.filter((line) => line.result === result));
}

/** What the whole check found, in one sentence. */
export function verdict(lines: readonly CheckLine[]): { result: CheckLine['result']; text: string } {
  const failed = lines.filter(({ result }) => result === 'failed').length;
  const look = lines.filter(({ result }) => result === 'look').length;
  if (failed > 0) return { result: 'failed', text: `Not ready: ${failed} failed, ${look} to look at.` };
  if (look > 0) return { result: 'look', text: `Nothing failed; ${look} to look at.` };
  return { result: 'good', text: 'Ready.' };
}
