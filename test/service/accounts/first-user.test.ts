import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensureFirstUser, readFirstUser, keepPassword, printPassword } from '../../../service/accounts/first-user.ts';
import { passwordFits } from '../../../service/accounts/password-hash.ts';
import { type FilledStore, fillStore } from '../../kit/service/filled-store.ts';
import { cheapHash as cost } from '../../kit/service/small-service.ts';

describe('whom the environment names', () => {
  it.each([
    [{}, { email: 'admin@overlay.local', password: undefined }],
    [
      { OVERLAY_ADMIN_USER: '', OVERLAY_ADMIN_PASSWORD: '' },
      { email: 'admin@overlay.local', password: undefined },
    ],
    [
      { OVERLAY_ADMIN_USER: 'ada@example.org', OVERLAY_ADMIN_PASSWORD: 'difference engine' },
      { email: 'ada@example.org', password: 'difference engine' },
    ],
    [{ OVERLAY_ADMIN_USER: 'ada' }, { problem: 'OVERLAY_ADMIN_USER: "ada" is not an e-mail address.' }],
    [{ OVERLAY_ADMIN_PASSWORD: 'short' }, { problem: 'OVERLAY_ADMIN_PASSWORD: A password has at least 8 characters.' }],
    [
      { OVERLAY_ADMIN_PASSWORD: 'ä'.repeat(513) },
      { problem: 'OVERLAY_ADMIN_PASSWORD: A password has at most 1024 bytes.' },
    ],
  ])('%j is read', (env, first) => {
    expect(readFirstUser(env)).toEqual(first);
  });
});

describe('the first user', () => {
  const made = (password: string | undefined) => async (act: (of: Awaited<ReturnType<typeof make>>) => unknown) => {
    const result = await make(password);
    try {
      await act(result);
    } finally {
      result.filled.remove();
    }
  };

  async function make(password: string | undefined) {
    const filled: FilledStore = fillStore();
    filled.store.addUser({ email: 'grace@example.org', passwordHash: '' }, filled.made());
    const told: unknown[] = [];
    const firstUser = { email: 'first@example.org', password };
    const options = { firstUser, hashCost: cost, deliverPassword: (one: unknown) => told.push(one) };
    await ensureFirstUser(filled.store, filled.made(), options);
    await ensureFirstUser({ ...filled.store, users: () => [] }, filled.made(), options);
    return { filled, told, user: filled.store.userByEmail('first@example.org') };
  }

  it('is made where there is none, with the password that was given, which is told to nobody', () =>
    made('difference engine')(async ({ filled, told, user }) => {
      expect(filled.store.users().length).toBe(3);
      expect([await passwordFits('difference engine', user?.passwordHash ?? ''), told]).toEqual([true, []]);
    }));

  it('gets a random password where none is given, which is told once', () =>
    made(undefined)(async ({ told, user }) => {
      const [{ email, password }] = told as [{ email: string; password: string }];
      expect([email, password, told.length]).toEqual(['first@example.org', expect.stringMatching(/^[\w-]{24}$/), 1]);
      expect(await passwordFits(password, user?.passwordHash ?? '')).toBe(true);
    }));
});

describe('a password that was made', () => {
  const user = { email: 'ada@example.org', password: 'made' };

  it('is printed as one plain line', () => {
    const printed: string[] = [];
    printPassword((text) => printed.push(text))(user);
    expect(printed).toEqual(['The first user is ada@example.org. Its password, shown only once: made\n']);
  });

  it('is kept in a file that nobody else can read', () => {
    const directory = mkdtempSync(join(tmpdir(), 'overlay-password-'));
    keepPassword(directory)({ ...user, password: 'before' });
    keepPassword(directory)(user);
    const file = join(directory, 'admin-password');
    expect([JSON.parse(readFileSync(file, 'utf8')), statSync(file).mode & 0o777]).toEqual([user, 0o600]);
    rmSync(directory, { recursive: true });
  });
});
