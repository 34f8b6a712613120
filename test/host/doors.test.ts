import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { texts } from '../../renderer/texts/texts.ts';
import { openBrowser } from '../kit/browser.ts';
import { type HostProgram, startHost } from '../kit/programs/host-program.ts';

let host: HostProgram;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let page: Page;

beforeAll(async () => {
  [host, browser] = await Promise.all([startHost(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await host.close();
});
beforeEach(async () => {
  // In a context of its own: a browser that was never let in.
  page = await browser.newPage();
});

/** The newest address of the desk. */
const address = (): string => [...`${host.address}\n${host.said()}`.matchAll(/http:\S+token=\S+/g)].at(-1)?.[0] ?? '';
const closed = () => page.getByRole('alert').filter({ hasText: texts.screen.closed });
const row = (name: string, tally: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}, ${tally}`) });

describe('a browser without the key of the desk', () => {
  it('is told how to come in, by a page in the colors of the desk, and comes in by a new address', async () => {
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(new URL(host.address).origin);
    await closed().getByText('This browser does not have the key of this desk.').waitFor();
    await page.goto(`${new URL(host.address).origin}/?token=used`);
    await closed().getByText('This address was used already').waitFor();
    expect(await closed().evaluate((shown) => getComputedStyle(shown).backgroundColor)).toBe('rgb(13, 15, 18)');
    await page.goto(address());
    await row('Lower Third', 'OUT').waitFor();
    expect([await closed().count(), new URL(page.url()).search, problems]).toEqual([0, '', []]);
  });
});

describe('another program of this machine, whose address stands in a field', () => {
  it('hears only requests for a picture, without cookie, key, token or page, and shuts no browser out', async () => {
    const heard: IncomingMessage[] = [];
    const ownCookie = `overlay-desk-${new URL(host.address).port}=x`;
    const listener = createServer((request, response) => {
      heard.push(request);
      response.setHeader('set-cookie', `${ownCookie}; Path=/; Max-Age=99999`).end();
    });
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    await page.goto(address());
    await row('Lower Third', 'OUT').click();
    const key = await page.evaluate(() => localStorage.getItem('key'));
    expect(await page.context().cookies()).toEqual([]);

    const other = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/logo.png`;
    await page.getByLabel('Logo (none: leave empty)', { exact: true }).fill(other);
    await page.getByRole('button', { name: 'Take In Lower Third', exact: true }).click();
    await row('Lower Third', 'ON AIR').waitFor();
    // The field, the preview and the program picture each ask for it.
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(3);
    listener.closeAllConnections();
    listener.close();
    for (const { method, url, headers } of heard) {
      expect([method, url, headers['sec-fetch-dest']]).toEqual(['GET', '/logo.png', 'image']);
      expect([undefined, ownCookie]).toContain(headers.cookie);
      expect(headers).not.toHaveProperty('referer');
      expect(headers).not.toHaveProperty('authorization');
      expect(key).toMatch(/^[\w-]{43}$/);
      expect(JSON.stringify(headers)).not.toContain(key);
    }
    await page.reload();
    await row('Lower Third', 'ON AIR').waitFor();
  });
});
