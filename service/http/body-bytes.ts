import type { Readable } from 'node:stream';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { codeOf, OverlayError } from '../../contract/errors.ts';
import { type FormBody, noForm } from '../domain/form.ts';
import type { JobThread } from '../jobs/job-thread.ts';

type BodyDone = (error: Error | null, body?: Buffer) => void;

/**
 * Reads all bodies as bytes: endpoints parse their own. The library's parser costs a twentieth of an update. `mostOf`:
 * byte limit, both packed (gzip) and unpacked.
 */
export function readBodiesAsBytes(server: FastifyInstance, mostOf: (request: FastifyRequest) => number): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(['application/json', '*'], (request, stream, done) => {
    const { headers } = request;
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (encoding !== 'identity' && encoding !== 'gzip') return done(unknownEncoding(encoding));
    const most = mostOf(request);
    const read: BodyDone = (error, body) => {
      if (error || encoding === 'identity' || body === undefined) done(error, body);
      else unpack(body, most, done);
    };
    gather(stream, { expected: Number(headers['content-length'] ?? 0), most }, read);
  });
}

/** Initial buffer size in bytes; it grows on demand. */
const room = { least: 64 * 1024, most: 65 * 1024 * 1024 };

/**
 * Copies pieces on arrival: joining 63 MiB at the end blocks for 40 ms. `expected`: bytes, 0 if unknown. Fails with
 * `body-too-large` beyond `most`.
 */
function gather(stream: Readable, { expected, most }: { expected: number; most: number }, done: BodyDone): void {
  if (expected > most) return done(new OverlayError('body-too-large'));
  const roomy = Math.min(Math.max(expected, room.least), room.most);
  let body: Buffer | undefined;
  let length = 0;
  // A client that hangs up is no failure of the service.
  const fail = (thrown: Error): void =>
    done(codeOf(thrown) === 'ECONNRESET' ? new OverlayError('body-not-json') : thrown);
  const keep = (piece: Buffer): void => {
    if (!body) return void (body = piece);
    if (length > body.byteLength) body = withRoom(body, Math.max(roomy, 2 * length));
    piece.copy(body, length - piece.byteLength);
  };
  const take = (piece: Buffer): void => {
    length += piece.byteLength;
    if (length <= most) return keep(piece);
    stream.off('data', take).off('end', finish).off('error', fail).resume();
    done(new OverlayError('body-too-large'));
  };
  const finish = (): void => done(null, body?.subarray(0, length));
  stream.on('data', take).on('end', finish).on('error', fail);
}

function withRoom(body: Buffer, wanted: number): Buffer {
  const roomy = Buffer.allocUnsafeSlow(wanted);
  body.copy(roomy);
  return roomy;
}

/** Unpacks off the event loop, up to the limit. */
function unpack(body: Buffer, most: number, done: BodyDone): void {
  gunzip(body, { maxOutputLength: most }, (error, unpacked) => {
    if (!error) return done(null, unpacked);
    const tooLarge = 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    done(
      tooLarge
        ? new OverlayError('body-too-large')
        : new OverlayError(
            'body-not-json',
            'Nothing was changed: the body says that it is gzip, and cannot be unpacked.',
          ),
    );
  });
}

function unknownEncoding(encoding: string): OverlayError {
  return new OverlayError(
    'media-type-unsupported',
    `The request has the encoding "${encoding.slice(0, 40)}", so nothing was changed. Send it is, or as gzip.`,
  );
}

/** In bytes. Source: decisions.md, row 14. */
export const mostThumbnailBytes = 10 * 1024 * 1024;

/** Bytes of a form besides its file. */
const besideFile = 64 * 1024;

export function leaveFormsUnread(server: FastifyInstance): void {
  server.addContentTypeParser('multipart/form-data', (_request, _stream, done) => done(null));
}

/** In a separate thread. The file has at most `mostFile` bytes. Throws `body-invalid` and `body-too-large`. */
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
