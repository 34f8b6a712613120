import { keyFigures } from './key-to-air.ts';
import { startUpFigures } from './start-up.ts';

/** Figures of this machine, this run. Machines differ and are noisy: compare figures of one run with each other only. */
for (const figures of [keyFigures, startUpFigures]) {
  for (const line of await figures()) process.stdout.write(`${line}\n`);
}
