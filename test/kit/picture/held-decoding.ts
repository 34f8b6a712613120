import type { Page } from 'playwright';

interface Held {
  letDecode: () => void;
}

/**
 * Lets no picture of the page be decoded from now on, though it may be loaded, until what this gives is called.
 */
export async function holdDecoding(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const gate = Promise.withResolvers<undefined>();
    const decode = HTMLImageElement.prototype.decode;
    HTMLImageElement.prototype.decode = async function () {
      await gate.promise;
      return decode.call(this);
    };
    Object.assign(window, { letDecode: () => gate.resolve(undefined) } satisfies Held);
  });
  return () => page.evaluate(() => (window as unknown as Held).letDecode());
}

/** Resolves when the page has had time to show a picture that is loaded, and nothing else holds it back. */
export function loadedAndPainted(page: Page, source: string): Promise<void> {
  return page.evaluate(async (source) => {
    const picture = new Image();
    const loaded = new Promise((resolve) => (picture.onload = resolve));
    picture.src = source;
    await loaded;
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
  }, source);
}
