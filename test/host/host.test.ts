import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Pipe } from '../../contract/link/link.ts';
import { downloadsFor } from '../../host/downloads.ts';
import { type Host, openHost } from '../../host/host.ts';
import { Visitors } from '../../host/visitors.ts';
import { ManualClock } from '../kit/manual-clock.ts';
import { enterAt } from '../kit/programs/screen-at.ts';

let directory = '';
let screens = '';
let host: Host;
let used: string[] = [];
let trouble: string[] = [];
const clock = new ManualClock();
const downloads = downloadsFor(clock);
let served: Pipe[] = [];
/** By the screens that came, the names that they had before. */
let names: (string | undefined)[] = [];

/** A desk that answers every message with itself, marked. */
const desk = {
  serve(pipe: Pipe, before?: string): void {
    served.push(pipe);
    names.push(before);
    pipe.onMessage((message) => {
      pipe.send(`heard ${message}`);
    });
  },
  pictureOrigins: () => ['https://graphics.example'],
  checkShow: () => Promise.resolve({ opening: false, lines: [] }),
  close: () => Promise.resolve(),
};

/** Open a host on this port, and on the browsers that are known in the directory. */
function openAt(port: number): Promise<Host> {
  const visitors = new Visitors(directory, (text) => trouble.push(text));
  return openHost({ port, screens, desk, downloads, visitors, onAddressUsed: (address) => used.push(address) });
}

beforeEach(async () => {
  used = [];
  trouble = [];
  [served, names] = [[], []];
  directory = mkdtempSync(join(tmpdir(), 'host-'));
  screens = join(directory, 'screens');
  mkdirSync(join(screens, 'assets'), { recursive: true });
  writeFileSync(join(screens, 'index.html'), '<title>Overlay Desk</title>');
  writeFileSync(join(screens, 'assets', 'main.js'), 'start();');
  host = await openAt(0);
});
afterEach(async () => {
  await host.close();
  rmSync(directory, { recursive: true });
});

