import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../set-up.js';
import { lockedPackages } from './lockfile.ts';

export const dependenciesPath = 'docs/dependencies.md';

/** Files added after installation, which differ between machines. */
const putThere: Readonly<Record<string, readonly string[]>> = { electron: ['dist', 'path.txt'], node: ['bin'] };

export function dependenciesPage(page = readFileSync(join(root, dependenciesPath), 'utf8')): string {
  const locked = new Map(lockedPackages().map((one) => [one.path, one]));
  return page.replaceAll(/^\| `([^`]+)` \|[^|]*\|[^|]*\| (.*) \|$/gm, (_row, name: string, why: string) => {
    const path = `node_modules/${name}`;
    const size = sizeText(sizeOf(join(root, path), putThere[name]));
    return `| \`${name}\` | ${locked.get(path)?.licence ?? 'unknown'} | ${size} | ${why} |`;
  });
}

function sizeOf(folder: string, without: readonly string[] = []): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && !without.includes(name))
    .map((entry) => (entry.isDirectory() ? sizeOf(join(folder, entry.name)) : statSync(join(folder, entry.name)).size))
    .reduce((sum, bytes) => sum + bytes, 0);
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${String(Math.ceil(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
