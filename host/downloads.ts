import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { DeliveredFile, DeliverFile } from '../desk/ports.ts';
import type { Clock } from '../contract/clock.ts';

export const downloadPath = '/download/';

/** Milliseconds. */
const waitsFor = 10 * 60_000;

export interface Download {
  headers: Record<string, string>;
  content: Readable;
}

/** Files for browser screens. Each has an address that cannot be guessed, and can be fetched once. */
export class Downloads {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #files = new Map<string, DeliveredFile>();

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  deliver: DeliverFile = (file) => {
    const id = randomBytes(16).toString('base64url');
    this.#files.set(id, file);
    this.#clock.after(waitsFor, () => this.#files.delete(id));
    return Promise.resolve({ how: 'download', href: downloadPath + id });
  };

  /** Works once; undefined if unknown. The content may still fail, which aborts the answer. */
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
