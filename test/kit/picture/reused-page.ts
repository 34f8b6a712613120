import type { Browser, Page } from 'playwright';

/** What a page is made for, which it stays for all tests that use it. */
interface Made {
  viewport: { width: number; height: number };
  /** Says what `prepare` does: pages that were prepared alike are alike. */
  as: string;
  /** Before anything is loaded into it. */
  prepare(page: Page): Promise<void>;
}

/** Pages that tests have left, with what was done to them before they loaded anything. */
const left = new WeakMap<Browser, Map<string, Page>>();

/**
 * A page for one test: the one that a test before left, which costs half of the work of a new one, which is a process. Every page of one
 * name is prepared alike.
 */
export async function reusedPage(browser: Browser, { viewport, as, prepare }: Made): Promise<Page> {
  const known = left.get(browser)?.get(as);
  left.get(browser)?.delete(as);
  if (known && !known.isClosed()) {
    await known.setViewportSize(viewport);
    return known;
  }
  const page = await browser.newPage({ viewport });
  await prepare(page);
  // A script that a test adds stays for ever, so this page serves no other test.
  const addInitScript = page.addInitScript.bind(page);
  page.addInitScript = ((...given: Parameters<typeof addInitScript>) => {
    spoiled.add(page);
    return addInitScript(...given);
  }) as typeof addInitScript;
  return page;
}
const spoiled = new WeakSet<Page>();

/** A test is done with a page, which is empty now. */
export async function leavePage(browser: Browser, as: string, page: Page): Promise<void> {
  const pages = left.get(browser) ?? new Map<string, Page>();
  left.set(browser, pages);
  if (page.isClosed() || spoiled.has(page) || pages.has(as)) return page.close();
  page.removeAllListeners('console').removeAllListeners('pageerror').removeAllListeners('request');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('about:blank');
  pages.set(as, page);
}
