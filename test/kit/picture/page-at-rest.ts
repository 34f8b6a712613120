import type { Page } from 'playwright';

/** What can be seen of one sub-composition of a busy show (`busy-show.ts`) when nothing moves any more. */
export interface Seen {
  state: string | undefined;
  visible: boolean;
  cut: string;
  note: string;
  swapped: string[];
  rows: string[];
  /** Share of the bar that is filled. */
  level: number;
  opacity: number;
  /** Empty while the bar is not to be seen. */
  tint: string;
  looping: boolean;
  /** Empty while it is not to be seen. */
  score: string;
  /** Empty while its sub-composition is not to be seen: nobody counts it then. */
  timer: string;
  /** The address of the picture; empty where there is none. */
  picture: string;
  /** How often the button fired since the page drew this composition. */
  fired: number;
}

/** Ends all that comes to an end by itself. */
async function endAll(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    for (const animation of ending) animation.finish();
    return ending.length === 0;
  });
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
}

/** Lets everything come to its end, and says what can be seen of these sub-compositions. */
export async function seenAtRest(page: Page, ids: string[]): Promise<Seen[]> {
  await endAll(page);
  return page.evaluate((ids) => {
    return ids.map((id): Seen => {
      const section = document.querySelector<HTMLElement>(`[data-sub-composition="${id}"]`);
      if (!section) throw new Error(`${id} is gone`);
      const visible = getComputedStyle(section).visibility === 'visible';
      const all = (element: string, inside: string): HTMLElement[] => {
        const frame = `[data-element="${element}"] ${inside}`;
        return [...section.querySelectorAll<HTMLElement>(`:scope > .frame ${frame}, :scope > ${frame}`)];
      };
      const words = (element: string): string[] => all(element, '.words').map((node) => node.textContent);
      const seen = (node: HTMLElement | undefined): boolean =>
        node?.checkVisibility({ visibilityProperty: true }) === true;
      const bar = section.querySelector(':scope > [data-element=bar]')!;
      const [filled] = all('bar', '.box');
      const box = getComputedStyle(filled!);
      const picture = all('picture', 'img').map((node) => (node as HTMLImageElement).src);
      return {
        state: section.dataset.state,
        visible,
        cut: words('cut').join(),
        note: words('note').join(),
        swapped: words('swapped'),
        rows: words('row'),
        level: new DOMMatrix(box.transform).a,
        opacity: Number(getComputedStyle(bar).opacity),
        tint: seen(filled) ? box.backgroundColor : '',
        looping: bar.getAnimations({ subtree: true }).some(({ playState }) => playState === 'running'),
        score: seen(all('score', '.words')[0]) ? words('score').join() : '',
        timer: visible ? words('timer').join() : '',
        picture: picture.join(),
        fired: Number(all('flash', '.flash')[0]?.dataset.fired),
      };
    });
  }, ids);
}

/**
 * Lets everything come to its end, and says how every node that can be seen stands in the page: what a viewer could tell
 * apart, and nothing of how it came to be so. Loops stand at their beginning.
 */
export async function standingAtRest(page: Page): Promise<string[]> {
  await endAll(page);
  return page.evaluate(() => {
    for (const loop of document.getAnimations()) loop.currentTime = 0;
    return [...document.querySelectorAll<HTMLElement>('.show *')]
      .filter((node) => node.checkVisibility({ visibilityProperty: true }))
      .map((node) => {
        const style = getComputedStyle(node);
        const { x, y, width, height } = node.getBoundingClientRect();
        const { opacity, transform, clipPath, filter, color, backgroundColor, fontSize, direction, zIndex } = style;
        return [
          node.dataset.element ?? node.dataset.subComposition ?? node.className,
          node.children.length === 0 ? node.textContent : '',
          node.getAttribute('src') ?? '',
          ...[x, y, width, height].map((pixels) => pixels.toFixed(2)),
          opacity,
          transform,
          clipPath,
          filter,
          color,
          backgroundColor,
          fontSize,
          direction,
          zIndex,
        ].join(' ');
      });
  });
}
