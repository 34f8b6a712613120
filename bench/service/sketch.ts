import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';

/**
 * The least that a durable answer takes with Node and SQLite: the body goes into one row, is synchronized with the disk, and is
 * given back. A program of its own, `DIRECTORY`; it prints where it listens, and ends with its standard input.
 */
const database = new DatabaseSync(join(process.argv[2] ?? '', 'sketch.sqlite'));
database.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE held (id TEXT PRIMARY KEY, body TEXT)',
);
const put = database.prepare('INSERT INTO held VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body');

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts);
    const [{ subCompositionId }] = JSON.parse(body.toString()) as [{ subCompositionId: string }];
    put.run(subCompositionId, body.toString());
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.byteLength }).end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.stdin.on('close', () => process.exit(0)).resume();
