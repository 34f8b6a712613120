import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { basic } from '../../kit/service/api-client.ts';
import { type SmallService, startSmallService } from '../../kit/service/small-service.ts';
import { serviceFetch as fetch } from '../../kit/published-answers.ts';

// Signing in over real HTTP. Source: "Authentication" of the decisions, "Errors" of the specification.

let service: SmallService;
let now: number;
beforeEach(async () => {
  now = 1_700_000_000_000;
  service = await startSmallService({ clock: () => now });
});
afterEach(() => service.close());

async function ask(authorization?: string) {
  const headers = authorization === undefined ? {} : { authorization };
  const response = await fetch(`${service.url}/apiv1/appinstances`, { headers });
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
}

const unauthorized = { error: { message: 'Unauthorized', code: 401 } };
const guess = (at: number): string => basic({ ...service.account, password: `guess ${at}` });

describe('who may not come in', () => {
  it.each([
    ['without credentials', () => undefined],
    ['with a wrong password', () => guess(0)],
    ['as nobody known', () => basic({ email: 'nobody@example.org', password: 'difference engine' })],
    ['with an empty password', () => basic({ ...service.account, password: '' })],
    ['with another scheme', () => `Bearer ${service.token}`],
    ['with damaged credentials', () => 'Basic !!!'],
    ['with credentials without a colon', () => `Basic ${Buffer.from('ada').toString('base64')}`],
  ])('is told the same (%s), and how to come in', async (_, authorization) => {
    const { status, headers, body } = await ask(authorization());
    expect([status, headers.get('www-authenticate'), body]).toEqual([
      401,
      'Basic realm="Overlay Desk", charset="UTF-8"',
      unauthorized,
    ]);
  });

  it('is slowed after some wrong passwords, told for how long, and then welcome again', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 8; time += 1) statuses.push((await ask(guess(time))).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
    const { status, headers, body } = await ask(basic(service.account));
    expect([status, headers.get('retry-after'), body]).toEqual([
      429,
      '1',
      { error: { message: 'There were too many wrong passwords. Wait before the next try.', code: 429 } },
    ]);
    now += 1_000;
    expect((await ask(basic(service.account))).status).toBe(200);
  });

  it('does not keep out who is in', async () => {
    expect((await ask(basic(service.account))).status).toBe(200);
    for (let time = 0; time < 8; time += 1) await ask(guess(time));
    expect((await ask(basic(service.account))).status).toBe(200);
  });
});

describe('who may come in', () => {
  it('has an address in any case, and a password with colons and letters of any alphabet', async () => {
    const account = { email: 'grace@example.org', password: 'pass:wörd:✓ 字' };
    await service.close();
    service = await startSmallService({ firstUser: account });
    expect((await ask(basic({ ...account, email: 'GRACE@Example.org' }))).status).toBe(200);
  });
});
