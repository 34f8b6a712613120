import type { FrameLocator, Page } from 'playwright';
import type { AnimationAction, AnimationState } from '../../../contract/model/animation-state.ts';
import type { CompositionContent, ContentEntry } from '../../../scene/schema/composition-content.ts';
import type { Graphic } from '../../../contract/service-api/graphics.ts';
import { contentOf, emptyComposition } from '../../../scene/content/content.ts';
import type { ServiceOptions } from '../../../service/service.ts';
import { apiClient, basic } from '../service/api-client.ts';
import { type Files, zipOf } from '../scene/ograf-packages.ts';
import type { House } from './on-air-stage.ts';
import { readLive } from '../service/live-reader.ts';
import { type SmallService, startSmallService } from '../service/small-service.ts';

const root = '5b0c9f52-0a3b-4f0e-9d2c-6d1c5e0f0a00';
/** The id of the n-th graphic of a stage as a sub-composition. */
const subId = (place: number): string => `5b0c9f52-0a3b-4f0e-9d2c-6d1c5e0f0b${String(place).padStart(2, '0')}`;

/** What is asked of the n-th graphic. */
interface Asked {
  place: number;
  state?: AnimationState | undefined;
  payload?: object | undefined;
  action?: AnimationAction | undefined;
}

/** Where graphics are tried out: a real service that they are installed in, and its on-air page in Chromium. */
export class GraphicStage {
  readonly service: SmallService;
  readonly page: Page;
  readonly graphics: Graphic[];
  /** What the page and its frames said on the console. */
  readonly said: string[];

  private constructor(parts: Pick<GraphicStage, 'service' | 'page' | 'graphics' | 'said'>) {
    this.service = parts.service;
    this.page = parts.page;
    this.graphics = parts.graphics;
    this.said = parts.said;
  }

  /** Installs the packages, puts each into a sub-composition of its own, and opens the page. */
  static async open(
    { browser, pageDirectory }: House,
    packages: Files[],
    options: Partial<ServiceOptions> & { more?: ContentEntry[] } = {},
  ): Promise<GraphicStage> {
    const { more = [], ...given } = options;
    const service = await startSmallService({ outputPage: pageDirectory, ...given });
    const graphics: Graphic[] = [];
    for (const files of packages) graphics.push(await installed(service, files));
    await loadShow(service, [...graphics.map(({ entry }) => entry), ...more]);
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    const said: string[] = [];
    page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
    const stage = new GraphicStage({ service, page, graphics, said });
    await page.goto(service.onairUrl);
    await page.waitForFunction(() => document.documentElement.dataset.revision !== undefined);
    return stage;
  }

  /** One request for the n-th graphic. */
  control(place: number, state?: AnimationState, payload?: object, action?: AnimationAction): Promise<void> {
    return this.request([{ place, state, payload, action }]);
  }

  /** One request with several items. */
  async request(items: Asked[]): Promise<void> {
    const body = items.map(({ place, ...item }) => ({ subCompositionId: subId(place), ...item }));
    const answer = await apiClient(this.service).patch(this.#path('/control'), body);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }

  /** What can be seen of the n-th graphic from inside its frame; of the newer one while another takes its place. */
  inside(place: number): FrameLocator {
    return this.page
      .locator(`[data-sub-composition="${subId(place)}"] iframe`)
      .last()
      .contentFrame();
  }

  /** The calls that the n-th graphic has written down, once there are this many, and the page knows of its load. */
  async calls(place: number, count: number): Promise<string[]> {
    const node = this.page.locator(
      `[data-sub-composition="${subId(place)}"] [data-graphic]:not([data-graphic="loading"])`,
    );
    await node.waitFor({ state: 'attached' });
    const graphic = this.inside(place).locator('ograf-graphic');
    const written = new RegExp(`^([^\\n]+\\n){${count - 1}}[^\\n]+$`);
    await graphic.filter({ hasText: written }).waitFor({ state: 'attached' });
    return ((await graphic.textContent()) ?? '').split('\n');
  }

  /** Resolves when the n-th graphic is seen, or is not. */
  async sees(place: number, visibility: 'visible' | 'hidden'): Promise<void> {
    await this.page.waitForFunction(
      ([id, wanted]) => {
        const node = document.querySelector(`[data-sub-composition="${id}"] .graphic`);
        return node !== null && getComputedStyle(node).visibility === wanted;
      },
      [subId(place), visibility],
    );
  }

  /** What was said of this form on the console, once there is something. */
  async hears(words: RegExp): Promise<string> {
    for (;;) {
      const line = this.said.find((each) => words.test(each));
      if (line !== undefined) return line;
      await this.page.waitForEvent('console');
    }
  }

  /** What the page reports as failures, once it reports some, and they are of this form. */
  async reports(words: RegExp): Promise<string[]> {
    const watcher = readLive(this.service, this.service.token, 'outputs=1');
    try {
      for (;;) {
        const failures = (await watcher.nextOutputs()).flatMap(
          (page) => page.failures?.map(({ problem }) => problem) ?? [],
        );
        if (words.test(failures.join('\n'))) return failures;
      }
    } finally {
      watcher.socket.terminate();
    }
  }

  async close(): Promise<void> {
    await this.page.close();
    await this.service.close();
  }

  #path(rest: string): string {
    return this.service.app.slice(this.service.url.length) + rest;
  }
}

/** Upload a package and give what the service answers. */
async function installed(service: SmallService, files: Files): Promise<Graphic> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await zipOf(files))]), 'graphic.zip');
  const headers = { authorization: basic(service.account) };
  const answer = await fetch(`${service.url}/apiv1/graphics`, { method: 'POST', body: form, headers });
  const body: unknown = await answer.json();
  if (answer.status !== 200) throw new Error(JSON.stringify(body));
  return body as Graphic;
}

/** The show of these entries takes the place of the one that the service has. */
async function loadShow(service: SmallService, entries: ContentEntry[]): Promise<void> {
  const client = apiClient(service, service.account);
  const [composition] = (await client.get('/apiv1/compositions')).body as { id: number }[];
  const { status, body } = await client.put(`/apiv1/compositions/${composition?.id}/content`, contentWith(entries));
  if (status !== 200) throw new Error(JSON.stringify(body));
  const path = service.app.slice(service.url.length);
  await client.post(`${path}/command`, { action: 'RefreshComposition' });
}

function contentWith(entries: ContentEntry[]): CompositionContent {
  const content = contentOf(emptyComposition('Graphics', root));
  const [main] = Object.values(content.compositions);
  if (!main) throw new Error('The content has no main composition.');
  const ids = entries.map((_, place) => subId(place));
  const subs = entries.map((entry, place) => [subId(place), entry] as const);
  return { ...content, compositions: { [root]: { ...main, subcompositions: ids }, ...Object.fromEntries(subs) } };
}
