import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Signer, SigningEnv } from './signer.ts';
import { inTemporaryFolder } from './temporary-folder.ts';
import { hasTool, pathOfTool } from './tools.ts';

/**
 * Signs Linux packages with GnuPG. An `.rpm` contains its signature; others have `NAME.asc` beside them, because no
 * common tool checks signatures inside a `.deb`.
 */
export function gpgSigner(env: SigningEnv): Signer | undefined {
  const key = env.OVERLAY_GPG_KEY;
  if (!key) return undefined;
  const passphrase = env.OVERLAY_GPG_PASSPHRASE;
  const asking = passphrase === undefined ? [] : ['--pinentry-mode', 'loopback', '--passphrase-fd', '0'];
  const words = ['--batch', '--yes', '--local-user', key, ...asking, '--armor', '--detach-sign'];
  return {
    name: `the GPG key ${key}`,
    check() {
      if (!hasTool('gpg'))
        throw new Error("OVERLAY_GPG_KEY signs with gpg, which this machine lacks: Debian's package gnupg.");
      inTemporaryFolder((folder) => {
        const file = join(folder, 'tried');
        writeFileSync(file, '');
        const { status, stderr } = spawnSync('gpg', [...words, file], { encoding: 'utf8', input: passphrase ?? '' });
        if (status !== 0) throw new Error(`gpg cannot sign with the key ${key} (OVERLAY_GPG_KEY): ${reason(stderr)}`);
      });
    },
    sign(file) {
      if (file.endsWith('.rpm')) {
        inTemporaryFolder((folder) => signRpm(file, { key, passphrase, folder }));
        return [];
      }
      execFileSync('gpg', [...words, file], { input: passphrase ?? '', stdio: ['pipe', 'ignore', 'inherit'] });
      return [`${file}.asc`];
    },
    verify(file) {
      if (file.endsWith('.rpm')) inTemporaryFolder((folder) => verifyRpm(file, key, folder));
      else execFileSync('gpg', ['--batch', '--verify', `${file}.asc`, file], { stdio: ['ignore', 'ignore', 'pipe'] });
      return 'its signature holds';
    },
  };
}

function signRpm(
  file: string,
  { key, passphrase, folder }: { key: string; passphrase: string | undefined; folder: string },
): void {
  const secret = join(folder, 'passphrase');
  writeFileSync(secret, passphrase ?? '', { mode: 0o600 });
  const asking = passphrase === undefined ? '' : `--pinentry-mode loopback --passphrase-file ${secret}`;
  const defines = { _gpg_name: key, __gpg: pathOfTool('gpg') ?? '', _gpg_sign_cmd_extra_args: `--batch ${asking}` };
  const set = Object.entries(defines).flatMap(([name, value]) => ['--define', `${name} ${value}`]);
  execFileSync('rpmsign', [...set, '--addsign', file], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Uses a separate key store, because the machine's store has only its own packages' keys. */
function verifyRpm(file: string, key: string, folder: string): void {
  const publicKey = join(folder, 'key.asc');
  writeFileSync(publicKey, execFileSync('gpg', ['--batch', '--armor', '--export', key]));
  const store = ['--dbpath', join(folder, 'store')];
  execFileSync('rpmkeys', [...store, '--import', publicKey], { stdio: ['ignore', 'ignore', 'inherit'] });
  const said = execFileSync('rpmkeys', [...store, '--checksig', file], { encoding: 'utf8' });
  if (!/digests signatures OK/.test(said)) throw new Error(`The signature of ${file} does not hold: ${said.trim()}`);
}

function reason(said: string): string {
  const [last = ''] = said.trim().split('\n').reverse();
  return last.replace(/^gpg: /, '');
}
