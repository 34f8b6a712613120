import { texts } from '../../../contract/texts/texts.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionDraft, ConnectionSettings } from '../../../contract/desk-api/connections.ts';
import type { ReachedTarget } from '../../../desk/backup/backups.ts';
import { Services } from '../../../desk/services/services.ts';
import { Faults } from '../../../desk/log/faults.ts';
import { openHttpConnection } from '../../../node/http/http-connection.ts';
import type { ReadyLine } from '../../../contract/service-api/live-channel.ts';
import type { Account, LaunchService, OpenRoute, SecretsPort } from '../../../desk/ports.ts';
import { type AppStand, startAppStand } from '../../kit/desk/app-stand.ts';
import { LoopbackServers } from '../../kit/service/loopback-servers.ts';
import { ManualClock, settled } from '../../kit/manual-clock.ts';
import { groundOn, noScreens } from '../../kit/desk/ground.ts';
import { memorySettings, type ScriptedPorts } from '../../kit/desk/scripted-ports.ts';
import { memorySecretFile, secretPorts, turningKeychain } from '../../kit/desk/secret-ports.ts';
import { ada } from '../../kit/service/two-accounts.ts';
import { recordingLog } from '../../kit/desk/recording-log.ts';

const servers = new LoopbackServers();
let stand: AppStand;
const shut: (() => void)[] = [];
beforeEach(async () => {
  stand = await startAppStand();
});
afterEach(async () => {
  for (const end of shut.splice(0)) end();
  servers.close();
  await stand.close();
});

const embedded: ConnectionSettings = { kind: 'embedded', id: 'embedded', name: 'This desk' };
const keychain = (): Partial<SecretsPort> => ({ keychain: async () => turningKeychain() });

/** The connections of a desk whose apps are only remembered. */
function openConnections(
  given: { settings?: ConnectionSettings[]; secrets?: SecretsPort; left?: Account; openRoute?: OpenRoute } = {},
) {
  const clock = new ManualClock();
  const file = memorySecretFile();
  const apps = new Map<string, ReachedTarget>();
  const told: string[] = [];
  const saved: ConnectionSettings[][] = [];
  const port = {
    ...memorySettings(given.settings && { version: 1, connections: given.settings }),
    write: (written: unknown) => void saved.push((written as { connections: ConnectionSettings[] }).connections),
  };
  let left = given.left;
  const watchers = new Set<() => void>();
  const log = recordingLog();
  const launches: ((line: ReadyLine) => void)[] = [];
  const ends: ((lastWords: string) => void)[] = [];
  const launchService: LaunchService = () => {
    const [ready, ended] = [Promise.withResolvers<ReadyLine>(), Promise.withResolvers<string>()];
    told.push('service on');
    launches.push(ready.resolve);
    ends.push(ended.resolve);
    const stop = (): void => {
      told.push('service off');
      ended.resolve('');
    };
    return { ready: ready.promise, ended: ended.promise, stop };
  };
  const outside = {
    clock,
    log,
    settings: port,
    openRoute: given.openRoute ?? openHttpConnection,
    secrets: given.secrets ?? secretPorts({ ...keychain(), file }),
    accountFile: { file: 'admin-password', read: async () => left, remove: async () => void (left = undefined) },
    launchService,
  };
  const look = (): void => watchers.forEach((one) => one());
  const ground = groundOn(outside as Partial<ScriptedPorts>, noScreens(look));
  const connections = new Services(
    { ...ground, faults: new Faults(log, () => 'f00d') },
    {
      open: (target) => {
        told.push(`open ${target.key}`);
        apps.set(target.key, target);
        look();
      },
      close: (key) => {
        told.push(`close ${key}`);
        apps.delete(key);
        look();
      },
      disconnect: () => undefined,
    },
  );
  shut.push(() => void connections.close());
  /** Resolves when the view is so; every change of it is looked at. */
  const until = (shows: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!shows()) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
    });
  const one = (id: string) => connections.connections.view.find((view) => view.id === id);
  return {
    connections,
    calls: connections.calls,
    apps,
    told,
    saved,
    serviceReady: (line: ReadyLine) => {
      launches.at(-1)?.(line);
      return settled();
    },
    serviceEnded: (lastWords: string) => {
      ends.at(-1)?.(lastWords);
      return settled();
    },
    clock,
    file,
    until,
    one,
    left: () => left,
    logged: log.records,
  };
}

