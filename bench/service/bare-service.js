import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';

/**
 * What this machine alone makes of a start and of readers that come back: it opens the database of a data directory, listens,
 * and sends each reader of a WebSocket one ready text, which is short for those that name a revision. Everything else of a
 * service is missing. JavaScript, because Node takes 60 ms to read the first TypeScript. A program of its own, `DIRECTORY TEXT PORT`,
 * where `TEXT` is a file; it prints where it listens, and ends with its standard input.
 */
const [, , directory = '', text = '', port = '0'] = process.argv;
// Importing it would load the whole of `fetch`.
const { createServer } = process.getBuiltinModule('node:http');

const database = new DatabaseSync(join(directory, 'service.db'));
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
database.prepare('SELECT * FROM app_instances').all();

const whole = framed(text === '' ? Buffer.alloc(0) : readFileSync(text));
const short = framed(Buffer.from('{"type":"beat","revision":0}'));

/** @param {Buffer} payload */
function framed(payload) {
  const head = Buffer.from([0x81, 127, 0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeBigUInt64BE(BigInt(payload.byteLength), 2);
  return Buffer.concat([head, payload]);
}

const server = createServer((_request, response) => {
  const { user, system } = process.cpuUsage();
  const memory = process.memoryUsage.rss();
  response.end(`process_cpu_seconds_total ${(user + system) / 1e6}\nprocess_resident_memory_bytes ${memory}\n`);
});
server.on('upgrade', (request, socket) => {
  const key = createHash('sha1')
    .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');
  socket.on('error', () => undefined);
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${key}\r\n\r\n`,
  );
  socket.write(request.url?.includes('revision=') ? short : whole);
});
server.listen(Number(port), '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${address.port}` })}\n`);
});
process.stdin.on('close', () => process.exit(0)).resume();
