import { pathToFileURL } from 'node:url';
import { failed } from './failed.ts';

/** `node build/job.ts PROGRAM [flags]` runs a program of `build/jobs/`, which may fail with a sentence. */
const [program = ''] = process.argv.splice(2, 1);
try {
  await import(pathToFileURL(program).href);
} catch (error) {
  failed(error);
}
