import { gunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';

/**
 * Makes a server read bodies of every media type as bytes, because each endpoint interprets its own body. The library's
 * own way copies every body and adds listeners, which costs a twentieth of an update. The limit counts for packed bodies
 * (gzip) as they arrive and unpacked.
 */
export function readBodiesAsBytes(server: FastifyInstance, maxBody: number): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(['application/json', '*'], ({ headers }, stream, done) => {
    const parts: Buffer[] = [];
    let length = 0;
    const refuse = (): void => done(new OverlayError('body-too-large'));
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (encoding !== 'identity' && encoding !== 'gzip') return done(unknownEncoding(encoding));
    if (Number(headers['content-length']) > maxBody) return refuse();
    const take = (part: Buffer): void => {
      length += part.byteLength;
      if (length <= maxBody) return void parts.push(part);
      stream.off('data', take).off('end', finish);
      refuse();
    };
    const finish = (): void => {
      const body = parts.length === 1 ? parts[0] : Buffer.concat(parts, length);
      if (encoding === 'identity' || body === undefined) done(null, body);
      else unpack(body, maxBody, done);
    };
    stream.on('data', take).on('end', finish).on('error', done);
  });
}

/** Unpacks beside the event loop, and never more than the limit. */
function unpack(body: Buffer, maxBody: number, done: (error: Error | null, body?: Buffer) => void): void {
  gunzip(body, { maxOutputLength: maxBody }, (error, unpacked) => {
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
    `The request has the encoding "${encoding.slice(0, 40)}", so nothing was changed. Send it as it is, or as gzip.`,
  );
}
