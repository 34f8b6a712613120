import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OverlayError } from '../../../contract/errors.ts';
import { Accounts } from '../../../service/accounts/accounts.ts';
import { hashPassword, saltBytes } from '../../../service/accounts/password-hash.ts';
import type { AccountStore, User } from '../../../service/store/accounts.ts';
import { cheapHash as cost } from '../../kit/service/small-service.ts';

const [here, there] = ['192.0.2.1', '192.0.2.2'];
const right = { email: 'ada@example.org', password: 'difference engine' };
const wrong = { ...right, password: 'analytical engine' };

let users: User[];
let now: number;
let lookups: number;
let guesses = 0;
let accounts: Accounts;
beforeEach(async () => {
  users = [await user(1, right)];
  now = 0;
  lookups = 0;
  const store = {
    userByEmail: (email: string) => {
      lookups += 1;
      return users.find((one) => one.email === email.toLowerCase());
    },
  };
  accounts = new Accounts(store as AccountStore, () => now, cost);
});

async function user(id: number, { email, password }: typeof right): Promise<User> {
  return { id, accountId: id, email, passwordHash: await hashPassword(password, randomBytes(saltBytes), cost) };
}

/** How a try went: the user, or the code of its refusal with the seconds to wait. */
async function tried(credentials: typeof right | undefined, address = here): Promise<unknown> {
  try {
    return await accounts.signIn(credentials, address);
  } catch (thrown) {
    const { code, retryAfter } = thrown as OverlayError;
    return retryAfter === undefined ? code : [code, retryAfter];
  }
}

/** A wrong password that was never tried. */
function nextGuess(): string {
  guesses += 1;
  return `guess ${guesses}`;
}

async function fail(times: number, address = here, email = right.email): Promise<unknown[]> {
  const results: unknown[] = [];
  for (let time = 0; time < times; time += 1) results.push(await tried({ email, password: nextGuess() }, address));
  return results;
}

describe('signing in', () => {
  it('lets the right password in, the address in any case, and nothing else', async () => {
    expect([
      await tried(right),
      await tried({ ...right, email: 'ADA@example.org' }),
      await tried(wrong),
      await tried({ email: 'grace@example.org', password: right.password }),
      await tried({ email: '', password: '' }),
      await tried(undefined),
    ]).toEqual([users[0], users[0], 'unauthorized', 'unauthorized', 'unauthorized', 'unauthorized']);
  });

  it('looks at the password once: from then on it is a look-up of the user', async () => {
    const lookedUp: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      lookups = 0;
      await tried(right);
      lookedUp.push(lookups);
    }
    expect(lookedUp).toEqual([3, 1, 1]);
  });

  it('ends with the password: what was right for the old one is wrong for the new one', async () => {
    await tried(right);
    users = [await user(1, { ...right, password: 'another password' })];
    expect([await tried(right), await tried({ ...right, password: 'another password' })]).toEqual([
      'unauthorized',
      users[0],
    ]);
  });

  it('ends with the user', async () => {
    await tried(right);
    users = [];
    expect(await tried(right)).toBe('unauthorized');
  });

  it('is refused when the password changes while it is looked at', async () => {
    const changed = await user(1, wrong);
    const trying = tried(right);
    users = [changed];
    expect(await trying).toBe('unauthorized');
  });

  it('of many connections at once costs one check', async () => {
    expect(await Promise.all(Array.from({ length: 30 }, () => tried(right)))).toEqual(
      Array.from({ length: 30 }, () => users[0]),
    );
    expect(lookups).toBe(32);
  });

  it('takes as long for a user that does not exist', async () => {
    const nobody = 'nobody@example.org';
    const slow = { ln: 14, r: 8, p: 1 };
    users = [{ ...users[0]!, passwordHash: await hashPassword(right.password, randomBytes(16), slow) }];
    const store = { userByEmail: (email: string) => users.find((one) => one.email === email) };
    accounts = new Accounts(store as AccountStore, () => (now += 3_600_000), slow);
    await fail(1, here, nobody);
    const [known, unknown] = [await leastWork(() => fail(1)), await leastWork(() => fail(1, here, nobody))];
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });
});

