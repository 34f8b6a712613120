import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasTool } from '../package/tools.ts';

/** Files of an apt repository. `armored`: the same key as text, for rpm. */
export const aptFiles = {
  packages: 'Packages',
  release: 'InRelease',
  keyring: 'overlay-desk-archive-keyring.gpg',
  armored: 'overlay-desk-archive-keyring.asc',
};

export interface AptSigner {
  /** Fingerprint of a key in this user's gpg. */
  key: string;
  /** Undefined if gpg's agent asks for it, or if the key has no passphrase. */
  passphrase: string | undefined;
  /** End of the last valid day (UTC, ms since the epoch). Later apt refuses the repository. */
  until: number;
}

export function missingAptTools(): string[] {
  const tools = { 'apt-ftparchive': 'apt-utils', gpg: 'gpg' };
  return Object.entries(tools)
    .filter(([tool]) => !hasTool(tool))
    .map(([tool, from]) => `${tool} (Debian's package ${from})`);
}

/**
 * Makes a signed apt repository in the folder of the Debian packages. Returns the key's fingerprint; throws if gpg
 * cannot sign.
 */
export function makeAptFolder(folder: string, { key, passphrase, until }: AptSigner): string {
  const packages = execFileSync('apt-ftparchive', ['packages', '.'], { cwd: folder, encoding: 'utf8' });
  writeFileSync(join(folder, aptFiles.packages), packages);
  const words = { Origin: 'Overlay Desk', Label: 'Overlay Desk', Architectures: 'amd64 arm64' };
  const facts = Object.entries(words).flatMap(([name, value]) => ['-o', `APT::FTPArchive::Release::${name}=${value}`]);
  const seconds = Math.floor((until - Date.now()) / 1_000);
  const valid = ['-o', `APT::FTPArchive::Release::ValidTime=${String(seconds)}`];
  const release = execFileSync('apt-ftparchive', [...facts, ...valid, 'release', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const asking = passphrase === undefined ? [] : ['--pinentry-mode', 'loopback', '--passphrase', passphrase];
  // Write no input to commands that may exit without reading it: the write would fail.
  const gpg = (more: string[], input = ''): Buffer =>
    execFileSync('gpg', ['--batch', '--local-user', key, ...asking, ...more], {
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  try {
    writeFileSync(join(folder, aptFiles.release), gpg(['--clearsign'], release));
    writeFileSync(join(folder, aptFiles.keyring), gpg(['--export', key]));
    writeFileSync(join(folder, aptFiles.armored), gpg(['--armor', '--export', key]));
    const [, fingerprint = ''] = /^fpr:+([\dA-F]+):/m.exec(gpg(['--with-colons', '--list-keys', key]).toString()) ?? [];
    return (fingerprint.match(/.{4}/g) ?? []).join(' ');
  } catch (error) {
    const stderr = error instanceof Error && 'stderr' in error && Buffer.isBuffer(error.stderr) ? error.stderr : error;
    const said = String(stderr).trim().split('\n').at(-1) ?? '';
    throw new Error(`gpg cannot sign with the key ${key} (OVERLAY_GPG_KEY): ${said}`, { cause: error });
  }
}

export function hasDebs(folder: string): boolean {
  return readdirSync(folder).some((name) => name.endsWith('.deb'));
}
