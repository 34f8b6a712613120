import { parseArgs } from 'node:util';
import { engineFigures } from './desk/desk-figures.ts';
import { keyFigures } from './key-to-air.ts';
import { keyToTallyFigures } from './key-to-tally.ts';
import { outputFigures } from './output/output-figures.ts';
import { serviceFigures } from './service/service-figures.ts';
import { startUpFigures } from './start-up.ts';

const usage = `npm run bench -- [--quick] [--only PART]
  --quick      shorter rounds, for a first look
  --only PART  one part alone: desk; key; engine, which is press, panic, together, cues, data, faders, pads, idlePads, panels, failOver and twoDesks;
               of the service writing, largeShow, cost, reading, fanOut, load, blocking, recovery, starting, storeSize; of the
               on-air page picture, frames, memory, pageLoad`;

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, help: { type: 'boolean' } },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Figures of this machine, this run. Machines differ and are noisy: compare figures of one run with each other only. */
async function measure(): Promise<void> {
  if (values.only === undefined || values.only === 'desk') {
    for (const figures of [keyFigures, startUpFigures]) (await figures()).forEach(say);
  }
  if (values.only === undefined || values.only === 'key') for await (const line of keyToTallyFigures()) say(line);
  const { quick, only } = values;
  const flags = { quick, ...(only !== undefined && { only }) };
  for await (const line of engineFigures(flags)) say(line);
  for await (const line of serviceFigures(flags)) say(line);
  for await (const line of outputFigures(flags)) say(line);
}

if (values.help) say(usage);
else await measure();
