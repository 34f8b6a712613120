import { createHash } from 'node:crypto';
import { errorIn } from '../../../contract/errors.ts';
import type { SourceFilesPort } from '../../../desk/live-data/data-ports.ts';
import { ReadingFailed } from '../../../desk/live-data/tables/data-limits.ts';
import type { SourceReader } from '../../../desk/live-data/tables/source-run.ts';

/** Files of a machine in memory, by their path. */
export class MemoryFiles implements SourceFilesPort {
  readonly all = new Map<string, string>();
  /** Why nothing can be written; empty if it can. */
  full = '';

  read(path: string): Promise<{ bytes: Uint8Array; digest: string }> {
    const text = this.all.get(path);
    if (text === undefined) return Promise.reject(new Error(`The file ${path} is not there.`));
    const bytes = Buffer.from(text);
    return Promise.resolve({ bytes, digest: createHash('sha256').update(bytes).digest('hex') });
  }

  keep(name: string, bytes: Uint8Array): ReturnType<SourceFilesPort['keep']> {
    const path = `/kept/${name}`;
    if (this.full !== '') return Promise.reject(new Error(this.full));
    if (this.all.has(path)) throw new Error(`The test keeps ${name} twice.`);
    this.all.set(path, Buffer.from(bytes).toString());
    return Promise.resolve({ path, remove: () => Promise.resolve(void this.all.delete(path)) });
  }

  /** Reads a file once, as a source does. */
  readerOf(path: string): SourceReader {
    let isRead = false;
    return {
      read: async () => {
        if (isRead) return new Promise(() => {});
        isRead = true;
        const file = await this.read(path).catch((error: unknown) => {
          throw new ReadingFailed(errorIn(error).message, undefined);
        });
        return { bytes: file.bytes };
      },
      close: () => {},
    };
  }
}
