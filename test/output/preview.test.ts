import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright';
import type { Composition } from '../../scene/schema/composition.ts';
import type { PreviewAnswer, PreviewRequest } from '../../contract/service-api/preview-page.ts';
import { demo, eveningNews } from '../kit/service/demo-show.ts';
import { composition, lineShow, moverId, subComposition, testField } from '../kit/service/line-show.ts';
import { LiveStand } from '../kit/service/live-stand.ts';
import { type House, OnAirStage, openHouse } from '../kit/picture/on-air-stage.ts';
import { colorsIn } from '../kit/picture/pixels.ts';

const { fullFrameTitle, lowerThird, scoreBug, home } = demo;

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

/** A page with a preview in it, like a workshop: another origin, 960 x 540. */
class Workshop {
  readonly page: Page;
  readonly stand: LiveStand;

  private constructor(page: Page, stand: LiveStand) {
    this.page = page;
    this.stand = stand;
  }

  static async open(path = '/preview/'): Promise<Workshop> {
    const stand = new LiveStand(house.pageDirectory, eveningNews);
    await stand.open();
    const page = await house.browser.newPage({ viewport: { width: 1000, height: 600 } });
    await page.setContent('<body style="margin: 0"></body>');
    await page.evaluate((address) => {
      const answers: PreviewAnswer[] = [];
      const frame = document.createElement('iframe');
      Object.assign(window, { answers, frame });
      addEventListener('message', ({ data, source }) => {
        if (source === frame.contentWindow) answers.push(data as PreviewAnswer);
      });
      Object.assign(frame, { src: address, width: '960', height: '540', style: 'border: 0' });
      document.body.append(frame);
    }, stand.url + path);
    const workshop = new Workshop(page, stand);
    expect(await workshop.answer()).toEqual({ type: 'ready' });
    return workshop;
  }

  /** Returns the next answer that was not read yet. */
  async answer(): Promise<PreviewAnswer> {
    const handle = await this.page.waitForFunction(() =>
      (window as unknown as { answers: PreviewAnswer[] }).answers.shift(),
    );
    return handle.jsonValue() as Promise<PreviewAnswer>;
  }

  async ask(request: PreviewRequest | object): Promise<PreviewAnswer> {
    await this.page.evaluate((request) => {
      (window as unknown as { frame: HTMLIFrameElement }).frame.contentWindow?.postMessage(request, '*');
    }, request);
    return this.answer();
  }

  show(
    composition: Composition,
    items: (PreviewRequest & { type: 'show' })['items'],
    more: object = {},
  ): Promise<PreviewAnswer> {
    return this.ask({ type: 'show', composition, items, action: 'jump', ...more });
  }

  get frame(): ReturnType<Page['frameLocator']> {
    return this.page.frameLocator('iframe');
  }

  /** The visible words. */
  async words(): Promise<string[]> {
    const all = await this.frame.locator('.words').all();
    const words = await Promise.all(all.map(async (node) => ((await node.isVisible()) ? node.innerText() : '')));
    return words.filter((word) => word !== '');
  }

  async close(): Promise<void> {
    await this.page.close();
    await this.stand.close();
  }
}

async function withWorkshop(play: (workshop: Workshop) => Promise<void>, path?: string): Promise<void> {
  const workshop = await Workshop.open(path);
  try {
    await play(workshop);
  } finally {
    await workshop.close();
  }
}

const shown = { type: 'shown', problems: [] };

