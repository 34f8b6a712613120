import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Locator } from 'playwright';
import { patience } from '../../build/test-patience.ts';

/**
 * What Chromium leaves undone. Given once more, the switch takes the place of the driver's own, so that what matters of that is
 * here too: pages are drawn as soon as they can be, and addresses stay as they are.
 */
const off = [
  // It starts a process for the next page with each page, and most tests open none: a third of all renderers' time.
  'SpareRendererForSitePerProcess',
  'PaintHolding',
  'HttpsUpgrades',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'MediaRouter',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'ThirdPartyStoragePartitioning',
];

/** Keep Chromium from talking to anybody but the pages under test. */
const quiet = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page that hangs holds up no other. Chromium with windows does this by itself, its headless shell only if asked.
  '--site-per-process',
  // As a desktop does it: the shell alone would move large glyphs by parts of a pixel.
  '--font-render-hinting=slight',
  `--disable-features=${off.join(',')}`,
];

/** How the browser that `OVERLAY_BROWSER` names is started; `more` are switches of its command line. */
export function browserOptions(...more: string[]): LaunchOptions {
  const executablePath = process.env.OVERLAY_BROWSER;
  if (!executablePath) throw new Error('OVERLAY_BROWSER names no browser.');
  return { executablePath, args: [...quiet, ...more] };
}

/** A headless browser of one's own, for figures and pictures that nothing else may disturb. */
export function launchBrowser(...more: string[]): Promise<Browser> {
  return chromium.launch(browserOptions(...more));
}

/** The browser of this worker, from its first test on that needs one. It ends with the worker. */
let ofWorker: Promise<Browser> | undefined;

/**
 * The one headless browser of all tests of a worker, which speaks to it without a server between them. `close` ends only what came
 * from this call.
 */
export async function openBrowser(): Promise<Browser> {
  const browser = await (ofWorker ??= launchBrowser());
  const own = new Set<BrowserContext>();
  const newContext: Browser['newContext'] = async (options) => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(patience.wait);
    context.once('page', pressEnabledOnly);
    context.once('close', () => own.delete(context));
    own.add(context);
    return context;
  };
  /** In a context of its own, which ends with it. */
  const newPage: Browser['newPage'] = async (options) => {
    const context = await newContext(options);
    const page = await context.newPage();
    page.once('close', () => void context.close());
    return page;
  };
  const close = async (): Promise<void> => {
    await Promise.all([...own].map((context) => context.close()));
  };
  return Object.assign(Object.create(browser) as Browser, { newContext, newPage, close });
}

const waitsForEnabled = new WeakSet<object>();

/**
 * Makes `press` of every locator wait until its element is enabled, as `click` does. The focus stays where it was when a disabled
 * element is asked to take it, so the key would press something else.
 */
function pressEnabledOnly(page: ReturnType<BrowserContext['pages']>[number]): void {
  const prototype = Object.getPrototypeOf(page.locator('html')) as Locator;
  if (waitsForEnabled.has(prototype)) return;
  waitsForEnabled.add(prototype);
  const { press } = prototype;
  prototype.press = function (this: Locator, ...given) {
    return press.apply(this.and(this.page().locator(':not(:disabled)')), given);
  };
}
