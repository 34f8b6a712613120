import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { asOverlayError } from '../contract/errors.ts';
import { defaultLimits } from '../service/http/limits.ts';
import { packageLimits } from '../scene/ograf/package-files.ts';
import { readZip } from '../service/graphics/zip.ts';
import { Refused } from './refused.ts';

/** A composition with the uploaded files that it names: `<sha256>.<ext>` to bytes. */
export interface Bundle {
  content: Uint8Array;
  media: ReadonlyMap<string, Uint8Array>;
}

const contentName = 'content.json';
const mediaFolder = 'media/';

/** A bundle has larger files than a graphic: videos. */
const bundleLimits = { ...packageLimits, fileBytes: 256 * 1024 * 1024, totalBytes: 1024 * 1024 * 1024 };

/** A bundle as a zip. Files that are packed already are not packed again. */
export function packBundle({ content, media }: Bundle): Promise<Buffer> {
  const files = new Map([
    [contentName, content],
    ...[...media].map(([name, bytes]) => [mediaFolder + name, bytes] as const),
  ]);
  return packed(files);
}

/** Any files as a zip. */
export async function packed(files: ReadonlyMap<string, Uint8Array>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, bytes] of files) zip.addBuffer(Buffer.from(bytes), path, { compress: path.endsWith('.json') });
  zip.end();
  return buffer(zip.outputStream);
}

/** What is in a zip: a bundle, or the files of something else. Throws {@link Refused} for what is no good zip. */
export async function unpacked(zip: Uint8Array): Promise<Bundle | { files: ReadonlyMap<string, Uint8Array> }> {
  const files = await readZip(zip, bundleLimits).catch((thrown: unknown) => {
    const [{ path, message } = { path: '', message: asOverlayError(thrown).message }] = asOverlayError(thrown).details;
    throw new Refused(`The zip cannot be used: ${path === '' ? '' : `${path}: `}${message}.`, { cause: thrown });
  });
  const content = files.get(contentName);
  if (!content) return { files };
  if (content.byteLength > defaultLimits.maxBody) throw new Refused(`${contentName} in the zip is too large.`);
  const media = new Map<string, Uint8Array>();
  for (const [path, bytes] of files) {
    if (path === contentName) continue;
    const name = path.startsWith(mediaFolder) ? path.slice(mediaFolder.length) : '';
    if (!mediaName.test(name)) throw new Refused(`The bundle has a file that is none of its own: ${path}.`);
    if (sha256(bytes) !== name.slice(0, 64)) throw new Refused(`${path} in the bundle is damaged.`);
    media.set(name, bytes);
  }
  return { content, media };
}

const mediaName = /^[0-9a-f]{64}\.[a-z0-9]{1,8}$/;
const mediaPath = /\/media\/assets\/([0-9a-f]{64}\.[a-z0-9]{1,8})/g;

/** The names of all uploaded files that a content names anywhere, each once. */
export function mediaIn(content: Uint8Array): string[] {
  const text = JSON.stringify(JSON.parse(new TextDecoder().decode(content)));
  return [...new Set([...text.matchAll(mediaPath)].map(([, name = '']) => name))];
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
