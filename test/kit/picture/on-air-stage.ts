import type { Browser, Locator, Page } from 'playwright';
import { beatEvery } from '../../../contract/service-api/live-timing.ts';
import type { Composition } from '../../../scene/schema/composition.ts';
import { openBrowser } from '../browser.ts';
import { builtOutputPage } from '../built.ts';
import { frameTime, letTimePass, takeTimeOver } from './page-time.ts';
import { leavePage, reusedPage } from './reused-page.ts';
import { LiveStand } from '../service/live-stand.ts';

/** The built on-air page in Chromium on a {@link LiveStand}; what the page says on its console is kept. */
export class OnAirStage {
  readonly stand: LiveStand;
  readonly page: Page;
  readonly said: string[] = [];
  readonly #url: string;
  readonly #leave: () => Promise<void>;
  /** The time of a stand whose time is the test's, milliseconds since the epoch. */
  #now = Date.UTC(2026, 10, 21, 18, 42, 7);

  private constructor(stand: LiveStand, page: Page, { url, leave }: { url: string; leave: () => Promise<void> }) {
    this.stand = stand;
    this.page = page;
    this.#url = url;
    this.#leave = leave;
    page.on('console', (message) => this.said.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => this.said.push(`uncaught: ${error.message}`));
  }

  /**
   * Loads the page on a stand of its own, in the page of the test before; `query` is that of the page's address. With `timeStands` no
   * time passes in the page, nor for the stand, but by {@link pass}.
   */
  static async open(
    house: House,
    composition: Composition,
    { refusing = false, query = 'aspect=16:9', timeStands = false } = {},
  ): Promise<OnAirStage> {
    const stand = new LiveStand(house.pageDirectory, composition);
    stand.refusing = refusing;
    const url = await stand.open(query);
    const as = timeStands ? 'on air, its time taken over' : 'on air';
    const page = await reusedPage(house.browser, {
      viewport: { width: 1920, height: 1080 },
      as,
      async prepare(page) {
        await page.addInitScript(countAnimations);
        if (timeStands) await takeTimeOver(page);
      },
    });
    const stage = new OnAirStage(stand, page, { url, leave: () => leavePage(house.browser, as, page) });
    if (timeStands) {
      stand.clock = () => stage.#now;
      stand.stopBeating();
    }
    await page.goto(url);
    return stage;
  }

  /** Loads the page anew and waits until this revision is in the picture. */
  async reload(revision: number): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.goto(this.#url);
    await this.shows(revision);
  }

  /** Resolves when the page has this revision in its picture. */
  async shows(revision: number): Promise<void> {
    await this.page.waitForFunction((wanted) => Number(document.documentElement.dataset.revision) >= wanted, revision);
  }

  /** Resolves when the page says this of its link. */
  async link(state: string): Promise<void> {
    await this.page.waitForSelector(`html[data-link=${state}]`);
  }

  /** Lets a time (ms) pass in the page, frame by frame, and for the stand, which beats as a service does. */
  async pass(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0; left -= beatEvery) {
      const step = Math.min(left, beatEvery);
      await letTimePass(this.page, step);
      this.#now += step;
      this.stand.beat();
    }
  }

  /** Lets time pass, a frame at a time, until the page has this revision in its picture. */
  async passUntil(revision: number): Promise<void> {
    const shown = (): Promise<boolean> =>
      this.page.evaluate((wanted) => Number(document.documentElement.dataset.revision) >= wanted, revision);
    while (!(await shown())) await this.pass(frameTime);
  }

  /** Ends the connection and resolves when the page has come back by itself. */
  async reconnects(): Promise<void> {
    const opened = this.stand.nextOpening();
    this.stand.drop();
    await opened;
    await this.link('live');
  }

  /** Resolves when nothing is animated any more, but what goes on for ever. */
  async still(): Promise<void> {
    await this.page.waitForFunction(() =>
      document.getAnimations().every(({ effect }) => effect?.getTiming().iterations === Infinity),
    );
  }

  /** How many animations were ever begun since the page was loaded. */
  animationsBegun(): Promise<number> {
    return this.page.evaluate(() => (window as unknown as { animationsBegun: number }).animationsBegun);
  }

  sub(id: string): Locator {
    return this.page.locator(`[data-sub-composition="${id}"]`);
  }

  /** An element of a sub-composition, also inside of a group; not one of the sub-compositions nested in it. */
  element(id: string, element: string): Locator {
    const wanted = `[data-element="${element}"]`;
    return this.sub(id).locator(`:scope > ${wanted}, :scope > [data-element] ${wanted}`);
  }

  async close(): Promise<void> {
    await this.#leave();
    await this.stand.close();
  }
}

/** What all stages of a test file share. */
export interface House {
  browser: Browser;
  pageDirectory: string;
  close(): Promise<void>;
}

export async function openHouse(): Promise<House> {
  const browser = await openBrowser();
  return { browser, pageDirectory: builtOutputPage, close: () => browser.close() };
}

function countAnimations(): void {
  const counted = window as unknown as { animationsBegun: number };
  counted.animationsBegun = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...parameters) {
    counted.animationsBegun += 1;
    return animate.apply(this, parameters);
  };
}
