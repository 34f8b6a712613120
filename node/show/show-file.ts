import { texts } from '../../contract/texts/texts.ts';
import { constants, existsSync, readdirSync, readFileSync, renameSync, type Stats, statSync } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { writeFile } from 'atomically';
import { z } from 'zod';
import { codeOf, errorIn } from '../../contract/errors.ts';
import { showVersion } from '../../contract/desk-api/show-file.ts';
import { TextLines } from '../../desk/live-data/tables/json-lines.ts';
import type { ShowPort } from '../../desk/ports.ts';
import { type Generation, outdatedGenerations } from './show-generations.ts';
import { showLock } from './show-place.ts';
import { inWords, openShow, packShow } from './show-pack.ts';
import { editNamed, NewerShow, readShowText, showText } from './show-text.ts';

export type ShowFile = ReturnType<typeof showFile>;

const beginning = 1_024;
const mostListed = 100;
/** Milliseconds in which writes of one edit make one version: an edit of several parts writes several times. */
const oneEdit = 1_000;

const extension = '.overlayshow';
const numberLength = 8;

/**
 * Each write keeps the previous version as a generation and replaces the file atomically. The newest valid generation
 * replaces a missing or damaged file; the next write keeps the damaged file.
 */
export function showFile(file: string, now: () => number): ShowPort & { problem(): string } {
  const directory = dirname(file);
  const kept = join(directory, `${basename(file, extension)}.generations`);
  let problem = '';
  let damagedName: string | undefined;
  const lines = new TextLines();
  const own = new OwnText(file);
  /** The last file kept as a generation: a retried write must not keep it twice. */
  let keptLast = '';

  const instead = (why: string): Record<string, unknown> | undefined => {
    const found = newestGood(kept);
    if (found) problem = texts.show.asItWas(file, why, new Date(timeOf(found.id)).toISOString());
    return found?.content;
  };

  return {
    file,
    version: showVersion,
    problem: () => problem,
    read() {
      if (!existsSync(file)) return instead('missing');
      try {
        return own.made(readShowText(lines.of(own.read())));
      } catch (error) {
        lines.forget();
        if (error instanceof NewerShow) throw error;
        const content = instead(`damaged (${errorIn(error).message})`);
        if (!content) throw error;
        damagedName = `${file}.damaged-${stamp(now())}`;
        problem += texts.show.damagedKept(damagedName);
        return content;
      }
    },
    lineOf: (path) => lines.at(path),
    async write(content) {
      const text = await showText(content as Record<string, unknown>);
      const present = await own.present();
      const version = present ? markOf(present) : '';
      if (await own.isOther(version)) problem = `${file} ${texts.show.changedByOther}`;
      const edited = own.edited(content as Record<string, unknown>);
      const isKept = !present || version === keptLast;
      if (!isKept && damagedName !== undefined) await keptAs(file, damagedName);
      else if (!isKept && !edited.isSame) await keepGeneration(file, { kept, written: edited.at ?? present.mtimeMs });
      [damagedName, keptLast] = [undefined, version];
      await writeFile(file, text, { mode: 0o600 });
      await own.wrote(text, content as Record<string, unknown>);
      lines.forget();
      await syncDirectory(directory);
      await thinOut(kept, now());
    },
    setAside() {
      // Called after any failed read, so a newer file must be refused here.
      if (existsSync(file)) refuseNewer(file);
      const path = `${file}.damaged-${stamp(now())}`;
      renameSync(file, path);
      return path;
    },
    versions: () => listVersions(kept),
    readVersion: async (id) => readShowText(await readFile(join(kept, basename(id)), 'utf8').catch(inWords)),
    pack: packShow,
    open: openShow,
  };
}

/** `at`: milliseconds since the epoch. */
const Act = z.object({ edit: z.string(), at: z.number() });
type Act = z.infer<typeof Act>;

