import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, getFileNameLowLevel, parseExtraFields, type ZipFile } from 'yauzl';
import { errorIn } from '../../contract/errors.ts';
import {
  graphicRefused,
  Intake,
  type PackageFiles,
  type PackageLimits,
  packageLimits,
} from '../../scene/ograf/package-files.ts';

/**
 * Unpacks a zip in memory. Throws `graphic-refused` with the first bad entry: over limits, too compressed, outside the
 * package, duplicate, link, encrypted, damaged or an archive.
 */
export async function readZip(bytes: Uint8Array, limits: PackageLimits = packageLimits): Promise<PackageFiles> {
  const zip = await open(bytes);
  const intake = new Intake(limits);
  if (zip.entryCount > 2 * limits.files) {
    throw graphicRefused([
      { path: '', message: `the zip has ${zip.entryCount} entries, and a package has at most ${limits.files}` },
    ]);
  }
  try {
    for await (const entry of zip.eachEntry()) await take(zip, entry, intake);
  } catch (thrown) {
    throw known(thrown);
  }
  return intake.files;
}

/** The library's check of names is off, because this program writes its own messages. */
async function open(bytes: Uint8Array): Promise<ZipFile> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return await fromBufferPromise(whole, { lazyEntries: true, decodeStrings: false, validateEntrySizes: true });
  } catch (thrown) {
    throw graphicRefused([{ path: '', message: `the file is not a zip: ${errorIn(thrown).message}` }]);
  }
}

async function take(zip: ZipFile, entry: Entry, intake: Intake): Promise<void> {
  const { fileNameRaw, generalPurposeBitFlag, extraFieldRaw, uncompressedSize, compressedSize } = entry;
  const path = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, parseExtraFields(extraFieldRaw), true);
  const problem = entryProblem(entry);
  if (problem !== undefined) throw graphicRefused([{ path, message: problem }]);
  if (path.endsWith('/') && uncompressedSize === 0) return;
  if (!intake.admits(path, uncompressedSize, compressedSize)) return;
  const unpacking = zip.openReadStreamPromise(entry).then(buffer);
  const content = await unpacking.catch((thrown: unknown) => {
    throw graphicRefused([{ path, message: `cannot be unpacked: ${errorIn(thrown).message}` }]);
  });
  if (crc32(content) !== entry.crc32) throw graphicRefused([{ path, message: 'is damaged: its checksum is wrong' }]);
  intake.add(path, content);
}

/** Unix file types: none, file, directory. Source: APPNOTE, 4.4.15. */
const plainTypes = [0, 0x8000, 0x4000];

function entryProblem(entry: Entry): string | undefined {
  if (entry.isEncrypted()) return 'is encrypted';
  if (!entry.canDecodeFileData()) return `is packed by a method that is not known (${entry.compressionMethod})`;
  const type = (entry.externalFileAttributes >>> 16) & 0xf000;
  return plainTypes.includes(type) ? undefined : 'is a link or a device, and no file';
}

function known(thrown: unknown): Error {
  const error = errorIn(thrown);
  return error.name === 'OverlayError'
    ? error
    : graphicRefused([{ path: '', message: `the zip is damaged: ${error.message}` }]);
}
