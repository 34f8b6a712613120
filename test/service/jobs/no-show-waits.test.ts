import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { JobThread, usualJobLimits } from '../../../service/jobs/job-thread.ts';
import { apiClient } from '../../kit/service/api-client.ts';
import { hostileRequests } from '../../kit/service/hostile-requests.ts';
import { type SmallService, startSmallService } from '../../kit/service/small-service.ts';

// Everything that takes as long as a client wants is done beside the show. While the service waits for the result of such
// work, it takes an update and answers it: the result is held back here until then.

let service: SmallService;
// However busy the machine is, no work is given up here.
const jobLimits = { ...usualJobLimits, deadline: 3_600_000 };
beforeAll(async () => (service = await startSmallService({ jobLimits })));
afterAll(() => service.close());

describe.each(hostileRequests)('while the service works on $what', ({ ask, status }) => {
  it('it takes an update of a show and answers it', async () => {
    const order: string[] = [];
    const run = JobThread.prototype.run;
    const held = vi.spyOn(JobThread.prototype, 'run').mockImplementation(async function (this: JobThread, ...given) {
      const job = run.apply(this, given);
      const update = [{ subCompositionName: 'Home', payload: { goals: 1 } }];
      const answered = await apiClient(service).patch(`${new URL(service.app).pathname}/control`, update);
      order.push(`update ${answered.status}`);
      return job;
    });
    try {
      order.push(`work ${await ask(service)}`);
    } finally {
      held.mockRestore();
    }
    expect([...new Set(order)]).toEqual(['update 200', `work ${status}`]);
  });
});
