import { openAsRunLog } from '../../../node/as-run/as-run-log.ts';
import { systemClock } from '../../../node/clock.ts';

/**
 * A program that searches a log for a text, page by page, and writes its findings as JSON: the lines found, the number
 * of pages, and how often everything else had its turn meanwhile.
 */
const [data = '', text = ''] = process.argv.slice(2);
const log = openAsRunLog(data, { clock: systemClock });
let turns = 0;
let pages = 0;
let done = false;
const found: number[] = [];
const problems: string[] = [];
const turn = (): void => {
  turns++;
  if (!done) setImmediate(turn);
};

setImmediate(turn);
let next: string | null = null;
do {
  const page = await log.search({ query: { text }, next, size: 50 });
  found.push(...page.lines.map(({ seq }) => seq));
  problems.push(...page.problems);
  next = page.next;
  pages++;
} while (next !== null);
done = true;
await log.close();
process.stdout.write(JSON.stringify({ found, problems, pages, turns }));
