import { openAsRunLog } from '../../../node/as-run/as-run-log.ts';
import { systemClock } from '../../../node/clock.ts';

/**
 * A program that looks for all lines of a log that ask for a text, page by page, and writes its findings as JSON: how many
 * lines it looked at, which it found, how many pages that took, and how often everything else had its turn meanwhile.
 */
const [data = '', wanted = ''] = process.argv.slice(2);
const log = openAsRunLog(data, { clock: systemClock });
let looked = 0;
let turns = 0;
let pages = 0;
let done = false;
const found: (number | null)[] = [];
const turn = (): void => {
  turns++;
  if (!done) setImmediate(turn);
};
const matches = ({ action }: { action: string }): boolean => {
  looked++;
  return action === wanted;
};

setImmediate(turn);
let next: string | null = null;
do {
  const page = await log.search({ from: undefined, until: undefined, matches, next, size: 50 });
  found.push(...page.lines.map(({ seq }) => seq));
  next = page.next;
  pages++;
} while (next !== null);
done = true;
await log.close();
process.stdout.write(JSON.stringify({ looked, found, pages, turns }));
