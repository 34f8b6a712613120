import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { usualBodyLimits } from '../contract/json-body.ts';
import { errorIn, OverlayError } from '../contract/errors.ts';
import {
  graphicRefused,
  Intake,
  type PackageFiles,
  packageLimits,
  type PackageLimits,
} from '../scene/ograf/package-files.ts';
import { Refused } from './output.ts';

/** A composition with its uploaded files: `<sha256>.<ext>` to bytes. */
export interface Bundle {
  content: Uint8Array;
  media: ReadonlyMap<string, Uint8Array>;
}

const contentName = 'content.json';
const mediaFolder = 'media/';

/** Bundles have larger files than graphics: videos. */
const bundleLimits = { ...packageLimits, fileBytes: 256 * 1024 * 1024, totalBytes: 1024 * 1024 * 1024 };

export function packBundle({ content, media }: Bundle): Promise<Buffer> {
  const files = new Map([
    [contentName, content],
    ...[...media].map(([name, bytes]) => [mediaFolder + name, bytes] as const),
  ]);
  return packFiles(files);
}

/** Only JSON is compressed: media and fonts are compressed already. */
export async function packFiles(files: PackageFiles): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, bytes] of files) zip.addBuffer(Buffer.from(bytes), path, { compress: path.endsWith('.json') });
  zip.end();
  return buffer(zip.outputStream);
}

/** Undefined for a zip without a composition. Throws {@link Refused} for a bad zip. */
export async function readBundle(zip: Uint8Array): Promise<Bundle | undefined> {
  const files = await unpack(zip).catch((thrown: unknown) => {
    throw new Refused(`The zip cannot be used: ${zipProblem(thrown)}.`, { cause: thrown });
  });
  const content = files.get(contentName);
  if (!content) return undefined;
  if (content.byteLength > usualBodyLimits.maxBody) throw new Refused(`${contentName} in the zip is too large.`);
  const media = new Map<string, Uint8Array>();
  for (const [path, bytes] of files) {
    if (path === contentName) continue;
    const name = path.startsWith(mediaFolder) ? path.slice(mediaFolder.length) : '';
    if (!mediaName.test(name)) throw new Refused(`The bundle has an unexpected file: ${path}.`);
    if (sha256(bytes) !== name.slice(0, 64)) throw new Refused(`${path} in the bundle is damaged.`);
    media.set(name, bytes);
  }
  return { content, media };
}

/** In memory. The library refuses paths outside the zip, and entries larger than they claim. */
async function unpack(bytes: Uint8Array): Promise<PackageFiles> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await fromBufferPromise(whole, { lazyEntries: true });
  const intake = new Intake(bundleLimits);
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize, compressedSize } = entry;
    if (fileName.endsWith('/') || !intake.admits(fileName, uncompressedSize, compressedSize)) continue;
    const content = await buffer(await zip.openReadStreamPromise(entry));
    if (crc32(content) !== entry.crc32) throw new Error(`the checksum of ${fileName} is wrong`);
    intake.add(fileName, content);
  }
  return intake.files;
}

function zipProblem(thrown: unknown): string {
  if (!(thrown instanceof OverlayError)) return `the file is not a zip, or it is damaged: ${errorIn(thrown).message}`;
  return thrown.details.map(({ path, message }) => `${path}: ${message}`).join(', ');
}

const mediaName = /^[0-9a-f]{64}\.[a-z0-9]{1,8}$/;
const mediaPath = /\/media\/assets\/([0-9a-f]{64}\.[a-z0-9]{1,8})/g;

/** The names of all uploaded files in a content, each once. */
export function mediaIn(content: Uint8Array): string[] {
  const text = JSON.stringify(JSON.parse(new TextDecoder().decode(content)));
  return [...new Set([...text.matchAll(mediaPath)].map(([, name = '']) => name))];
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Throws `graphic-refused` for the same reasons as the service for a zip. */
export async function readFolder(directory: string, limits: PackageLimits = packageLimits): Promise<PackageFiles> {
  const intake = new Intake(limits);
  await readInto(intake, directory, '');
  return intake.files;
}

async function readInto(intake: Intake, directory: string, above: string): Promise<void> {
  const entries = await readdir(join(directory, above), { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = above === '' ? entry.name : `${above}/${entry.name}`;
    if (entry.isDirectory()) await readInto(intake, directory, path);
    else if (!entry.isFile()) throw graphicRefused([{ path, message: 'is a link or a device, and no file' }]);
    else if (intake.admits(path, (await stat(join(directory, path))).size)) {
      intake.add(path, await readFile(join(directory, path)));
    }
  }
}
