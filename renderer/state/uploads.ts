import type { Upload } from '../../contract/desk-api/authoring.ts';
import type { Asset } from '../../contract/service-api/assets.ts';
import { OverlayError } from '../../contract/errors.ts';
import { texts } from '../texts/texts.ts';

const words = texts.workshop;

/** The largest upload (bytes) by way of the desk. */
const mostBytes = 10 * 1024 * 1024;

/** Throws `call-invalid` if the browser knows the file as another kind. */
export function checkKind(kind: TakenKind, { type, name }: File): void {
  if (type !== '' && type !== 'application/octet-stream') checkMediaType(kind, type, name);
}

/** Reads a file for upload. Throws `body-too-large` beyond the desk's limit. */
export async function uploadOf(file: File): Promise<Upload> {
  if (file.size > mostBytes) {
    throw new OverlayError('body-too-large', words.tooLarge(file.name));
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  // In chunks: the number of arguments is limited.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return { file: btoa(text), name: file.name, mediaType: file.type || 'application/octet-stream' };
}

const kinds = {
  picture: { mediaType: /^image\//, refusal: 'noPictureFile' },
  sound: { mediaType: /^(audio|video)\//, refusal: 'noSoundFile' },
  video: { mediaType: /^video\//, refusal: 'noVideoFile' },
} as const;
export type TakenKind = keyof typeof kinds;

export const isOfKind = (kind: TakenKind, { mediaType }: Asset): boolean => kinds[kind].mediaType.test(mediaType);

/** The path of an uploaded file. Throws `call-invalid` if the place it is for takes another kind. */
export function pathFor(kind: TakenKind, asset: Asset, file: File): string {
  checkMediaType(kind, asset.mediaType, file.name);
  return asset.path;
}

function checkMediaType(kind: TakenKind, mediaType: string, name: string): void {
  if (!kinds[kind].mediaType.test(mediaType)) throw new OverlayError('call-invalid', words[kinds[kind].refusal](name));
}
