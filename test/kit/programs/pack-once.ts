import { generateKeyPairSync } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../build/set-up.js';
import { makeStandIn } from '../../stand-in-electron/stand-in.ts';
import { packIn } from '../clone.ts';

/** Packs these sources for Linux into a folder of the run of the tests, unless it was done: see `packed.ts`. */

const [run = ''] = process.argv.slice(2);
const at = (name: string): string => join(run, name);

// Written last, so that what was interrupted does not count.
if (!existsSync(at('printed'))) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(at('release.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(at('overlay-desk.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  await makeStandIn('linux', at('electron'));
  const flags = ['--system', 'linux', '--processor', process.arch, '--electron', at('electron'), '--to', at('made')];
  const env = { OVERLAY_RELEASE_PUBLIC_KEYS: at('overlay-desk.pem') };
  writeFileSync(at('printed'), packIn({ clone: root, env }, ...flags));
}
