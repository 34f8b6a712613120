import { createHash } from 'node:crypto';
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

let directory = '';
let screens = '';
let host: Host;
let used: string[] = [];
let trouble: string[] = [];
const clock = new ManualClock();
const downloads = downloadsFor(clock);
let served: Pipe[] = [];

/** A desk that answers every message with itself, marked. */
const desk = {
  serve(pipe: Pipe): void {
    served.push(pipe);
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
  served = [];
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

const pathOf = (address: string): string => address.slice(host.url.length);

async function session(): Promise<string> {
  const { headers } = await ask(pathOf(host.address()));
  return (headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
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
  it('is a one-time address, which leaves a session cookie and no token in the address bar', async () => {
    const address = host.address();
    const answer = await ask(pathOf(address));
    expect(answer).toMatchObject({ status: 303, headers: { location: '/', 'cache-control': 'no-store' } });
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^overlay-desk-\d+=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/),
    ]);
    expect(used).toEqual([address]);
  });

  it('does not open twice by the same address, and says how to get another', async () => {
    const address = host.address();
    await ask(pathOf(address));
    const again = await ask(pathOf(address));
    expect(again).toMatchObject({ status: 403, headers: { 'content-type': 'text/html; charset=utf-8' } });
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(again.body) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(again.headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(again.body).toContain('This address was used already');
    expect(again.body).toContain('Open the newest address that the desk printed');
    expect(used).toEqual([address]);
  });

  it('lets two browsers in by two addresses', async () => {
    const [one, other] = [await session(), await session()];
    expect(one).not.toBe(other);
    expect((await ask('/', { cookie: one })).status).toBe(200);
    expect((await ask('/', { cookie: other })).status).toBe(200);
  });

  it('brings a screen that opens its old address to the page', async () => {
    const cookie = await session();
    expect(await ask('/?token=old', { cookie })).toMatchObject({ status: 303, headers: { location: '/' } });
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

  it('comes in again after the desk has ended, and is remembered for as long again', async () => {
    const cookie = await session();
    await restart();
    const page = await ask('/', { cookie });
    expect(page.status).toBe(200);
    expect(page.headers['set-cookie']).toEqual([`${cookie}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict`]);
    expect(readFileSync(file(), 'utf8')).not.toContain(cookie.split('=')[1]);
    expect(statSync(file()).mode & 0o077).toBe(0);
  });

  it('needs a new address when the browsers are forgotten, or cannot be read', async () => {
    const cookie = await session();
    await restart(() => new Visitors(directory, () => undefined).forget());
    expect((await ask('/', { cookie })).status).toBe(403);
    const other = await session();
    await restart(() => writeFileSync(file(), 'no list'));
    expect((await ask('/', { cookie: other })).status).toBe(403);
    expect(trouble).toEqual([expect.stringContaining(`${file()} cannot be read`)]);
  });
});

describe('the pages', () => {
  it('are served to a session, under headers that let nothing foreign in', async () => {
    const cookie = await session();
    const page = await ask('/', { cookie });
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
    expect(await ask('/assets/main.js', { cookie })).toMatchObject({ status: 200, body: 'start();' });
    expect((await ask('/nothing.js', { cookie })).status).toBe(404);
  });

  it('let in the program picture of a connected service, in a page of its own, and no other', async () => {
    const cookie = await session();
    const around = (picture: string): Promise<Answer> =>
      ask(`/program-picture?of=${encodeURIComponent(picture)}`, { cookie });
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

  it.each(['/', '/assets/main.js', '/nothing.js', '/program-picture?of=https://graphics.example/'])(
    'are not served without one: %s',
    async (path) => {
      const answer = await ask(path);
      expect(answer.status).toBe(403);
      expect(answer.body).toContain('does not have the key of this desk');
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    },
  );

  it('are not served under a foreign name, nor to a foreign origin', async () => {
    const cookie = await session();
    expect((await ask('/', { cookie, host: 'evil.example' })).status).toBe(403);
    expect((await ask('/', { cookie, origin: 'https://evil.example' })).status).toBe(403);
  });

  it('do not lead out of their directory', async () => {
    const cookie = await session();
    writeFileSync(join(directory, 'settings.json'), 'of the operator');
    for (const path of ['/../settings.json', '/%2e%2e/settings.json', '/assets/..%2f..%2fsettings.json']) {
      expect((await ask(path, { cookie })).body, path).not.toContain('of the operator');
    }
  });
});

describe('the link', () => {
  it('joins a screen with a session to the desk, both ways, until it closes', async () => {
    const socket = await dial({ cookie: await session(), origin: host.url });
    if (typeof socket === 'string') throw new Error(socket);
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

  it('is refused without a session, to a foreign origin, to no origin, and under a foreign name', async () => {
    const cookie = await session();
    const refused = 'Unexpected server response: 403';
    expect(await dial({ origin: host.url })).toBe(refused);
    expect(await dial({ cookie, origin: 'https://evil.example' })).toBe(refused);
    expect(await dial({ cookie })).toBe(refused);
    expect(await dial({ cookie, origin: 'http://evil.example', host: 'evil.example' })).toBe(refused);
    expect(served).toEqual([]);
  });

  it('is the only thing that opens as a WebSocket', async () => {
    const dialled = await dial({ cookie: await session(), origin: host.url }, '/other');
    expect(dialled).toBe('Unexpected server response: 404');
  });

  it('ends for a screen that sends more than any screen would, and the desk goes on', async () => {
    const socket = await dial({ cookie: await session(), origin: host.url });
    if (typeof socket === 'string') throw new Error(socket);
    const closed = once(socket, 'close');
    socket.send('x'.repeat(17 * 1024 * 1024));
    expect((await closed)[0]).toBe(1009);
    expect((await ask('/', { cookie: await session() })).status).toBe(200);
  });

  it('ends with the host, which does not wait for it', async () => {
    const other = await openAt(0);
    const answer = await fetch(other.address(), { redirect: 'manual' });
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    const socket = new WebSocket(`${other.url.replace('http', 'ws')}/link`, { headers: { cookie, origin: other.url } });
    await once(socket, 'open');
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

  it('is fetched by a session, as a file to be saved, once', async () => {
    const href = await offered();
    const cookie = await session();
    expect(await ask(href, { cookie })).toMatchObject({
      status: 200,
      body: 'one,two',
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': "attachment; filename*=UTF-8''as-run%202026.csv",
        'cache-control': 'no-store',
      },
    });
    expect((await ask(href, { cookie })).status).toBe(404);
  });

  it('is not for who has no session, and waits for who has', async () => {
    const href = await offered();
    expect((await ask(href)).status).toBe(403);
    expect((await ask(href, { cookie: await session() })).status).toBe(200);
  });

  it('does not wait for ever', async () => {
    const href = await offered();
    await clock.pass(10 * 60_000);
    expect((await ask(href, { cookie: await session() })).status).toBe(404);
  });

  it('whose content fails on the way is broken off, so that nobody takes the half for the whole', async () => {
    async function* failing(): AsyncGenerator<string> {
      yield 'half';
      await Promise.resolve();
      throw new Error('EIO');
    }
    const delivery = await downloads.deliver({ name: 'x', mediaType: 'text/plain', content: failing });
    const cookie = await session();
    await expect(ask(delivery.how === 'download' ? delivery.href : '', { cookie })).rejects.toThrow(/aborted|hang up/);
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
