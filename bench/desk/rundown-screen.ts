import type { JSHandle, Page } from 'playwright';
import { Cue } from '../../contract/desk-api/cue.ts';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import { launchBrowser } from '../../test/kit/browser.ts';
import { ids } from '../../test/kit/service/evening-news.ts';
import { ScreenStage } from '../../test/kit/screens/screen-stage.ts';
import type { Figure } from '../service/figure.ts';
import { type Extent, timesFigure } from './moments.ts';

const cues = 2_000;

/** A rundown of 2,000 cues in a real browser: until its page is drawn, and until an edit of one cue is. */
export async function rundownScreenFigures({ quick }: Extent): Promise<Figure[]> {
  const stage = await ScreenStage.open(launchBrowser());
  const { page } = await stage.page({ width: 1920, height: 1080 }, withRundown, true);
  await page.addInitScript(noteMessages);
  await page.reload();
  await page.locator('[role="tree"]').waitFor();
  const rounds = quick ? 10 : 40;
  const opened: number[] = [];
  const edited: number[] = [];
  await drawn(page, 'Rundown', '[data-cue="0"]');
  for (let round = 0; round < rounds; round++) {
    await drawn(page, 'Show', '[role="tree"]');
    opened.push(await drawn(page, 'Rundown', '[data-cue="0"]'));
  }
  for (let round = 0; round < rounds * 5; round++) {
    const watching = await watchFor(page, `Edited ${round}`);
    stage.desk.tell({ cues: { 0: cue(0, `Edited ${round}`) } });
    edited.push(await watching.evaluate(({ shown }) => shown));
  }
  await stage.close();
  return [
    timesFigure(`a page with a rundown of ${cues} cues -> drawn`, opened, 300),
    timesFigure('... one of its cues is edited: from the message until its row has changed', edited, 16),
  ];
}

function cue(at: number, name = `Cue ${at}`): Cue {
  const steps = [{ targets: [{ subComposition: ids.title, name: 'Full-frame Title', state: 'In' }] }];
  return Cue.parse({ id: String(at), number: String(at + 1), name, steps });
}

function withRundown(view: DeskView): DeskView {
  const all = Array.from({ length: cues }, (_, at) => cue(at));
  return {
    ...view,
    rundowns: [{ id: 'r', name: 'Long', groups: [{ id: 'g', name: '', cues: all.map(({ id }) => id) }] }],
    positions: { r: { next: { cue: '0', step: 0 }, fired: null, hold: false, marked: [] } },
    cues: Object.fromEntries(all.map((one) => [one.id, one])),
  };
}

/** Milliseconds from the click on a page's button until the frame is drawn that has the element. */
function drawn(page: Page, name: string, selector: string): Promise<number> {
  return page.evaluate(
    async ([label, wanted]) => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === label);
      const start = performance.now();
      button?.click();
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      // The frame after the one in which it is there has been drawn.
      do await frame();
      while (!document.querySelector(wanted));
      await frame();
      return performance.now() - start;
    },
    [name, selector] as const,
  );
}

/** Notes in the page when the newest message came from the desk. */
function noteMessages(): void {
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(url: string | URL) {
      super(url);
      this.addEventListener('message', () => performance.mark('message'));
    }
  };
}

/** Watches for this text in the first row; what it gives is the milliseconds from the message of the desk until it was there. */
function watchFor(page: Page, text: string): Promise<JSHandle<{ shown: Promise<number> }>> {
  return page.evaluateHandle((wanted) => {
    const shown = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('[data-cue="0"]')?.textContent.includes(wanted) !== true) return;
        observer.disconnect();
        const message = performance.getEntriesByName('message').at(-1)?.startTime ?? NaN;
        performance.clearMarks();
        resolve(performance.now() - message);
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    // A promise itself would be waited for.
    return { shown };
  }, text);
}
