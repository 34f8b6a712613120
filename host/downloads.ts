import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Clock, DeliveredFile, DeliverFile } from '../desk/ports.ts';

/** Where files are fetched. */
export const downloadPath = '/download/';

/** Milliseconds that a file waits for the browser that it was made for. */
const waitsFor = 10 * 60_000;

/** A file as it goes out. */
export interface Download {
  headers: Record<string, string>;
  content: Readable;
}

/** The files that the desk made for screens in browsers. Each waits under an address that nobody guesses, and goes out once. */
export class Downloads {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #files = new Map<string, DeliveredFile>();

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /** Offer a file, and say where it is. */
  deliver: DeliverFile = (file) => {
    const id = randomBytes(16).toString('base64url');
    this.#files.set(id, file);
    this.#clock.after(waitsFor, () => this.#files.delete(id));
    return Promise.resolve({ how: 'download', href: downloadPath + id });
  };

  /** Hand a file out, once; undefined where there is none. Its content may still fail, which breaks the answer off. */
  take(id: string): Download | undefined {
    const file = this.#files.get(id);
    this.#files.delete(id);
    if (!file) return undefined;
    const { name, mediaType } = file;
    return {
      headers: {
        'content-type': mediaType,
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        'cache-control': 'no-store',
      },
      content: Readable.from(file.content()),
    };
  }
}
