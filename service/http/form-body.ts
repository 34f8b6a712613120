import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import { type FormBody, noForm } from '../domain/form.ts';
import type { JobThread } from '../jobs/job-thread.ts';
import { gather } from './body-bytes.ts';

/** In bytes. Source: decisions.md, row 14. */
export const mostThumbnailBytes = 10 * 1024 * 1024;

/** Bytes of a form besides its file. */
const besideFile = 64 * 1024;

export function leaveFormsUnread(server: FastifyInstance): void {
  server.addContentTypeParser('multipart/form-data', (_request, _stream, done) => done(null));
}

/**
 * Reads a form with one file of at most `mostFile` bytes under `file`, in a separate thread. Throws `body-invalid` and
 * `body-too-large`.
 */
export function formReader(mostFile: number, checks: JobThread): (request: FastifyRequest) => Promise<FormBody> {
  return async (request) => {
    const { headers, raw, user } = request;
    const type = headers['content-type'] ?? '';
    if (!/^\s*multipart\/form-data\b/i.test(type)) throw noForm();
    const expected = Number(headers['content-length'] ?? 0);
    const most = mostFile + besideFile;
    const file = await new Promise<Buffer>((resolve, reject) => {
      gather(raw, { expected, most }, (error, body) => (error ? reject(error) : resolve(body ?? Buffer.alloc(0))));
    });
    const form = await checks.run('form', { file, type }, user?.accountId ?? 0);
    if (form.file.byteLength > mostFile) throw new OverlayError('body-too-large');
    return form;
  };
}
