import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasTool } from '../package/tools.ts';

/** The files that make a folder of packages a repository of apt. `armored`: the same key as text, which is the form that rpm reads. */
export const aptFiles = {
  ...{ packages: 'Packages', release: 'InRelease' },
  ...{ keyring: 'overlay-desk-archive-keyring.gpg', armored: 'overlay-desk-archive-keyring.asc' },
};

/** What signs a repository of apt. */
export interface AptSigner {
  /** The key by its fingerprint, which the gpg of this user has. */
  key: string;
  /** Undefined if the agent of gpg asks for it, or if the key has none. */
  passphrase: string | undefined;
  /** The end of its last day (UTC, ms since the epoch). apt refuses the repository after it. */
  until: number;
}

/** The tools that this machine lacks to make a repository, each with where to get it. */
export function missingAptTools(): string[] {
  const tools = { 'apt-ftparchive': 'apt-utils', gpg: 'gpg' };
  return Object.entries(tools)
    .filter(([tool]) => !hasTool(tool))
    .map(([tool, from]) => `${tool} (Debian's package ${from})`);
}

/**
 * Makes a signed repository of the Debian packages in a folder, in the folder itself: their list, the signed hash of the list, and the public key.
 * Gives the fingerprint of the key. Throws a sentence if gpg cannot sign with it.
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
  // A command that does not read its input may end before it was written, and then the write fails.
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
    const said = (error as { stderr?: Buffer }).stderr?.toString().trim().split('\n').at(-1) ?? String(error);
    throw new Error(`gpg cannot sign with the key ${key} (OVERLAY_GPG_KEY): ${said}`, { cause: error });
  }
}

/** Whether a folder has packages that apt installs. */
export function hasDebs(folder: string): boolean {
  return readdirSync(folder).some((name) => name.endsWith('.deb'));
}
