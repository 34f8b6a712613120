import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultLimits, defaultTerms } from '../../../service/http/network-terms.ts';
import { usualJobLimits } from '../../../service/jobs/job-thread.ts';
import { hostileRequests } from '../../kit/service/hostile-requests.ts';
import { Sender } from '../../kit/service/sender.ts';
import { type SmallService, startSmallService } from '../../kit/service/small-service.ts';
import { longestTurn } from '../../kit/service/turns.ts';

// Everything that takes as long as a client wants is done beside the show, or in slices: whatever one client sends, the
// service asks after little work whether somebody else wants something. The measure is the work of this thread alone, in
// yardsticks, and the least of eight tries, which no chance makes less.

/** Yardsticks. Others notice no turn that is shorter than to read and write 4 MiB of JSON at once. */
const unnoticed = 1;
const tries = 8;

let service: SmallService;
let sender: Sender;
// However busy the machine is, no work and no request is given up here.
const hour = 3_600_000;
const jobLimits = { ...usualJobLimits, deadline: hour };
const limits = { ...defaultLimits, headerTimeout: hour, idleTimeout: hour };
beforeAll(async () => {
  service = await startSmallService({ jobLimits, network: { ...defaultTerms, limits } });
  sender = new Sender();
});
afterAll(async () => {
  await sender.close();
  await service.close();
});

it.each(hostileRequests)('nobody else waits for $what', async ({ made, status }) => {
  let least = Infinity;
  for (let round = 0; round < tries && least > unnoticed; round += 1) {
    await sender.prepare(await made(service));
    const { result, longest } = await longestTurn(() => sender.send());
    expect([result.status, result.text]).toEqual([status, result.text]);
    least = Math.min(least, longest);
  }
  expect(least).toBeLessThan(unnoticed);
});
