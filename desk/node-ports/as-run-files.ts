import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** One file of the as-run log. They are counted from 1; 0 is the one file of the desks that had only one. */
export interface LogFile {
  number: number;
  path: string;
  /** The day (UTC, `2026-01-02`) on which its lines were written; undefined where they are of many days. */
  day: string | undefined;
}

/** Where the log is: a directory of files, and the one file that older desks wrote, if it is there. */
export interface LogLocation {
  directory: string;
  older: string;
}

const named = /^as-run\.(\d{6,})\.(\d{4}-\d\d-\d\d)T\d\d-\d\d-\d\d-\d{3}Z\.jsonl$/;

/** A new file of the log: named by its number, which orders the files whatever the clock said, and by its first time (ms). */
export function newFile(directory: string, number: number, time: number): LogFile {
  const iso = new Date(time).toISOString();
  const name = `as-run.${String(number).padStart(6, '0')}.${iso.replaceAll(/[:.]/g, '-')}.jsonl`;
  return { number, path: join(directory, name), day: iso.slice(0, 10) };
}

/** Every file of the log, oldest first. Rejects where the directory cannot be read; one that is not there has no files. */
export async function logFiles({ directory, older }: LogLocation): Promise<LogFile[]> {
  const names = await readdir(directory).catch(absentAs<string[]>([]));
  const files = names.flatMap((name): LogFile[] => {
    const [, number, day] = named.exec(name) ?? [];
    return number === undefined ? [] : [{ number: Number(number), path: join(directory, name), day }];
  });
  const first = await stat(older).then(() => [{ number: 0, path: older, day: undefined }], absentAs<LogFile[]>([]));
  return [...first, ...files.sort((one, other) => one.number - other.number)];
}

function absentAs<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return value;
    throw error;
  };
}
