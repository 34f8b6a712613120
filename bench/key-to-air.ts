import { performance } from 'node:perf_hooks';
import type { Page } from 'playwright';
import { parseAddress } from '../contract/model/address.ts';
import type { ConnectionPort } from '../desk/ports.ts';
import { launchBrowser } from '../test/kit/browser.ts';
import { type RunningShow, startShow } from '../test/kit/service/running-show.ts';
import { figure } from './quantiles.ts';

const presses = 400;
/** Presses first, so that what is measured is a desk in the middle of a show. */
const warmUp = 50;

/** From a key event in the desk to the wire, to the confirmed tally on a screen, and to the frame that shows it on air. */
export async function keyFigures(): Promise<string[]> {
  const sent: number[] = [];
  const show = await startShow((real) => noting(real, sent));
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(show.ready.apps[0]?.onairUrl ?? '');
  await page.waitForSelector('html[data-link=live]');
  const measured = { wire: [] as number[], tally: [] as number[], frame: [] as number[] };
  for (let press = 0; press < warmUp + presses; press++) {
    const one = await pressOnce(show, page, press % 2 === 0 ? 'In' : 'Out1');
    if (press < warmUp) continue;
    measured.wire.push((sent.at(-1) ?? NaN) - one.start);
    measured.tally.push(one.tally - one.start);
    measured.frame.push(one.frame - one.start);
  }
  await browser.close();
  await show.close();
  return [
    figure('key -> request on the wire', measured.wire),
    figure('key -> confirmed tally', measured.tally),
    figure('key -> changed frame of the on-air page', measured.frame),
  ];
}

/** Jumps, so that the picture changes in one frame. Times are milliseconds since the epoch, as both programs count them. */
async function pressOnce(show: RunningShow, page: Page, to: 'In' | 'Out1') {
  const id = show.id('Lower Third');
  const frame = page.evaluate(nextFrameInState, { id: parseAddress(id).id, to });
  await page.evaluate(() => undefined);
  const start = now();
  void show.screen.call('do', { action: { do: 'take', subComposition: id, to, action: 'jump' } });
  await show.until(({ subs }) => subs[id]?.state === to && subs[id].requested === null);
  return { start, tally: now(), frame: await frame };
}

/** In the page: when the first frame is drawn in which the sub-composition is in this state. */
function nextFrameInState({ id, to }: { id: string; to: string }): Promise<number> {
  return new Promise((resolve) => {
    const look = (): void => {
      const reached = document.querySelector(`[data-sub-composition="${id}"]`)?.getAttribute('data-state') === to;
      if (reached) resolve(performance.timeOrigin + performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** The connection, which notes when each update was handed to the operating system. */
function noting(real: ConnectionPort, sent: number[]): ConnectionPort {
  return {
    openLive: (url, handlers) => real.openLive(url, handlers),
    request: (request, signal) => {
      const onSent = (): void => {
        if (request.method === 'PATCH') sent.push(now());
        request.onSent?.();
      };
      return real.request({ ...request, onSent }, signal);
    },
  };
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
