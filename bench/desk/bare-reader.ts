import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';

/**
 * Receives and parses the tables of so many sources with no desk around it: the least that Node takes for that. `every`:
 * milliseconds between two requests of a source over HTTP. Returns what ends it.
 */
export function readBare(
  kind: 'socket' | 'http',
  { port, sources, every }: { port: number; sources: number; every: number },
): () => void {
  const ends = Array.from({ length: sources }, () => (kind === 'http' ? poll(port, every) : listen(port)));
  return () => ends.forEach((end) => end());
}

function listen(port: number): () => void {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { perMessageDeflate: false });
  socket.on('message', (table: Buffer) => void JSON.parse(table.toString()));
  return () => socket.terminate();
}

function poll(port: number, every: number): () => void {
  const agent = new Agent({ keepAlive: true });
  const polling = setInterval(() => {
    const asked = get({ host: '127.0.0.1', port, agent });
    asked.on('response', (answer) => void text(answer).then((table) => JSON.parse(table) as unknown));
    // The end cuts off what is under way.
    asked.on('error', () => clearInterval(polling));
  }, every);
  return () => {
    clearInterval(polling);
    agent.destroy();
  };
}
