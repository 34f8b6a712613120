import { pathToFileURL } from 'node:url';

/** `node build/job.ts PROGRAM [flags]` runs a program of `build/`, which may fail with a sentence. */
const [program = ''] = process.argv.splice(2, 1);
try {
  await import(pathToFileURL(program).href);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
  // electron-builder dependencies exit with 0 when the event loop is empty, even if the exit code was set before.
  process.on('exit', () => (process.exitCode = 1));
}
