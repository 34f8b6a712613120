import { randomBytes } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { codeOf, errorIn } from '../contract/errors.ts';

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A command that cannot be carried out. The message is a sentence for the author. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** Writes a file completely or not at all, and replaces an existing one. Throws {@link Refused}. */
export function writeWhole(file: string, bytes: Uint8Array | string): Promise<void> {
  return beside(file, bytes, (written) => rename(written, file));
}

/** As {@link writeWhole}, but throws {@link Refused} if the file exists. */
export function writeNew(file: string, bytes: Uint8Array | string): Promise<void> {
  // Unlike `rename`, `link` fails where the name is taken.
  return beside(file, bytes, (written) => link(written, file));
}

async function beside(
  file: string,
  bytes: Uint8Array | string,
  putInPlace: (written: string) => Promise<void>,
): Promise<void> {
  const written = join(dirname(file), `.${randomBytes(6).toString('hex')}.part`);
  try {
    const handle = await open(written, 'wx');
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await putInPlace(written);
  } catch (thrown) {
    throw new Refused(problemOf(file, thrown), { cause: thrown });
  } finally {
    await rm(written, { force: true });
  }
}

function problemOf(file: string, thrown: unknown): string {
  const code = codeOf(thrown);
  if (code === 'EEXIST') return `${file} exists already. It was not changed.`;
  if (code === 'ENOENT') return `There is no folder ${dirname(file)}.`;
  return `${file} cannot be written: ${errorIn(thrown).message}.`;
}