describe('a preview', () => {
  it('shows what it is told to, with these values over the defaults; what is not named is out', () =>
    withWorkshop(async (workshop) => {
      const payload = { name: 'Ada Lovelace' };
      expect(await workshop.show(eveningNews, [{ id: lowerThird.id, state: 'In', payload }])).toEqual(shown);
      expect(await workshop.words()).toEqual(['Ada Lovelace', 'Chief Political Correspondent']);
      expect(await workshop.show(eveningNews, [{ id: lowerThird.id, state: 'In' }])).toEqual(shown);
      expect(await workshop.words()).toEqual(['Eleanor Marsh', 'Chief Political Correspondent']);
      expect(await workshop.show(eveningNews, [{ id: scoreBug.id, state: 'In' }])).toEqual(shown);
      expect(await workshop.words()).toContain('Harbour City'.toUpperCase());
      expect(await workshop.words()).not.toContain('Eleanor Marsh');
      expect(workshop.stand.openings).toEqual([]);
    }));

  it('plays, and holds a line at a time: the same picture each time', () =>
    withWorkshop(async (workshop) => {
      const mover = workshop.frame.locator('[data-element=mover] > .mover');
      const place = (): Promise<number> => mover.evaluate((node) => new DOMMatrix(getComputedStyle(node).transform).e);
      for (const time of [250, 700, 250]) {
        const hold = { id: moverId, line: 'in', time };
        expect(await workshop.show(lineShow, [{ id: moverId, state: 'In' }], { hold })).toEqual(shown);
        expect(await place()).toBe(time - 1_000);
        expect(await mover.evaluate((node) => node.getAnimations().map(({ playState }) => playState))).toEqual([
          'paused',
        ]);
      }
      await workshop.show(lineShow, [{ id: moverId, state: 'In' }], { action: 'play' });
      await expect.poll(place).toBe(0);
      await workshop.show(lineShow, [{ id: moverId, state: 'In' }]);
      expect(await mover.evaluate((node) => node.getAnimations().length)).toBe(0);
    }));

  it('says what of it cannot be drawn, and goes on', () =>
    withWorkshop(async (workshop) => {
      const frame = { x: 0, y: 0, width: 400, height: 100 };
      const broken = composition(
        subComposition(
          moverId,
          [testField('word', 'text', 'Good')],
          [
            { kind: 'box', id: 'plate', frame, fill: { field: 'nowhere' } },
            { kind: 'image', id: 'crest', frame, source: '/media/demo/none.png', fit: 'contain' },
          ],
        ),
      );
      expect(await workshop.show(broken, [{ id: moverId, state: 'In' }])).toEqual({
        type: 'shown',
        problems: [
          '"plate" of "Sub 01" cannot be drawn: there is no field "nowhere"',
          expect.stringContaining('/media/demo/none.png: '),
        ],
      });
      expect(await workshop.ask({ type: 'show', composition: null, items: [], action: 'jump' })).toEqual({
        type: 'failed',
        reason: expect.any(String) as string,
      });
      expect(await workshop.ask({ type: 'take' })).toEqual({ type: 'failed', reason: 'a preview cannot "take"' });
      expect(await workshop.show(lineShow, [{ id: moverId, state: 'In' }])).toEqual(shown);
      expect(await workshop.words()).toEqual(['Ready']);
    }));

  it('gives a PNG of what is shown, on a clear ground', () =>
    withWorkshop(async (workshop) => {
      const red = '#ff0000';
      const frame = { x: 480, y: 270, width: 960, height: 540 };
      const scene = composition(
        subComposition(
          moverId,
          [],
          [
            {
              kind: 'box',
              id: 'plate',
              frame,
              fill: red,
              in: { offset: { x: -480 }, delay: 0, duration: 1_000, easing: 'linear' },
            },
            {
              kind: 'image',
              id: 'picture',
              frame: { x: 1_600, y: 800, width: 200, height: 200 },
              source: '/media/demo/stadium.svg',
              fit: 'cover',
            },
          ],
        ),
      );
      const hold = { id: moverId, line: 'in', time: 500 };
      expect(await workshop.show(scene, [{ id: moverId, state: 'In' }], { hold })).toEqual(shown);
      const answer = await workshop.ask({ type: 'capture', width: 480 });
      if (answer.type !== 'picture') throw new Error(JSON.stringify(answer));
      expect(answer.png).toMatch(/^data:image\/png;base64,/);
      const png = Buffer.from(answer.png.split(',')[1] ?? '', 'base64');
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([480, 270]);
      const [left, middle, right, picture] = await colorsIn(workshop.page, png, [
        { x: 55, y: 135 },
        { x: 65, y: 135 },
        { x: 305, y: 135 },
        { x: 425, y: 225 },
      ]);
      expect([left, middle, right]).toEqual([
        [0, 0, 0, 0],
        [255, 0, 0, 255],
        [0, 0, 0, 0],
      ]);
      expect(picture?.[3]).toBe(255);
    }));

  it('listens to the page around it alone', () =>
    withWorkshop(async (workshop) => {
      await workshop.show(lineShow, [{ id: moverId, state: 'In' }]);
      const request = { type: 'show', composition: eveningNews, items: [], action: 'jump' };
      const [frame] = workshop.page.frames().slice(1);
      await frame?.evaluate((request) => {
        const inner = document.body.appendChild(document.createElement('iframe'));
        const script = `parent.postMessage(${JSON.stringify(request)}, '*')`;
        (inner.contentWindow as unknown as { eval: (script: string) => void }).eval(script);
        window.postMessage(request, '*');
      }, request);
      // Requests are answered in order, so this answer shows that the messages above got none.
      expect(await workshop.show(lineShow, [{ id: moverId, state: 'In' }])).toEqual(shown);
      expect(await workshop.words()).toEqual(['Ready']);
    }));
});

