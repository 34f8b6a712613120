import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './set-up.js';
import { filesOfStage } from './test-stages.ts';

/**
 * The inputs of the packages tier, as glob patterns. The tests of the tier and all that they import from `test/` are inputs as well.
 *
 * The tier tests how packages are made, signed, installed, updated and verified. It does not test the programs inside the packages: nearly
 * every commit changes the bytes of the programs, and the other stages test them.
 */
export const inputs: readonly string[] = [
  // What makes packages, releases and sticks, and the versions of the tools.
  'build/{package,release,stick,vite}/**',
  'build/jobs/{companion,pack,pack-stick,release-seal,release-verify}.ts',
  'build/{become,run,set-up}.js',
  'build/{built,companion-module,electron-binary}.ts',
  '{LICENSE,electron-builder.yml,package-lock.json,package.json}',
  // The parts of the programs that know of the package around them: the start, the places of the data, updates.
  'electron/{command-line,main,smoke,updates}.ts',
  'host/{check-main,flags,main,places,updates}.ts',
  'host/usage.js',
  'contract/{release,desk-api/update}.ts',
  'desk/{update-ports.ts,updates/**}',
  'node/data-directory.ts',
  'node/updates/{data-copies,installed,release-folder,release-keys,update-shelf}.ts',
  // The stores that `test/kit/next-version.ts` edits.
  'contract/desk-api/show-file.ts',
  'node/show/show-upgrades.ts',
  'desk/screens/settings.ts',
  'service/store/sqlite/migrations.ts',
  // What runs before the tests, and the programs that the tests start by their path.
  'test/kit/{programs,set-up}/**',
  'test/electron-double/**',
];

/**
 * The record of the inputs for which the tier passed last. The record is committed, so a fresh clone knows whether the tier must run
 * again.
 */
export const recordPath = 'test/build/packages.inputs';

/** The hash of each input, by its path. */
export type InputHashes = ReadonlyMap<string, string>;

/** The hashes of the inputs as they are now. */
export function inputHashes(base = root): InputHashes {
  const entries = globSync([...inputs], { cwd: base, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(join(base, '/').length));
  const all = [...new Set([...paths, ...filesOfStage('packages', base)])].sort();
  return new Map(all.map((path) => [path, hashOf(path, readFileSync(join(base, path), 'utf8'))]));
}

/** The record of a run that passed. */
export function recordOf(hashes: InputHashes): string {
  const lines = [...hashes].map(([path, hash]) => `${hash}  ${path}\n`);
  return `# The packages tier passed for these inputs. npm run test:packages writes this file.\n${lines.join('')}`;
}

/** The inputs that were changed, added or removed since a record. */
export function changedInputs(record: string, now: InputHashes): string[] {
  const lines = record.matchAll(/^([\da-f]{64}) {2}(.+)$/gm);
  const then = new Map([...lines].map(([, hash = '', path = '']) => [path, hash]));
  return [...new Set([...then.keys(), ...now.keys()])].filter((path) => then.get(path) !== now.get(path)).sort();
}

/** How many changed inputs {@link reason} names. */
const named = 3;

/** Says in one line whether the tier must run, and why. */
export function reason(changed: readonly string[], count: number): string {
  if (changed.length === 0)
    return `The packages tier need not run: none of its ${count} inputs changed since it passed.`;
  const more = changed.length > named ? ` and ${changed.length - named} more` : '';
  return `The packages tier must run: ${changed.slice(0, named).join(', ')}${more} changed since it passed.`;
}

/** The committed record; empty if there is none. */
export function keptRecord(base = root): string {
  const path = join(base, recordPath);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function hashOf(path: string, text: string): string {
  return createHash('sha256')
    .update(path === 'package.json' ? withoutScripts(text) : text)
    .digest('hex');
}

/** `package.json` without its scripts, which no package contains. */
function withoutScripts(text: string): string {
  return JSON.stringify({ ...(JSON.parse(text) as object), scripts: undefined });
}
