import type { Upload } from '../../../contract/desk-api/authoring.ts';
import { OverlayError } from '../../../contract/errors.ts';
import { texts } from '../../texts/texts.ts';

const words = texts.workshop;

/** The largest file (bytes) that goes to the service by way of the desk. */
const mostBytes = 10 * 1024 * 1024;

/** A file of this machine on its way to the service. Throws `body-too-large` where it is larger than the desk takes. */
export async function uploadOf(file: File): Promise<Upload> {
  if (file.size > mostBytes) {
    throw new OverlayError('body-too-large', words.tooLarge(file.name));
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  // Not all at once: the arguments of a call are limited.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return { file: btoa(text), name: file.name, mediaType: file.type || 'application/octet-stream' };
}
