import { readFileSync } from 'node:fs';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { RequestNote } from '../../desk/ports.ts';
import { AsRunLine } from '../../contract/desk-api/as-run.ts';
import { parsedJson } from '../../contract/json-text.ts';

const Note = z.object({ id: z.int(), line: AsRunLine.optional() });

/** Characters after which the file is emptied, as soon as no request is open. */
const mostKept = 256 * 1024;

/**
 * Notes of requests under way, in a file that outlives a killed desk. Without a sync: after a power cut, the newest
 * notes may be missing. A file that cannot be written costs the notes and nothing else.
 */
export class OpenRequests {
  readonly #file: string;
  readonly #open = new Set<number>();
  #last = 0;
  #text = '';
  /** Undefined while the file is that of the desk before. */
  #size: number | undefined;
  #work: Promise<void> | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** The lines of requests whose desk ended before they did. Call before the first {@link add}. */
  left(): AsRunLine[] {
    const open = new Map<number, AsRunLine>();
    for (const text of this.#read().split('\n')) {
      const note = Note.safeParse(parsedJson(text)).data;
      if (note?.line) open.set(note.id, note.line);
      else if (note) open.delete(note.id);
    }
    return [...open.values()];
  }

  add(line: AsRunLine): RequestNote {
    const id = ++this.#last;
    this.#open.add(id);
    const takeBack = (): void => {
      if (this.#open.delete(id)) void this.#write({ id });
    };
    return { kept: this.#write({ id, line }), takeBack };
  }

  close(): Promise<void> {
    return this.#work ?? Promise.resolve();
  }

  #read(): string {
    try {
      return readFileSync(this.#file, 'utf8');
    } catch {
      // There is none before the first request.
      return '';
    }
  }

  #write(note: z.infer<typeof Note>): Promise<void> {
    this.#text += `${JSON.stringify(note)}\n`;
    return (this.#work ??= this.#flush());
  }

  async #flush(): Promise<void> {
    try {
      await mkdir(dirname(this.#file), { recursive: true });
      while (this.#text !== '') {
        const [text, size] = [this.#text, this.#size];
        const isOver = size !== undefined && size > mostKept && this.#open.size === 0;
        this.#text = '';
        this.#size = isOver ? 0 : (size ?? 0) + text.length;
        const write = size === undefined || isOver ? writeFile : appendFile;
        await write(this.#file, isOver ? '' : text, { mode: 0o600 });
      }
    } catch {
      // The troubles of the log report the disk.
    } finally {
      this.#work = undefined;
    }
  }
}
