import { texts } from '../../contract/texts/texts.ts';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { writeFileSync } from 'atomically';
import { showName, showPlace } from '../show/show-place.ts';
import type { DataCopy } from '../../contract/desk-api/update.ts';
import { errorIn, OverlayError } from '../../contract/errors.ts';
import { parsedJson } from '../../contract/json-text.ts';
import { ReleaseVersion } from '../../contract/release.ts';

/** Copied files in the data directory. SQLite copies the database, which may be in use. */
const files = ['settings.json', showName, 'prepared.json', 'secrets.json'] as const;
const database = join('service', 'service.db');
const besideDatabase = ['-wal', '-shm', '-journal'];
const databaseFiles = ['', ...besideDatabase].map((side) => database + side);

/** Maximum number of copies, besides the copy to restore. */
const mostCopies = 3;
/** Bytes that must stay free after a copy. */
const spare = 64 * 1024 * 1024;
const onlyOwner = 0o600;

/** Store versions, which only increase. Absent if the file is missing or has no version. */
const Stores = z.record(z.string(), z.int());
const CopyFacts = z.object({ at: z.iso.datetime(), version: ReleaseVersion, stores: Stores });
/** `by` is the version that wrote the current data when the plan was made. */
const PlannedRestore = z.object({ id: z.string(), version: z.string(), by: z.string() });
export type RestorePlan = z.infer<typeof PlannedRestore>;

const copiesIn = (data: string): string => join(data, 'updates', 'copies');
const planIn = (data: string): string => join(data, 'updates', 'restore.json');

/** Copies of the data from before updates: the newest three, in `updates/copies/`. */
export function listCopies(data: string): DataCopy[] {
  const present = storesOf(data);
  return idsIn(data).flatMap((id) => {
    const facts = CopyFacts.safeParse(parsedJson(textOf(join(copiesIn(data), id, 'copy.json'))));
    if (!facts.success) return [];
    const { at, version, stores } = facts.data;
    const outgrown = Object.entries(present).some(([name, now]) => now > (stores[name] ?? now));
    return [{ id, at, version, outgrown }];
  });
}

/** Copies the data that `version` wrote. Rejects with `update-refused` if space is short. */
export async function copyData(data: string, { version, now }: { version: string; now: number }): Promise<void> {
  await checkRoom(data);
  const at = new Date(now).toISOString();
  const folder = newFolder(data, at);
  await mkdir(`${folder}.new/service`, { recursive: true, mode: 0o700 });
  try {
    for (const name of files) {
      const file = join(data, name);
      if (existsSync(file)) await copyFile(file, join(`${folder}.new`, name));
    }
    await copyDatabase(join(data, database), join(`${folder}.new`, database));
    const facts = { at, version, stores: storesOf(data) };
    await writeFile(join(`${folder}.new`, 'copy.json'), JSON.stringify(facts), { mode: onlyOwner, flush: true });
    await rename(`${folder}.new`, folder);
  } catch (error) {
    await rm(`${folder}.new`, { recursive: true, force: true });
    throw error;
  }
  thinOut(data);
}

/** The next start of the version carries the plan out; null cancels it. Throws `update-refused` if the copy does not exist. */
export function planRestore(data: string, plan: RestorePlan | null): void {
  if (!plan) return rmSync(planIn(data), { force: true });
  if (!idsIn(data).includes(plan.id)) throw new OverlayError('update-refused', texts.updates.copyGone);
  writeFileSync(planIn(data), JSON.stringify(plan), { mode: onlyOwner });
}

async function checkRoom(data: string): Promise<void> {
  const sizes = await Promise.all([...files, database].map((name) => sizeOf(join(data, name))));
  const needed = sizes.reduce((sum, size) => sum + size, spare);
  // Some file systems do not report free space.
  const disk = await statfs(data).catch(() => undefined);
  if (!disk || disk.bavail * disk.bsize >= needed) return;
  const mebibytes = String(Math.ceil(needed / 1024 / 1024));
  throw new OverlayError('update-refused', texts.updates.noRoomForCopy(mebibytes));
}

/**
 * Restores the planned copy before any data is open, and first copies the current data. Returns a sentence about the
 * result, or undefined. Throws on failure; safe to call again.
 */
