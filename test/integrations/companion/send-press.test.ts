import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { sendPress } from '../../../integrations/companion/desk-socket.ts';
import { LoopbackServers } from '../../kit/service/loopback-servers.ts';

const servers = new LoopbackServers();
afterEach(() => servers.close());

const press = { action: { do: 'take', subComposition: 'a/1', to: 'In' }, expects: 'Out1' } as const;
const at = (port: number) => ({ host: '127.0.0.1', port, token: 'T' });

describe('a press on its way to the desk', () => {
  it('has the token, the action, and the age that it has when the desk is reached', async () => {
    const asked: unknown[] = [];
    const port = await servers.http((request: IncomingMessage, response) => {
      const { method, url, headers } = request;
      void text(request).then((body) => {
        asked.push([method, url, headers.authorization, headers.origin, JSON.parse(body)]);
        response.writeHead(409).end('{"error":{}}');
      });
    });
    const ages = [0.4, 41.6];
    const sent = sendPress(at(port), press, () => ages.pop() ?? 0);
    expect(sent.isSent()).toBe(false);
    expect(await sent.ended).toEqual({ is: 'answered', status: 409, body: '{"error":{}}' });
    expect([sent.isSent(), asked]).toEqual([
      true,
      [['POST', '/api/actions', 'Bearer T', undefined, { ...press, age: 42 }]],
    ]);
  });

  it('is unsent if nothing listens, and unknown if the desk hangs up; neither is sent again', async () => {
    let requests = 0;
    const port = await servers.http((request) => {
      requests += 1;
      request.socket.destroy();
    });
    expect(await sendPress(at(port), press, () => 0).ended).toMatchObject({ is: 'unanswered' });
    expect(requests).toBe(1);
    const nobody = await servers.nobody();
    expect(await sendPress(at(nobody), press, () => 0).ended).toMatchObject({ is: 'unsent' });
  });

  it('is unknown if it is cut while the desk thinks', async () => {
    const arrived = Promise.withResolvers<null>();
    const port = await servers.http(() => arrived.resolve(null));
    const sent = sendPress(at(port), press, () => 0);
    await arrived.promise;
    sent.cut('Lost.');
    expect(await sent.ended).toEqual({ is: 'unanswered', reason: 'Lost.' });
  });
});
