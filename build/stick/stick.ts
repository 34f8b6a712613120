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
import { type AptSigner, hasDebs, makeAptFolder, missingAptTools } from './apt-folder.ts';
import { type StickFile, startPage } from './start-page.ts';

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

/** Makes a self-contained release folder for a stick and returns its files. Throws on failure and leaves no folder. */
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
  if (!hasDebs(folder)) return undefined;
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
