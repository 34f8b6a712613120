import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusal } from '../../contract/refusal.ts';

/** No thumbnail is larger than this many bytes. Source: decisions.md, row 14. */
export const mostThumbnailBytes = 10 * 1024 * 1024;

/** Let a server read multipart forms: one file of at most so many bytes, and few and small fields beside it. */
export function addForms(server: FastifyInstance, fileSize: number): void {
  server.register(fastifyMultipart, {
    limits: { fileSize, files: 1, fields: 10, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20 },
  });
}

/** What a form brought: the file, and what it is to be called. */
export interface FormBody {
  file: Uint8Array;
  /** The field `name`, or the name that the file had where it came from. */
  name?: string | undefined;
}

/**
 * The body of a multipart request: its one file, under the form key `file`. Throws `body-invalid` where there is none,
 * `body-too-large` where it is too large.
 */
export async function formBody(request: FastifyRequest): Promise<FormBody> {
  if (!request.isMultipart()) throw missing();
  const { file, name } = await partsOf(request).catch((thrown: unknown) => {
    // What has a code is known by it elsewhere; without one it is the parser's complaint about the form.
    if (!(thrown instanceof Error) || 'code' in thrown) throw thrown;
    throw refusal([{ path: '', message: `expected a whole multipart form: ${thrown.message}` }]);
  });
  if (!file) throw missing();
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

function missing(): Error {
  return refusal([{ path: 'file', message: 'expected a multipart form with a file under the key "file"' }]);
}
