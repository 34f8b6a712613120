import { buffer } from 'node:stream/consumers';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import type { DeliveredFile } from '../../desk/ports.ts';

/** What is in a zip, by name. */
export async function unzipped(zip: Uint8Array): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const opened = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(Buffer.from(zip), { lazyEntries: true }, (error, file) => (error ? reject(error) : resolve(file))),
  );
  return new Promise((resolve, reject) => {
    opened.on('entry', (entry: Entry) => {
      opened.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        void buffer(stream).then((bytes) => {
          files[entry.fileName] = bytes.toString();
          opened.readEntry();
        });
      });
    });
    opened.on('end', () => resolve(files));
    opened.readEntry();
  });
}

/** The texts of a zip that the desk delivered. */
export async function unzippedFile(file: DeliveredFile | undefined): Promise<Record<string, string>> {
  if (!file) throw new Error('The desk delivered nothing.');
  const pieces: Uint8Array[] = [];
  for await (const piece of file.content()) pieces.push(Buffer.from(piece));
  return unzipped(Buffer.concat(pieces));
}