describe('the on-air page as a preview', () => {
  const states = (stage: OnAirStage): Promise<Record<string, string>> =>
    stage.page
      .locator('section')
      .evaluateAll((nodes) =>
        Object.fromEntries(
          (nodes as HTMLElement[]).map((node): [string, string] => [
            node.dataset.name ?? '',
            getComputedStyle(node).visibility,
          ]),
        ),
      );

  it('shows everything In, with the live values and nothing that moves, whatever is on air', async () => {
    const stage = await OnAirStage.open(house, eveningNews, { query: 'preview=1' });
    await stage.shows(0);
    await stage.shows(stage.stand.change({ id: lowerThird.id, payload: { name: 'Ada' }, state: 'In' }));
    await stage.shows(stage.stand.change({ id: lowerThird.id, state: 'Out1' }));
    expect(new Set(Object.values(await states(stage)))).toEqual(new Set(['visible']));
    await expect.poll(() => stage.element(lowerThird.id, 'name').innerText()).toBe('Ada');
    expect(await stage.page.evaluate(() => document.documentElement.dataset.role)).toBe('preview');
    await stage.close();
  });

  it('shows those that its address names, and what they stand in', async () => {
    const stage = await OnAirStage.open(house, eveningNews, { query: `preview=1&in=${home.id}` });
    await stage.shows(0);
    const visible = Object.entries(await states(stage)).filter(([, visibility]) => visibility === 'visible');
    expect(visible.map(([name]) => name)).toEqual([eveningNews.root.name, 'Score Bug', 'Home']);
    await stage.close();
  });

  it('shows what a page around it says, from then on', () =>
    withWorkshop(async (workshop) => {
      await expect.poll(() => workshop.words()).toContain('Eleanor Marsh');
      expect(await workshop.show(lineShow, [{ id: moverId, state: 'In' }])).toEqual(shown);
      workshop.stand.change({ id: lowerThird.id, payload: { name: 'Ada' } });
      expect(await workshop.show(lineShow, [{ id: moverId, state: 'In' }])).toEqual(shown);
      expect(await workshop.words()).toEqual(['Ready']);
    }, '/onair/token?preview=1'));
});

