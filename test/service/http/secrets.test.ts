import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { apiClient, basic } from '../../kit/service/api-client.ts';
import { readLive } from '../../kit/service/live-reader.ts';
import { type SmallService, startWithDatabase } from '../../kit/service/small-service.ts';

let service: SmallService;
let database: DatabaseSync;
beforeEach(async () => {
  ({ service, database } = await startWithDatabase());
});
afterEach(() => service.close());

it('after a session in which much went wrong, no secret is in the log, in the metrics, or in an error', async () => {
  const { account, token, outputToken } = service;
  const client = apiClient(service, account);
  const errors: unknown[] = [];
  const failing = async (...asked: Promise<{ status: number; body: unknown }>[]): Promise<void> => {
    for (const { status, body } of await Promise.all(asked)) {
      expect(status).toBeGreaterThanOrEqual(400);
      errors.push(body);
    }
  };
  const wrong = { email: account.email, password: 'a wrong password' };
  const composition = (await client.post('/apiv1/compositions/1/token')).body as { uuid: string };
  const readers = [readLive(service, token), readLive(service, outputToken), readLive(service, 'nobody-knows-me')];
  await Promise.all([readers[0]?.next(), readers[1]?.next(), readers[2]?.closed]);
  await failing(
    apiClient(service, wrong).get('/apiv1/appinstances'),
    client.get(`/apiv1/control/${outputToken}`),
    client.get(`/apiv2/controlapps/${outputToken}/control`),
    client.get(`/apiv2/%63ontrolapps/${token}/none`),
    client.get(`/apiv9/${token}?token=${token}`),
    client.get(`/onair/${token}`),
    client.post(`/apiv2/controlapps/${token}/control`),
    client.patch(`/apiv2/controlapps/${token}/control`, '['),
    client.send('PATCH', `/apiv2/controlapps/${token}/control`, '[]', { origin: service.mediaUrl }),
    client.get(`/onair/${outputToken}`),
  );
  database.exec('PRAGMA query_only = ON');
  await failing(
    client.patch(`/apiv2/controlapps/${token}/control`, [{ subCompositionName: 'Home', state: 'In' }]),
    client.put(`/apiv1/control/${token}`, [{ compositionName: 'Home', animation: { action: 'play', to: 'In' } }]),
    client.post('/apiv1/appinstances/1/token'),
  );
  database.exec('PRAGMA query_only = OFF');
  const rotated = (await client.post('/apiv1/appinstances/1/token')).body as { access_token: string };
  await readers[0]?.closed;
  await failing(client.get(`/apiv2/controlapps/${token}/control`));

  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const said = JSON.stringify([service.logged, metrics, errors]);
  // That something was said at all: each failure of the disk has its line.
  expect(service.logged.filter(({ level }) => level === 'error').length).toBeGreaterThanOrEqual(3);
  expect(metrics).toContain('overlay_requests_total{endpoint="updateControl",status="500"} 1');
  const secrets = {
    password: account.password,
    'wrong password': wrong.password,
    credentials: basic(account).slice('Basic '.length),
    'app token': token,
    'output token': outputToken,
    'new app token': rotated.access_token,
    'composition token': composition.uuid,
  };
  expect(Object.entries(secrets).filter(([, secret]) => secret === '' || said.includes(secret))).toEqual([]);
});
