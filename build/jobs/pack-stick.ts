import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { command } from '../../host/flags.ts';
import { makeCompanionModule } from '../companion-module.ts';
import { releaseKey } from '../named-file.ts';
import { root } from '../set-up.js';
import { inWords } from '../package/table.ts';
import { makeStick } from '../stick/stick.ts';

const program = command('pack:stick');
program
  .argument('<folder>')
  .requiredOption('--expires <DAY>')
  .option('--from <DIR>', '', (path) => resolve(path))
  .parse(process.argv.slice(2), { from: 'user' });
const [folder = ''] = program.args;
const { expires, from = join(root, 'dist/packages') } = program.opts<{ expires: string; from?: string }>();
const { OVERLAY_GPG_KEY: gpgKey, OVERLAY_GPG_PASSPHRASE: passphrase } = process.env;
const key = releaseKey(process.env);
const to = resolve(folder);
const files = await makeStick({
  from,
  to,
  expires,
  version: packageJson.version,
  companion: makeCompanionModule().archive,
  key,
  gpg: gpgKey ? { key: gpgKey, passphrase } : undefined,
  say: (text) => console.log(text),
});
for (const { name, size, signed } of files) console.log(`${name}  ${inWords(size)}  signed by ${signed}`);
const sums = createHash('sha256').update(readFileSync(join(to, 'SHA256SUMS')));
console.log(
  `Publish the SHA-256 of SHA256SUMS elsewhere, for those whose system cannot check the signature: ${sums.digest('hex')}`,
);
console.log(key ? `${to} is signed, and was verified as those who get it do.` : `${to} is UNSIGNED.`);