interface Answer {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** One request with exactly these headers: the client of the platform would not let a Host be forged. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { port } = new URL(host.url);
  const asked = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

const tokenOf = (address: string): string | null => new URL(address).searchParams.get('token');

/** The key of a browser that came in by a fresh address. */
async function newKey(): Promise<string> {
  const [answer, socket] = await enterAt(host.url, { token: tokenOf(host.address()) });
  socket.terminate();
  return 'key' in answer ? answer.key : answer.refused;
}

const noKey = expect.stringContaining('does not have the key of this desk') as string;
const usedToken = expect.stringMatching(
  /^This address was used already.+Open the newest address that the desk printed/,
) as string;

/** What the desk answers to a screen, once it has closed the link of a refused one. */
async function entry(request: Parameters<typeof enterAt>[1]): Promise<unknown> {
  const [answer, socket] = await enterAt(host.url, request);
  if ('refused' in answer) await once(socket, 'close');
  else socket.terminate();
  return answer;
}

async function dial(headers: Record<string, string>, path = '/link'): Promise<string | WebSocket> {
  const socket = new WebSocket(`${host.url.replace('http', 'ws')}${path}`, { headers });
  return new Promise((resolve) => {
    socket.once('open', () => {
      resolve(socket);
    });
    socket.once('error', (error) => {
      resolve(error.message);
    });
  });
}

describe('the way in', () => {
  it('is a one-time address, which gives the browser a key to keep', async () => {
    const address = host.address();
    const request = { token: tokenOf(address), screen: 'Screen 2' };
    expect(await entry(request)).toEqual({ key: expect.stringMatching(/^[\w-]{43}$/) as string });
    expect([used, names]).toEqual([[address], ['Screen 2']]);
  });

  it('does not open twice by the same address, and says how to get another', async () => {
    const token = tokenOf(host.address());
    await entry({ token });
    expect(await entry({ token })).toEqual({ refused: usedToken });
    expect([used.length, served.length]).toEqual([1, 1]);
  });

  it('uses up no address where the page is only looked at, and none of a browser with a key', async () => {
    const address = host.address();
    await ask(address.slice(host.url.length), {}, 'HEAD');
    await ask(address.slice(host.url.length));
    const key = await newKey();
    expect(await entry({ key, token: tokenOf(address) })).toEqual({ key });
    expect(await entry({ token: tokenOf(address) })).toHaveProperty('key');
  });

  it('gives two browsers keys of their own', async () => {
    const [one, other] = [await newKey(), await newKey()];
    expect(one).not.toBe(other);
    expect([await entry({ key: one }), await entry({ key: other })]).toEqual([{ key: one }, { key: other }]);
  });

  it('is closed to another program or user of this machine', async () => {
    const token = tokenOf(host.address());
    expect(await entry({})).toEqual({ refused: noKey });
    expect(await entry({ key: '' })).toEqual({ refused: noKey });
    expect(await entry({ key: 'guess' })).toEqual({ refused: noKey });
    expect(await entry({ key: token })).toEqual({ refused: noKey });
    expect(await entry({ token: await newKey() })).toEqual({ refused: usedToken });
    served = [];
    const socket = await dial({ origin: host.url });
    if (typeof socket === 'string') throw new Error(socket);
    socket.send('{"id":1,"call":"watch","request":{}}');
    expect(JSON.parse(String((await once(socket, 'message'))[0]))).toEqual({ refused: noKey });
    expect(served).toEqual([]);
  });

  it('keeps room for a screen, however many programs open a link and show no key', async () => {
    const sockets = await Promise.all(Array.from({ length: 40 }, () => dial({ origin: host.url })));
    expect(await entry({ token: tokenOf(host.address()) })).toHaveProperty('key');
    const open = (): number =>
      sockets.filter((socket) => typeof socket !== 'string' && socket.readyState === WebSocket.OPEN).length;
    await expect.poll(open).toBeLessThan(33);
  });
});

describe('a browser that was let in once', () => {
  /** The desk ends, and starts again at the same address. */
  async function restart(between: () => void = () => undefined): Promise<void> {
    const port = Number(new URL(host.url).port);
    await host.close();
    between();
    host = await openAt(port);
  }
  const file = (): string => join(directory, 'browsers.json');

  it('comes in again after the desk has ended', async () => {
    const key = await newKey();
    await restart();
    expect(await entry({ key })).toEqual({ key });
    expect(readFileSync(file(), 'utf8')).not.toContain(key);
    expect(statSync(file()).mode & 0o077).toBe(0);
  });

  it('needs a new address when the browsers are forgotten, or cannot be read', async () => {
    const key = await newKey();
    await restart(() => new Visitors(directory, () => undefined).forget());
    expect(await entry({ key })).toEqual({ refused: noKey });
    const other = await newKey();
    await restart(() => writeFileSync(file(), 'no list'));
    expect(await entry({ key: other })).toEqual({ refused: noKey });
    expect(trouble).toEqual([expect.stringContaining(`${file()} cannot be read`)]);
  });
});

describe('the pages', () => {
  it('hold no secrets: they are served to anybody, without a cookie, under headers that let nothing foreign in', async () => {
    const page = await ask('/');
    expect(page).toMatchObject({ status: 200, body: '<title>Overlay Desk</title>' });
    expect(page.headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html; " +
        "img-src 'self' data: http: https:; " +
        "connect-src 'self'; frame-src 'self' http://127.0.0.1:* http://localhost:*; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(page.headers).not.toHaveProperty('set-cookie');
    expect(await ask('/assets/main.js')).toMatchObject({ status: 200, body: 'start();' });
    expect((await ask('/nothing.js')).status).toBe(404);
  });

  it('let in the program picture of a connected service, in a page of its own, and no other', async () => {
    const around = (picture: string): Promise<Answer> => ask(`/program-picture?of=${encodeURIComponent(picture)}`);
    const page = await around('https://graphics.example/onair');
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(
      /frame-src https:\/\/graphics\.example;.+ancestors 'self'$/,
    );
    expect(page.body).toContain('<iframe src="https://graphics.example/onair"');
    const other = await around('https://evil.example/onair');
    expect(other.status).toBe(404);
    expect(other.headers['content-security-policy']).toContain("frame-src 'none'");
  });

  it('are not served under a foreign name, nor to a foreign origin', async () => {
    const refused = { status: 403, body: 'This request came from a page that may not control this desk.' };
    expect(await ask('/', { host: 'evil.example' })).toMatchObject(refused);
    expect(await ask('/', { origin: 'https://evil.example' })).toMatchObject(refused);
  });

  it('do not lead out of their directory', async () => {
    writeFileSync(join(directory, 'settings.json'), 'of the operator');
    for (const path of ['/../settings.json', '/%2e%2e/settings.json', '/assets/..%2f..%2fsettings.json']) {
      expect((await ask(path)).body, path).not.toContain('of the operator');
    }
  });
});

describe('the check of the show', () => {
  it('is for a program with a token, once', async () => {
    const address = host.address();
    const check = (token: string | null) => ask('/show-check', { authorization: `Bearer ${token ?? ''}` });
    expect([(await ask('/show-check')).status, (await check('guess')).status]).toEqual([403, 403]);
    expect(await check(tokenOf(address))).toMatchObject({ status: 200, body: '{"opening":false,"lines":[]}' });
    expect([(await check(tokenOf(address))).status, used]).toEqual([403, [address]]);
  });
});

describe('the link', () => {
  it('joins a screen with a key to the desk, both ways, until it closes', async () => {
    const [, socket] = await enterAt(host.url, { key: await newKey() });
    served = served.slice(-1);
    const answer = once(socket, 'message');
    socket.send('ö');
    expect(String((await answer)[0])).toBe('heard ö');
    const closed = new Promise<string>((resolve) => {
      served[0]?.onClose(() => {
        resolve('closed');
      });
    });
    socket.terminate();
    expect(await closed).toBe('closed');
    // A desk that has something to say to a screen that just went must not fail over it.
    served[0]?.send('too late');
  });

  it('is refused to a foreign origin, to no origin, and under a foreign name', async () => {
    const refused = 'Unexpected server response: 403';
    expect(await dial({ origin: 'https://evil.example' })).toBe(refused);
    expect(await dial({})).toBe(refused);
    expect(await dial({ origin: 'http://evil.example', host: 'evil.example' })).toBe(refused);
    expect(served).toEqual([]);
  });

  it('is the only thing that opens as a WebSocket', async () => {
    const dialled = await dial({ origin: host.url }, '/other');
    expect(dialled).toBe('Unexpected server response: 404');
  });

  it('ends for a screen that sends more than any screen would, and the desk goes on', async () => {
    const [, socket] = await enterAt(host.url, { key: await newKey() });
    const closed = once(socket, 'close');
    socket.send('x'.repeat(17 * 1024 * 1024));
    expect((await closed)[0]).toBe(1009);
    expect((await ask('/')).status).toBe(200);
  });

  it('ends with the host, which does not wait for it', async () => {
    const other = await openAt(0);
    const [, socket] = await enterAt(other.url, { token: tokenOf(other.address()) });
    const closed = once(socket, 'close');
    await other.close();
    expect((await closed)[0]).toBe(1001);
  });
});

describe('a file that the desk made', () => {
  async function* content(): AsyncGenerator<string> {
    yield 'one,';
    await Promise.resolve();
    yield 'two';
  }
  const offered = async (): Promise<string> => {
    const delivery = await downloads.deliver({
      name: 'as-run 2026.csv',
      mediaType: 'text/csv; charset=utf-8',
      content,
    });
    if (delivery.how !== 'download') throw new Error(delivery.how);
    return delivery.href;
  };

  it('is fetched by its address, which only its screen learns, as a file to be saved, once', async () => {
    const href = await offered();
    expect(href).toMatch(/^\/download\/[\w-]{22}$/);
    expect(await ask(href)).toMatchObject({
      status: 200,
      body: 'one,two',
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': "attachment; filename*=UTF-8''as-run%202026.csv",
        'cache-control': 'no-store',
      },
    });
    expect((await ask(href)).status).toBe(404);
  });

  it('does not wait for ever', async () => {
    const href = await offered();
    await clock.pass(10 * 60_000);
    expect((await ask(href)).status).toBe(404);
  });

  it('whose content fails on the way is broken off, so that nobody takes the half for the whole', async () => {
    async function* failing(): AsyncGenerator<string> {
      yield 'half';
      await Promise.resolve();
      throw new Error('EIO');
    }
    const delivery = await downloads.deliver({ name: 'x', mediaType: 'text/plain', content: failing });
    await expect(ask(delivery.how === 'download' ? delivery.href : '')).rejects.toThrow(/aborted|hang up/);
  });
});

describe('a host that cannot open', () => {
  it('says that its port is in use, and which flag chooses another', async () => {
    const port = Number(new URL(host.url).port);
    const second = openAt(port);
    await expect(second).rejects.toThrow(
      `Port ${String(port)} is in use, perhaps by another desk. Choose another with --port N, or any free one with --port 0.`,
    );
  });

  it('says that the screens are not built', async () => {
    const nothing = join(directory, 'nothing');
    const unbuilt = openHost({
      port: 0,
      screens: nothing,
      desk,
      downloads,
      visitors: new Visitors(directory, () => undefined),
      onAddressUsed: () => undefined,
    });
    await expect(unbuilt).rejects.toThrow(`The screens are not built: ${nothing} has no index.html.`);
  });
});
