import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { becomeScript } from './become.js';
import { help, jobs } from './jobs.js';
import { root, setUp } from './set-up.js';

/**
 * `node build/run.js JOB [flags]` runs a script of package.json on Node 20 or later. Installs missing packages, then
 * becomes the job on the project's Node. Logs to stderr.
 */
const [job = '', ...flags] = process.argv.slice(2);
const entry = Object.hasOwn(jobs, job) ? jobs[job] : undefined;
const wantsHelp = flags.includes('--help') || flags.includes('-h');

if (entry === undefined) {
  console.error(`There is no job "${job}". There are: ${Object.keys(jobs).join(', ')}.`);
  process.exitCode = 2;
} else if (wantsHelp && Object.hasOwn(help, job)) {
  console.log(help[job]);
} else {
  try {
    const node = await setUp();
    const program = join(root, entry);
    if (!existsSync(program)) throw new Error(`${entry} is missing from this copy of the project.`);
    // With Node's compile cache, later programs start in half the time.
    process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node');
    // A file or another program gets plain text. Vitest writes colors to them, too.
    if (!process.stdout.isTTY && process.env.FORCE_COLOR === undefined) process.env.NO_COLOR ??= '1';
    const script = entry.startsWith('build/') ? [join(root, 'build/job.ts'), program] : [program];
    becomeScript(node, [...script, ...flags]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
