import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { DeliveredFile, DeliverFile } from '../desk/ports.ts';
import type { Clock } from '../contract/clock.ts';

export const downloadPath = '/download/';

/** Milliseconds. */
const waitsFor = 10 * 60_000;

export type Downloads = ReturnType<typeof downloadsFor>;

/** Files for browser screens. Each has an address that cannot be guessed, and can be fetched once. */
export function downloadsFor(clock: Pick<Clock, 'after'>) {
  const files = new Map<string, DeliveredFile>();
  const deliver: DeliverFile = (file) => {
    const id = randomBytes(16).toString('base64url');
    files.set(id, file);
    clock.after(waitsFor, () => files.delete(id));
    return Promise.resolve({ how: 'download', href: downloadPath + id });
  };
  return {
    deliver,
    /** Works once; undefined if unknown. The content may still fail, which aborts the answer. */
    take(id: string): { headers: Record<string, string>; content: Readable } | undefined {
      const file = files.get(id);
      files.delete(id);
      if (!file) return undefined;
      const headers = {
        'content-type': file.mediaType,
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        'cache-control': 'no-store',
      };
      return { headers, content: Readable.from(file.content()) };
    },
  };
}
