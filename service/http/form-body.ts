import fastifyMultipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import { refusal } from '../../contract/refusal.ts';

/** The largest thumbnail, in bytes. Source: decisions.md, row 14. */
export const mostThumbnailBytes = 10 * 1024 * 1024;

/** How much room a file gets before anything of it has arrived, in bytes. It gets more when it needs it. */
const room = { least: 64 * 1024, most: 65 * 1024 * 1024 };

/** Makes a server read multipart forms: one file of at most `fileSize` bytes, and a few small fields. */
export function addForms(server: FastifyInstance, fileSize: number): void {
  server.register(fastifyMultipart, {
    limits: { fileSize, files: 1, fields: 10, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20 },
  });
}

/** The content of a form: the file, and its name. */
export interface FormBody {
  file: Uint8Array;
  /** The field `name`, or else the original name of the file. */
  name?: string | undefined;
}

/**
 * Reads the body of a multipart request: one file, under the form key `file`. Throws `body-invalid` if there is none,
 * `body-too-large` if it is too large.
 */
export async function formBody(request: FastifyRequest): Promise<FormBody> {
  if (!request.isMultipart()) throw noForm();
  const { file, name } = await partsOf(request).catch((thrown: unknown) => {
    // An error with a code is handled elsewhere. Without one it is the parser's complaint about the form.
    if (!(thrown instanceof Error) || 'code' in thrown) throw thrown;
    throw refusal([{ path: '', message: `expected a whole multipart form: ${thrown.message}` }]);
  });
  if (!file) throw noForm();
  return { file, name };
}

async function partsOf(request: FastifyRequest): Promise<{ file: Uint8Array | undefined; name: string | undefined }> {
  let file: Uint8Array | undefined;
  let name: string | undefined;
  for await (const part of request.parts()) {
    if (part.type !== 'file') {
      if (part.fieldname === 'name' && typeof part.value === 'string') name = part.value;
      continue;
    }
    const bytes = await bytesOf(part, Number(request.headers['content-length'] ?? 0));
    if (part.fieldname !== 'file') continue;
    file = bytes;
    name ??= part.filename;
  }
  return { file, name };
}

/**
 * Reads a file of a form of `length` bytes; 0 if the length is not known. Each piece is copied as it comes: to put all of them
 * together at the end takes 40 ms for 63 MiB, in which nobody is answered.
 */
async function bytesOf({ file }: MultipartFile, length: number): Promise<Uint8Array> {
  let bytes = Buffer.allocUnsafeSlow(Math.min(Math.max(length, room.least), room.most));
  let read = 0;
  for await (const piece of file as AsyncIterable<Buffer>) {
    if (file.truncated) throw new OverlayError('body-too-large');
    if (read + piece.byteLength > bytes.byteLength) {
      const larger = Buffer.allocUnsafeSlow(2 * bytes.byteLength);
      bytes.copy(larger, 0, 0, read);
      bytes = larger;
    }
    piece.copy(bytes, read);
    read += piece.byteLength;
  }
  if (file.truncated) throw new OverlayError('body-too-large');
  return bytes.subarray(0, read);
}

/** The 400 for a body that is no form with a file. */
export function noForm(): OverlayError {
  return refusal([{ path: 'file', message: 'expected a multipart form with a file under the key "file"' }]);
}
