import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { elapsed } from '../../contract/model/time-control.ts';
import type { SceneElement } from '../../scene/schema/scene.ts';
import { clockText } from '../../output/text/clock-text.ts';
import { countdownText, timerText } from '../../output/text/timer-text.ts';
import { composition, moverId, subComposition, testField } from '../kit/service/line-show.ts';
import { type House, OnAirStage, openHouse } from '../kit/picture/on-air-stage.ts';
import { take } from '../kit/picture/scene-on-air.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const look = {
  frame: { x: 0, y: 0, width: 600, height: 100 },
  size: 60,
  weight: 700,
  align: 'left',
  color: '#fff',
} as const;

/** The service's time when the page opens: four seconds before the clocks of Lisbon go forward. */
const moment = Date.UTC(2026, 2, 29, 0, 59, 56);
/** The start of a match, a little more than twenty minutes earlier. */
const time = { UTC: moment - 1_234_567, isRunning: true, value: 0 };
const zone = 'Europe/Lisbon';
/** The next full hour on the clocks of Lisbon at that time. */
const until = '02:00:02';

const elements: SceneElement[] = [
  { kind: 'timer', id: 'match', ...look, time: { field: 'time' }, format: 'mm:ss' },
  { kind: 'timer', id: 'tenths', ...look, time: { field: 'time' }, format: 'ss.t' },
  { kind: 'timer', id: 'countdown', ...look, time: { field: 'time' }, format: 'mm:ss', from: 1_240, atEnd: 'continue' },
  { kind: 'clock', id: 'clock', ...look, zone, format: 'HH:mm:ss' },
  { kind: 'clock', id: 'until', ...look, zone, format: 'h:mm:ss', until, atEnd: 'hold' },
];

/** The expected text of each element at a moment of the service. */
const told = (now: number): string[] => [
  timerText(elapsed(time, now), 'mm:ss'),
  timerText(elapsed(time, now), 'ss.t'),
  countdownText(elapsed(time, now) - 1_240_000, 'mm:ss', { atEnd: 'continue', endText: '' }),
  clockText(now, { zone, format: 'HH:mm:ss', language: 'en' }),
  countdownText(now - Date.UTC(2026, 2, 29, 1, 0, 2), 'h:mm:ss', { atEnd: 'hold', endText: '' }),
];

/**
 * Milliseconds after the moment, one per frame: three seconds at 59.94 Hz, then five at 25 Hz. None is a whole second.
 */
const frames = [
  ...Array.from({ length: 180 }, (_, frame) => 5 + (frame * 1_001) / 60),
  ...Array.from({ length: 125 }, (_, frame) => 3_008 + frame * 40),
];

it('timers and clocks read the time of the service in each frame, to the frame', async () => {
  const sub = subComposition(moverId, [testField('time', 'timecontrol', time)], elements);
  const stage = await OnAirStage.open(house, composition(sub));
  vi.spyOn(stage.stand, 'now').mockReturnValue(moment);
  // The page's clock changes only at the start of a frame, and so does the service's. Both are known to the page.
  await stage.page.addInitScript(() => {
    const ahead: number[] = [];
    let [at, begun] = [0, 0];
    performance.now = () => at;
    const ask = requestAnimationFrame;
    window.requestAnimationFrame = (callback) =>
      ask((frame) => {
        if (frame !== begun) at = ahead.shift() ?? at;
        begun = frame;
        callback(frame);
      });
    Object.assign(window, { ahead });
  });
  await stage.reload(0);
  await take(stage, 'In');
  stage.stand.silent = true;
  const seen = await stage.page.evaluate(async (frames) => {
    (window as unknown as { ahead: number[] }).ahead.push(...frames);
    const nodes = [...document.querySelectorAll('.words')];
    const read: string[][] = [];
    while (read.length < frames.length) {
      // The page requested its callback first, so this one runs last in the frame and reads what the frame shows.
      await new Promise(requestAnimationFrame);
      read.push(nodes.map(({ textContent }) => textContent));
    }
    return read;
  }, frames);
  expect(seen).toEqual(frames.map((at) => told(moment + at)));
  const clocks = seen.map(([, , , clock]) => clock);
  expect([clocks[0], clocks.at(-1)]).toEqual(['00:59:56', '02:00:03']);
  await stage.close();
});
