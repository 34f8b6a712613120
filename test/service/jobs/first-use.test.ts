import { expect, it } from 'vitest';
import { usualJobLimits } from '../../../service/jobs/job-thread.ts';
import { apiClient, basic } from '../../kit/service/api-client.ts';
import { crowdedContent } from '../../kit/service/hostile.ts';
import { readLive } from '../../kit/service/live-reader.ts';
import { type SmallService, startSmallService } from '../../kit/service/small-service.ts';
import { longestTurn } from '../../kit/service/turns.ts';

// A service without a program keeps nothing of what it read, as the first start of another version finds nothing.

/** Nobody notices a block of so many milliseconds. */
const unnoticed = 25;
const tries = 3;
// However busy the machine is, no check is given up here.
const jobLimits = { ...usualJobLimits, deadline: 3_600_000 };

async function withCrowdedShow(): Promise<SmallService> {
  const service = await startSmallService({ jobLimits });
  const api = apiClient(service, service.account);
  expect((await api.put('/apiv1/compositions/1/content', crowdedContent())).status).toBe(200);
  expect((await api.put('/apiv1/appinstances/1/composition', { refId: '1' })).status).toBe(200);
  return service;
}

const waysIn = {
  'a reader of its live channel': async (service) => {
    const reader = readLive(service, service.outputToken);
    expect(await reader.next()).toMatchObject({ type: 'snapshot' });
    reader.socket.terminate();
  },
  'a client with its token': async (service) => {
    expect((await fetch(`${service.app}/control`)).status).toBe(200);
  },
  'a client with its account': async ({ url, account }) => {
    const headers = { authorization: basic(account) };
    expect((await fetch(`${url}/apiv1/appinstances/1/control`, { headers })).status).toBe(200);
  },
} satisfies Record<string, (service: SmallService) => Promise<void>>;

it('nobody else waits for the first use of an app instance after another version was installed, whoever uses it', async () => {
  let service = await withCrowdedShow();
  for (const [who, use] of Object.entries(waysIn)) {
    let least = Infinity;
    for (let round = 0; round < tries && least > unnoticed; round += 1) {
      service = await service.restart();
      least = Math.min(least, (await longestTurn(() => use(service))).longest);
    }
    expect(least, who).toBeLessThan(unnoticed);
  }
  await service.close();
});

it('a composition that was deleted keeps its name in the list of app instances, which waits until it was read', async () => {
  let service = await startSmallService();
  const names = async (): Promise<string[]> => {
    const { body } = await apiClient(service, service.account).get('/apiv1/appinstances');
    return (body as { outputs: { composition: { name: string } }[] }[]).flatMap(({ outputs }) =>
      outputs.map(({ composition }) => composition.name),
    );
  };
  expect((await apiClient(service, service.account).delete('/apiv1/compositions/1')).status).toBe(200);
  const before = await names();
  service = await service.restart();
  expect([await names(), before.includes('')]).toEqual([before, false]);
  await service.close();
});
