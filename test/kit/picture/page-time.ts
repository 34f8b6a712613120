import type { Page } from 'playwright';

declare global {
  /** In a page whose time is the test's: lets a time (ms) pass in frames of this length (ms). */
  var passTime: (milliseconds: number, frame: number) => Promise<void>;
}

/** The length of a frame, ms. */
export const frameTime = 1_000 / 60;

/**
 * Takes the time of a page over, before anything is loaded into it: its clock, its timers, its animations and the times
 * of its frames stand still until {@link passTime} lets time pass. However slow the machine is, the page never sees it.
 */
export async function takeTimeOver(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 });
  await page.addInitScript(standStill);
}

/** Lets as much time (ms) pass in a page, frame by frame, each of which is drawn. */
export async function letTimePass(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate(([milliseconds, frame]) => passTime(milliseconds, frame), [milliseconds, frameTime] as const);
}

/** In the page, before its own scripts. */
function standStill(): void {
  let now = 0;
  let lastId = 0;
  const timers = new Map<number, { due: number; run: () => void }>();
  const real = {
    setTimeout: window.setTimeout.bind(window),
    clearTimeout: window.clearTimeout.bind(window),
    requestAnimationFrame: requestAnimationFrame.bind(window),
  };
  performance.now = () => now;
  window.requestAnimationFrame = (run) => real.requestAnimationFrame(() => run(now));
  const setTimer = (run: () => void, delay = 0): number => {
    if (delay <= 0) return real.setTimeout(run);
    // Negative, so that no id is that of a real timer.
    timers.set(--lastId, { due: now + delay, run });
    return lastId;
  };
  const clearTimer = (id?: number): void => {
    if (!timers.delete(id ?? 0)) real.clearTimeout(id);
  };
  const pass = async (milliseconds: number, frame: number): Promise<void> => {
    for (let left = milliseconds; left > 0; left -= frame) {
      const step = Math.min(left, frame);
      now += step;
      for (const [id, { due, run }] of timers) if (due <= now && timers.delete(id)) run();
      for (const animation of document.getAnimations())
        if (animation.playState === 'running') animation.currentTime = Number(animation.currentTime) + step;
      await new Promise(real.requestAnimationFrame);
    }
  };
  Object.assign(window, { setTimeout: setTimer, clearTimeout: clearTimer, passTime: pass });
}
