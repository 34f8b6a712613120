import { texts } from '../../contract/texts/texts.ts';
import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { ZipFile as NewZip } from 'yazl';
import { codeOf } from '../../contract/errors.ts';
import { fileProblem } from '../file-problem.ts';
import type { OpenedShow, ShowGiven, ShowPort } from '../../desk/ports.ts';
import { DamagedShow, readShowText, showText } from './show-text.ts';

const showName = 'show.overlayshow';
const mostOfShow = 64 * 1024 * 1024;
const mostOfFile = 512 * 1024 * 1024;
const mostFiles = 2_000;
const isObject = /^\s*\{/;
const mediaName = /\/([0-9a-f]{64})\.\w+$/;

/** The text of a show alone, or a zip with media and source files. {@link openShow} opens both. */
export const packShow: ShowPort['pack'] = async function* (content, media) {
  const text = await showText(content);
  if (!media) {
    yield text;
    return;
  }
  const zip = new NewZip();
  const output = zip.outputStream.pipe(new PassThrough());
  zip.on('error', (error: Error) => void output.destroy(error));
  zip.addBuffer(text, showName);
  for (const { path, compress = false, read } of media) {
    // Pictures and videos are already compressed. Only one file is read at a time.
    zip.addReadStreamLazy(path.slice(1), { compress }, (give) => {
      read().then(
        (bytes) => give(null, Readable.from([bytes])),
        (error: unknown) => give(error, Readable.from([])),
      );
    });
  }
  zip.end();
  for await (const part of output as AsyncIterable<Buffer>) yield part;
};

/** Rejects with a sentence if the file cannot be used. */
export const openShow: ShowPort['open'] = (given) => opened(given).catch(inWords);

/** Throws the words for a system error, and every other error as it is. */
export function inWords(error: unknown): never {
  throw codeOf(error) === undefined ? error : new Error(texts.show.it(fileProblem(error)), { cause: error });
}

async function opened(given: ShowGiven): Promise<OpenedShow> {
  if ('path' in given && !isAbsolute(given.path)) throw new DamagedShow(texts.show.it(texts.reading.notAbsolute));
  const beginning = await bytesOf(given, 2);
  if (Buffer.from(beginning).toString('latin1') !== 'PK') {
    const text = Buffer.from(await bytesOf(given, mostOfShow)).toString('utf8');
    if (!isObject.test(text)) throw new DamagedShow(texts.show.noShow);
    return { content: readShowText(text), media: () => Promise.resolve(undefined), close: () => undefined };
  }
  const zip = await ('path' in given
    ? openPromise(given.path, { autoClose: false, lazyEntries: true })
    : fromBufferPromise(Buffer.from(given.bytes), { lazyEntries: true }));
  try {
    return await packed(zip);
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function packed(zip: ZipFile): Promise<OpenedShow> {
  if (zip.entryCount > mostFiles) throw new DamagedShow(texts.show.manyFiles(mostFiles));
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  const show = entries.get(showName);
  if (!show || show.uncompressedSize > mostOfShow) throw new DamagedShow(texts.show.noShow);
  const content = readShowText((await unpacked(zip, show)).toString('utf8'));
  return {
    content,
    close: () => zip.close(),
    async media(path, most = mostOfFile) {
      const entry = entries.get(path.slice(1));
      if (!entry || entry.uncompressedSize > most) return undefined;
      // A damaged entry counts as missing.
      const bytes = await unpacked(zip, entry).catch(() => undefined);
      if (!bytes || createHash('sha256').update(bytes).digest('hex') !== mediaName.exec(path)?.[1]) return undefined;
      return new Uint8Array(bytes);
    },
  };
}

async function unpacked(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return buffer(await zip.openReadStreamPromise(entry));
}

async function bytesOf(given: ShowGiven, most: number): Promise<Uint8Array> {
  if ('bytes' in given) return given.bytes.subarray(0, most);
  const found = await stat(given.path);
  // Opening a pipe would block until a writer appears.
  if (!found.isFile()) throw new DamagedShow(texts.show.noFile);
  const handle = await open(given.path, 'r');
  try {
    const { buffer: bytes, bytesRead } = await handle.read(Buffer.alloc(Math.min(found.size, most)), { position: 0 });
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
