import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { type WebSocket, WebSocketServer } from 'ws';
import type { DeskView } from '../../../contract/desk-api/desk-api.ts';
import type { EntryAnswer } from '../../../contract/desk-api/entry.ts';
import { programPicture, programPicturePath } from '../../../contract/desk-api/program-picture.ts';
import { screenPolicy } from '../../../contract/desk-api/screen-policy.ts';
import type { Pipe } from '../../../contract/link/link.ts';
import { openBrowser } from '../browser.ts';
import { builtScreens } from '../built.ts';
import { eveningNews } from '../service/evening-news.ts';
import { ScriptedDesk } from './scripted-desk.ts';

const kinds: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** What stands for the on-air page: a picture to be seen, on no ground. */
const picture = `<!doctype html><style>body{margin:0}div{position:absolute;left:6vw;bottom:12vh;padding:2vw 4vw;
  background:#c81e28;color:#fff;font:700 4vw sans-serif}</style><div>Ada Lovelace</div>`;

/** What stands for the preview page: it keeps what it is asked, and draws that it was. */
const preview = `<!doctype html><body style="margin:0;font:700 6vw sans-serif;color:#fff"><script>
  const asked = (globalThis.asked = []);
  const say = (answer) => parent.postMessage(answer, '*');
  addEventListener('message', ({ data }) => {
    asked.push(data);
    if (data.type === 'after') {
      document.body.textContent = data.changes.map(({ id, state = 'values' }) => id + ' ' + state).join() + ' at ' + data.at;
      return say({ type: 'shown', problems: [], length: 800 });
    }
    if (data.type === 'capture') return say({ type: 'picture', png: 'data:image/png;base64,UE5H' + btoa(String(data.width)) });
    document.body.textContent = data.items.filter((item) => item.state === 'In').map((item) => item.id).join();
    say({ type: 'shown', problems: [] });
  });
  say({ type: 'ready' });
</script>`;

/** The built screens in a real browser, before a desk that does what the test says. */
export class ScreenStage {
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #browser: Browser;
  /** Pages of one context load the screens from its cache, compiled already: a sixth less work for a test. */
  #context: BrowserContext | undefined;
  /** The page that the next test goes on with: it costs half the work of a new one, which is a process. */
  #tab: Tab | undefined;
  /** The page with a clock of its own, until the next page. */
  #clocked: Page | undefined;
  /** While false the desk does not answer a screen that dials. */
  #answering = true;
  /** The desk was away from the page of the test before, which may dial at any moment. */
  #wasAway = false;
  desk: ScriptedDesk;

  private constructor(server: Server, browser: Browser) {
    this.#server = server;
    this.#browser = browser;
    this.desk = this.#newDesk();
  }

