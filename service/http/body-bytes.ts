import type { FastifyInstance } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';

/**
 * Have a server read bodies of every media type as bytes: what a body is, is for its endpoint to say. The library's own
 * way does the same with a copy of every body and more listeners, at a twentieth of what an update costs.
 */
export function readBodiesAsBytes(server: FastifyInstance, maxBody: number): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(['application/json', '*'], ({ headers }, stream, done) => {
    const parts: Buffer[] = [];
    let length = 0;
    const refuse = (): void => done(new OverlayError('body-too-large'));
    if (Number(headers['content-length']) > maxBody) return refuse();
    const take = (part: Buffer): void => {
      length += part.byteLength;
      if (length <= maxBody) return void parts.push(part);
      stream.off('data', take).off('end', finish);
      refuse();
    };
    const finish = (): void => done(null, parts.length === 1 ? parts[0] : Buffer.concat(parts, length));
    stream.on('data', take).on('end', finish).on('error', done);
  });
}
