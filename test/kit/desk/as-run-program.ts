import { systemClock } from '../../../node/clock.ts';
import { openAsRunLog } from '../../../node/as-run/as-run-log.ts';
import { asRunLineOf } from './as-run-lines.ts';

/**
 * A program that does nothing but write to the as-run log in a data directory. It says on stdout what it knows: the name of
 * each line once that is kept, and each trouble. It ends when its stdin does.
 */
const [data = '', from = '0', most = 'Infinity'] = process.argv.slice(2);
const log = openAsRunLog(data, { clock: systemClock });
const say = (text: string): void => void process.stdout.write(`${text}\n`);
log.onTroubles(() => say(`troubles: ${log.troubles().join(' ')}`));

const stdin = process.stdin.resume();

for (let at = Number(from); at < Number(most) && !stdin.readableEnded; at += 3) {
  const lines = [at, at + 1, at + 2].map((number) => asRunLineOf({ action: String(number) }));
  await Promise.all(lines.map((line) => log.append(line).then(() => say(line.action))));
}
await log.close();
process.exit(0);
