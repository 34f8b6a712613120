import { parseArgs } from 'node:util';
import { keyFigures } from './key-to-air.ts';
import { serviceFigures } from './service/service-figures.ts';
import { startUpFigures } from './start-up.ts';

const usage = `npm run bench -- [--quick] [--only PART]
  --quick      shorter rounds, for a first look
  --only PART  one part alone: desk, writing, cost, reading, fanOut, recovery, starting, storeSize`;

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, help: { type: 'boolean' } },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Figures of this machine, this run. Machines differ and are noisy: compare figures of one run with each other only. */
async function measure(): Promise<void> {
  if (values.only === undefined || values.only === 'desk') {
    for (const figures of [keyFigures, startUpFigures]) (await figures()).forEach(say);
  }
  const { quick, only } = values;
  for await (const line of serviceFigures({ quick, ...(only !== undefined && { only }) })) say(line);
}

if (values.help) say(usage);
else await measure();
