import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface DebFacts {
  name: string;
  version: string;
  /** In Debian's spelling. */
  architecture: string;
  maintainer: string;
  /** One line, then more lines as Debian's policy formats them. */
  description: string;
  priority: string;
  /** Without the C library, whose version is read from the programs. */
  depends: readonly string[];
  recommends: readonly string[];
  /** Lines after "License: Expat" in the copyright file. */
  licence: readonly string[];
  /** Maintainer scripts (postinst, prerm, postrm) by name. */
  scripts: Readonly<Record<string, string>>;
  /** Compression level of xz; undefined for its default. */
  level?: number;
}

/**
 * Makes a Debian package from a directory of installed files and adds the files that Debian's policy requires.
 * Reproducible with `SOURCE_DATE_EPOCH`.
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
  // Debian refuses unreadable scripts, which a strict umask creates.
  tidy(control);
  const compression = ['-Zxz', ...(facts.level === undefined ? [] : [`-z${String(facts.level)}`])];
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', stage, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/**
 * Returns the C library version that all 64-bit programs among the files need, in Debian's spelling. A program names
 * the version of each symbol as a text of its own.
 */
function libraryOf(files: readonly string[]): string[] {
  const programs = files.map((file) => readFileSync(file, 'latin1')).filter((text) => text.startsWith('\x7fELF\x02'));
  const versions = programs.flatMap((text) =>
    [...text.matchAll(/\0GLIBC_(\d+\.\d+)(?:\.\d+)?(?=\0)/g)].map(([, version = '']) => version),
  );
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

/** Required by Debian's policy. */
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

/** Makes files readable by all and writable by root, whatever the build machine's umask. */
export function tidy(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) tidy(path);
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}

/** Debian uses MD5 here, against damage, not against forgery. */
function md5Of(path: string): string {
  return createHash('md5').update(readFileSync(path)).digest('hex');
}
