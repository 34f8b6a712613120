import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHttpConnection } from '../../../node/http/http-connection.ts';
import { type AppStand, startAppStand } from '../../kit/desk/app-stand.ts';
import { LoopbackServers, pem } from '../../kit/service/loopback-servers.ts';
import { type RunningDesk, startDesk } from '../../kit/desk/running-desk.ts';

const user = 'ada';
const password = 'l:ovelace';
const credentials = `roxy-authorization: Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
let stand: AppStand;
let servers: LoopbackServers;
let desk: RunningDesk;
/** What the proxy was told. */
let seen: string[];
let proxy: { address: string; user: string; password: string };

beforeEach(async () => {
  [stand, servers, seen] = [await startAppStand(), new LoopbackServers(), []];
  const port = await servers.proxy(seen, (head) => (head.includes(credentials) ? 200 : 407));
  proxy = { address: `http://127.0.0.1:${port}`, user, password };
  desk = await startDesk({ openRoute: (way) => openHttpConnection(way, {}) });
});
afterEach(async () => {
  await desk.close();
  servers.close();
  await stand.close();
});

const makeApp = () => stand.ada.makeApp({ composition: stand.ada.small, outputs: ['Main'], shared: true });

describe('a service behind a proxy', () => {
  it.each([
    ['in the open', undefined],
    ['encrypted, by an authority of one’s own', 'by-authority.pem'],
  ])('%s, is heard by its live channel and takes requests, all through the proxy', async (_, certificate) => {
    const port = Number(new URL(stand.url).port);
    const front = certificate === undefined ? port : await servers.secure(port, certificate);
    const base = certificate === undefined ? `http://localhost:${front}` : `https://localhost:${front}`;
    const { id, token } = await makeApp();
    const certificates = certificate === undefined ? '' : pem('authority.pem');
    const way = { base, proxy, certificates };
    const byToken = await desk.connect({ kind: 'token', name: 'By token', secret: token, ...way });
    const account = { email: 'ada@example.org', secret: 'analytical engine', apps: [id] };
    const byAccount = await desk.connect({ kind: 'account', name: 'By account', ...account, ...way });

    const [first, second] = [desk.id('Title', byToken), desk.id('Title', byAccount)];
    await desk.screen.call('do', { action: { do: 'take', subComposition: first, to: 'In', action: 'play' } });
    await desk.until(({ subs }) => [first, second].every((title) => subs[title]?.tally === 'ON AIR'));
    await desk.screen.call('do', {
      action: { do: 'take', subComposition: second, to: 'Out', action: 'play' },
      expects: 'In',
    });
    await desk.until(({ subs, asRun }) => asRun.length === 2 && subs[first]?.tally === 'OUT');
    expect(desk.view.apps.map(({ kind, truth }) => [kind, truth])).toEqual([
      ['token', 'live'],
      ['account', 'live'],
    ]);
    expect(desk.lines.map(({ action, result }) => [action, result])).toEqual([
      ['Take In', 'confirmed'],
      ['Take Out', 'confirmed'],
    ]);
    // Each connection has a way of its own, and each way a tunnel for its live channel beside that of its requests.
    expect(seen.length).toBeGreaterThanOrEqual(4);
    const others = seen.filter((head) => !head.startsWith(`CONNECT localhost:${front} HTTP/1.1\r\n`));
    expect([others, seen.filter((head) => head.includes(token))]).toEqual([[], []]);
  });

  it('goes with the proxy: the desk says that it is lost, and that what is on air is not known', async () => {
    const { token } = await makeApp();
    const port = Number(new URL(stand.url).port);
    const key = await desk.connect({
      kind: 'token',
      name: 'News',
      secret: token,
      base: `http://localhost:${port}`,
      proxy,
    });
    const title = desk.id('Title', key);
    servers.close();
    await desk.until(({ subs, apps }) => subs[title]?.tally === 'UNKNOWN' && apps[0]?.connection.status === 'lost');
    const take = desk.screen.call('do', { action: { do: 'take', subComposition: title, to: 'In', action: 'play' } });
    await expect(take).rejects.toMatchObject({ code: 'not-connected' });
  });
});
