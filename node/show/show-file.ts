import { constants, existsSync, readdirSync, readFileSync, renameSync, type Stats, statSync } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { writeFile } from 'atomically';
import { showVersion } from '../../contract/desk-api/show-file.ts';
import { TextLines } from '../../desk/live-data/tables/json-lines.ts';
import type { ShowPort } from '../../desk/ports.ts';
import { type Generation, outdatedGenerations } from './show-generations.ts';
import { showLock } from './show-place.ts';
import { openShow, packShow } from './show-pack.ts';
import { editNamed, readShowText, showText } from './show-text.ts';
import { NewerShow } from './show-upgrades.ts';

/** The file of a show: `NAME.overlayshow`, with its generations in `NAME.generations/`. */
export interface ShowFile extends ShowPort {
  problem(): string;
}

const changedByOthers =
  'was changed by another program while this desk had it. What that wrote is kept as a version, and this desk goes on with its own show.';
/** A share that is not connected any more leaves an empty folder, on another disk. */
const folderGone = 'neither it nor its lock is there; connect what it is on again';
/** How much of a version is read to tell what the edit was called (bytes). */
const beginning = 1_024;
/** How many versions are listed. */
const mostListed = 100;

const extension = '.overlayshow';
/** The digits of the number with which the name of a generation begins. */
const numberLength = 8;

/**
 * Opens the file of a show. Each write keeps the version before it as a generation, and replaces the file at once and
 * completely. A missing or damaged file gives way to the newest generation that is not damaged. The next write keeps the
 * damaged file beside the new one.
 */
export function showFile(file: string, now: () => number): ShowFile {
  const directory = dirname(file);
  const kept = join(directory, `${basename(file, extension)}.generations`);
  let problem = '';
  /** The name under which the next write keeps the file, because it is damaged. */
  let damagedName: string | undefined;
  const lines = new TextLines();
  const own = new OwnText(file);
  /** Which file was kept as a generation last. A write that failed is tried again, and must not keep it once more. */
  let keptLast = '';

  /** The newest generation that is not damaged, which is read in place of the file; undefined if there is none. */
  const instead = (why: string): Record<string, unknown> | undefined => {
    const found = newestGood(kept);
    if (found) problem = `${file} is ${why}, so the show is as it was at ${new Date(timeOf(found.id)).toISOString()}.`;
    return found?.content;
  };

  return {
    file,
    version: showVersion,
    problem: () => problem,
    read() {
      if (!existsSync(file)) return instead('missing');
      try {
        return readShowText(lines.of(own.read()));
      } catch (error) {
        lines.forget();
        if (error instanceof NewerShow) throw error;
        const content = instead(`damaged (${(error as Error).message})`);
        if (!content) throw error;
        damagedName = `${file}.damaged-${stamp(now())}`;
        problem += ` The damaged file is kept as ${damagedName}.`;
        return content;
      }
    },
    lineOf: (path) => lines.at(path),
    async write(content) {
      const text = await showText(content as Record<string, unknown>);
      const present = await own.present();
      const version = present ? markOf(present) : '';
      if (await own.isOther(version)) problem = `${file} ${changedByOthers}`;
      const isKept = !present || version === keptLast;
      if (!isKept && damagedName !== undefined) await keptAs(file, damagedName);
      else if (!isKept) await keepGeneration(file, { kept, written: present.mtimeMs });
      [damagedName, keptLast] = [undefined, version];
      await writeFile(file, text, { mode: 0o600 });
      await own.wrote(text);
      lines.forget();
      await syncDirectory(directory);
      await thinOut(kept, now());
    },
    setAside() {
      // The settings know no other reason why the file could not be read.
      if (existsSync(file)) refuseNewer(file);
      const path = `${file}.damaged-${stamp(now())}`;
      renameSync(file, path);
      return path;
    },
    versions: () => listVersions(kept),
    readVersion: async (id) => readShowText(await readFile(join(kept, basename(id)), 'utf8')),
    pack: packShow,
    open: openShow,
  };
}

