import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longestText } from '../../electron/desk-channel.ts';
import { type DeskPipe, liveView } from './ask-desk.ts';
import { electronBinary, launchShell, type Shell } from './launch-shell.ts';

const data = mkdtempSync(join(tmpdir(), 'overlay-desk-'));
/** A page that the desk does not know; it counts who came. */
let foreign: { server: Server; url: string; visits: string[] };
let shell: Shell;

beforeAll(async () => {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(String(request.url));
    response.setHeader('access-control-allow-origin', '*').end('<h1>Not the desk</h1>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  foreign = { server, url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, visits };
  shell = await launchShell({ data });
});

afterAll(async () => {
  await shell.close();
  foreign.server.close();
  rmSync(data, { recursive: true });
});

describe('the shell under test', () => {
  it('is Electron itself, with the same specs', (context) => {
    const electron = electronBinary();
    if ('missing' in electron) return context.skip(`${electron.missing}, so the specs of the shell run on its double`);
    expect(shell.kind).toBe('electron');
  });
});

describe('what a page of the desk has', () => {
  it('is a pipe of two functions that it cannot replace', async () => {
    const pipe = await shell.page.evaluate(() => {
      const { deskPipe } = window as unknown as { deskPipe: object };
      const { writable, configurable } = Object.getOwnPropertyDescriptor(window, 'deskPipe') ?? {};
      const members = Object.entries(deskPipe).map(([name, member]) => `${name}: ${typeof member}`);
      return { members, frozen: Object.isFrozen(deskPipe), writable, configurable };
    });
    expect(pipe).toEqual({
      members: ['send: function', 'onMessage: function'],
      frozen: true,
      writable: false,
      configurable: false,
    });
  });

  it('is nothing of Node, of Electron or of the preload', async () => {
    const names = ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer', 'contextBridge'];
    const there = (looked: string[]): string[] => looked.filter((name) => name in globalThis);
    expect(await shell.page.evaluate(there, names)).toEqual([]);
  });

  it('is the desk at the other end, which answers and tells what changes', async () => {
    const view = await liveView(shell.page);
    expect(view.apps[0]?.connection.status).toBe('live');
    expect(view.apps[0]?.name).toBe('Evening News');
  });

  it('is told when a text is too long, rather than left without an answer', async () => {
    const send = (length: number): string => {
      const { deskPipe } = window as unknown as { deskPipe: DeskPipe };
      try {
        deskPipe.send('x'.repeat(length));
        return 'sent';
      } catch (error) {
        return String(error);
      }
    };
    expect(await shell.page.evaluate(send, longestText + 1)).toContain(`longer than ${longestText} characters`);
  });

  it('is there again after a reload', async () => {
    await shell.page.reload();
    expect((await liveView(shell.page)).apps[0]?.name).toBe('Evening News');
  });
});

describe('the policy of the page', () => {
  it('runs no script, makes no markup of text and takes no style that stands in the page', async () => {
    const result = await shell.page.evaluate(async () => {
      const refused = (attempt: () => void): Promise<string> =>
        new Promise((resolve) => {
          const heard = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => resolve(effectiveDirective);
          document.addEventListener('securitypolicyviolation', heard, { once: true });
          try {
            attempt();
          } catch {
            // The event says what refused it.
          }
        });
      const add = (tag: string, text: string): void => {
        const element = document.createElement(tag);
        element.textContent = text;
        document.head.append(element);
      };
      return {
        script: await refused(() => add('script', 'window.inlineScriptRan = true')),
        markup: await refused(() => (document.createElement('div').innerHTML = '<b>bold</b>')),
        style: await refused(() => add('style', 'body { display: none }')),
        ran: 'inlineScriptRan' in window,
      };
    });
    const byType = 'require-trusted-types-for';
    expect(result).toEqual({ script: byType, markup: byType, style: 'style-src-elem', ran: false });
  });

  it('asks nothing of a foreign server', async () => {
    const result = await shell.page.evaluate(
      (url) => fetch(url).then(() => 'answered', String),
      `${foreign.url}/fetch`,
    );
    expect(result).toContain('TypeError');
    expect(foreign.visits).toEqual([]);
  });
});

describe('the files of the app', () => {
  const read = (path: string): Promise<{ status: number; text: string }> =>
    shell.page.evaluate(async (asked) => {
      const answer = await fetch(asked);
      return { status: answer.status, text: await answer.text() };
    }, path);

  it.each(['/..%2f..%2fpackage.json', '/%2e%2e/%2e%2e/package.json', '/..%5c..%5cpackage.json', '/%00'])(
    'end at the folder of the screens: %s is not there',
    async (path) => {
      const { status, text } = await read(path);
      expect(status).toBe(404);
      expect(text).toContain('has no screen at');
    },
  );

  it('are never taken for something else than they are', async () => {
    const headers = await shell.page.evaluate(async () => Object.fromEntries((await fetch('/index.html')).headers));
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
  });
});

/** Put a frame into the page. */
function addFrame(address: string): Promise<void> {
  return shell.page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src }));
  }, address);
}