const draft = (more: Partial<ConnectionDraft>): ConnectionDraft => ({
  kind: 'account',
  name: 'Arena',
  base: stand.url,
  email: ada.email,
  secret: null,
  proxy: { use: 'none', address: '', user: '', secret: null },
  certificates: '',
  ...more,
});

/** A desk with Ada's account as its only remote connection. */
async function withAccount() {
  const desk = openConnections({ settings: [] });
  const { reference } = await desk.calls.handOverSecret({ secret: ada.password });
  const { id } = await desk.calls.saveConnection(draft({ secret: { reference } }));
  await desk.until(() => desk.one(id)?.status === 'open');
  return { ...desk, id };
}

describe('a desk without settings', () => {
  it('runs its own service, opens the first app of it, and takes its account into the keychain', async () => {
    const account = { email: 'admin@overlay.local', password: 'made by the service' };
    const { connections, serviceReady, apps, told, until, one, left, file } = openConnections({ left: account });
    expect(told).toEqual(['service on']);
    const app = (id: number) => ({
      id,
      name: `App ${id}`,
      token: `token-${id}`,
      onairUrl: 'http://127.0.0.1:4000/onair/o',
    });
    await serviceReady({
      ready: true,
      url: 'http://127.0.0.1:4000',
      mediaUrl: 'http://127.0.0.1:4001',
      apps: [app(1), app(2)],
    });
    await until(() => one('embedded')?.hasSecret === true);
    expect(connections.connections.view).toEqual([
      {
        id: 'embedded',
        name: 'This desk',
        kind: 'embedded',
        base: 'http://127.0.0.1:4000',
        email: 'admin@overlay.local',
        hasSecret: true,
        status: 'open',
        reason: '',
        certificates: [],
        proxy: { use: 'none', address: '', user: '', hasSecret: false },
        apps: [
          { id: 1, name: 'App 1', hasToken: true, chosen: true },
          { id: 2, name: 'App 2', hasToken: true, chosen: false },
        ],
      },
    ]);
    expect(apps.get('embedded-1')).toMatchObject({ base: 'http://127.0.0.1:4000', token: 'token-1', kind: 'embedded' });
    expect([left(), JSON.stringify(file.content).includes(account.password)]).toEqual([undefined, false]);
    await connections.calls.chooseApps({ id: 'embedded', apps: [1, 2] });
    expect([...apps.keys()]).toEqual(['embedded-1', 'embedded-2']);
  });

  it('lets its service end where the operator removes the connection to it', async () => {
    const { calls, told, saved } = openConnections();
    await calls.removeConnection({ id: 'embedded' });
    expect([told, saved]).toEqual([['service on', 'service off'], [[]]]);
    expect(await calls.saveConnection(draft({ kind: 'embedded', name: '' }))).toEqual({ id: 'embedded' });
    expect([told.at(-1), saved.at(-1)]).toEqual(['service on', [embedded]]);
  });

  it('tells of an account that the service refuses, and takes the one that the operator enters', async () => {
    const { connections, calls } = openConnections();
    const { reference } = await calls.handOverSecret({ secret: 'the new password' });
    await calls.saveConnection(
      draft({ id: 'embedded', kind: 'embedded', email: 'ada@example.org', secret: { reference } }),
    );
    expect(await connections.embeddedAccount()).toEqual({ email: 'ada@example.org', password: 'the new password' });
  });
});

