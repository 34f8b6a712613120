import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demo, eveningNews } from '../kit/service/demo-show.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { composition, subComposition, testField } from '../kit/service/line-show.ts';
import { type House, OnAirStage, openHouse } from '../kit/picture/on-air-stage.ts';
import { frameTime } from '../kit/picture/page-time.ts';

const { ticker } = demo;

let house: House;
let stage: OnAirStage;
beforeAll(async () => {
  house = await openHouse();
});
beforeEach(async () => {
  stage = await OnAirStage.open(house, eveningNews);
  await stage.shows(0);
});
afterEach(() => stage.close());
afterAll(() => house.close());

describe('a crawl', () => {
  const items = (): Promise<{ words: string; x: number }[]> =>
    stage
      .element(ticker.id, 'headlines left')
      .locator('.item')
      .evaluateAll((nodes) => nodes.map((node) => ({ words: node.textContent, x: node.getBoundingClientRect().x })));

  it('fills its band from its start on, and stands still at speed 0', async () => {
    await stage.shows(
      stage.stand.change({ id: ticker.id, payload: { speed: '0', headlines: 'One\n\n Two ' }, state: 'In' }),
    );
    const band = await items();
    expect(band.slice(0, 3).map(({ words }) => words)).toEqual(['One', 'Two', 'One']);
    expect(band[0]?.x).toBe(96 + 288);
    expect(band.at(-1)?.x).toBeLessThanOrEqual(96 + 1728);
    expect(await items()).toEqual(band);
  });

  it('takes new text without moving what is seen, and shows it behind that', async () => {
    await stage.shows(stage.stand.change({ id: ticker.id, payload: { speed: '0' }, state: 'In' }));
    const before = await items();
    await stage.shows(stage.stand.change({ id: ticker.id, payload: { headlines: 'Breaking: the vote is won' } }));
    const after = await items();
    expect(after.slice(0, before.length)).toEqual(before);
    await stage.shows(stage.stand.change({ id: ticker.id, payload: { speed: '600' } }));
    await stage.page.waitForFunction(
      (id) =>
        document.querySelector(`[data-sub-composition="${id}"] [data-element="headlines left"] .item`)?.textContent ===
        'Breaking: the vote is won',
      ticker.id,
    );
  });

  it('moves steadily, and taking items off its left end moves nothing else', async () => {
    await stage.shows(
      stage.stand.change({ id: ticker.id, payload: { speed: '400', headlines: 'A\nBB\nCCC' }, state: 'In' }),
    );
    const worst = await stage.page.evaluate(async (id) => {
      const nodes = (): Element[] => [
        ...document.querySelectorAll(`[data-sub-composition="${id}"] [data-element="headlines left"] .item`),
      ];
      const placed = (): Map<Element, number> => new Map(nodes().map((node) => [node, node.getBoundingClientRect().x]));
      const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
      let [at, before] = [await frame(), placed()];
      let [jump, gone] = [0, 0];
      while (gone < 6) {
        const next = await frame();
        const now = placed();
        const expected = -0.4 * Math.min(next - at, 100);
        for (const [node, x] of now)
          if (before.has(node)) jump = Math.max(jump, Math.abs(x - (before.get(node) ?? 0) - expected));
        gone += [...before.keys()].filter((node) => !now.has(node)).length;
        [at, before] = [next, now];
      }
      return jump;
    }, ticker.id);
    expect(worst).toBeLessThan(1);
  });
});