/** A version of the desk that knows no acts leaves an older one beside a newer edit. */
function actOf({ edit, act }: Readonly<Record<string, unknown>>): Act | undefined {
  const named = Act.safeParse(act);
  return named.success && named.data.edit === edit ? named.data : undefined;
}

class OwnText {
  readonly #file: string;
  #mark = '';
  #text: Buffer = Buffer.alloc(0);
  #act: Act | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  read(): string {
    this.#mark = markOf(statSync(this.#file));
    this.#text = readFileSync(this.#file);
    return this.#text.toString('utf8');
  }

  /** Remembers the edit that made this content. A file by hand, or of a version before, names none. */
  made<Content extends Readonly<Record<string, unknown>>>(content: Content): Content {
    this.#act = actOf(content);
    return content;
  }

  /** When the present content was edited, and whether `next` belongs to the same edit. */
  edited(next: Readonly<Record<string, unknown>>): { at?: number; isSame?: boolean } {
    const [act, nextAct] = [this.#act, actOf(next)];
    if (!act) return {};
    return { at: act.at, isSame: act.edit === nextAct?.edit && nextAct.at - act.at <= oneEdit };
  }

  async wrote(text: Buffer, content: Readonly<Record<string, unknown>>): Promise<void> {
    if (!this.edited(content).isSame) this.made(content);
    [this.#mark, this.#text] = [markOf(await stat(this.#file)), text];
  }

  /**
   * Returns the file before a write; the first write creates its folder. Rejects if the folder is gone later, or was
   * replaced.
   */
  async present(): Promise<Stats | undefined> {
    if (this.#mark === '') await mkdir(dirname(this.#file), { recursive: true });
    const present = await stat(this.#file).catch(missing);
    // A disconnected share leaves an empty folder on another disk.
    if (!present && this.#mark !== '' && !existsSync(showLock(this.#file))) throw new Error(texts.show.nothingThere);
    return present;
  }

  /** True if another program wrote the file. Compares bytes, because a share may change the time. */
  async isOther(mark: string): Promise<boolean> {
    if (mark === '' || mark === this.#mark) return false;
    const isOther = !this.#text.equals(await readFile(this.#file));
    if (isOther) this.#act = undefined;
    return isOther;
  }
}

async function editOf(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(beginning) });
    return editNamed(buffer.subarray(0, bytesRead).toString('utf8'));
  } finally {
    await handle.close();
  }
}

/** Throws {@link NewerShow}: a newer version of the desk may open the file again. */
function refuseNewer(file: string): void {
  try {
    readShowText(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof NewerShow) throw error;
  }
}

function newestGood(kept: string): { id: string; content: Record<string, unknown> } | undefined {
  const names = existsSync(kept) ? readdirSync(kept).filter(isGeneration).sort().reverse() : [];
  for (const id of names) {
    try {
      return { id, content: readShowText(readFileSync(join(kept, id), 'utf8')) };
    } catch {
      // A damaged version: the version before it is tried next.
    }
  }
  return undefined;
}

/** The current file becomes a generation, named by its number and its time of writing. */
async function keepGeneration(file: string, { kept, written }: { kept: string; written: number }): Promise<void> {
  await mkdir(kept, { recursive: true });
  const [newest] = await listGenerations(kept);
  const number = String((newest?.number ?? 0) + 1).padStart(numberLength, '0');
  await keptAs(file, join(kept, `${number} ${stamp(written)}${extension}`));
  await syncDirectory(kept);
}

async function keptAs(file: string, to: string): Promise<boolean> {
  try {
    // A link costs nothing and shares the bytes; some file systems have no links.
    await link(file, to).catch((error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw error;
      return copyFile(file, to, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
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

/** A new name survives a power cut only after a directory sync. Windows does this automatically. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function markOf({ ino, size, mtimeMs }: { ino: number; size: number; mtimeMs: number }): string {
  return `${ino} ${size} ${mtimeMs}`;
}

function missing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

/** `2026-01-02T03-04-05.678Z`, valid on every file system. */
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
