import fc from 'fast-check';
import type { Browser, Frame, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Composition } from '../../scene/schema/composition.ts';
import { preOrder } from '../../contract/model/control.ts';
import type { PreviewAnswer, PreviewRequest } from '../../contract/service-api/preview-page.ts';
import { checkContent as checkEndpoint } from '../../contract/service-api/authoring.ts';
import { emptyComposition } from '../../scene/content/content.ts';
import { checkContent } from '../../scene/content/content-check.ts';
import { anyContent, anyScene, damaged } from '../kit/scene/any-scene.ts';
import { apiClient } from '../kit/service/api-client.ts';
import { runs } from '../kit/runs.ts';
import { openBrowser } from '../kit/browser.ts';
import { builtOutputPage } from '../kit/built.ts';
import { cornerColor, ground, groundColor, hasGround } from '../kit/picture/ground.ts';
import { type SmallService, startSmallService } from '../kit/service/small-service.ts';

const everything = { asset: () => true, graphic: () => true };

let service: SmallService;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  service = await startSmallService({ outputPage: builtOutputPage });
});
afterAll(async () => {
  await Promise.all([browser.close(), service.close()]);
});

describe('a check of whatever should be a content', () => {
  it('gives problems with their places, or a composition that fits its schema', () => {
    const seen = { good: 0, bad: 0 };
    const contents = runs(5_000, 500);
    fc.assert(
      fc.property(damaged(anyContent), (content) => {
        const { problems, composition } = checkContent(content, everything);
        expect(composition === null).toBe(problems.length > 0);
        if (composition) expect(Composition.safeParse(composition).error).toBeUndefined();
        seen[composition ? 'good' : 'bad'] += 1;
      }),
      { numRuns: contents },
    );
    // Damage that is always or never noticed would prove nothing.
    expect(Math.min(seen.good, seen.bad)).toBeGreaterThan(contents / 10);
  });

  it('gives only a composition for what is as its schema says', () => {
    fc.assert(
      fc.property(anyScene, (content) => {
        expect(checkContent(content, everything).problems).toEqual([]);
      }),
      { numRuns: runs(2_000, 200) },
    );
  });

  it('is answered by the service, and never with a failure of its own', async () => {
    const api = apiClient(service, service.account);
    await fc.assert(
      fc.asyncProperty(damaged(anyContent), async (content) => {
        const { status, body } = await api.post('/apiv1/content/check', JSON.stringify(content ?? null));
        const isObject = typeof content === 'object' && content !== null && !Array.isArray(content);
        expect(status).toBe(isObject ? 200 : 400);
        if (isObject) expect(checkEndpoint.answer.safeParse(body).error).toBeUndefined();
      }),
      { numRuns: runs(300, 50) },
    );
    expect(service.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('a picture', () => {
  /** With a ground below all that was damaged. */
  const grounded = (composition: Composition): Composition => ({
    ...composition,
    root: { ...composition.root, subcompositions: [ground, ...composition.root.subcompositions] },
  });

  /** Nothing but the ground. */
  const plain = grounded(emptyComposition('Plain', '6e1a4c02-5b7d-4f38-9a61-2c8d0e3f7bfe'));

  it('of a damaged composition that passed the check is drawn, and nothing goes uncaught', async () => {
    const stage = await PreviewWindow.open();
    let drawn = 0;
    const drawings = runs(300, 50);
    await fc.assert(
      fc.asyncProperty(damaged(anyContent), fc.constantFrom('play', 'jump'), async (content, action) => {
        const { composition } = checkContent(content, everything);
        fc.pre(composition !== null && !JSON.stringify(composition).includes(ground.id));
        const answer = await stage.show(grounded(composition), action);
        const failure = answer.type === 'failed' ? answer.reason : '';
        expect([failure, await stage.hasGround(), stage.uncaught]).toEqual(['', true, []]);
        drawn += 1;
      }),
      { numRuns: drawings, maxSkipsPerRun: 1_000 },
    );
    expect(drawn).toBeGreaterThanOrEqual(drawings);
    await stage.show(plain, 'jump');
    expect(await stage.cornerColor()).toEqual(groundColor);
    await stage.close();
  });

  it('stays when a composition comes that is none', async () => {
    const stage = await PreviewWindow.open();
    const answers = { shown: 0, failed: 0, picture: 0, ready: 0, problems: 0 };
    await stage.show(plain, 'jump');
    const broken = damaged(anyContent.map((content) => checkContent(content, everything).composition!.root));
    await fc.assert(
      fc.asyncProperty(broken, async (root) => {
        const composition = { version: 1, root: withGround(root) };
        fc.pre(!Composition.safeParse(composition).success);
        const answer = await stage.show(composition as Composition, 'jump');
        answers[answer.type] += 1;
        expect([await stage.hasGround(), stage.uncaught]).toEqual([true, []]);
      }),
      // How many of the others are no picture at all is chance; this one is none.
      { numRuns: runs(600, 60), maxSkipsPerRun: 1_000, examples: [[null]] },
    );
    expect(answers.failed).toBeGreaterThan(0);
    const again = await stage.show(plain, 'jump');
    expect([again.type, await stage.cornerColor()]).toEqual(['shown', groundColor]);
    await stage.close();
  });

  /** The ground goes where it can. */
  function withGround(root: unknown): unknown {
    if (typeof root !== 'object' || root === null || Array.isArray(root)) return root;
    const { subcompositions } = root as { subcompositions?: unknown };
    return Array.isArray(subcompositions) ? { ...root, subcompositions: [ground, ...(subcompositions as [])] } : root;
  }
});

declare const heard: PreviewAnswer[];

/** The preview page of the service in a page of its own. */
class PreviewWindow {
  readonly uncaught: string[] = [];
  readonly #page: Page;
  readonly #frame: Frame;

  private constructor(page: Page, frame: Frame) {
    this.#page = page;
    this.#frame = frame;
    page.on('pageerror', (error) => this.uncaught.push(error.message));
  }

  static async open(): Promise<PreviewWindow> {
    const page = await browser.newPage({ viewport: { width: 960, height: 540 } });
    await page.setContent(`<style>body{margin:0}iframe{border:0;width:960px;height:540px;display:block}</style>
      <script>const heard = []; addEventListener('message', ({ data }) => heard.push(data));</script>
      <iframe src="${service.mediaUrl}/preview/"></iframe>`);
    await page.waitForFunction(() => heard.some(({ type }) => type === 'ready'));
    const frame = page.frames().find((one) => one.url().includes('/preview/'));
    if (!frame) throw new Error('the page has no preview in it');
    return new PreviewWindow(page, frame);
  }

  /** Everything In. */
  async show(composition: Composition, action: 'play' | 'jump'): Promise<PreviewAnswer> {
    return this.#page.evaluate(ask, {
      type: 'show',
      composition,
      items: itemsOf(composition),
      action,
    } as PreviewRequest);
  }

  hasGround(): Promise<boolean> {
    return hasGround(this.#frame);
  }

  /** The color of the upper left corner of the picture, once nothing else is over it. */
  async cornerColor(): Promise<number[]> {
    await this.#frame.evaluate(() => {
      for (const other of document.querySelectorAll('[data-name="Fuzzed"]')) other.remove();
    });
    return cornerColor(this.#page);
  }

  close(): Promise<void> {
    return this.#page.close();
  }
}

function itemsOf({ root }: Composition): { id: string; state: 'In' }[] {
  try {
    return [...preOrder([root])].map(({ id }) => ({ id, state: 'In' }));
  } catch {
    return [];
  }
}

/** In the page around: asks the preview, and waits for its answer. */
async function ask(request: PreviewRequest): Promise<PreviewAnswer> {
  heard.length = 0;
  document.querySelector('iframe')!.contentWindow!.postMessage(request, '*');
  while (!heard[0]) await new Promise((resolve) => addEventListener('message', resolve, { once: true }));
  return heard[0];
}