describe('a preview that follows a show', () => {
  const path = '/onair/token?preview=1';
  const takeIn = (name: string) => [
    { id: lowerThird.id, payload: { name }, state: 'In' as const, action: 'play' as const },
  ];
  /** The answer that says how it is drawn, after those from before the show was there. */
  async function drawn(workshop: Workshop, request: object): Promise<PreviewAnswer> {
    let answer = await workshop.ask(request);
    while (answer.type === 'failed') answer = await workshop.answer();
    return answer;
  }

  it('shows what is on air after a press, with what is on air besides, and follows that', () =>
    withWorkshop(async (workshop) => {
      workshop.stand.request([{ subCompositionId: scoreBug.id, state: 'In' }]);
      const after = { type: 'after', changes: takeIn('Ada Lovelace'), at: 'end' };
      expect(await drawn(workshop, after)).toEqual({ ...shown, length: expect.any(Number) as number });
      expect(await workshop.words()).toEqual(expect.arrayContaining(['Ada Lovelace', 'HARBOUR CITY']));
      workshop.stand.request([{ subCompositionId: lowerThird.id, payload: { role: 'Countess' } }]);
      await expect.poll(() => workshop.words()).toEqual(expect.arrayContaining(['Ada Lovelace', 'Countess']));
      // The program is as it was.
      const onAir = workshop.stand.control.find(({ subCompositionId }) => subCompositionId === lowerThird.id);
      expect(onAir?.state).toBe('Out1');
    }, path));

  it.each([
    ['a picture', lowerThird.id, 'logo'],
    ['a picture that moves when it changes', fullFrameTitle.id, 'picture'],
  ])('shows nothing in place of %s that cannot be shown, and not what it showed before', (_, id, field) =>
    withWorkshop(async (workshop) => {
      const takeIn = (picture: string) => ({
        type: 'after',
        changes: [{ id, payload: { [field]: picture }, state: 'In', action: 'play' }],
        at: 'end',
      });
      const pictures = () =>
        workshop.frame
          .locator('img')
          .evaluateAll((all) => all.map((one) => one.getAttribute('src')?.split('/').at(-1)));
      await drawn(workshop, takeIn('/media/demo/stadium.svg'));
      expect(await pictures()).toContain('stadium.svg');
      let answer = await drawn(workshop, takeIn('/media/demo/none.png'));
      // One about the picture before may come first.
      while (answer.type !== 'shown' || answer.problems.length === 0) answer = await workshop.answer();
      expect(answer.problems).toEqual([expect.stringContaining('none.png')]);
      await expect.poll(pictures).not.toContain('stadium.svg');
    }, path),
  );

  it('shows nothing besides from the moment it is asked, also of what the page was still loading', () =>
    withWorkshop(async (workshop) => {
      await drawn(workshop, { type: 'after', changes: takeIn('Ada Lovelace'), at: 'end' });
      await workshop.frame
        .locator(':root')
        .evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))));
      expect(await workshop.words()).toEqual(['Ada Lovelace', 'Chief Political Correspondent']);
      expect(await workshop.frame.locator('.show').count()).toBe(1);
    }, path));

  it('shows what leaves, and what comes in the next press instead of this one', () =>
    withWorkshop(async (workshop) => {
      workshop.stand.request([{ subCompositionId: lowerThird.id, state: 'In' }]);
      await drawn(workshop, { type: 'after', changes: [{ id: lowerThird.id, state: 'Out1' }], at: 'end' });
      await expect.poll(() => workshop.words()).toEqual([]);
      await drawn(workshop, { type: 'after', changes: takeIn('Grace Hopper'), at: 'end' });
      await expect.poll(() => workshop.words()).toContain('Grace Hopper');
      expect(await workshop.words()).not.toContain('Ada Lovelace');
    }, path));

  it('is stepped through the animation by milliseconds, the same picture each time', () =>
    withWorkshop(async (workshop) => {
      const picture = () =>
        workshop.frame
          .locator(':root')
          .evaluate(() =>
            document.getAnimations().map(({ currentTime, playState }) => [Number(currentTime), playState]),
          );
      const step = (at: number) => drawn(workshop, { type: 'after', changes: takeIn('Ada'), at });
      const { length = 0 } = (await step(100)) as { length?: number };
      expect(length).toBeGreaterThan(100);
      const early = await picture();
      expect(early.length).toBeGreaterThan(0);
      expect(early.every(([, state]) => state === 'paused')).toBe(true);
      await step(length / 2);
      expect(await picture()).not.toEqual(early);
      await step(100);
      expect(await picture()).toEqual(early);
      await step(length);
      expect((await picture()).filter(([, state]) => state === 'paused')).toEqual([]);
      expect(await workshop.words()).toContain('Ada');
    }, path));

  it('plays from what is on air to what comes after', () =>
    withWorkshop(async (workshop) => {
      const answer = await drawn(workshop, { type: 'after', changes: takeIn('Ada'), at: 'play' });
      expect(answer).toMatchObject({ type: 'shown' });
      await expect.poll(() => workshop.words()).toContain('Ada');
    }, path));
});
