import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SceneElement } from '../../scene/schema/scene.ts';
import { clockText } from '../../output/text/clock-text.ts';
import { composition, subComposition, testField } from '../kit/service/line-show.ts';
import { type House, OnAirStage, openHouse } from '../kit/picture/on-air-stage.ts';

let house: House;
let stage: OnAirStage;
beforeAll(async () => {
  house = await openHouse();
});
afterEach(() => stage.close());
afterAll(() => house.close());

const id = '6d0f7c1e-2b3a-4c5d-8e9f-0a1b2c3d4e02';
const frame = { x: 100, y: 100, width: 800, height: 100 };
const look = { frame, size: 60, weight: 700, align: 'left', color: '#fff' } as const;
const hour = 3_600_000;

const fields = [
  testField('time', 'timecontrol', { UTC: 0, isRunning: false, value: 0 }),
  testField('from', 'number', '600'),
  testField('words', 'text', 'LIVE'),
  testField('zone', 'text', 'Asia/Kolkata'),
  testField('until', 'text', '20:00'),
];

/** Shows one element that tells the time, with the service's clock this far ahead of the machine's. */
async function showing(element: SceneElement, ahead = 0): Promise<void> {
  stage = await OnAirStage.open(house, composition(subComposition(id, fields, [element])), { timeStands: true });
  stage.stand.clockAhead = ahead;
  await stage.reload(0);
  await set({}, 'In');
}

async function set(
  payload: NonNullable<Parameters<typeof stage.stand.change>[0]['payload']>,
  state?: 'In',
): Promise<void> {
  await stage.shows(stage.stand.change({ id, payload, ...(state && { state, action: 'jump' }) }));
}

const shown = (): Promise<string> => stage.sub(id).locator('.words').innerText();

/** Returns every text shown within a time (ms), each once, in order. */
async function seenFor(milliseconds: number): Promise<string[]> {
  await stage.page.evaluate(() => {
    const words = document.querySelector('.words') as HTMLElement;
    const texts = [words.textContent];
    Object.assign(window, { texts });
    const write = (): unknown => texts.push(words.textContent);
    new MutationObserver(write).observe(words, { childList: true, characterData: true, subtree: true });
  });
  await stage.pass(milliseconds);
  const texts = await stage.page.evaluate(() => (window as unknown as { texts: string[] }).texts);
  return texts.filter((text, at) => text !== texts[at - 1]);
}

const timer = (more: object): SceneElement => ({
  kind: 'timer',
  id: 'timer',
  time: { field: 'time' },
  format: 'mm:ss',
  ...look,
  ...more,
});
const clock = (more: object): SceneElement => ({
  kind: 'clock',
  id: 'clock',
  zone: { field: 'zone' },
  format: 'HH:mm:ss',
  ...look,
  ...more,
});

describe('a timer that counts down', () => {
  it('tells what is left of its field, held and running', async () => {
    await showing(timer({ from: { field: 'from' } }));
    expect(await shown()).toBe('10:00');
    await set({ time: { UTC: 0, isRunning: false, value: 61_500 } });
    expect(await shown()).toBe('08:59');
    await set({ from: '90' });
    expect(await shown()).toBe('00:29');
    await set({ time: { UTC: Math.round(stage.stand.now()), isRunning: true, value: 0 } });
    const seen = await seenFor(2_300);
    expect(['01:30', '01:29', '01:28', '01:27'].join(' ')).toContain(seen.join(' '));
    expect(seen.length).toBeGreaterThanOrEqual(3);
  });

  it.each([
    [undefined, '00:00'],
    ['hold', '00:00'],
    ['continue', '-00:05'],
    ['hide', ''],
    ['text', 'LIVE'],
  ])('with %s at its end shows %j five seconds after it', async (atEnd, words) => {
    await showing(timer({ from: 60, endText: { field: 'words' }, ...(atEnd && { atEnd }) }));
    await set({ time: { UTC: 0, isRunning: false, value: 65_000 } });
    expect(await shown()).toBe(words);
  });

  it('keeps what it shows when a field makes no sense, and says why', async () => {
    await showing(timer({ from: { field: 'words' } }));
    expect(stage.said.at(-1)).toContain(
      '"timer" of "Sub 02" cannot be drawn: Error: the field "words" does not hold a number',
    );
    await set({ words: '30' });
    expect(await shown()).toBe('00:30');
    await set({ words: 'soon' });
    expect(await shown()).toBe('00:30');
  });
});

describe('a clock', () => {
  it("tells the time of day by the service's clock, not by the machine's", async () => {
    await showing(clock({}), 5 * hour + 17_000);
    const face = { zone: 'Asia/Kolkata', format: 'HH:mm:ss', language: 'en' };
    const [before, text, after] = [stage.stand.now() - 1_000, await shown(), stage.stand.now() + 1_000];
    const possible = Array.from({ length: Math.ceil((after - before) / 250) }, (_, at) =>
      clockText(before + at * 250, face),
    );
    expect(possible).toContain(text);
  });

  it('goes on by itself, second by second, and takes another zone', async () => {
    await showing(clock({}));
    const seen = await seenFor(2_300);
    const seconds = seen.map((text) => Number(text.slice(-2)));
    expect(seconds).toEqual(seconds.map((_, at) => ((seconds[0] ?? 0) + at) % 60));
    expect(seconds.length).toBeGreaterThanOrEqual(3);
    await set({ zone: 'Pacific/Chatham' });
    const apart = (Number((await shown()).slice(3, 5)) - Number(seen.at(-1)?.slice(3, 5)) + 120) % 60;
    // India is half an hour off the hour, Chatham a quarter: 15 minutes, or 16 if a minute has passed.
    expect([15, 16]).toContain(apart);
  });

  it('keeps going in its zone when it is told one that there is not', async () => {
    await showing(clock({ format: 'HH:mm' }));
    await set({ zone: 'Europe/Atlantis' });
    expect(stage.said.at(-1)).toContain(
      '"clock" of "Sub 02" cannot be drawn: Error: there is no time zone "Europe/Atlantis"',
    );
    const face = { zone: 'Asia/Kolkata', format: 'HH:mm', language: 'en' };
    expect([-60_000, 0, 60_000].map((off) => clockText(stage.stand.now() + off, face))).toContain(await shown());
  });

  it('counts down to a date and time, and gives way to words when it has come', async () => {
    const countdown = { format: 'h:mm:ss', until: { field: 'until' }, atEnd: 'text', endText: { field: 'words' } };
    await showing(clock(countdown));
    const inAnHour = (seconds: number): string => new Date(stage.stand.now() + hour + seconds * 1_000).toISOString();
    await set({ until: inAnHour(0.9) });
    expect(['1:00:00', '1:00:01']).toContain(await shown());
    await set({ until: new Date(stage.stand.now() + 1_200).toISOString() });
    const seen = await seenFor(1_800);
    expect(seen.at(-1)).toBe('LIVE');
    expect(seen.slice(0, -1).every((text) => ['0:00:02', '0:00:01'].includes(text))).toBe(true);
    await set({ until: 'later' });
    expect(await shown()).toBe('LIVE');
  });
});
