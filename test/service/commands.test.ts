import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiClient, basic } from '../kit/service/api-client.ts';
import { readLive } from '../kit/service/live-reader.ts';
import {
  runService,
  runServiceWith,
  type ServiceProgram,
  startService,
  startServiceWith,
} from '../kit/service/service-program.ts';
import { firstAccount } from '../kit/service/small-service.ts';

let data: string;
let program: ServiceProgram | undefined;
beforeEach(() => (data = mkdtempSync(join(tmpdir(), 'overlay-commands-'))));
afterEach(async () => {
  await kill();
  rmSync(data, { recursive: true });
});

async function kill(): Promise<void> {
  program?.process.kill('SIGKILL');
  await program?.ended;
  program = undefined;
}

const path = (name: string): string => join(data, name);
const start = async (...args: string[]): Promise<ServiceProgram> =>
  (program = await startService('--data', data, ...args));
const say = (words: string) => runService(...words.split(' '), '--data', data);
const fine = (out: string) => ({ code: 0, out, errors: '' });
const refused = (errors: string) => ({ code: 1, out: '', errors });

/** The status of a list that only who signs in may read. */
async function status(credentials: { email: string; password: string }): Promise<number> {
  const headers = { authorization: basic(credentials) };
  return (await fetch(`${program?.ready.url}/apiv1/appinstances`, { headers })).status;
}

/** The live channel of a new app instance of an account. */
async function openLive(account: { email: string; password: string }) {
  const ready = program!.ready;
  const api = apiClient(ready, account);
  const [folder] = (await api.get('/apiv1/dashboard/folder?path=/')).body as string[];
  const template = { apptemplate_id: '57', apptemplate_version_status: 'published' };
  const made = await api.post('/apiv1/appinstances', { ...template, folder, name: 'News', shareurl: '1' });
  const live = readLive(ready, (made.body as { access_token: string }).access_token);
  await live.next();
  return live;
}

describe('users, while the service runs', () => {
  it('come, sign in, get another password and go', async () => {
    await start();
    const grace = { email: 'grace@example.org', password: 'nanosecond wire' };
    expect(
      await runServiceWith(
        { input: `${grace.password}\n` },
        ...'user add grace@example.org --password-stdin'.split(' '),
        '--data',
        data,
      ),
    ).toEqual(fine('grace@example.org was added.\n'));
    expect([await status(grace), await status(firstAccount)]).toEqual([200, 200]);
    expect(await say('user list')).toEqual(fine('ada@example.org\ngrace@example.org\n'));

    const { code, out } = await say('user password GRACE@example.org');
    const made = /^Its password, shown only once: ([\w-]{24})$/m.exec(out)?.[1] ?? '';
    expect([code, await status(grace), await status({ ...grace, password: made })]).toEqual([0, 401, 200]);

    const live = await openLive({ ...grace, password: made });
    expect(await say('user remove grace@example.org')).toEqual(fine('grace@example.org was removed.\n'));
    expect([await status({ ...grace, password: made }), await status(firstAccount)]).toEqual([401, 200]);
    expect((await live.closed).code).toBe(4404);
  });

  it('are refused in a sentence', async () => {
    await start();
    const refusals = await Promise.all(
      ['user add ada', 'user add Ada@example.org', 'user password x@example.org', 'user remove ada@example.org'].map(
        say,
      ),
    );
    expect(refusals).toEqual([
      refused('"ada" is not an e-mail address.\n'),
      refused('The user Ada@example.org exists already.\n'),
      refused('There is no user x@example.org.\n'),
      refused('ada@example.org is the only user. Add another one first.\n'),
    ]);
    const short = await runServiceWith(
      { input: 'short' },
      'user',
      'add',
      'x@example.org',
      '--password-stdin',
      '--data',
      data,
    );
    expect(short).toEqual(refused('A password has at least 8 characters.\n'));
  });
});

describe('the first user', () => {
  it('gets a password that is printed once, and in no line of the log', async () => {
    program = await startServiceWith({ env: { OVERLAY_ADMIN_PASSWORD: '' } }, '--data', data);
    const line = /^The first user is (\S+)\. Its password, shown only once: (\S+)$/m;
    const [, email = '', password = ''] = line.exec(program.errors()) ?? [];
    expect([email, await status({ email, password })]).toEqual(['ada@example.org', 200]);
    expect(program.errors().split(password).length).toBe(2);
    await kill();
    program = await startServiceWith({ env: { OVERLAY_ADMIN_PASSWORD: '' } }, '--data', data);
    expect([program.errors(), await status({ email, password })]).toEqual([expect.not.stringMatching(line), 200]);
  });

  it.each(['--exit-on-stdin-close', '--keep-password'])(
    'of an embedded service (%s) is kept in a file',
    async (flag) => {
      program = await startServiceWith({ env: { OVERLAY_ADMIN_PASSWORD: '' } }, '--data', data, flag);
      const kept = JSON.parse(readFileSync(path('admin-password'), 'utf8')) as { email: string; password: string };
      expect([
        await status(kept),
        program.errors().includes(kept.password),
        program.out().includes(kept.password),
      ]).toEqual([200, false, false]);
    },
  );

  it('has the password of the environment, which is printed and kept nowhere', async () => {
    await start('--exit-on-stdin-close');
    expect([await status(firstAccount), existsSync(path('admin-password'))]).toEqual([200, false]);
    expect(program?.errors()).not.toContain(firstAccount.password);
  });

  it('is refused where the environment names no e-mail address, before anything is made', async () => {
    expect(await runServiceWith({ env: { OVERLAY_ADMIN_USER: 'ada' } }, '--data', data)).toEqual({
      code: 2,
      out: '',
      errors: 'OVERLAY_ADMIN_USER: "ada" is not an e-mail address.\n',
    });
    expect(readdirSync(data)).toEqual([]);
  });
});

describe('the data', () => {
  it('is for the user alone that the service runs as', async () => {
    await start();
    const modes = ['service.db', 'service.db-wal', 'service.lock'].map((name) => statSync(path(name)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });

  it('is copied while the service runs, and put back while it does not', async () => {
    await start('--seed', 'demo');
    const copy = path('copy.db');
    expect(await say(`backup ${copy}`)).toEqual(fine(`The database was copied to ${copy}.\n`));
    const inUse = `The database ${path('service.db')} is in use by another service. Stop that one, or name another directory with --data.\n`;
    expect(await say(`restore ${copy}`)).toEqual(refused(inUse));
    const { ready } = program!;
    await kill();
    rmSync(path('service.db'));
    rmSync(path('service.db-wal'));
    expect(await say(`restore ${copy}`)).toEqual(fine(`${copy} is in place.\n`));
    expect(await say(`restore ${copy}`)).toEqual(
      fine(
        expect.stringContaining(
          `${copy} is in place. The previous database is kept as ${path('service.db.replaced-')}`,
        ),
      ),
    );
    expect((await start()).ready).toEqual(ready);
  });

  it('is checked, with an exit code', async () => {
    await start('--seed', 'demo');
    expect(await say('check')).toEqual(fine('No problems were found.\n'));
    expect(await runService('check', '--data', path('none'))).toEqual(
      refused(`There is no database ${join(path('none'), 'service.db')}.\n`),
    );
  });
});