describe('a crawl that runs to the right', () => {
  const id = '6d0f7c1e-2b3a-4c5d-8e9f-0a1b2c3d4e02';
  const crawl = {
    kind: 'crawl',
    id: 'crawl',
    frame: { x: 100, y: 100, width: 900, height: 60 },
    size: 30,
    weight: 600,
    align: 'left',
    color: '#fff',
    separator: '#f00',
    text: { field: 'text' },
    speed: { field: 'speed' },
    start: 200,
    toward: 'right',
  } satisfies ElementOf<'crawl'>;
  const right = 1_000;

  interface Placed {
    words: string;
    left: number;
    right: number;
    /** The position of the words themselves, without the mark after them. */
    wordsRight: number;
  }
  const band = (): Promise<Placed[]> =>
    stage
      .element(id, 'crawl')
      .locator('.item')
      .evaluateAll((nodes) =>
        nodes.map((node) => {
          const { left, right } = node.getBoundingClientRect();
          const wordsRight = node.firstElementChild?.getBoundingClientRect().right ?? 0;
          return { words: node.textContent, left, right, wordsRight };
        }),
      );

  const load = async (text: string, speed = '0', width = crawl.frame.width): Promise<void> => {
    const fields = [testField('text', 'textarea', text), testField('speed', 'number', speed)];
    const wide = { ...crawl, frame: { ...crawl.frame, width } };
    await stage.shows(stage.stand.load(composition(subComposition(id, fields, [wide]))));
    await stage.shows(stage.stand.change({ id, state: 'In', action: 'jump' }));
  };

  it.each([
    ['Arabic', 'عاجل\nالأخبار المسائية'],
    ['Latin', 'Breaking\nThe evening news'],
  ])('%s items follow each other from its start to the left edge, each with its mark behind it', async (_, text) => {
    await load(text);
    const items = await band();
    const [first, second] = text.split('\n');
    expect(items.slice(0, 3).map(({ words }) => words)).toEqual([first, second, first]);
    expect(items[0]?.right).toBe(right - crawl.start);
    expect(items.slice(1).map((item) => item.right)).toEqual(items.slice(0, -1).map((item) => item.left));
    expect(items.map(({ wordsRight }) => wordsRight)).toEqual(items.map((item) => item.right));
    expect(items.at(-1)?.right).toBeGreaterThanOrEqual(100);
    expect(items.at(-1)?.left).toBeLessThanOrEqual(100);
  });

  it('takes new text without moving what is seen, and lets go of what left on the right', async () => {
    await load('عاجل\nخبر');
    const before = await band();
    await stage.shows(stage.stand.change({ id, payload: { text: 'نتائج الانتخابات' } }));
    const seen = before.filter(({ right }) => right > 100);
    expect((await band()).slice(0, seen.length)).toEqual(seen);
    await stage.shows(stage.stand.change({ id, payload: { speed: '900' } }));
    await stage.page.waitForFunction(() =>
      [...document.querySelectorAll('.item')].every((node) => node.textContent === 'نتائج الانتخابات'),
    );
    expect((await band()).every(({ left }) => left < right)).toBe(true);
  });

  it('moves by fractions of a pixel, to the right', async () => {
    await stage.close();
    stage = await OnAirStage.open(house, eveningNews, { timeStands: true });
    await stage.shows(0);
    await load('واحد\nاثنان', '10');
    const places = await stage.page.evaluate(async (frameTime) => {
      const places: number[] = [];
      const track = document.querySelector('.track') as HTMLElement;
      const first = track.firstElementChild as HTMLElement;
      while (places.length < 20) {
        await passTime(frameTime, frameTime);
        places.push(first.getBoundingClientRect().right);
      }
      return places;
    }, frameTime);
    const steps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
    expect(steps.every((step) => step >= 0 && step <= 1.1)).toBe(true);
    expect(steps.some((step) => step > 0 && step < 1)).toBe(true);
  });

  it('holds no more items than its frame has room for, however many there are', async () => {
    await load(Array.from({ length: 5_000 }, (_, at) => `Item ${at}`).join('\n'), '2000');
    const most = await stage.page.evaluate(async () => {
      let most = 0;
      for (let frames = 0; frames < 60; frames += 1) {
        await new Promise(requestAnimationFrame);
        most = Math.max(most, document.querySelectorAll('.item').length);
      }
      return most;
    });
    expect(most).toBeGreaterThan(3);
    expect(most).toBeLessThan(12);
  });

  it('fills no more than pictures can be wide, however wide its frame is', async () => {
    await load('One\nTwo', '0', Number.MAX_SAFE_INTEGER);
    const { length } = await band();
    expect(length).toBeGreaterThan(20);
    expect(length).toBeLessThan(1_000);
  });

  it('keeps running when a field makes no sense, and says why', async () => {
    await load('One\nTwo');
    const before = await band();
    await stage.shows(stage.stand.change({ id, payload: { speed: '', text: 'Three' } }));
    expect(await band()).toEqual(before);
    expect(stage.said.at(-1)).toContain(
      '"crawl" of "Sub 02" cannot be drawn: Error: the field "speed" does not hold a number',
    );
  });
});
