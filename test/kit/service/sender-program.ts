import { request } from 'node:http';
import { parentPort } from 'node:worker_threads';
import type { Sent } from './sender.ts';

// The program of a sender: it gets one request after another, and sends each when it is told to.

let sent: Sent | undefined;

parentPort?.on('message', (given: Sent | 'go') => {
  if (given !== 'go') {
    sent = given;
    parentPort?.postMessage('ready');
  } else if (sent) send(sent);
});

function send({ method, url, headers, body }: Sent): void {
  const asked = request(url, { method, headers: { ...headers, 'content-length': body.byteLength }, agent: false });
  let text = '';
  asked.on('response', (answer) => {
    answer.setEncoding('utf8');
    answer.on('data', (part: string) => (text += part));
    answer.on('end', () =>
      parentPort?.postMessage({ status: answer.statusCode, length: text.length, text: text.slice(0, 1_000) }),
    );
  });
  asked.once('error', (thrown) => parentPort?.postMessage({ status: 0, length: 0, text: String(thrown) }));
  asked.end(body);
}
