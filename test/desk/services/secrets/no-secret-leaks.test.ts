import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deskApi, type DeskView } from '../../../../contract/desk-api/desk-api.ts';
import { openLink, type Pipe } from '../../../../contract/link/link.ts';
import { openDesk } from '../../../../desk/desk.ts';
import { accountFile } from '../../../../node/secret-file.ts';
import { openAsRunLog } from '../../../../node/as-run/as-run-log.ts';
import { systemClock } from '../../../../node/clock.ts';
import { openDataThread } from '../../../../node/data/data-thread.ts';
import { openHttpConnection } from '../../../../node/http/http-connection.ts';
import { LogFile } from '../../../../node/log-file.ts';
import { DeskLog, serviceRecord } from '../../../../desk/log/desk-log.ts';
import { programLog } from '../../../../node/program-log.ts';
import { preparationFile } from '../../../../node/settings-file.ts';
import { readTable } from '../../../../node/data/read-table.ts';
import { folderWatch } from '../../../../node/folder-watch.ts';
import { oscSockets } from '../../../../node/osc-sockets.ts';
import { remoteServer } from '../../../../node/remote-server.ts';
import { showFile } from '../../../../node/show/show-file.ts';
import { sourceFiles } from '../../../../node/show/source-files.ts';
import { supportFacts } from '../../../../node/support-facts.ts';
import type { Account, DeliveredFile, SecretsPort } from '../../../../desk/ports.ts';
import { secretStore as keychainSecrets } from '../../../../electron/secret-store.ts';
import { secretStore as hostSecrets } from '../../../../host/secret-store.ts';
import { serviceIn } from '../../../../host/processes.ts';
import { settingsStore } from '../../../../host/settings-store.ts';
import { type AppStand, startAppStand } from '../../../kit/desk/app-stand.ts';
import { LoopbackServers } from '../../../kit/service/loopback-servers.ts';
import { pipePair } from '../../../../contract/link/pipe-pair.ts';
import { filesUnder, handedOut, type Place, secretsIn } from '../../../kit/secret-scan.ts';
import { ada, bob } from '../../../kit/service/two-accounts.ts';
import { changeView } from '../../../kit/desk/changed-view.ts';

vi.mock('electron', async () => ({
  safeStorage: (await import('../../../electron-double/safe-storage.ts')).safeStorage,
}));

const passphrase = 'a passphrase of the environment';
const keychainKey = Buffer.alloc(32, 'the key of a keychain').toString('base64');
const proxyUser = 'proxy-user';
const proxyPassword = 'through & through';
const sourceSecret = 'Bearer of the scores 4711';
let data = '';
let stand: AppStand;
let servers: LoopbackServers;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'overlay-leaks-'));
  vi.stubEnv('OVERLAY_DOUBLE_KEYCHAIN', keychainKey);
  servers = new LoopbackServers();
  stand = await startAppStand();
});
afterEach(async () => {
  servers.close();
  await stand.close();
  rmSync(data, { recursive: true });
});

/** The places that last, each as its shell opens it. */
const stores: Record<'credentials' | 'keychain', () => SecretsPort> = {
  credentials: () =>
    hostSecrets(data, {
      credentials: undefined,
      env: { OVERLAY_SECRETS_PASSPHRASE: passphrase },
      platform: process.platform,
    }),
  keychain: () => keychainSecrets(data, { platform: 'linux', clock: systemClock }),
};

/** A desk as its shell opens it, with all that it says and writes in reach. */
async function openLoudDesk(store: keyof typeof stores) {
  const said: string[] = [];
  const delivered: DeliveredFile[] = [];
  const log = programLog((line) => void said.push(line), systemClock.now);
  const connection = openHttpConnection();
  const launch = serviceIn(join(data, 'service'), (line) => {
    log.say(line);
    deskLog.write(serviceRecord(line));
  });
  const tokens: string[] = [];
  const accounts: Account[] = [];
  const leftAccount = accountFile(join(data, 'service'));
  const asRunLog = openAsRunLog(data, { clock: systemClock });
  const logFile = new LogFile(join(data, 'log'), (text) => void said.push(text));
  const deskLog = new DeskLog(logFile, systemClock);
  const desk = openDesk({
    clock: systemClock,
    log: deskLog,
    settings: settingsStore(data),
    preparation: preparationFile(data, systemClock.now),
    show: showFile(join(data, 'show.overlayshow'), systemClock.now),
    readTable,
    watchFolder: folderWatch(systemClock),
    sourceFiles: sourceFiles(data, systemClock),
    openRemoteServer: remoteServer(systemClock),
    osc: oscSockets,
    asRunLog,
    connection,
    openRoute: openHttpConnection,
    launchService: (ports) => {
      const started = launch(ports);
      void started.ready.then(({ apps }) => tokens.push(...apps.map((app) => app.token)));
      return started;
    },
    accountFile: {
      ...leftAccount,
      read: async () => {
        const account = await leftAccount.read();
        if (account) accounts.push(account);
        return account;
      },
    },
    secrets: stores[store](),
    deliver: (file) => {
      delivered.push(file);
      return Promise.resolve({ how: 'saved', file: file.name });
    },
    support: supportFacts({ version: '0', data, log }),
    openData: openDataThread(deskLog),
  });
  const close = async (): Promise<void> => {
    await desk.close();
    connection.close();
    await asRunLog.close();
    await logFile.close();
  };
  return { desk, said, delivered, tokens, accounts, close };
}