export function restorePlanned(data: string, { version, now }: { version: string; now: number }): string | undefined {
  const plan = PlannedRestore.safeParse(parsedJson(textOf(planIn(data))));
  if (!plan.success) return undefined;
  const from = join(copiesIn(data), plan.data.id);
  if (plan.data.version !== version || !existsSync(from)) {
    rmSync(planIn(data), { force: true });
    return texts.updates.copyForOther(plan.data.id, plan.data.version);
  }
  try {
    const aside = keepPresent(data, plan.data, now);
    bringBack(data, from);
    return texts.updates.copyBack(plan.data.id, aside);
  } catch (error) {
    throw new Error(texts.updates.copyNotBack(plan.data.id, errorIn(error).message, planIn(data)), { cause: error });
  }
}

function bringBack(data: string, from: string): void {
  // An SQLite log of another database would damage the restored one.
  for (const side of besideDatabase) rmSync(join(data, database) + side, { force: true });
  for (const name of [...files, ...databaseFiles]) putBack(join(from, name), placeOf(data, name));
  rmSync(planIn(data));
  thinOut(data);
}

/** Copies the current data, once per plan. A plain copy is safe because the data is not open. */
function keepPresent(data: string, { id, by }: RestorePlan, now: number): string {
  const mark = `before ${id}`;
  const kept = idsIn(data).find((name) => name.endsWith(mark));
  if (kept !== undefined) return join(copiesIn(data), kept);
  const at = new Date(now).toISOString();
  const folder = `${newFolder(data, at)} ${mark}`;
  rmSync(`${folder}.new`, { recursive: true, force: true });
  mkdirSync(`${folder}.new/service`, { recursive: true, mode: 0o700 });
  for (const name of [...files, ...databaseFiles])
    if (existsSync(join(data, name))) copyFileSync(join(data, name), join(`${folder}.new`, name));
  const facts = { at, version: by, stores: storesOf(data) };
  writeFileSync(join(`${folder}.new`, 'copy.json'), JSON.stringify(facts), { mode: onlyOwner });
  renameSync(`${folder}.new`, folder);
  return folder;
}

/** The show file may be a link to a file elsewhere; it stays a link. */
function placeOf(data: string, name: string): string {
  return name === showName ? showPlace(data) : join(data, name);
}

/** Restores a file. A file missing in the copy is deleted, because it did not exist then. */
function putBack(from: string, to: string): void {
  if (!existsSync(from)) return rmSync(to, { force: true });
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, `${to}.restored`);
  chmodSync(`${to}.restored`, onlyOwner);
  renameSync(`${to}.restored`, to);
}

async function copyDatabase(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(source, to);
  } finally {
    source.close();
  }
}

function storesOf(data: string): Record<string, number> {
  const found = files.map((name) => [name, versionIn(textOf(join(data, name)))] as const);
  const all = [...found, [database, databaseVersion(join(data, database))] as const];
  return Object.fromEntries(all.flatMap(([name, version]) => (version === undefined ? [] : [[name, version]])));
}

function versionIn(text: string): number | undefined {
  return z.object({ version: z.int() }).safeParse(parsedJson(text)).data?.version;
}

function databaseVersion(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const source = new DatabaseSync(file, { readOnly: true });
    const version = Number(source.prepare('PRAGMA user_version').get()?.user_version);
    source.close();
    return version;
  } catch {
    // A damaged database has no version, but can still be copied and replaced.
    return undefined;
  }
}

/** Names of the complete copies, newest first: `00000002 2027-01-31T10-20-30.000Z`. */
function idsIn(data: string): string[] {
  const names = existsSync(copiesIn(data)) ? readdirSync(copiesIn(data)) : [];
  return names
    .filter((name) => /^\d{8} /.test(name) && !name.endsWith('.new'))
    .sort()
    .reverse();
}

/** The number orders the copies independently of the clock. */
function newFolder(data: string, at: string): string {
  const number = String(parseInt(idsIn(data)[0] ?? '0', 10) + 1).padStart(8, '0');
  return join(copiesIn(data), `${number} ${at.replaceAll(':', '-')}`);
}

function thinOut(data: string): void {
  const planned = PlannedRestore.safeParse(parsedJson(textOf(planIn(data)))).data?.id;
  const others = idsIn(data).filter((id) => id !== planned);
  for (const id of others.slice(mostCopies)) rmSync(join(copiesIn(data), id), { recursive: true, force: true });
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

async function sizeOf(file: string): Promise<number> {
  return existsSync(file) ? (await stat(file)).size : 0;
}
