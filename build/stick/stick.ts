import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { unsignedName } from '../../contract/release.ts';
import { manualPage } from '../manual/manual.ts';
import { fingerprintOf, ownChanges, publicHalf, releaseProblems, sealRelease } from '../release/release.ts';
import { root } from '../set-up.js';
import { startPage, type StickFile } from './start-page.ts';
import { execFileSync } from 'node:child_process';
import { hasTool } from '../package/tools.ts';

export interface Stick {
  from: string;
  to: string;
  version: string;
  companion: string;
  expires: string;
  /** Private Ed25519 key (PEM); undefined for an unsigned stick. */
  key: string | undefined;
  gpg: Omit<AptSigner, 'until'> | undefined;
  say: (text: string) => void;
}

export interface MadeFile extends StickFile {
  signed: string;
}

const isPackage = /\.(deb|rpm|tar\.gz|AppImage|exe|msi|zip|dmg|asc|cdx\.json)$/;
const scripts = ['verify.sh', 'verify.cmd', 'verify.ps1'];

/** Self-contained. Returns its files; throws on failure and leaves no folder. */
export async function makeStick(stick: Stick): Promise<MadeFile[]> {
  const { from, to, version, say } = stick;
  const packages = existsSync(from) ? packagesIn(from, version) : [];
  if (packages.length === 0)
    throw new Error(`There are no packages of version ${version} in ${from}. "npm run pack" makes them.`);
  const twice = packages.find(
    (name) => packages.includes(name.replace(unsignedName, '')) && name.includes(unsignedName),
  );
  if (twice !== undefined)
    throw new Error(`${twice} is in ${from} beside the signed one. Take away what is not meant.`);
  if (existsSync(to) && !statSync(to).isDirectory()) throw new Error(`${to} is no folder.`);
  if (existsSync(to) && readdirSync(to).length > 0) throw new Error(`${to} is not empty. A stick is made anew.`);
  const folder = `${to}.unfinished`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    say(`Copying ${String(packages.length + 1)} files.`);
    for (const name of packages) copyFileSync(join(from, name), join(folder, name));
    const companion = `overlay-desk-companion-${version}.tgz`;
    copyFileSync(stick.companion, join(folder, companion));
    const aptKey = aptFolder(folder, stick);
    writePages(folder, { stick, packages: [...packages, companion], aptKey });
    say('Sealing.');
    await sealRelease(folder, {
      version,
      expires: stick.expires,
      ...ownChanges(version),
      key: stick.key,
      now: Date.now(),
    });
    await prove(folder, stick);
    rmSync(to, { recursive: true, force: true });
    renameSync(folder, to);
    return readdirSync(to).map((name) => ({ ...fileOf(to, name), signed: signedBy(name, { stick, aptKey }) }));
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function packagesIn(folder: string, version: string): string[] {
  // Debian writes a pre-release with a tilde.
  const marks = [`-${version}-`, `_${version.replace('-', '~')}_`];
  return readdirSync(folder)
    .filter((name) => isPackage.test(name) && marks.some((mark) => name.includes(mark)))
    .sort();
}

function aptFolder(folder: string, { gpg, expires, say }: Stick): string | undefined {
  if (!readdirSync(folder).some((name) => name.endsWith('.deb'))) return undefined;
  if (!gpg) {
    say('No apt repository: OVERLAY_GPG_KEY names no key.');
    return undefined;
  }
  const missing = missingAptTools();
  if (missing.length > 0) throw new Error(`An apt repository needs ${missing.join(' and ')}.`);
  say('Making the apt repository.');
  return makeAptFolder(folder, { ...gpg, until: Date.parse(`${expires}T23:59:59Z`) });
}

function writePages(
  folder: string,
  { stick, packages, aptKey }: { stick: Stick; packages: readonly string[]; aptKey: string | undefined },
): void {
  stick.say('Writing the pages.');
  const publicKey = stick.key === undefined ? undefined : publicHalf(stick.key);
  if (publicKey !== undefined) writeFileSync(join(folder, 'overlay-desk.pem'), publicKey);
  const facts = {
    version: stick.version,
    expires: stick.expires,
    key: publicKey === undefined ? undefined : fingerprintOf(publicKey),
    aptKey,
    files: packages.map((name) => fileOf(folder, name)),
  };
  writeFileSync(join(folder, 'START-HERE.html'), startPage(facts));
  writeFileSync(join(folder, 'manual.html'), manualPage());
  for (const script of scripts) {
    const text = readFileSync(join(root, 'build/stick', script), 'utf8');
    // The Windows command prompt needs CRLF.
    writeFileSync(join(folder, script), script.endsWith('.cmd') ? text.replaceAll('\n', '\r\n') : text, {
      mode: 0o755,
    });
  }
}

async function prove(folder: string, { key }: Stick): Promise<void> {
  if (key === undefined) return;
  const [problem] = await releaseProblems(folder, { key: publicHalf(key), now: Date.now() });
  if (problem !== undefined) throw new Error(`The stick does not verify: ${problem}`);
}

function fileOf(folder: string, name: string): StickFile {
  const hash = createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex');
  return { name, size: statSync(join(folder, name)).size, hash };
}

function signedBy(name: string, { stick, aptKey }: { stick: Stick; aptKey: string | undefined }): string {
  const seal = stick.key === undefined ? 'nobody: UNSIGNED' : 'the key of the release';
  if (name.includes(unsignedName) && stick.key !== undefined) return `${seal}, and not by a certificate of its own`;
  return name.endsWith('.deb') && aptKey !== undefined ? `${seal}, the key of the apt repository` : seal;
}

/** Files of an apt repository. `armored`: the same key as text, for rpm. */
const aptFiles = {
  packages: 'Packages',
  release: 'InRelease',
  keyring: 'overlay-desk-archive-keyring.gpg',
  armored: 'overlay-desk-archive-keyring.asc',
};

interface AptSigner {
  /** Fingerprint of a key in this user's gpg. */
  key: string;
  /** Undefined if gpg's agent asks for it, or if the key has no passphrase. */
  passphrase: string | undefined;
  /** End of the last valid day (UTC, ms since the epoch). Later apt refuses the repository. */
  until: number;
}

function missingAptTools(): string[] {
  const tools = { 'apt-ftparchive': 'apt-utils', gpg: 'gpg' };
  return Object.entries(tools)
    .filter(([tool]) => !hasTool(tool))
    .map(([tool, from]) => `${tool} (Debian's package ${from})`);
}

/**
 * Makes a signed apt repository in the folder of the Debian packages. Returns the key's fingerprint; throws if gpg
 * cannot sign.
 */
function makeAptFolder(folder: string, { key, passphrase, until }: AptSigner): string {
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