/** The text of a file as this desk read or wrote it last. */
class OwnText {
  readonly #file: string;
  #mark = '';
  #text: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.#file = file;
  }

  read(): string {
    this.#mark = markOf(statSync(this.#file));
    this.#text = readFileSync(this.#file);
    return this.#text.toString('utf8');
  }

  async wrote(text: Buffer): Promise<void> {
    [this.#mark, this.#text] = [markOf(await stat(this.#file)), text];
  }

  /** The file that is there before a write, which makes its folder the first time. Rejects if that is gone later, or another one is there. */
  async present(): Promise<Stats | undefined> {
    if (this.#mark === '') await mkdir(dirname(this.#file), { recursive: true });
    const present = await stat(this.#file).catch(missing);
    if (!present && this.#mark !== '' && !existsSync(showLock(this.#file))) throw new Error(folderGone);
    return present;
  }

  /** Whether another program wrote the file that has this mark. A share may give a file another time by itself, so only other bytes count. */
  async isOther(mark: string): Promise<boolean> {
    if (mark === '' || mark === this.#mark) return false;
    return !this.#text.equals(await readFile(this.#file));
  }
}

/** What the edit was called that made a version; empty where nobody can tell. */
async function editOf(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(beginning) });
    return editNamed(buffer.subarray(0, bytesRead).toString('utf8'));
  } finally {
    await handle.close();
  }
}

/** A file of a newer version is not moved: that version may open it again. Throws {@link NewerShow}. */
function refuseNewer(file: string): void {
  try {
    readShowText(readFileSync(file, 'utf8'));
  } catch (error) {
    // A damaged file may be set aside.
    if (error instanceof NewerShow) throw error;
  }
}

function newestGood(kept: string): { id: string; content: Record<string, unknown> } | undefined {
  const names = existsSync(kept) ? readdirSync(kept).filter(isGeneration).sort().reverse() : [];
  for (const id of names) {
    try {
      return { id, content: readShowText(readFileSync(join(kept, id), 'utf8')) };
    } catch {
      // One of them may be damaged too; the one before is tried next.
    }
  }
  return undefined;
}

/** The present file becomes a generation, named by its number and by the time at which it was written. */
async function keepGeneration(file: string, { kept, written }: { kept: string; written: number }): Promise<void> {
  await mkdir(kept, { recursive: true });
  const [newest] = await listGenerations(kept);
  const number = String((newest?.number ?? 0) + 1).padStart(numberLength, '0');
  await keptAs(file, join(kept, `${number} ${stamp(written)}${extension}`));
  await syncDirectory(kept);
}

/** Keeps a file under another name too. Returns whether that name was free. */
async function keptAs(file: string, to: string): Promise<boolean> {
  try {
    // A link costs nothing and shares the bytes; some file systems have none.
    await link(file, to).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
      return copyFile(file, to, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function listGenerations(kept: string): Promise<Generation[]> {
  const names = await readdir(kept).catch(missing);
  const all = (names ?? []).filter(isGeneration).map((id) => ({ id, number: parseInt(id, 10), at: timeOf(id) }));
  return all.sort((one, other) => other.number - one.number);
}

async function listVersions(kept: string): ReturnType<ShowPort['versions']> {
  const newest = (await listGenerations(kept)).slice(0, mostListed);
  return Promise.all(newest.map(async (one) => ({ ...one, edit: await editOf(join(kept, one.id)) })));
}

async function thinOut(kept: string, now: number): Promise<void> {
  const outdated = outdatedGenerations(await listGenerations(kept), now);
  await Promise.all(outdated.map(({ id }) => rm(join(kept, id), { force: true })));
}

/** A new name survives a power cut only when its directory is written too. Windows writes that by itself. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Another one for another file, and for one that was written since. */
function markOf({ ino, size, mtimeMs }: { ino: number; size: number; mtimeMs: number }): string {
  return `${ino} ${size} ${mtimeMs}`;
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** `2026-01-02T03-04-05.678Z`, which every file system takes. */
function stamp(at: number): string {
  return new Date(at).toISOString().replaceAll(':', '-');
}

function isGeneration(name: string): boolean {
  return /^\d{8} /.test(name) && name.endsWith(extension) && !Number.isNaN(timeOf(name));
}

function timeOf(id: string): number {
  const time = id.slice(numberLength + 1, -extension.length);
  return Date.parse(time.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
}
