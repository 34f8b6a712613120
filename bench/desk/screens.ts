import { once } from 'node:events';
import process from 'node:process';
import { WebSocket } from 'ws';

/** Screens that watch a desk, in a process of their own: `PORT HOW-MANY`. It says so when all of them have the whole view. */
const [port = '', count = '0'] = process.argv.slice(2);
for (let screen = 0; screen < Number(count); screen++) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
  await once(socket, 'open');
  socket.send(JSON.stringify({ id: 1, call: 'watch', request: {} }));
  await once(socket, 'message');
  socket.on('message', () => undefined);
}
process.send?.('watching');
process.on('disconnect', () => process.exit(0));
