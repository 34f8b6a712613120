import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCLI, startVitest } from 'vitest/node';
import { inputHashes, recordOf, recordPath } from '../package-inputs.ts';
import { root } from '../set-up.js';
import { testStages } from '../test-stages.ts';
import { lastLine, leftOut, repeats, skips, tally, type TieredModule, tierPassed, timeReport } from '../test-report.ts';

const { packages } = testStages();

/** The last line gives the counts; the exit code is that of the whole run. */
const { line, exitCode } = await test(process.argv.slice(2));
// Exit even if a test left something running.
process.stdout.write(`${line}\n`, () => process.exit(exitCode));

async function test(args: string[]): Promise<{ line: string; exitCode: number }> {
  const both = args.includes('--packages');
  const { filter, options } = parseCLI(['vitest', 'run', ...args.filter((arg) => arg !== '--packages')]);
  const leavesOut = options.project === undefined && !both;
  if (leavesOut) options.project = '!packages';
  // Read before the run: an edit during the run is not tested.
  const record = recordOf(inputHashes());
  const vitest = await startVitest(filter, { ...options, root, watch: false });
  const modules = vitest.state.getTestModules();
  const counted = tally(modules, vitest.state.getUnhandledErrors().length);
  await vitest.close();
  const broken = modules.filter((module) => !module.ok());
  const lines = [
    ...timeReport(modules),
    // With -t, the other tests are left out on purpose.
    ...(options.testNamePattern === undefined ? skips(modules) : []),
    ...(leavesOut ? leftOut(packages, filter) : keep(record, modules)),
    ...repeats(broken, process.env),
  ];
  for (const line of lines) console.log(line);
  if (counted.passed + counted.failed + counted.skipped === 0) console.log('No test was found.');
  return { line: lastLine(counted), exitCode: counted.failed === 0 && counted.passed > 0 ? 0 : 1 };
}

/** Keeps the record of the inputs if the whole packages tier passed for them. Returns the lines to print. */
function keep(record: string, modules: readonly TieredModule[]): string[] {
  if (!modules.some(({ project }) => project.name === 'packages')) return [];
  const passed = tierPassed(packages, modules);
  if (passed !== true) return [`${recordPath} stays as it is: ${passed.because}.`];
  writeFileSync(join(root, recordPath), record);
  return [`The packages tier passed: ${recordPath} has its inputs.`];
}