describe('a connection by an account', () => {
  it('lists the apps of the service and opens those that are chosen, making the tokens they lack', async () => {
    const shared = await stand.ada.makeApp({ shared: true });
    const bare = await stand.ada.makeApp();
    const { calls, apps, one, id, until, told } = await withAccount();
    const app = (number: number) => one(id)?.apps?.find((known) => known.id === number);
    expect(one(id)?.apps).toEqual([
      { id: 1, name: 'Small', hasToken: true, chosen: false },
      { id: shared.id, name: 'News', hasToken: true, chosen: false },
      { id: bare.id, name: 'News', hasToken: false, chosen: false },
    ]);
    expect(told).toEqual([]);
    await calls.chooseApps({ id, apps: [bare.id] });
    await until(() => app(bare.id)?.chosen === true);
    expect(app(bare.id)).toEqual({ id: bare.id, name: 'News', hasToken: true, chosen: true });
    const target = apps.get(`${id}-${bare.id}`);
    expect(await target?.account?.()).toEqual(ada);
    expect((await fetch(`${stand.url}/apiv2/controlapps/${target?.token ?? ''}/control`)).status).toBe(200);
  });

  it('keeps an app open while others are chosen, and while its address or name is changed', async () => {
    const [first, second] = [await stand.ada.makeApp({ shared: true }), await stand.ada.makeApp({ shared: true })];
    const { calls, id, until, told, apps } = await withAccount();
    const opened = (...apps: number[]): string[] => apps.map((app) => `open ${id}-${app}`);
    await calls.chooseApps({ id, apps: [first.id] });
    await until(() => told.length === 1);
    const route = apps.get(`${id}-${first.id}`)?.connection;
    await calls.chooseApps({ id, apps: [first.id, second.id] });
    await until(() => told.length === 3);
    await calls.saveConnection(draft({ id, name: 'Arena 2', secret: 'keep', certificates: 'keep' }));
    await until(() => told.length === 5);
    const both = [first.id, second.id] as const;
    expect(told).toEqual([...opened(first.id), ...opened(...both), ...opened(...both)]);
    expect(apps.get(`${id}-${first.id}`)?.connection).toBe(route);
    await calls.chooseApps({ id, apps: [second.id] });
    await until(() => told.length === 7);
    expect(told.slice(5)).toEqual([...opened(second.id), `close ${id}-${first.id}`]);
  });

  it('whose password is wrong is not tried again and again, and says what to do', async () => {
    const { calls, one, clock, until } = openConnections({ settings: [] });
    const { reference } = await calls.handOverSecret({ secret: 'wrong password' });
    const { id } = await calls.saveConnection(draft({ secret: { reference } }));
    await until(() => one(id)?.status === 'failed');
    expect(one(id)).toMatchObject({
      reason: `${texts.link.refuses(texts.link.emailOrPassword)} ${texts.link.enterBoth}`,
      hasSecret: true,
    });
    await clock.pass(60_000);
    expect(one(id)?.status).toBe('failed');
  });

  it('to a service that is away is tried until it is there', async () => {
    const port = await servers.nobody();
    const { calls, one, clock, until } = openConnections({ settings: [] });
    const { reference } = await calls.handOverSecret({ secret: ada.password });
    const { id } = await calls.saveConnection(draft({ base: `http://127.0.0.1:${port}`, secret: { reference } }));
    await until(() => one(id)?.reason !== '');
    expect(one(id)).toMatchObject({
      status: 'opening',
      reason: expect.stringContaining(`nothing listens at 127.0.0.1:${port}`),
    });
    await calls.saveConnection(draft({ id, secret: 'keep', certificates: 'keep' }));
    await until(() => one(id)?.status === 'open');
    await clock.pass(60_000);
    expect(one(id)?.status).toBe('open');
  });

  it('that meets an unexpected error names the line of the log that says why', async () => {
    const broken = new TypeError('routes is not iterable');
    const desk = openConnections({
      settings: [],
      openRoute: () => {
        throw broken;
      },
    });
    const { reference } = await desk.calls.handOverSecret({ secret: ada.password });
    const { id } = await desk.calls.saveConnection(draft({ secret: { reference } }));
    await desk.until(() => desk.one(id)?.status === 'failed');
    expect(desk.one(id)?.reason).toBe(texts.log.wentWrong('f00d'));
    expect(desk.logged).toEqual([
      { level: 'error', where: 'services', message: texts.log.unexpected, id: 'f00d', cause: broken },
    ]);
  });

  it('names an app that is gone from the service', async () => {
    const app = await stand.ada.makeApp({ shared: true });
    const { calls, one, id, until } = await withAccount();
    await calls.chooseApps({ id, apps: [app.id, 999] });
    await until(() => one(id)?.reason !== '');
    expect(one(id)).toMatchObject({ status: 'open', reason: texts.services.instanceGone(999) });
  });
});

