import { buffer } from 'node:stream/consumers';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

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