describe('the gate around the page', () => {
  it('keeps the window on the desk when a script leads it away', async () => {
    const home = shell.page.url();
    const away = `${foreign.url}/away`;
    await shell.page.evaluate((url) => void (location.href = url), away);
    await refused(`a way to ${away}`);
    expect(shell.page.url()).toBe(home);
    // The frame is asked about first, and a way that is refused is not asked about again.
    expect(shell.log().split(`Refused: a way to ${away}`)).toHaveLength(2);
    expect(foreign.visits).toEqual([]);
  });

  it('opens no window', async () => {
    const opened = await shell.page.evaluate(
      (url) =>
        new Promise((resolve) => {
          const other = window.open(url);
          const look = setInterval(() => {
            if (other && !other.closed) return;
            clearInterval(look);
            resolve('no window');
          }, 10);
        }),
      `${foreign.url}/window`,
    );
    expect(opened).toBe('no window');
    expect(shell.log()).toContain(`Refused: a window for ${foreign.url}/window`);
    expect(foreign.visits).toEqual([]);
  });

  it('gives no permission to notify, to locate or to use MIDI', async () => {
    const answers = await shell.page.evaluate(async () => ({
      notify: await Notification.requestPermission(),
      locate: await new Promise((resolve) => {
        navigator.geolocation.getCurrentPosition(
          () => resolve('located'),
          ({ code }) => resolve(code),
        );
      }),
      midi: await navigator.requestMIDIAccess().then(
        () => 'given',
        (error: unknown) => (error as Error).name,
      ),
    }));
    expect(answers).toEqual({ notify: 'denied', locate: 1, midi: expect.stringMatching(/NotAllowed|Security/) });
  });

  it('shows the program picture, which gets no pipe and cannot reach the one around it', async () => {
    const app = (await liveView(shell.page)).apps[0]?.app;
    const arrived = shell.page.waitForEvent('framenavigated', (frame) => frame.url() === app?.onairUrl);
    await addFrame(String(app?.onairUrl));
    const program = await arrived;
    const reach = await program.evaluate(() => {
      const around = window.parent as unknown as { deskPipe: DeskPipe };
      try {
        around.deskPipe.send('{}');
        return 'reached';
      } catch (error) {
        return { own: 'deskPipe' in window, around: (error as Error).name };
      }
    });
    expect(reach).toEqual({ own: false, around: 'SecurityError' });
  });

  it('lets no frame show another page of this machine', async () => {
    const url = `${foreign.url}/frame`;
    await addFrame(url);
    await refused(`a way to ${url}`);
    expect(foreign.visits).toEqual([]);
  });
});

/** Resolves when the shell said that it refused this. */
async function refused(what: string): Promise<void> {
  await expect.poll(() => shell.log()).toContain(`Refused: ${what}`);
}
