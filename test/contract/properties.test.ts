import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorTable } from '../../contract/errors.ts';
import { endpoints } from '../../contract/service-api/endpoints.ts';
import type { Endpoint } from '../../contract/service-api/endpoint.ts';
import {
  asker,
  commitWatch,
  damagedRequests,
  makeThings,
  type Real,
  validRequests,
} from '../kit/service/api-properties.ts';
import { runs } from '../kit/runs.ts';
import { type SmallService, startSmallService } from '../kit/service/small-service.ts';

/** How many damaged bodies in all, spread over the endpoints that take one. */
const damaged = runs(20_000, 1_000);
const validEach = runs(60, 5);

const all = endpoints;
// A multipart form is no JSON; its damages are in thumbnails.test.ts.
const asking = all.filter((endpoint) => endpoint.bodyKind !== 'multipart');
const changing = asking.filter((endpoint) => endpoint.body !== undefined);

let service: SmallService;
let real: Real;
beforeAll(async () => {
  service = await startSmallService();
});
afterAll(() => service.close());

describe('whatever an endpoint’s schemas take gets a declared status and a body that fits', () => {
  it.each(asking.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      real = await makeThings(service, service.account);
      const declared = [200, ...endpoint.errors.map((code) => errorTable[code].status), 404, 405];
      const ask = asker(service, endpoint);
      const property = fc.asyncProperty(validRequests(endpoint, real), async (asked) => {
        const { status, text } = await ask(asked);
        expect(declared).toContain(status);
        expect(status).toBeLessThan(500);
        if (status === 200 && (endpoint.answerKind ?? 'json') === 'json') {
          expect(endpoint.answer.safeParse(JSON.parse(text)).error).toBeUndefined();
        }
      });
      await fc.assert(property, { numRuns: validEach });
    },
  );
});

describe('a damaged body is refused with a 4xx and changes nothing', () => {
  const each = Math.ceil(damaged / changing.length);
  it.each(changing.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      real = await makeThings(service, service.account);
      const watch = commitWatch(service);
      const ask = asker(service, endpoint, { prefer: 'handling=strict' });
      const property = fc.asyncProperty(damagedRequests(endpoint, real), async (asked) => {
        const { status } = await ask(asked);
        const committed = watch.committed();
        if (status === 200) {
          expect(taken(endpoint, asked.body)).toBe(true);
          fc.pre(false);
        }
        expect([Math.floor(status / 100), committed]).toEqual([4, false]);
      });
      // Damage that is mostly harmless would prove nothing, so only what was refused counts.
      await fc.assert(property, { numRuns: each, maxSkipsPerRun: 5 });
      watch.close();
    },
  );
});

/** Whether the endpoint's schema takes the body all the same. */
function taken({ body: schema, lenient }: Endpoint, body: string | undefined): boolean {
  try {
    const given: unknown = JSON.parse(body ?? '');
    return schema?.safeParse(lenient && Array.isArray(given) ? given.map(withoutNulls) : given).success === true;
  } catch {
    return false;
  }
}

/** An item as a lenient endpoint reads it: a member that is null counts as absent. */
function withoutNulls(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
}
