import { command } from '../../host/flags.ts';
import { namedFile } from '../named-file.ts';
import { fingerprintOf, releaseProblems } from '../release/release.ts';

const program = command('release:verify');
program.argument('<folder>').requiredOption('--key <FILE>').parse(process.argv.slice(2), { from: 'user' });
const [folder = ''] = program.args;
const { key } = program.opts<{ key: string }>();
const publicKey = namedFile('--key', key);
const problems = await releaseProblems(folder, { key: publicKey, now: Date.now() });
console.log(`The fingerprint of the key: ${fingerprintOf(publicKey)}`);
for (const problem of problems) console.log(problem);
console.log(problems.length === 0 ? `${folder} is what its maker signed.` : 'Do not install from this folder.');
process.exitCode = problems.length === 0 ? 0 : 1;
