import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './set-up.js';
import { filesOfStage } from './test-stages.ts';

/**
 * The inputs of the packages tier, as glob patterns. The tier's tests and their imports from `test/` are inputs too.
 *
 * The tier tests how packages are made, signed, installed, updated and verified, not the programs inside: nearly every
 * commit changes their bytes, and other stages test them.
 */
export const inputs: readonly string[] = [
  // Sources of packages, releases and sticks, and the versions of the tools.
  'build/{package,release,stick,vite}/**',
  'build/jobs/{companion,pack,pack-stick,release-seal,release-verify}.ts',
  'build/{become,run,set-up}.js',
  'build/{built,companion-module,electron-binary,job}.ts',
  '{LICENSE,electron-builder.yml,package-lock.json,package.json}',
  // Program parts that depend on their package: start, data directories, updates.
  'electron/{command-line,main,smoke,updates}.ts',
  'host/{check-main,desk-on-data,flags,main,places}.ts',
  'host/usage.js',
  'contract/{release,desk-api/update}.ts',
  'desk/{update-ports.ts,updates/**}',
  'node/data-directory.ts',
  'node/updates/{data-copies,installed,release-folder,update-shelf}.ts',
  // The stores that `test/kit/next-version.ts` edits.
  'contract/desk-api/show-file.ts',
  'node/show/show-text.ts',
  'desk/screens/settings.ts',
  'service/store/sqlite/migrations.ts',
  // Set-up of the tests, and programs that tests start by path.
  'test/kit/{programs,set-up}/**',
  'test/electron-double/**',
];

/** Committed, so that a fresh clone knows whether the tier must run again. */
export const recordPath = 'test/build/packages.inputs';

export type InputHashes = ReadonlyMap<string, string>;

export function inputHashes(base = root): InputHashes {
  const entries = globSync([...inputs], { cwd: base, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(join(base, '/').length));
  const all = [...new Set([...paths, ...filesOfStage('packages', base)])].sort();
  return new Map(all.map((path) => [path, hashOf(path, readFileSync(join(base, path), 'utf8'))]));
}

export function recordOf(hashes: InputHashes): string {
  const lines = [...hashes].map(([path, hash]) => `${hash}  ${path}\n`);
  return `# The packages tier passed for these inputs. npm run test:packages writes this file.\n${lines.join('')}`;
}

/** Changed, added or removed since a record. */
export function changedInputs(record: string, now: InputHashes): string[] {
  const lines = record.matchAll(/^([\da-f]{64}) {2}(.+)$/gm);
  const then = new Map([...lines].map(([, hash = '', path = '']) => [path, hash]));
  return [...new Set([...then.keys(), ...now.keys()])].filter((path) => then.get(path) !== now.get(path)).sort();
}

const named = 3;

/** One line: whether the tier must run, and why. */
export function reason(changed: readonly string[], count: number): string {
  if (changed.length === 0)
    return `The packages tier need not run: none of its ${count} inputs changed since it passed.`;
  const more = changed.length > named ? ` and ${changed.length - named} more` : '';
  return `The packages tier must run: ${changed.slice(0, named).join(', ')}${more} changed since it passed.`;
}

export function keptRecord(base = root): string {
  const path = join(base, recordPath);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function hashOf(path: string, text: string): string {
  // No package contains the scripts.
  const withoutScripts = () => JSON.stringify({ ...(JSON.parse(text) as object), scripts: undefined });
  const hashed = path === 'package.json' ? withoutScripts() : text;
  return createHash('sha256').update(hashed).digest('hex');
}
