import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { DeliverFile } from '../desk/ports.ts';

export function saveFile(askWhere: (name: string) => Promise<string | undefined>): DeliverFile {
  return async ({ name, content }) => {
    const file = await askWhere(name);
    if (file === undefined) return { how: 'cancelled' };
    const part = `${file}.part`;
    try {
      await pipeline(content, createWriteStream(part, { mode: 0o600 }));
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    return { how: 'saved', file };
  };
}
