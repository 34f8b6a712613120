import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { linkedWith } from './elf.ts';

/** What a package for Debian says of itself. */
export interface DebFacts {
  name: string;
  version: string;
  /** The processor by Debian's name. */
  architecture: string;
  maintainer: string;
  /** One line, and more as Debian's policy writes them. */
  description: string;
  priority: string;
  /** What it needs, but for the C library: which version of that its programs need can be seen in them. */
  depends: readonly string[];
  recommends: readonly string[];
  /** What follows "License: Expat" in its file of copyright, as lines. */
  licence: readonly string[];
  /** Its scripts (postinst, prerm, postrm) by name. */
  scripts: Readonly<Record<string, string>>;
  /** How hard xz tries; undefined for its own choice. */
  level?: number;
}

/**
 * Makes a package for Debian out of a directory with its files as they are installed, and adds what the policy of Debian wants. What
 * is in `/etc` belongs to the administrator. A system whose C library is too old for its programs refuses it. With `SOURCE_DATE_EPOCH` the
 * same files give the same package.
 */
export function makeDeb(stage: string, facts: DebFacts, file: string): void {
  const docs = join(stage, 'usr/share/doc', facts.name);
  mkdirSync(docs, { recursive: true });
  writeFileSync(join(docs, 'copyright'), copyright(facts));
  writeFileSync(join(docs, 'changelog.gz'), gzipSync(changelog(facts), { level: 9 }));
  tidy(stage);
  const files = readdirSync(stage, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(stage, join(entry.parentPath, entry.name)))
    .sort();
  const settings = files.filter((path) => path.startsWith('etc/'));
  const size = files.reduce((sum, path) => sum + statSync(join(stage, path)).size, 0);
  const control = join(stage, 'DEBIAN');
  mkdirSync(control);
  const depends = [...libraryOf(files.map((path) => join(stage, path))), ...facts.depends];
  writeFileSync(join(control, 'control'), controlOf({ ...facts, depends }, Math.ceil(size / 1024)));
  const sums = files.filter((path) => !settings.includes(path)).map((path) => `${md5Of(join(stage, path))}  ${path}\n`);
  writeFileSync(join(control, 'md5sums'), sums.join(''));
  if (settings.length > 0) writeFileSync(join(control, 'conffiles'), settings.map((path) => `/${path}\n`).join(''));
  for (const [script, text] of Object.entries(facts.scripts))
    writeFileSync(join(control, script), text, { mode: 0o755 });
  // Debian refuses a package whose scripts others cannot read, which is what a cautious machine makes of new files.
  tidy(control);
  const compression = ['-Zxz', ...(facts.level === undefined ? [] : [`-z${String(facts.level)}`])];
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', stage, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The C library that all programs among some files run with, as Debian names it. */
function libraryOf(files: readonly string[]): string[] {
  const versions = files.flatMap((file) => linkedWith(readFileSync(file))?.glibc ?? []);
  const [newest] = versions.sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  return newest === undefined ? [] : [`libc6 (>= ${newest})`];
}

function controlOf(facts: DebFacts, installedSize: number): string {
  const lines = [
    `Package: ${facts.name}`,
    `Version: ${facts.version}`,
    `Architecture: ${facts.architecture}`,
    `Maintainer: ${facts.maintainer} <none>`,
    `Installed-Size: ${String(installedSize)}`,
    `Depends: ${facts.depends.join(', ')}`,
    ...(facts.recommends.length > 0 ? [`Recommends: ${facts.recommends.join(', ')}`] : []),
    'Section: video',
    `Priority: ${facts.priority}`,
    `Description: ${facts.description}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The file that Debian's policy wants in every package. */
function copyright({ maintainer, licence }: DebFacts): string {
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Overlay Desk

Files: *
Copyright: 2026 ${maintainer}
License: Expat
${licence.map((line) => ` ${line === '' ? '.' : line}\n`).join('')}`;
}

function changelog({ name, version, maintainer }: DebFacts): string {
  const time = new Date(Number(process.env.SOURCE_DATE_EPOCH ?? 0) * 1000).toUTCString().replace('GMT', '+0000');
  return `${name} (${version}) stable; urgency=medium\n\n  * See CHANGELOG.md of the project.\n\n -- ${maintainer} <none>  ${time}\n`;
}

/** What is in a package is readable by all and writable by root, whatever the machine that builds it makes of new files. */
export function tidy(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) tidy(path);
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}

/** Debian writes the sums of installed files with MD5, to find what was damaged, not what was forged. */
function md5Of(path: string): string {
  return createHash('md5').update(readFileSync(path)).digest('hex');
}
