import packageJson from '../../package.json' with { type: 'json' };
import { command } from '../../host/flags.ts';
import { releaseKey } from '../named-file.ts';
import { ownChanges, sealRelease } from '../release/release.ts';

const program = command('release:seal');
program.argument('<folder>').requiredOption('--expires <DAY>').parse(process.argv.slice(2), { from: 'user' });
const [folder = ''] = program.args;
const { expires } = program.opts<{ expires: string }>();
const key = releaseKey(process.env);
const { version } = packageJson;
await sealRelease(folder, { version, expires, ...ownChanges(version), key, now: Date.now() });
console.log(key === undefined ? `${folder} has its hashes, and is UNSIGNED.` : `${folder} is signed.`);
