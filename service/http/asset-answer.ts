import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chunkBytes, type StoredAsset } from '../store/assets.ts';
import type { Store } from '../store/store.ts';

export const forever = { 'cache-control': 'public, max-age=31536000, immutable' };

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Sends an asset or the requested range, because browsers seek in videos. Reads in chunks to let other requests run.
 * The caller sets the type.
 */
export function answerAsset({ request, reply }: Exchange, store: Store, { id, length }: StoredAsset): FastifyReply {
  const tag = `"${id}"`;
  const { range, 'if-none-match': known, 'if-range': condition = tag } = request.headers;
  reply.headers({ ...forever, etag: tag, 'accept-ranges': 'bytes' });
  if (known?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)) return reply.code(304).send();
  const part = condition === tag ? rangeOf(range, length) : undefined;
  if (part === 'outside') {
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${length}`, 'content-length': 0 })
      .send();
  }
  const { from, to } = part ?? { from: 0, to: length };
  if (part) reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${length}`);
  reply.header('content-length', to - from);
  const parts = request.method === 'HEAD' ? [] : partsOf(store, id, { from, to });
  return reply.send(Readable.from(parts, { objectMode: false, highWaterMark: chunkBytes }));
}

/** Bytes from 0; `to` is exclusive. */
interface ByteRange {
  from: number;
  to: number;
}

/** Undefined means everything: the header is not a single byte range. Source: RFC 9110, 14.1.2 and 14.2. */
function rangeOf(header: string | undefined, length: number): ByteRange | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const from = Math.max(0, length - Number(last));
    return from < length ? { from, to: length } : 'outside';
  }
  const [from, to] = [Number(first), last === '' ? length : Math.min(length, Number(last) + 1)];
  if (last !== '' && Number(last) < from) return undefined;
  return from < length ? { from, to } : 'outside';
}

async function* partsOf(store: Store, id: string, { from, to }: ByteRange): AsyncGenerator<Uint8Array> {
  for (let n = Math.floor(from / chunkBytes); n * chunkBytes < to; n += 1) {
    const start = n * chunkBytes;
    const bytes = store.assetChunk(id, n);
    if (!bytes) throw new Error(`The asset ${id} has lost its bytes from ${start} on.`);
    yield bytes.subarray(Math.max(0, from - start), Math.min(bytes.byteLength, to - start));
    await turn();
  }
}
