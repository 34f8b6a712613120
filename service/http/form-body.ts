import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusal } from '../domain/refusal.ts';

/** No uploaded file is larger than this many bytes. Source: decisions.md, row 14. */
const mostFileBytes = 10 * 1024 * 1024;

/** Let a server read multipart forms: one file, and few and small fields beside it. */
export function addForms(server: FastifyInstance): void {
  server.register(fastifyMultipart, {
    limits: { fileSize: mostFileBytes, files: 1, fields: 10, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20 },
  });
}

/**
 * The body of a multipart request: its one file, under the form key `file`. Throws `body-invalid` where there is none,
 * `body-too-large` where it is too large.
 */
export async function formBody(request: FastifyRequest): Promise<{ file: Uint8Array }> {
  if (!request.isMultipart()) throw missing();
  const file = await fileOf(request).catch((thrown: unknown) => {
    // What has a code is known by it elsewhere; without one it is the parser's complaint about the form.
    if (!(thrown instanceof Error) || 'code' in thrown) throw thrown;
    throw refusal([{ path: '', message: `expected a whole multipart form: ${thrown.message}` }]);
  });
  if (!file) throw missing();
  return { file };
}

async function fileOf(request: FastifyRequest): Promise<Uint8Array | undefined> {
  let file: Uint8Array | undefined;
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    const bytes = await part.toBuffer();
    if (part.fieldname === 'file') file = bytes;
  }
  return file;
}

function missing(): Error {
  return refusal([{ path: 'file', message: 'expected a multipart form with a file under the key "file"' }]);
}
