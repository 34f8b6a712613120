import { connect } from 'node:net';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loopbackOnly } from '../../service/http/gate.ts';
import { defaultTerms, type NetworkTerms } from '../../service/http/network-terms.ts';
import { LoopbackServers } from '../kit/service/loopback-servers.ts';
import { type House, openHouse } from '../kit/picture/on-air-stage.ts';
import { type SmallService, startSmallService } from '../kit/service/small-service.ts';

// What the on-air page of a real service may reach, in real Chromium.

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

let service: SmallService;
let page: Page;
let servers: LoopbackServers;
/** A server outside the show that records its requests. */
let elsewhere: string;
let asked: string[];
beforeEach(async () => {
  servers = new LoopbackServers();
  asked = [];
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>';
  const port = await servers.http(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(200, { 'content-type': 'image/svg+xml', 'access-control-allow-origin': '*' }).end(picture);
  });
  elsewhere = `127.0.0.1:${port}`;
  page = await house.browser.newPage();
});
afterEach(async () => {
  await page.close();
  await service.close();
  servers.close();
});

async function open(terms: Partial<NetworkTerms> = {}, address = (): string => service.onairUrl): Promise<void> {
  service = await startSmallService({ outputPage: house.pageDirectory, network: { ...defaultTerms, ...terms } });
  await page.goto(address());
  await page.waitForSelector('html[data-link=live]');
}

/** Returns what happens to a picture from an address in the page. */
const picture = (address: string): Promise<string> =>
  page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src });
    return image.decode().then(
      () => 'shown',
      () => 'refused',
    );
  }, address);

/** Returns the rule of the policy that keeps the page from opening a socket or fetching; `none` if nothing does. */
const keptFrom = (address: string): Promise<string> =>
  page.evaluate(async (url) => {
    const violated = new Promise<string>((resolve) =>
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
        once: true,
      }),
    );
    const tried = url.startsWith('ws')
      ? new Promise<string>((resolve) => {
          try {
            const socket = new WebSocket(url);
            socket.onopen = socket.onerror = () => setTimeout(() => resolve('none'));
          } catch {
            // The browser reports the violation as well.
          }
        })
      : fetch(url).then(
          () => 'none',
          () => violated,
        );
    return Promise.race([violated, tried]);
  }, address);

describe('the on-air page', () => {
  it('has its live channel, and reaches no other host, by a socket or otherwise', async () => {
    await open();
    const { host } = new URL(service.url);
    const live = `ws://${host}/apiv2/controlapps/${service.outputToken}/live`;
    expect([
      await keptFrom(live),
      await keptFrom(`ws://${elsewhere}/`),
      await keptFrom(`wss://${elsewhere}/`),
      await keptFrom(`http://${elsewhere}/`),
      asked,
    ]).toEqual(['none', 'connect-src', 'connect-src', 'connect-src', []]);
  });

  it('has its live channel behind a proxy that asks the service by another name', async () => {
    const inner = (): string => new URL(service.url).host;
    const port = await servers.tcp((socket) => {
      const onward = connect(Number(new URL(service.url).port), '127.0.0.1');
      onward.on('error', () => socket.destroy());
      socket.on('data', (bytes) => {
        onward.write(bytes.toString('latin1').replace(/^host: .*$/im, `Host: ${inner()}`), 'latin1');
      });
      onward.pipe(socket);
    });
    const outer = `127.0.0.1:${port}`;
    const reach = { ...loopbackOnly, publicUrl: `http://${outer}` };
    await open({ reach, publicMediaUrl: 'http://media.example' }, () => service.onairUrl);
    const policy = (await fetch(page.url())).headers.get('content-security-policy');
    expect([new URL(page.url()).host, await keptFrom(`ws://${elsewhere}/`), policy]).toEqual([
      outer,
      'connect-src',
      expect.stringContaining(`connect-src 'self' ws://${inner()} wss://${inner()} ws://${outer} wss://${outer};`),
    ]);
  });

  it('shows pictures of any host, until the operator names the hosts that they may come from', async () => {
    await open();
    expect(await picture(`http://${elsewhere}/any.svg`)).toBe('shown');
    await service.close();
    await open({ mediaHosts: ['images.example'] });
    expect(await picture(`http://${elsewhere}/closed.svg`)).toBe('refused');
    await service.close();
    await open({ mediaHosts: ['images.example', elsewhere] });
    const own = `${service.mediaUrl}/media/no-picture.svg`;
    expect([await picture(`http://${elsewhere}/named.svg`), await picture(own), asked]).toEqual([
      'shown',
      'shown',
      ['/any.svg', '/named.svg'],
    ]);
  });
});
