import { errorTable } from '../../../contract/errors.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OverlayError } from '../../../contract/errors.ts';
import { defaultTerms } from '../../../service/http/network-terms.ts';
import { accountQuota, type Quota } from '../../../service/http/quota.ts';
import { apiClient } from '../../kit/service/api-client.ts';
import { type SmallService, startSmallService } from '../../kit/service/small-service.ts';

const day = 86_400;
/** Ten seconds into a minute and an hour into a day, in seconds. */
const start = 20_000 * day + 3_600 + 10;

describe('a quota', () => {
  let now = start;
  let quota: Quota;
  beforeEach(() => {
    now = start;
    quota = accountQuota({ perMinute: 2, perDay: 3, header: 'x-left' }, () => now * 1000);
  });
  /** What one call of an account is told: what is left, or when to come again. */
  const call = (account = 1): unknown => {
    let left: Record<string, unknown> = {};
    try {
      quota.count(account, (headers) => {
        left = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, JSON.parse(value)]));
      });
      return left;
    } catch (thrown) {
      const { code, retryAfter } = thrown as OverlayError;
      return { code, retryAfter, left };
    }
  };
  const left = (minute: number, daily: number, minutes = 1) => ({
    'x-left-burst-calls': { limit: 2, remaining: minute, reset: start - 10 + minutes * 60 },
    'x-left-daily-calls': { limit: 3, remaining: daily, reset: 20_001 * day },
  });

  it('counts down, and says when the next call is welcome', () => {
    expect([call(), call(), call()]).toEqual([
      left(1, 2),
      left(0, 1),
      { code: 'too-many', retryAfter: 50, left: left(0, 1) },
    ]);
  });

  it('begins anew with each minute, but not the day', () => {
    call();
    call();
    now += 50;
    expect(call()).toEqual(left(1, 0, 2));
    expect(call()).toEqual({ code: 'too-many', retryAfter: 23 * 3_600 - 60, left: left(1, 0, 2) });
    now += day;
    expect(call()).toMatchObject({ 'x-left-daily-calls': { remaining: 2 } });
  });

  it('is one of each account', () => {
    call(1);
    call(1);
    expect(call(2)).toEqual(left(1, 2));
  });
});

describe('a service with a quota', () => {
  let service: SmallService;
  beforeEach(async () => {
    const quota = { perMinute: 3, perDay: 10, header: 'x-ratelimit' };
    service = await startSmallService({ network: { ...defaultTerms, quota }, clock: () => start * 1000 });
  });
  afterEach(() => service.close());

  const burst = { limit: 3, reset: start - 10 + 60 };
  const heard = async (asked: Promise<{ status: number; headers: Headers }>) => {
    const { status, headers } = await asked;
    return [
      status,
      JSON.parse(headers.get('x-ratelimit-burst-calls') ?? 'null') as unknown,
      headers.get('retry-after'),
    ];
  };

  it('counts updates and commands of both generations together, and answers 429 to one more', async () => {
    const client = apiClient(service, service.account);
    const { token } = service;
    const first = [{ compositionName: 'Home', controlNode: { payload: { goals: 1 } } }];
    const second = [{ subCompositionName: 'Home', payload: { goals: 2 } }];
    const command = { action: 'TakeOutAllOutput' };
    expect([
      await heard(client.put('/apiv1/appinstances/1/control', first)),
      await heard(client.put(`/apiv1/control/${token}`, first)),
      await heard(client.post(`/apiv2/controlapps/${token}/command`, command)),
      await heard(client.patch(`/apiv2/controlapps/${token}/control`, second)),
    ]).toEqual([
      [200, { ...burst, remaining: 2 }, null],
      [200, { ...burst, remaining: 1 }, null],
      [200, { ...burst, remaining: 0 }, null],
      [429, { ...burst, remaining: 0 }, '50'],
    ]);
    const refused = await client.patch(`/apiv2/controlapps/${token}/control`, second);
    expect(refused.body).toEqual({
      error: { message: errorTable['too-many'].operator, code: 429 },
    });
  });

  it('charges nothing for what it refuses', async () => {
    const client = apiClient(service, service.account);
    const update = `/apiv2/controlapps/${service.token}/control`;
    const [unknown, good] = [
      [{ subCompositionName: 'Nobody', state: 'In' }],
      [{ subCompositionName: 'Home', state: 'In' }],
    ];
    for (let time = 0; time < 5; time += 1) {
      expect(await heard(client.patch(update, unknown))).toEqual([400, { ...burst, remaining: 3 }, null]);
    }
    expect(await heard(client.patch(update, good))).toEqual([200, { ...burst, remaining: 2 }, null]);
  });

  it('counts no reading, and nobody without an account', async () => {
    const client = apiClient(service, service.account);
    expect(await heard(client.get(`/apiv2/controlapps/${service.token}/control`))).toEqual([200, null, null]);
    expect(await heard(client.patch('/apiv2/controlapps/nobody/control', []))).toEqual([404, null, null]);
    expect(await heard(apiClient(service).put('/apiv1/appinstances/1/control', []))).toEqual([401, null, null]);
  });
});
