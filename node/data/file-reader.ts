import { texts } from '../../contract/texts/texts.ts';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { fileProblem } from '../file-problem.ts';
import { ReadingFailed } from '../../desk/live-data/tables/data-limits.ts';
import type { EncodedText } from '../../desk/live-data/tables/decode-text.ts';
import type { SourceReader } from '../../desk/live-data/tables/source-run.ts';
import type { Clock } from '../../contract/clock.ts';
import { pause } from '../../desk/live-data/tables/pause.ts';

interface FileRules {
  /** Milliseconds between two checks of the file. */
  lookEvery: number;
  /** Milliseconds without a change before a changed file is read. */
  settle: number;
  /** Maximum bytes of a file. */
  most: number;
  /** Never reads a file that keeps changing, because a part could pass for the whole. */
  mustRest?: boolean;
}

interface FileState {
  /** Differs whenever the file was replaced or changed. */
  mark: string;
  size: number;
  problem: string;
}

/** If a file keeps changing for this many checks, read it anyway, provided it does not change during the read. */
const mostLooks = 20;

/**
 * Reads a file after each change. Polling detects all changes: replaced, deleted and recreated files, and files on a
 * share, where no system reports changes.
 */
export class FileReader implements SourceReader {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #rules: FileRules;
  #seen = '';

  constructor(path: string, clock: Clock, rules: FileRules) {
    [this.#path, this.#clock, this.#rules] = [path, clock, rules];
  }

  async read(signal: AbortSignal): Promise<EncodedText> {
    let look = await this.#changed(signal);
    for (let looks = 1; looks <= mostLooks; looks += 1) {
      if (look.problem !== '') throw this.#failed(look);
      // Another program may still be writing the file.
      await pause(this.#clock, this.#rules.settle, signal);
      const next = await this.#look();
      const isEnough = looks === mostLooks && this.#rules.mustRest !== true;
      const bytes = next.mark === look.mark || isEnough ? await this.#bytesOf(next) : undefined;
      if (bytes) return { bytes };
      look = next;
    }
    throw this.#failed({ ...look, mark: '', problem: texts.reading.neverWhole });
  }

  close(): void {}

  async #changed(signal: AbortSignal): Promise<FileState> {
    for (;;) {
      signal.throwIfAborted();
      const look = await this.#look();
      if (look.mark !== this.#seen) return look;
      await pause(this.#clock, this.#rules.lookEvery, signal);
    }
  }

  async #look(): Promise<FileState> {
    // The working directory of the desk is arbitrary, so a relative path is meaningless.
    if (!isAbsolute(this.#path)) return unreadable(texts.reading.notAbsolute);
    try {
      const { ino, size, mtimeNs, isFile } = await this.#stat();
      const tooLarge = size > this.#rules.most && texts.reading.tooLarge(this.#rules.most);
      const problem = isFile ? tooLarge || '' : texts.reading.noFile;
      return { mark: `${String(ino)} ${size} ${String(mtimeNs)}`, size, problem };
    } catch (error) {
      return unreadable(fileProblem(error));
    }
  }

  async #stat() {
    const found = await stat(this.#path, { bigint: true });
    return { ino: found.ino, size: Number(found.size), mtimeNs: found.mtimeNs, isFile: found.isFile() };
  }

  async #bytesOf(look: FileState): Promise<Uint8Array | undefined> {
    if (look.problem !== '') return undefined;
    const bytes = await this.#content(look.size);
    const after = await this.#look();
    if (bytes?.length !== look.size || after.mark !== look.mark) return undefined;
    this.#seen = look.mark;
    return bytes;
  }

  async #content(size: number): Promise<Uint8Array | undefined> {
    try {
      const handle = await open(this.#path, 'r');
      return await filled(handle, size).finally(() => handle.close());
    } catch (error) {
      const problem = fileProblem(error);
      throw this.#failed({ mark: '', size: 0, problem });
    }
  }

  #failed({ mark, problem }: FileState): ReadingFailed {
    this.#seen = mark;
    // The next read waits for a change; a problem without a mark is retried like other failures.
    return new ReadingFailed(texts.reading.file(this.#path, problem), mark === '' ? undefined : 0);
  }
}

function unreadable(problem: string): FileState {
  return { mark: problem, size: 0, problem };
}

async function filled(handle: FileHandle, size: number): Promise<Uint8Array> {
  const buffer = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await handle.read(buffer, length, size - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}