describe('wrong passwords', () => {
  it('are slowed for the user at this address, and told when the next try is welcome', async () => {
    expect(await fail(8)).toEqual([
      ...Array.from({ length: 6 }, () => 'unauthorized'),
      ['too-many', 1],
      ['too-many', 1],
    ]);
    expect([await tried(right), await tried(wrong, there), await tried({ ...right, email: 'x@example.org' })]).toEqual([
      ['too-many', 1],
      'unauthorized',
      'unauthorized',
    ]);
    now = 1_000;
    expect([...(await fail(1)), await tried(right)]).toEqual(['unauthorized', ['too-many', 2]]);
    now = 3_000;
    expect(await tried(right)).toEqual(users[0]);
    expect(await fail(6)).toEqual(Array.from({ length: 6 }, () => 'unauthorized'));
  });

  it('keep nobody out who was in: credentials that were right pass meanwhile', async () => {
    await tried(right);
    await fail(20);
    expect(await tried(right)).toEqual(users[0]);
  });

  it('never make anyone wait for longer than sixteen seconds', async () => {
    for (let time = 0; time < 30; time += 1) {
      await fail(1);
      now += 16_000;
    }
    expect(await tried(right)).toEqual(users[0]);
  });

  it('that one program repeats without end keep nobody out, and count once', async () => {
    const answers = new Set<unknown>();
    const waits: unknown[] = [];
    for (; now < 75_000; now += 100) {
      answers.add(await tried(wrong));
      if (now % 15_000 === 0) waits.push(await tried({ ...right, password: nextGuess() }));
    }
    expect([[...answers], waits]).toEqual([['unauthorized'], Array.from({ length: 5 }, () => 'unauthorized')]);
    expect(await tried(right)).toEqual(users[0]);
  });

  it('are wrong as long as the password is the same', async () => {
    expect([await tried(wrong), await tried({ ...wrong, email: 'grace@example.org' })]).toEqual([
      'unauthorized',
      'unauthorized',
    ]);
    users = [await user(1, wrong), await user(2, { ...wrong, email: 'grace@example.org' })];
    expect([await tried(wrong), await tried({ ...wrong, email: 'grace@example.org' })]).toEqual(users);
  });

  it('of others do not make a user wait who signed in from there before', async () => {
    await tried(right);
    for (let name = 0; name < 60; name += 1) await fail(1, here, `user${name}@example.org`);
    users = [await user(1, { ...right, password: 'another password' })];
    expect(await tried({ ...right, password: 'another password' })).toEqual(users[0]);
  });

  it('count for the whole network of an IPv6 address', async () => {
    const addresses = Array.from({ length: 8 }, (_, host) => `2001:db8:1:2::${host}`);
    const results = [];
    for (const address of addresses) results.push(...(await fail(1, address)));
    expect(results.slice(5)).toEqual(['unauthorized', ['too-many', 1], ['too-many', 1]]);
    expect(await tried(right, '2001:db8:1:3::1')).toEqual(users[0]);
  });

  it('are slowed for an address that tries many users', async () => {
    const results = [];
    for (let name = 0; name < 53; name += 1) results.push(...(await fail(1, here, `user${name}@example.org`)));
    expect(results.slice(49)).toEqual(['unauthorized', 'unauthorized', ['too-many', 1], ['too-many', 1]]);
    expect(await tried(right, there)).toEqual(users[0]);
  });

  it('that come all at once do not slip through', async () => {
    const tries = Array.from({ length: 20 }, () => tried({ ...right, password: nextGuess() }));
    const codes = (await Promise.all(tries)).map((result) => (Array.isArray(result) ? 'too-many' : result));
    expect(codes.filter((code) => code === 'unauthorized').length).toBe(6);
    expect(codes.filter((code) => code === 'too-many').length).toBe(14);
  });
});

/** The least work (µs of processor) of some runs: it is the same however busy the machine is with something else. */
async function leastWork(act: () => Promise<unknown>): Promise<number> {
  const works: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const before = process.cpuUsage();
    await act();
    const { user, system } = process.cpuUsage(before);
    works.push(user + system);
  }
  return Math.min(...works);
}
