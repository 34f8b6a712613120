import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OverlayError } from '../../contract/errors.ts';
import { refusal } from '../../contract/refusal.ts';

/** The largest thumbnail, in bytes. Source: decisions.md, row 14. */
export const mostThumbnailBytes = 10 * 1024 * 1024;

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
    const bytes = await part.toBuffer();
    if (part.fieldname !== 'file') continue;
    file = bytes;
    name ??= part.filename;
  }
  return { file, name };
}

/** The 400 for a body that is no form with a file. */
export function noForm(): OverlayError {
  return refusal([{ path: 'file', message: 'expected a multipart form with a file under the key "file"' }]);
}
