import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../set-up.js';
import { lockedPackages } from './lockfile.ts';

export const dependenciesPath = 'docs/dependencies.md';

/** What is put into a package after it was installed, and differs between machines. */
const putThere: Readonly<Record<string, readonly string[]>> = { electron: ['dist', 'path.txt'], node: ['bin'] };

/** The document of the dependencies, with the licence and the size of each. Why each one is here stays as somebody wrote it. */
export function dependenciesPage(page = readFileSync(join(root, dependenciesPath), 'utf8')): string {
  const locked = new Map(lockedPackages().map((one) => [one.path, one]));
  return page.replaceAll(/^\| `([^`]+)` \|[^|]*\|[^|]*\| (.*) \|$/gm, (_row, name: string, why: string) => {
    const path = `node_modules/${name}`;
    const size = sizeText(sizeOf(join(root, path), putThere[name]));
    return `| \`${name}\` | ${locked.get(path)?.licence ?? 'unknown'} | ${size} | ${why} |`;
  });
}

/** The bytes of a package without what it brings. */
function sizeOf(folder: string, without: readonly string[] = []): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && !without.includes(name))
    .map((entry) => (entry.isDirectory() ? sizeOf(join(folder, entry.name)) : statSync(join(folder, entry.name)).size))
    .reduce((sum, bytes) => sum + bytes, 0);
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${String(Math.ceil(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