describe('what is chosen and not open', () => {
  it('is told by number while the service was not asked, then by name, without what is gone', async () => {
    const [bare, open] = [await stand.ada.makeApp(), await stand.ada.makeApp({ shared: true })];
    const { file, saved, id } = await withAccount();
    const settings = (saved.at(-1) ?? []).map((one) => ({ ...one, apps: [bare.id, open.id, 999] }));
    const anew = openConnections({ settings, secrets: secretPorts({ ...keychain(), file }) });
    const app = (number: number, name = `app instance ${number}`) => ({
      key: `${id}-${number}`,
      name: `Arena, ${name}`,
    });
    expect(anew.connections.connections.unopened).toEqual([app(bare.id), app(open.id), app(999)]);
    await anew.until(() => anew.apps.size > 0);
    expect(anew.connections.connections.unopened).toEqual([app(bare.id, 'News')]);
  });

  it('is nothing of the service of the desk once that has started, also where it ends again', async () => {
    const { connections, serviceReady, serviceEnded } = openConnections({ settings: [{ ...embedded, apps: [1] }] });
    expect(connections.connections.unopened).toEqual([{ key: 'embedded-1', name: 'This desk, app instance 1' }]);
    const url = 'http://127.0.0.1:4000';
    const app = { id: 1, name: 'App 1', token: 'token-1', onairUrl: `${url}/onair/o` };
    await serviceReady({ ready: true, url, mediaUrl: url, apps: [app] });
    const open = connections.connections.unopened;
    await serviceEnded('It ended.');
    expect([open, connections.connections.unopened]).toEqual([[], []]);
  });
});

describe('a connection by a token', () => {
  it('is made of a pasted address, opens its app, and is forgotten with its secret when it is removed', async () => {
    const app = await stand.ada.makeApp({ shared: true, composition: stand.ada.small, outputs: ['Main'] });
    const { calls, apps, one, told, file } = openConnections({ settings: [] });
    const pasted = await calls.pasteConnection({ text: `${stand.url}/apiv1/control/${app.token}` });
    expect(pasted).toEqual({ kind: 'token', base: stand.url, reference: expect.any(String) });
    const wished = draft({ kind: 'token', name: '', email: '', secret: { reference: pasted.reference! } });
    expect(await calls.testConnection(wished)).toMatchObject({ works: true });
    const { id } = await calls.saveConnection(wished);
    await expect
      .poll(() => apps.get(id))
      .toMatchObject({ base: stand.url, token: app.token, kind: 'token', account: undefined });
    expect(one(id)).toMatchObject({ name: new URL(stand.url).host, hasSecret: true, status: 'open' });
    await calls.removeConnection({ id });
    expect(told).toEqual([`open ${id}`, `close ${id}`]);
    expect(file.content).toEqual({ version: 1, kind: 'keychain', secrets: {} });
  });

  it('the pasted address of an output is refused with the reason', () => {
    const { calls } = openConnections({ settings: [] });
    expect(() => calls.pasteConnection({ text: 'https://g.example/onair/0123456789abcdef' })).toThrow(
      'This is the address of an output',
    );
  });
});

