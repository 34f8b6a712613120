import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { type WebSocket, WebSocketServer } from 'ws';

/**
 * The floor: the least way from a request, or a key of the page, to a page. What is asked goes out on every WebSocket, and only then is it
 * answered; nothing is checked, kept or written. A program of its own; it prints where it listens, and ends with its
 * standard input.
 */
const page = `<!doctype html><title>Floor</title><p></p><script>
  const socket = new WebSocket(location.origin.replace('http', 'ws'));
  socket.onopen = () => (document.documentElement.dataset.revision = '0');
  socket.onmessage = ({ data }) => {
    const { revision, words } = JSON.parse(data);
    document.querySelector('p').textContent = words;
    document.documentElement.dataset.revision = revision;
  };
  onkeydown = ({ key }) => {
    const revision = Number(document.documentElement.dataset.revision) + 1;
    void fetch('/', { method: 'PATCH', body: JSON.stringify({ type: 'change', revision, words: key }) });
  };
</script>`;

const sockets = new Set<WebSocket>();
const server = createServer((request, response) => {
  if (request.method === 'GET') return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts);
    for (const socket of sockets) socket.send(body, { binary: false });
    response.writeHead(200, { 'content-length': body.byteLength }).end(body);
  });
});
new WebSocketServer({ server }).on('connection', (socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.stdin.on('close', () => process.exit(0)).resume();
