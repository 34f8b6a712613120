import { readFileSync } from 'node:fs';
import { command } from '../../host/flags.ts';
import { failed } from '../failed.ts';
import { releaseProblems } from '../release/release.ts';

/** Checks a folder of installers against its signature. */
try {
  const program = command('release:verify');
  program.argument('<folder>').requiredOption('--key <FILE>').parse(process.argv.slice(2), { from: 'user' });
  const [folder = ''] = program.args;
  const { key } = program.opts<{ key: string }>();
  const problems = await releaseProblems(folder, { key: readFileSync(key, 'utf8'), now: Date.now() });
  for (const problem of problems) console.log(problem);
  console.log(problems.length === 0 ? `${folder} is what its maker signed.` : 'Do not install from this folder.');
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  failed(error);
}
