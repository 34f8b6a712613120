import { readFileSync } from 'node:fs';
import packageJson from '../../package.json' with { type: 'json' };
import { command } from '../../host/flags.ts';
import { failed } from '../failed.ts';
import { ownChanges, sealRelease } from '../release/release.ts';

/** Writes the hashes of a folder of installers, and signs them. */
try {
  const program = command('release:seal');
  program.argument('<folder>').requiredOption('--expires <DAY>').parse(process.argv.slice(2), { from: 'user' });
  const [folder = ''] = program.args;
  const { expires } = program.opts<{ expires: string }>();
  const keyFile = process.env.OVERLAY_RELEASE_KEY;
  const key = keyFile === undefined ? undefined : readFileSync(keyFile, 'utf8');
  const { version } = packageJson;
  await sealRelease(folder, { version, expires, ...ownChanges(version), key });
  console.log(key === undefined ? `${folder} has its hashes, and is UNSIGNED.` : `${folder} is signed.`);
} catch (error) {
  failed(error);
}