/** What a screen was sent, every word of it, and what it shows now. */
async function watch(serve: (pipe: Pipe) => void) {
  const pipe = pipePair();
  const sent: string[] = [];
  serve({
    send(text) {
      sent.push(text);
      pipe.far.send(text);
    },
    onMessage: (handler) => pipe.far.onMessage(handler),
    onClose: (handler) => pipe.far.onClose(handler),
  });
  const screen = openLink(pipe.near, deskApi, () => undefined);
  const view: DeskView = await screen.call('watch', {});
  screen.on('changed', (change) => changeView(view, change));
  return { screen, sent, view };
}

async function contentOf({ name, content }: DeliveredFile): Promise<Place[]> {
  const parts: Buffer[] = [];
  for await (const part of content()) parts.push(Buffer.from(part as string));
  return handedOut(name, Buffer.concat(parts));
}

const proxied = `Basic ${Buffer.from(`${proxyUser}:${proxyPassword}`).toString('base64')}`;

it.each(['credentials', 'keychain'] as const)(
  'after a session with each kind of connection and secrets kept by %s, no secret is in a file, in a log, in an export or on a screen',
  async (store) => {
    const app = await stand.bob.makeApp({ composition: stand.bob.small, outputs: ['Main'], shared: true });
    const { desk, said, delivered, tokens, accounts, close } = await openLoudDesk(store);
    const { screen, sent, view } = await watch((pipe) => desk.serve(pipe));
    const live = (kind: string) => view.apps.some((one) => one.kind === kind && one.connection.status === 'live');
    await expect.poll(() => live('embedded')).toBe(true);
    await expect.poll(() => view.connections[0]?.hasSecret).toBe(true);

    const proxy = { use: 'none' as const, address: '', user: '', secret: null };
    const bare = { proxy, certificates: '', email: '', base: stand.url };
    const { reference } = await screen.call('handOverSecret', { secret: ada.password });
    const account = { ...bare, kind: 'account' as const, name: 'Ada', email: ada.email, secret: { reference } };
    expect(await screen.call('testConnection', account)).toMatchObject({ works: true });
    const { id } = await screen.call('saveConnection', account);
    await expect.poll(() => view.connections.find((one) => one.id === id)?.apps?.length).toBeGreaterThan(0);
    const [first] = view.connections.find((one) => one.id === id)?.apps ?? [];
    await screen.call('chooseApps', { id, apps: [first!.id] });
    const pasted = await screen.call('pasteConnection', {
      text: `${stand.url}/apiv2/controlapps/${app.token}/control`,
    });
    const port = await servers.proxy([], (head) => (head.includes(proxied) ? 200 : 407));
    const way = { use: 'address' as const, address: `http://127.0.0.1:${port}`, user: proxyUser };
    const byProxy = { ...way, secret: await screen.call('handOverSecret', { secret: proxyPassword }) };
    const byToken = {
      ...bare,
      proxy: byProxy,
      kind: 'token' as const,
      name: 'Bob',
      secret: { reference: pasted.reference! },
    };
    await screen.call('saveConnection', byToken);
    await expect.poll(() => live('account') && live('token')).toBe(true);
    const wrong = await screen.call('handOverSecret', { secret: bob.password });
    expect(await screen.call('testConnection', { ...account, secret: wrong })).toMatchObject({ works: false });

    const source = await screen.call('editSources', {
      edit: 'addSource',
      source: { name: 'Scores', from: { kind: 'http', url: `${stand.url}/scores` }, allowPrivate: true },
    });
    await screen.call('setSourceSecret', { source: source!, secret: sourceSecret });
    await expect.poll(() => view.sourceViews[source!]?.state).toBe('BROKEN');

    for (const sub of Object.keys(view.subs)) {
      await screen
        .call('do', { action: { do: 'take', subComposition: sub, to: 'In', action: 'jump' } })
        .catch(() => undefined);
    }
    await expect.poll(() => view.asRun.length).toBeGreaterThan(2);
    await screen.call('supportBundle', {});
    await close();

    const [token] = (await stand.ada.get('/apiv1/appinstances')).body as { access_token: string }[];
    const exported = (await Promise.all(delivered.map(contentOf))).flat();
    const written = filesUnder(data);
    const [ofService, files] = [true, false].map((own) =>
      written.filter(([name]) => name.startsWith('service/') === own),
    );
    const places: Place[] = [
      ...files!,
      ['what the desk said', said.join('\n')],
      ['what a screen was sent', sent.join('\n')],
      ...exported,
    ];
    expect(files!.map(([name]) => name)).toEqual(expect.arrayContaining(['settings.json', 'secrets.json']));
    expect([exported.length > 3, ofService!.length > 0, view.secrets.backend]).toEqual([true, true, store]);
    const secrets = {
      ...(store === 'credentials' ? { passphrase } : { 'key of the keychain': keychainKey }),
      ada: ada.password,
      bob: bob.password,
      'password at the proxy': proxyPassword,
      'secret of a source': sourceSecret,
      'password of the own service': accounts[0]!.password,
      'token of bob': app.token,
      'token of ada': token!.access_token,
    };
    // The store of the service has tokens of its own, because it has to check them.
    expect(secretsIn(places, { ...secrets, 'token of this desk': tokens[0]! })).toEqual([]);
    expect(secretsIn(ofService!, secrets)).toEqual([]);
    expect(ofService!.map(([name]) => name)).not.toContain('service/admin-password');
  },
);
