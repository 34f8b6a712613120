import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { WebSocketServer } from 'ws';

/**
 * A server of live data, in a process of its own: `EVERY` milliseconds each WebSocket is sent a table of 20 rows in which one cell
 * is new, and so is every answer over HTTP.
 */
const [every = ''] = process.argv.slice(2);
const rows = Array.from({ length: 20 }, (_, at) => ({ name: `Player ${at}`, team: `Team ${at % 4}`, points: 0 }));
let told = 0;
const table = (): string => {
  told += 1;
  const [first, ...others] = rows;
  return JSON.stringify([{ ...first, points: told }, ...others]);
};
const server = createServer((_, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(table());
});
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  const sending = setInterval(() => socket.send(table()), Number(every));
  socket.on('close', () => clearInterval(sending));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.((server.address() as AddressInfo).port);
process.on('message', () => process.send?.(told));
process.on('disconnect', () => process.exit(0));
