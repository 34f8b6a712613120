import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { oscSockets } from '../../node/osc-sockets.ts';
import { freePort } from '../kit/free-port.ts';

it('connections that send megabytes leave every press of the desk its turn', async () => {
  const port = await freePort();
  const sent = 8 * 1_048_576;
  let taken = 0;
  /** How many parts came in the present turn of the program, and in any turn at most. */
  let [now, most] = [0, 0];
  const server = await oscSockets.listen(
    { host: '127.0.0.1', port },
    {
      datagram: () => undefined,
      connection: () => ({
        receive(part) {
          taken += part.length;
          now += 1;
          most = Math.max(most, now);
        },
        closed: () => undefined,
      }),
    },
  );
  const clients = [1, 2].map(() => connect(port, '127.0.0.1'));
  await Promise.all(clients.map((client) => once(client, 'connect')));
  for (const client of clients) client.end(Buffer.alloc(sent));
  while (taken < clients.length * sent) {
    await new Promise((resolve) => void setImmediate(resolve));
    now = 0;
  }
  // One of each that was read, and one that had waited.
  expect(most).toBeLessThanOrEqual(clients.length + 1);
  await server.close();
});
