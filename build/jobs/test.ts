import { parseCLI, startVitest } from 'vitest/node';
import { build } from '../built.ts';
import { failed } from '../failed.ts';
import { root } from '../set-up.js';
import { testBrowser } from '../test-browser.ts';
import { lastLine, skips, tally } from '../test-tally.ts';

/** Run the tests, once. The last line says how many passed; the exit code is that of the whole. */
try {
  const { line, exitCode } = await test(process.argv.slice(2));
  // A test that left something running must not keep the run from ending.
  process.stdout.write(`${line}\n`, () => process.exit(exitCode));
} catch (error) {
  failed(error);
}

async function test(args: string[]): Promise<{ line: string; exitCode: number }> {
  process.env.OVERLAY_BROWSER = testBrowser();
  build(['output', 'renderer', 'electron']);
  const { filter, options } = parseCLI(['vitest', 'run', ...args]);
  const vitest = await startVitest(filter, { ...options, root, watch: false });
  const modules = vitest.state.getTestModules();
  const counted = tally(modules, vitest.state.getUnhandledErrors().length);
  await vitest.close();
  for (const line of skips(modules)) console.log(line);
  if (counted.passed + counted.failed + counted.skipped === 0) console.log('No test was found.');
  return { line: lastLine(counted), exitCode: counted.failed === 0 && counted.passed > 0 ? 0 : 1 };
}
