import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ControlItem } from '../../contract/model/control.ts';
import { parseAddress } from '../../contract/model/address.ts';
import { operationDeadline } from '../../desk/app/lane.ts';
import { type RunningDesk, startDesk } from '../kit/desk/running-desk.ts';
import { type ServiceProgram, startService } from '../kit/service/service-program.ts';
import { firstAccount } from '../kit/service/small-service.ts';

let service: ServiceProgram;
let desk: RunningDesk;
let app: string;
let data: string;

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'overlay-stalled-'));
  service = await startService('--data', join(data, 'service'), '--seed', 'demo');
  desk = await startDesk();
  const apps = service.ready.apps.map(({ id }) => id);
  const account = { email: firstAccount.email, secret: firstAccount.password };
  app = await desk.connect({ kind: 'account', name: 'Truck', base: service.ready.url, apps, ...account });
});
afterAll(async () => {
  await desk.close();
  service.process.kill('SIGTERM');
  await service.ended;
  rmSync(data, { recursive: true });
});

/** What the service itself says of a sub-composition. */
async function held(address: string): Promise<ControlItem | undefined> {
  const answer = await fetch(`${service.ready.url}/apiv2/controlapps/${service.ready.apps[0]?.token ?? ''}/control`);
  const { id } = parseAddress(address);
  return ((await answer.json()) as ControlItem[]).find((item) => item.subCompositionId === id);
}

it('a take that a stalled service finds when it goes on is not made any more', async () => {
  const third = desk.id('Lower Third', app);
  const title = desk.id('Full Frame Title', app);
  service.process.kill('SIGSTOP');
  await desk.screen.call('do', { action: { do: 'take', subComposition: third, to: 'In', action: 'jump' } });
  const deadline = Date.now() + operationDeadline;
  await desk.until(({ asRun }) => asRun[0]?.result === 'unknown');
  // The silence of the service ends the operation before its deadline does.
  await expect.poll(() => Date.now() > deadline).toBe(true);
  service.process.kill('SIGCONT');
  await desk.until(({ subs }) => subs[third]?.tally === 'FAILED' && subs[third].state === 'Out1');
  await desk.screen.call('do', { action: { do: 'take', subComposition: title, to: 'In', action: 'jump' } });
  await desk.until(({ subs }) => subs[title]?.tally === 'ON AIR');
  expect((await held(third))?.state).toBe('Out1');
});
