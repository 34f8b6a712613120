import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { defaultTerms } from '../../../service/http/network-terms.ts';
import { loopbackOnly } from '../../../service/http/gate.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type SmallService, startSmallService } from '../../kit/service/small-service.ts';

let browser: Browser;
let service: SmallService;
let page: Page;
beforeAll(async () => (browser = await openBrowser()));
afterAll(() => browser.close());
afterEach(async () => {
  await page.close();
  await service.close();
});

/** What became of each thing that a page tried against the address that controls the show. */
interface Attempts {
  get: string;
  blindGet: string;
  put: string;
  blindPost: string;
  socket: string;
}

/** Try everything that a page can, from where the page is now. */
function attempt(at: Page, urls: { control: string; live: string }): Promise<Attempts> {
  return at.evaluate(async ({ control, live }) => {
    const body = JSON.stringify([{ subCompositionName: 'Home', payload: { goals: 9 } }]);
    const json = { 'content-type': 'application/json' };
    const tried = (asked: Promise<Response>): Promise<string> =>
      asked.then(
        async (answer) => `${answer.type} ${answer.status} ${(await answer.text()).length > 0 ? 'read' : 'unread'}`,
        () => 'refused',
      );
    const opened = new Promise<string>((resolve) => {
      const socket = new WebSocket(live);
      socket.onopen = () => resolve('open');
      socket.onerror = () => resolve('refused');
    });
    return {
      get: await tried(fetch(control)),
      blindGet: await tried(fetch(control, { mode: 'no-cors' })),
      put: await tried(fetch(control, { method: 'PATCH', headers: json, body })),
      blindPost: await tried(fetch(control, { method: 'POST', mode: 'no-cors', body })),
      socket: await opened,
    };
  }, urls);
}

const nothing: Attempts = {
  get: 'refused',
  blindGet: 'opaque 0 unread',
  put: 'refused',
  blindPost: 'opaque 0 unread',
  socket: 'refused',
};

/** A page of the media address without a policy of its own: what holds it back is its origin alone. */
async function openPage(allowOrigins: string[] = []): Promise<void> {
  service = await startSmallService({
    network: { ...defaultTerms, reach: { ...loopbackOnly, allowOrigins } },
  });
  page = await browser.newPage();
  await page.goto(`${service.mediaUrl}/nothing-here`);
}
const urls = () => ({
  control: `${service.app}/control`,
  live: `${service.app.replace('http', 'ws')}/live?scene=1`,
});
const revision = async (): Promise<string | null> => (await fetch(`${service.app}/control`)).headers.get('etag');

it('a page of the media address reads nothing of the API, changes nothing, and opens no channel', async () => {
  await openPage();
  expect([await attempt(page, urls()), await revision()]).toEqual([nothing, '"0"']);
  expect(service.logged.filter(({ message }) => /refused/.test(message)).length).toBeGreaterThan(0);
});

it('neither where pages of every origin are allowed', async () => {
  await openPage(['*']);
  expect([await attempt(page, urls()), await revision()]).toEqual([nothing, '"0"']);
});

it('nor from a frame that has no origin, which graphics of others run in', async () => {
  await openPage(['*']);
  const handle = await page.evaluateHandle(() => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.srcdoc = '<p>graphic</p>';
    document.body.append(frame);
    return frame;
  });
  const frame = await handle.contentFrame();
  if (!frame) throw new Error('The page has no frame.');
  await frame.waitForSelector('p');
  // A page without an origin may use a token that it knows (control pages from `file://`). Graphics of others know none.
  const { url } = service;
  const tried = await attempt(frame as unknown as Page, {
    control: `${url}/apiv1/appinstances/1/control`,
    live: urls().live,
  });
  expect([tried, await revision()]).toEqual([nothing, '"0"']);
});

it('the same attempts from the address of the service itself succeed: it is the origin that makes the difference', async () => {
  await openPage();
  await page.goto(`${service.url}/nothing-here`);
  const tried = await attempt(page, urls());
  expect([tried.get, tried.put, tried.socket, await revision()]).toEqual([
    'basic 200 read',
    'basic 200 read',
    'open',
    '"1"',
  ]);
});

it('a request that names the origin of the media address is refused, even to read', async () => {
  await openPage(['*']);
  const answers = await Promise.all(
    [service.mediaUrl, service.mediaUrl.replace('127.0.0.1', 'localhost'), 'http://studio.example'].map((origin) =>
      fetch(`${service.app}/control`, { headers: { origin } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 200]);
});
