import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';

/**
 * The yardstick: the least that a kept-alive HTTP server of Node can do with a request, which is to give its body back.
 * A program of its own; it prints where it listens, and ends with its standard input.
 */
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = request.url === '/metrics' ? metrics() : Buffer.concat(parts);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.byteLength }).end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.stdin.on('close', () => process.exit(0)).resume();

/** What it uses, in the words of the service's own metrics. */
function metrics(): Buffer {
  const { user, system } = process.cpuUsage();
  const memory = process.memoryUsage.rss();
  return Buffer.from(`process_cpu_seconds_total ${(user + system) / 1e6}\nprocess_resident_memory_bytes ${memory}\n`);
}
