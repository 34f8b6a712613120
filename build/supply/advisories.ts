import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compare, satisfies, valid } from 'semver';
import { z } from 'zod';
import { parsedJson } from '../../contract/json-text.ts';
import { inShort } from '../../contract/refusal.ts';
import { schemaProblems } from '../../contract/schema-problems.ts';
import { root } from '../set-up.js';
import type { LockedPackage } from './lockfile.ts';
import { spawnSync } from 'node:child_process';

const Event = z.object({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
});
type Event = z.infer<typeof Event>;

const Advisory = z.object({
  id: z.string(),
  summary: z.string().optional(),
  withdrawn: z.string().optional(),
  affected: z.array(
    z.object({
      package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
      versions: z.array(z.string()).optional(),
      ranges: z.array(z.object({ type: z.string(), events: z.array(Event) })).optional(),
    }),
  ),
});
export type Advisory = z.infer<typeof Advisory>;

export const keptPath = 'build/supply/advisories.json';

export const KeptAdvisories = z.strictObject({
  /** Day of the last request for advisories; null if never requested. */
  asked: z.iso.date().nullable(),
  /** Irrelevant advisories by id, each with the reason. */
  accepted: z.record(z.string(), z.string().min(20)),
  advisories: z.array(Advisory),
});
export type KeptAdvisories = z.infer<typeof KeptAdvisories>;

/** Throws if the file is damaged. */
export function keptAdvisories(): KeptAdvisories {
  return KeptAdvisories.parse(JSON.parse(readFileSync(join(root, keptPath), 'utf8')));
}

/** Returns a warning if advisories were never requested, because an empty list proves nothing. */
export function neverAsked({ asked }: KeptAdvisories): string {
  return asked === null
    ? 'Known holes were looked for in an empty list: nobody has asked for advisories yet. "npm run audit -- --keep" does, with a network.'
    : '';
}

/**
 * Reads advisories from a file (a single object, a list, or JSON lines) or from a folder's `.json` files. Throws with
 * the file's name.
 */
export function readAdvisories(path: string): Advisory[] {
  if (!statSync(path).isDirectory()) return advisoriesIn(readFileSync(path, 'utf8'), path);
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => advisoriesIn(readFileSync(join(path, name), 'utf8'), join(path, name)));
}

function advisoriesIn(text: string, path: string): Advisory[] {
  const whole = parsedJson(text);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const values = whole === undefined ? lines.map((line) => parsedJson(line)) : [whole].flat();
  const read = z.array(Advisory).safeParse(values);
  if (read.success && values.length > 0) return read.data;
  const why = read.success ? 'it is empty' : inShort(schemaProblems(read.error.issues));
  throw new Error(`${path} has no advisories in the OSV form: ${why}.`);
}

/** One sentence each. `accepted`: irrelevant advisories. */
export function advisoryProblems(
  packages: readonly LockedPackage[],
  advisories: readonly Advisory[],
  accepted: Readonly<Record<string, string>> = {},
): string[] {
  const open = advisories.filter(({ id, withdrawn }) => withdrawn === undefined && !Object.hasOwn(accepted, id));
  const found = open.flatMap(({ id, summary = 'no summary', affected }) =>
    packages.flatMap(({ name, version }) => {
      const about = affected.filter((one) => one.package?.ecosystem === 'npm' && one.package.name === name);
      const hit = about.find((one) => one.versions?.includes(version) || one.ranges?.some(isIn(version)));
      if (!hit) return [];
      const fixed = (hit.ranges ?? []).flatMap(({ events }) => events.flatMap((event) => event.fixed ?? []));
      const mended = fixed.length > 0 ? ` Mended in ${fixed.join(', ')}.` : '';
      return [`${name} ${version} has ${id}: ${summary}.${mended}`];
    }),
  );
  return [...new Set(found)];
}

/** Reads events in version order; a bug exists from its introduction to its fix. */
function isIn(version: string): (range: { type: string; events: Event[] }) => boolean {
  return ({ type, events }) => {
    if (type === 'GIT' || valid(version) === null) return false;
    let affected = false;
    for (const { introduced, fixed, last_affected: last } of [...events].sort(byVersion)) {
      if (introduced !== undefined && atLeast(version, introduced)) affected = true;
      if (fixed !== undefined && atLeast(version, fixed)) affected = false;
      if (last !== undefined && satisfies(version, `>${last}`, { includePrerelease: true })) affected = false;
    }
    return affected;
  };
}

function atLeast(version: string, other: string): boolean {
  return other === '0' || compare(version, other) >= 0;
}

function byVersion(a: Event, b: Event): number {
  const [one, two] = [a, b].map(({ introduced, fixed, last_affected: last }) => introduced ?? fixed ?? last ?? '0');
  const known = (text = '0'): string => (text === '0' ? '0.0.0-0' : text);
  return compare(known(one), known(two));
}

const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([z.string(), z.object({ name: z.string(), title: z.string(), url: z.string(), range: z.string() })]),
      ),
      nodes: z.array(z.string()),
    }),
  ),
});

type AskNpm = () => string;

const askNpm: AskNpm = () =>
  spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' }).stdout;

/**
 * Requests npm's advisories for the installed packages. Throws if the registry cannot be reached, such as without a
 * network.
 */
export function askedAdvisories(versionAt: (path: string) => string | undefined, ask: AskNpm = askNpm): Advisory[] {
  const report = Report.safeParse(parsedJson(ask()));
  if (!report.success) {
    throw new Error(
      'npm could not ask its registry for advisories: there is no network, or the registry does not answer such questions. ' +
        'Without one, give a file or a folder of advisories in the OSV form: npm run audit -- --from FILE',
    );
  }
  return Object.values(report.data.vulnerabilities).flatMap(({ via, nodes }) => {
    const versions = nodes.flatMap((path) => versionAt(path) ?? []);
    return via
      .filter((one) => typeof one !== 'string')
      .map(({ name, title, url }) => ({
        id: url.split('/').at(-1) ?? url,
        summary: title,
        affected: [{ package: { ecosystem: 'npm', name }, versions }],
      }));
  });
}