describe('a draft', () => {
  it.each([
    [{ base: '' }, 'address', `Address: ${texts.services.nothingPasted}`],
    [{ base: 'ftp://x.example' }, 'address', `Address: ${texts.services.noAddress}`],
    [{ certificates: 'hello' }, 'address', 'Certificates: There is no certificate in it'],
    [
      { proxy: { use: 'address' as const, address: '', user: '', secret: null } },
      'address',
      `Proxy: ${texts.services.nothingPasted}`,
    ],
    [{}, 'secret', texts.services.noPassword],
    [{ secret: { reference: 'gone' } }, 'secret', 'What you typed was forgotten in the meantime.'],
  ])('%j fails its test at the step where it is wrong', async (more, step, found) => {
    const { calls } = openConnections({ settings: [] });
    const { works, steps } = await calls.testConnection(draft(more));
    const failed = steps.filter(({ result }) => result === 'failed');
    expect([works, failed]).toMatchObject([false, [{ step, found: expect.stringContaining(found) }]]);
  });

  it('that is wrong is not kept', async () => {
    const { calls, saved } = openConnections({ settings: [] });
    await expect(calls.saveConnection(draft({ base: 'nonsense!' }))).rejects.toMatchObject({ code: 'call-invalid' });
    await expect(calls.saveConnection(draft({ id: 'none' }))).rejects.toMatchObject({ code: 'connection-unknown' });
    expect(saved).toEqual([]);
  });

  it('that was typed long ago is forgotten', async () => {
    const { calls, clock } = openConnections({ settings: [] });
    const { reference } = await calls.handOverSecret({ secret: ada.password });
    await clock.pass(15 * 60_000);
    await expect(calls.saveConnection(draft({ secret: { reference } }))).rejects.toThrow(
      'was forgotten in the meantime',
    );
  });
});

describe('locked secrets', () => {
  it('make a connection wait, and unlocking opens it', async () => {
    const file = memorySecretFile();
    const first = openConnections({ settings: [], secrets: secretPorts({ file }) });
    await first.until(() => first.connections.secrets.view.state === 'choose');
    await first.calls.chooseSecrets({ passphrase: 'correct horse battery' });
    const { reference } = await first.calls.handOverSecret({ secret: ada.password });
    const { id } = await first.calls.saveConnection(draft({ secret: { reference } }));
    const second = openConnections({ settings: first.saved.at(-1)!, secrets: secretPorts({ file }) });
    await second.until(() => second.one(id)?.status === 'waiting');
    expect(second.one(id)?.reason).toBe(texts.secrets.locked);
    await expect(second.calls.unlockSecrets({ passphrase: 'wrong' })).rejects.toMatchObject({
      code: 'passphrase-wrong',
    });
    await second.calls.unlockSecrets({ passphrase: 'correct horse battery' });
    await second.until(() => second.one(id)?.status === 'open');
    expect(second.connections.secrets.view).toMatchObject({ state: 'open', backend: 'passphrase' });
  });

  it('keep nothing: a connection with a secret is refused until the operator chose where it goes', async () => {
    const { calls, saved } = openConnections({ settings: [], secrets: secretPorts() });
    const { reference } = await calls.handOverSecret({ secret: ada.password });
    await expect(calls.saveConnection(draft({ secret: { reference } }))).rejects.toMatchObject({
      code: 'secrets-locked',
    });
    expect(saved).toEqual([]);
    await calls.chooseSecrets({ passphrase: null });
    await calls.saveConnection(draft({ secret: { reference } }));
    expect(saved).toHaveLength(1);
  });
});

it('no secret is in the settings, nor in anything that screens are told', async () => {
  const { calls, connections, saved, id } = await withAccount();
  const app = await stand.ada.makeApp({ shared: true });
  const { reference } = await calls.handOverSecret({ secret: 'the proxy password' });
  const proxy = { use: 'address' as const, address: 'http://127.0.0.1:9', user: 'ada', secret: { reference } };
  await calls.saveConnection(draft({ id, secret: 'keep', certificates: 'keep', proxy }));
  await calls.saveConnection(draft({ id, secret: 'keep', certificates: 'keep' }));
  await calls.chooseApps({ id, apps: [app.id] });
  const told = JSON.stringify([saved, connections.connections.view, connections.secrets.view]);
  const secrets = [ada.password, 'the proxy password', app.token];
  expect(secrets.filter((secret) => secret === '' || told.includes(secret))).toEqual([]);
});
