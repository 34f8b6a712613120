import { texts } from '../../contract/texts/texts.ts';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { codeOf, errorIn } from '../../contract/errors.ts';
import { DataFormat } from '../../contract/desk-api/source.ts';
import type { SourceFilesPort } from '../../desk/live-data/data-ports.ts';
import { usualDataLimits } from '../../desk/live-data/tables/data-limits.ts';
import type { Clock } from '../../contract/clock.ts';
import { FileReader } from '../data/file-reader.ts';

/** Allowed extensions. Others become `.txt`, which no system runs as a program. */
const endings = ['.txt', ...DataFormat.options.map((format) => `.${format}`)];
/** Windows device names, with any extension. */
const deviceName = /^(con|prn|aux|nul|(com|lpt)[\d¹²³]) *(\.|$)/i;
const longestName = 80;
const mostOfOneName = 1_000;

/** Imported files are kept in `source-files/` of the data directory. */
export function sourceFiles(data: string, clock: Clock): SourceFilesPort {
  const folder = join(data, 'source-files');
  return {
    async read(path) {
      const rules = { lookEvery: 200, settle: 100, most: usualDataLimits.bytes, mustRest: true };
      const reader = new FileReader(path, clock, rules);
      const { bytes } = await reader.read(new AbortController().signal);
      return { bytes, digest: createHash('sha256').update(bytes).digest('hex') };
    },
    async keep(name, bytes) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        return await kept(join(folder, safeName(name)), bytes);
      } catch (error) {
        throw new Error(texts.data.notKept(name, folder, errorIn(error).message), {
          cause: error,
        });
      }
    },
  };
}

/** Adds a number to a taken name; never overwrites a file. */
async function kept(wanted: string, bytes: Uint8Array): ReturnType<SourceFilesPort['keep']> {
  const { dir, name, ext } = parse(wanted);
  for (let number = 1; number <= mostOfOneName; number += 1) {
    const path = join(dir, `${name}${number === 1 ? '' : ` ${number}`}${ext}`);
    if (await isNew(path, bytes)) return { path, remove: () => rm(path, { force: true }) };
    if (await has(path, bytes)) return { path, remove: () => Promise.resolve() };
  }
  throw new Error(texts.data.manyOfName(mostOfOneName));
}

async function isNew(path: string, bytes: Uint8Array): Promise<boolean> {
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600, flush: true });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    await rm(path, { force: true });
    throw error;
  }
}

async function has(path: string, bytes: Uint8Array): Promise<boolean> {
  // A missing file holds other bytes.
  const there = await readFile(path).catch(() => undefined);
  return there !== undefined && Buffer.compare(there, bytes) === 0;
}

/** Reduces an external name to characters that every file system accepts. */
function safeName(name: string): string {
  const { name: given, ext } = parse(name.split(/[/\\]/).at(-1) ?? '');
  const plain = given
    .replaceAll(/[^\p{L}\p{M}\p{N} ._()-]/gu, '_')
    .replace(/^[. ]+/, '')
    .slice(0, longestName)
    .replace(/[. \p{Cs}]+$/u, '');
  const ending = endings.includes(ext.toLowerCase()) ? ext.toLowerCase() : '.txt';
  const isTaken = plain === '' || deviceName.test(plain);
  return `${isTaken ? `data ${plain}`.trim() : plain}${ending}`;
}
