import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../contract/errors.ts';

/** A file of the as-run log. Numbers start at 1; number 0 is the single file of earlier versions. */
export interface AsRunFile {
  number: number;
  path: string;
  /** The UTC day of its lines (`2026-01-02`); undefined if several days. */
  day: string | undefined;
}

export interface LogLocation {
  directory: string;
  older: string;
}

const named = /^as-run\.(\d{6,})\.(\d{4}-\d\d-\d\d)T\d\d-\d\d-\d\d-\d{3}Z\.jsonl$/;

/** The number in the name orders the files independently of the clock; the time is that of the first line (ms). */
export function newFile(directory: string, number: number, time: number): AsRunFile {
  const iso = new Date(time).toISOString();
  const name = `as-run.${String(number).padStart(6, '0')}.${iso.replaceAll(/[:.]/g, '-')}.jsonl`;
  return { number, path: join(directory, name), day: iso.slice(0, 10) };
}

/** Every log file, oldest first; empty if the directory is missing. Rejects if it cannot be read. */
export async function logFiles({ directory, older }: LogLocation): Promise<AsRunFile[]> {
  const names = await readdir(directory).catch(absentAs<string[]>([]));
  const files = names.flatMap((name): AsRunFile[] => {
    const [, number, day] = named.exec(name) ?? [];
    return number === undefined ? [] : [{ number: Number(number), path: join(directory, name), day }];
  });
  const first = await stat(older).then(() => [{ number: 0, path: older, day: undefined }], absentAs<AsRunFile[]>([]));
  return [...first, ...files.sort((one, other) => one.number - other.number)];
}

function absentAs<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (codeOf(error) === 'ENOENT') return value;
    throw error;
  };
}
