import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startSmallService } from '../../kit/service/small-service.ts';
import { serviceFetch as fetch } from '../../kit/published-answers.ts';

it('a client that hangs up in the middle of its body is no failure of the service', async () => {
  const service = await startSmallService();
  const { hostname, port, pathname } = new URL(`${service.app}/control`);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`PATCH ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\n`);
  // The answer says that the service waits for the body.
  socket.write('content-length: 100\r\nexpect: 100-continue\r\n\r\n');
  await once(socket, 'data');
  socket.write('[{"subCompositionName":');
  socket.destroy();
  // The service hears of the end before this later request.
  await fetch(`${service.url}/healthz`);
  await service.close();
  expect(service.logged.filter(({ level }) => level === 'error')).toEqual([]);
});
