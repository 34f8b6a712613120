import { parseCLI, startVitest } from 'vitest/node';
import { failed } from '../failed.ts';
import { root } from '../set-up.js';
import { lastLine, skips, tally } from '../test-tally.ts';
import { timeReport } from '../test-times.ts';

/** Runs the tests once. The last line gives the counts. */
try {
  const { line, exitCode } = await test(process.argv.slice(2));
  // Exit even if a test left something running.
  process.stdout.write(`${line}\n`, () => process.exit(exitCode));
} catch (error) {
  failed(error);
}

async function test(args: string[]): Promise<{ line: string; exitCode: number }> {
  const { filter, options } = parseCLI(['vitest', 'run', ...args]);
  const vitest = await startVitest(filter, { ...options, root, watch: false });
  const modules = vitest.state.getTestModules();
  const counted = tally(modules, vitest.state.getUnhandledErrors().length);
  await vitest.close();
  // With `-t`, tests were skipped on purpose.
  const skipped = options.testNamePattern === undefined ? skips(modules) : [];
  for (const line of [...timeReport(modules), ...skipped]) console.log(line);
  const broken = modules.filter((module) => !module.ok()).map((module) => module.relativeModuleId);
  if (broken.length > 0) console.log(`To repeat: ${repeat(broken)}`);
  if (counted.passed + counted.failed + counted.skipped === 0) console.log('No test was found.');
  return { line: lastLine(counted), exitCode: counted.failed === 0 && counted.passed > 0 ? 0 : 1 };
}

function repeat(files: readonly string[]): string {
  const { OVERLAY_RUNS, OVERLAY_SEED } = process.env;
  return `OVERLAY_RUNS=${String(OVERLAY_RUNS)} OVERLAY_SEED=${String(OVERLAY_SEED)} npm test -- ${files.join(' ')}`;
}
