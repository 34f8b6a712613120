import type { Page } from 'playwright';
import type { Composition } from '../../../scene/schema/composition.ts';
import type { CompositionContent } from '../../../scene/schema/composition-content.ts';
import type { UpdateItem } from '../../../contract/model/control.ts';
import { openBeside } from '../../../service/store/sqlite/upkeep.ts';
import type { Store } from '../../../service/store/store.ts';
import { type ApiAnswer, type ApiClient, apiClient } from '../service/api-client.ts';
import type { House } from './on-air-stage.ts';
import { type SmallService, startSmallService } from '../service/small-service.ts';

/** A real service with one composition loaded into one app instance, and its on-air page in Chromium. */
export class ServedPicture {
  service: SmallService;
  readonly page: Page;
  /** What went uncaught in the page. */
  readonly uncaught: string[] = [];

  private constructor(service: SmallService, page: Page) {
    this.service = service;
    this.page = page;
    page.on('pageerror', (error) => this.uncaught.push(error.message));
  }

  static async open({ browser, pageDirectory }: House, composition: Composition): Promise<ServedPicture> {
    const service = await startSmallService({ outputPage: pageDirectory, composition });
    const page = await browser.newPage({ viewport: { width: 960, height: 540 } });
    const picture = new ServedPicture(service, page);
    await page.goto(service.onairUrl);
    await picture.shows(0);
    return picture;
  }

  /** Everything as who owns the composition. */
  get api(): ApiClient {
    return apiClient(this.service, this.service.account);
  }

  /** Ask what goes by the app token. */
  app(method: string, path: string, body?: unknown): Promise<ApiAnswer> {
    return apiClient(this.service).send(method, this.service.app.slice(this.service.url.length) + path, body);
  }

  /** Change the show, and wait until the picture has it. */
  async change(...items: UpdateItem[]): Promise<void> {
    await this.shows(revisionOf(await this.app('PATCH', '/control', items)));
  }

  write(content: unknown): Promise<ApiAnswer> {
    return this.api.put('/apiv1/compositions/1/content', content ?? 'null');
  }

  /** Load the composition as it is stored now. */
  load(): Promise<ApiAnswer> {
    return this.app('POST', '/command', { action: 'RefreshComposition' });
  }

  /** Write into the database past the service, as another program does. */
  beside(write: (store: Store) => void): void {
    const store = openBeside(this.service.directory);
    write(store);
    store.close();
  }

  /** Store a content that the service would refuse. */
  smuggle(content: unknown): void {
    this.beside((store) => store.writeContent(1, JSON.stringify(content ?? null), at));
  }

  /** Smuggle a content in as that which is loaded, at a revision that follows. */
  smuggleLoaded(content: CompositionContent, revision: number): void {
    this.smuggle(content);
    this.beside((store) => {
      const { id: compositionId, contentId } = store.composition(1, 1)!;
      store.loadShow(1, [{ compositionId, contentId }], { revision, at });
    });
  }

  /** Resolves when the picture has this revision. */
  async shows(revision: number): Promise<void> {
    await this.page.waitForFunction((wanted) => Number(document.documentElement.dataset.revision) >= wanted, revision);
  }

  /** The revision that is in the picture. */
  async revision(): Promise<number> {
    return Number(await this.page.evaluate(() => document.documentElement.dataset.revision));
  }

  /** Resolves when the page says this of its link. */
  async link(state: 'live' | 'lost'): Promise<void> {
    await this.page.waitForSelector(`html[data-link=${state}]`);
  }

  async restart(): Promise<void> {
    this.service = await this.service.restart();
  }

  async close(): Promise<void> {
    await this.page.close();
    await this.service.close();
  }
}

const at = '2026-11-21T12:00:00.000Z';

/** The revision that a request made. Throws what was answered instead. */
export function revisionOf({ status, headers, body }: ApiAnswer): number {
  if (status !== 200) throw new Error(JSON.stringify(body));
  return Number(headers.get('etag')?.slice(1, -1));
}
