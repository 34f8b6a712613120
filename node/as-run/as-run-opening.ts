import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type ChainEnd, chainStart, entryOf, hashOf, lines } from './as-run-chain.ts';
import { type AsRunFile, logFiles, type LogLocation } from './as-run-files.ts';
import { linesBackward, type RawLine } from './as-run-reading.ts';

export interface LogEnd {
  end: ChainEnd;
  /** The newest file, its length (bytes), and whether its last line ends with a line feed. */
  last: { file: AsRunFile; size: number; whole: boolean } | undefined;
  troubles: string[];
}

const endName = 'end.json';
const NotedEnd = z.object({ seq: z.int().nonnegative(), hash: z.string() });

/** Rejects if the log cannot be read. */
export async function findEnd(location: LogLocation): Promise<LogEnd> {
  const files = await logFiles(location);
  const last = await lastFile(files.at(-1));
  const { newest, end } = await endOf(files);
  const troubles: string[] = [];
  if (newest && !entryOf(newest.bytes)) {
    troubles.push(
      'The last line of the as-run log is incomplete: the desk or its machine stopped while writing it. It is skipped.',
    );
  }
  const noted = await notedEnd(location);
  if (noted && end.seq < noted.seq) {
    troubles.push(`The as-run log was cut: ${lines(end.seq + 1, noted.seq)} not there any more.`);
  } else if (noted?.seq === end.seq && noted.hash !== end.hash) {
    troubles.push(`The as-run log was changed: line ${end.seq} is not what the desk wrote.`);
  }
  // A number is never used twice.
  return { end: { ...end, seq: Math.max(end.seq, noted?.seq ?? 0) }, last, troubles };
}

/** Written when the desk ends, so that a line cut off later is noticed. */
export async function noteEnd({ directory }: LogLocation, end: ChainEnd): Promise<void> {
  await writeFile(join(directory, endName), JSON.stringify(end));
}

async function notedEnd({ directory }: LogLocation): Promise<ChainEnd | undefined> {
  const file = join(directory, endName);
  // After a crash no note exists; the files then show the end.
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    return NotedEnd.parse(JSON.parse(text));
  } catch {
    // Removes a note left incomplete by a power cut.
    await rm(file, { force: true }).catch(() => undefined);
    return undefined;
  }
}

async function lastFile(file: AsRunFile | undefined): Promise<LogEnd['last']> {
  if (!file) return undefined;
  const { size } = await stat(file.path);
  for await (const { end } of linesBackward(file.path)) return { file, size, whole: end < size };
  return { file, size, whole: true };
}

/** The newest line, and the end of the chain: its hash, and the newest line number. */
async function endOf(files: AsRunFile[]): Promise<{ newest: RawLine | undefined; end: ChainEnd }> {
  let newest: RawLine | undefined;
  for (const file of files.toReversed()) {
    for await (const line of linesBackward(file.path)) {
      newest ??= line;
      const seq = entryOf(line.bytes)?.seq ?? null;
      // Lines of the single file of earlier versions have no numbers.
      if (seq !== null || file.number === 0) return { newest, end: { seq: seq ?? 0, hash: hashOf(newest.bytes) } };
    }
  }
  return { newest, end: newest ? { seq: 0, hash: hashOf(newest.bytes) } : chainStart };
}