  /** Serve the built screens on a free port. They are shown by the browser of the worker, unless another one is given. */
  static async open(browser = openBrowser()): Promise<ScreenStage> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const stage = new ScreenStage(server, await browser);
    stage.#listen();
    return stage;
  }

  /**
   * The screens, loaded anew before a fresh desk with the Evening News, once they show the show. `problems` are the page's own errors.
   * They are in the page of the test before, with no key and no button down, unless that test closed it: one that leaves more behind,
   * such as a script that runs first, does. A test that sets the clock of its page takes one with a clock of its own.
   */
  async page(
    size = { width: 1440, height: 900 },
    asTold: (view: DeskView) => DeskView = (view) => view,
    ownClock = false,
  ): Promise<{ page: Page; problems: string[] }> {
    await this.#clocked?.close();
    this.#clocked = ownClock ? await this.#browser.newPage() : undefined;
    const page = this.#clocked ?? (await this.#nextPage());
    this.desk = this.#newDesk();
    this.desk.view = asTold(this.desk.view);
    await page.setViewportSize(size);
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(this.#address);
    await page.getByRole('treeitem').first().waitFor();
    return { page, problems };
  }

  async #nextPage(): Promise<Page> {
    if (this.#tab && !this.#tab.page.isClosed()) {
      await this.#tab.clear();
      if (this.#wasAway) await this.#tab.page.goto('about:blank');
      this.#wasAway = false;
      return this.#tab.page;
    }
    this.#context ??= await this.#browser.newContext();
    this.#tab = new Tab(await this.#context.newPage());
    return this.#tab.page;
  }

  /** The desk goes away from every screen, and does not come back until {@link returnDesk}. */
  removeDesk(): void {
    this.#answering = false;
    this.#wasAway = true;
    for (const socket of this.#sockets.clients) socket.terminate();
  }

  returnDesk(): void {
    this.#answering = true;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.removeDesk();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The address of an on-air page that is not on loopback, as far as its name says. */
  get elsewhere(): string {
    return `http://graphics.localhost:${(this.#server.address() as AddressInfo).port}/onair?aspect=16:9`;
  }

  get #address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  #newDesk(): ScriptedDesk {
    return new ScriptedDesk(eveningNews(`${this.#address}onair?aspect=16:9`));
  }

  #listen(): void {
    this.#server.on('request', (request, response) => void this.#serve(request.url ?? '/', response));
    this.#server.on('upgrade', (request, socket, head) => {
      if (!this.#answering || request.url !== '/link') return socket.destroy();
      this.#sockets.handleUpgrade(request, socket, head, (opened) => {
        opened.once('message', () => {
          opened.send(JSON.stringify({ key: 'key' } satisfies EntryAnswer));
          this.desk.serve(pipeOf(opened));
        });
      });
    });
  }

  async #serve(url: string, response: ServerResponse): Promise<void> {
    const path = normalize(new URL(url, this.#address).pathname);
    if (path === '/onair') {
      const isPreview = new URL(url, this.#address).searchParams.get('preview') === '1';
      response.setHeader('content-type', 'text/html').end(isPreview ? preview : picture);
      return;
    }
    if (path === '/preview/') {
      response.setHeader('content-type', 'text/html').end(preview);
      return;
    }
    if (path === programPicturePath) {
      const around = programPicture(url, [new URL(this.elsewhere).origin]);
      response.setHeader('content-security-policy', around.policy).setHeader('content-type', 'text/html');
      response.writeHead(around.status).end(around.html);
      return;
    }
    if (path !== '/') response.setHeader('cache-control', 'max-age=600');
    const file = path === '/' ? 'index.html' : path;
    response.setHeader('content-security-policy', screenPolicy);
    response.setHeader('content-type', kinds[extname(file)] ?? 'application/octet-stream');
    try {
      response.end(await readFile(join(builtScreens, file)));
    } catch {
      response.writeHead(404).end();
    }
  }

  /**
   * Stops the page's time, and returns the moment (ms since the epoch). Every service confirmed at that moment, and the
   * page has heard so: the address of a service arrives last.
   */
  async stopTime(page: Page): Promise<number> {
    const confirmedAt = Date.now() + 60_000;
    await page.clock.install();
    await page.clock.pauseAt(confirmedAt);
    for (const { key } of this.desk.view.apps) this.desk.tellConnection({ confirmedAt }, key);
    this.desk.tellConnection({ reason: 'The time stands still.' });
    await page.getByText('The time stands still.').first().waitFor();
    return confirmedAt;
  }
}

/** A page that several tests use, one after the other. */
class Tab {
  readonly page: Page;
  readonly #held = new Set<string>();

  constructor(page: Page) {
    this.page = page;
    const { keyboard } = page;
    const [down, up] = [keyboard.down.bind(keyboard), keyboard.up.bind(keyboard)];
    keyboard.down = (key) => (this.#held.add(key), down(key));
    keyboard.up = (key) => (this.#held.delete(key), up(key));
  }

  /** Takes away what a test left that outlives its document. */
  async clear(): Promise<void> {
    const { keyboard, mouse } = this.page;
    this.page.removeAllListeners('pageerror').removeAllListeners('console');
    for (const key of this.#held) await keyboard.up(key);
    await mouse.up();
    await mouse.move(-1, -1);
    await this.page.emulateMedia({ media: null });
    await this.page.evaluate(() => sessionStorage.clear());
  }
}

function pipeOf(socket: WebSocket): Pipe {
  return {
    send: (text) => socket.send(text),
    onMessage: (handler) => socket.on('message', (data: Buffer) => handler(data.toString())),
    onClose: (handler) => socket.on('close', () => handler()),
  };
}
