import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SubComposition } from '../../scene/schema/composition.ts';
import type { ElementOf, SceneElement } from '../../scene/schema/scene.ts';
import { demo } from '../kit/service/demo-show.ts';
import { composition, subComposition, testField } from '../kit/service/line-show.ts';
import { type House, OnAirStage, openHouse } from '../kit/picture/on-air-stage.ts';

const { fullFrameTitle } = demo;

const plain = { weight: 700, align: 'left', color: '#fff' } as const;

const lowerThird = subComposition(
  '6d0f7c1e-2b3a-4c5d-8e9f-0a1b2c3d4e11',
  [
    testField('line1', 'text', 'Eleanor Marsh'),
    testField('line2', 'text', 'Chief Political Correspondent'),
    testField('color', 'color', { a: 1, b: 56, g: 31, r: 207 }),
  ],
  [
    { kind: 'box', id: 'accent', frame: { x: 96, y: 776, width: 14, height: 142 }, fill: { field: 'color' } },
    { ...textOf('name', 'line1', { x: 138, y: 776, width: 844, height: 86 }), size: 56 },
    { ...textOf('description', 'line2', { x: 138, y: 862, width: 844, height: 56 }), size: 32 },
  ],
);

const ticker = subComposition(
  '6d0f7c1e-2b3a-4c5d-8e9f-0a1b2c3d4e12',
  [testField('label', 'checkbox', true)],
  [
    {
      kind: 'text',
      id: 'label',
      frame: { x: 96, y: 962, width: 236, height: 64 },
      text: 'Headlines',
      visible: { field: 'label' },
      size: 28,
      ...plain,
    },
  ],
);

const track = { kind: 'box', frame: { x: 268, y: 117, width: 176, height: 6 }, fill: '#fff' } as const;
const scoreBug: SubComposition = {
  ...subComposition(
    '6d0f7c1e-2b3a-4c5d-8e9f-0a1b2c3d4e13',
    [testField('possession', 'normalizednumber', '54')],
    [
      { ...track, id: 'possession track' },
      { ...track, id: 'possession bar', level: { field: 'possession' } },
    ],
  ),
  subcompositions: [
    team('6d0f7c1e-2b3a-4c5d-8e9f-0a1b2c3d4e14', { name: 'Harbour City', crest: 'harbour-city.svg', y: 140 }),
    team('6d0f7c1e-2b3a-4c5d-8e9f-0a1b2c3d4e15', { name: 'Northgate', crest: 'northgate.svg', y: 210 }),
  ],
};

/** A show whose values change without a motion, so that each frame has either the old or the new ones. */
const show = composition(lowerThird, fullFrameTitle, ticker, scoreBug);

function textOf(id: string, field: string, frame: SceneElement['frame']): ElementOf<'text'> {
  return { kind: 'text', id, frame, mask: true, text: { field }, size: 32, ...plain };
}

function team(id: string, { name, crest, y }: { name: string; crest: string; y: number }): SubComposition {
  return subComposition(
    id,
    [
      testField('name', 'text', name),
      testField('score', 'number', '0'),
      testField('crest', 'image', `/media/demo/${crest}`),
    ],
    [
      {
        kind: 'image',
        id: 'crest',
        frame: { x: 122, y, width: 50, height: 50 },
        source: { field: 'crest' },
        fit: 'contain',
      },
      textOf('name', 'name', { x: 188, y, width: 256, height: 68 }),
      textOf('score', 'score', { x: 452, y, width: 84, height: 68 }),
    ],
  );
}

let house: House;
let stage: OnAirStage;
beforeAll(async () => {
  house = await openHouse();
});
beforeEach(async () => {
  stage = await OnAirStage.open(house, show);
  await stage.shows(0);
});
afterEach(() => stage.close());
afterAll(() => house.close());

const home = scoreBug.subcompositions[0]?.id ?? '';

/** Starts to record, in every frame, the visible words and pictures of a sub-composition. */
async function watch(id: string): Promise<void> {
  await stage.page.evaluate((id) => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const section = document.querySelector<HTMLElement>(`[data-sub-composition="${id}"]`);
    const look = (): void => {
      if (section && getComputedStyle(section).visibility === 'visible') {
        const pictures = [...section.querySelectorAll('img')].map((image) => new URL(image.src).pathname);
        const words = [...section.querySelectorAll(':scope > .frame .words')].map((node) => node.textContent);
        seen.add([...pictures, ...words].join(' | '));
      }
      requestAnimationFrame(look);
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, id);
}

const seen = (): Promise<string[]> => stage.page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);

/** Delays the delivery of a picture until it is released. `wanted` resolves when the page has requested it. */
async function hold(file: string): Promise<{ wanted: Promise<undefined>; letGo: () => void }> {
  const [wanted, gate] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  await stage.page.route(`**/media/demo/${file}*`, async (route) => {
    wanted.resolve(undefined);
    await gate.promise;
    await route.continue();
  });
  return { wanted: wanted.promise, letGo: () => gate.resolve(undefined) };
}

/** Has the time of the page stand still from its beginning on. */
async function openWithoutTime(): Promise<void> {
  await stage.close();
  stage = await OnAirStage.open(house, show, { timeStands: true });
  await stage.shows(0);
}

describe('values and state in one change', () => {
  it('never show the old words, nor half of the new ones', async () => {
    await watch(lowerThird.id);
    const payload = { line1: 'Ada Lovelace', line2: 'Mathematician' };
    stage.stand.change({ id: lowerThird.id, payload, state: 'In' });
    await stage.sub(lowerThird.id).getByText('Ada Lovelace').waitFor({ state: 'visible' });
    await stage.still();
    stage.stand.change({ id: lowerThird.id, payload: { line1: 'Grace Hopper', line2: 'Rear admiral' } });
    await stage.sub(lowerThird.id).getByText('Grace Hopper').waitFor({ state: 'visible' });
    expect(await seen()).toEqual(['Ada Lovelace | Mathematician', 'Grace Hopper | Rear admiral']);
  });

  it('of several sub-compositions come in the same frame', async () => {
    await stage.page.evaluate(() => {
      const pairs = new Set<string>();
      Object.assign(window, { pairs });
      const look = (): void => {
        const scores = [...document.querySelectorAll('[data-element=score] .words')].map((node) => node.textContent);
        pairs.add(scores.join(':'));
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    for (let goals = 1; goals <= 20; goals += 1) {
      const payload = { score: String(goals) };
      stage.stand.change(...scoreBug.subcompositions.map(({ id }) => ({ id, payload })));
    }
    await stage.shows(20);
    await stage.page.waitForFunction(() => (window as unknown as { pairs: Set<string> }).pairs.has('20:20'));
    const pairs = await stage.page.evaluate(() => [...(window as unknown as { pairs: Set<string> }).pairs]);
    expect(pairs.filter((pair) => pair.split(':')[0] !== pair.split(':')[1])).toEqual([]);
  });

  it('wait for a new picture that is nearly there, so that the old one is never seen', async () => {
    await openWithoutTime();
    await stage.shows(stage.stand.change({ id: scoreBug.id, state: 'In', action: 'jump' }));
    await watch(home);
    const { wanted, letGo } = await hold('northgate.svg');
    stage.stand.change({ id: home, payload: { crest: '/media/demo/northgate.svg?2', name: 'Visitors' }, state: 'In' });
    await wanted;
    await stage.pass(40);
    letGo();
    await stage.sub(home).getByText('Visitors').waitFor({ state: 'visible' });
    expect(await seen()).toEqual(['/media/demo/northgate.svg | Visitors | 0']);
  });

  it('do not wait for a picture that takes long: the words come without the old picture', async () => {
    const taken = [scoreBug.id, home].map((id) => ({ id, state: 'In', action: 'jump' }) as const);
    await stage.shows(stage.stand.change(...taken));
    await watch(home);
    const { letGo } = await hold('northgate.svg');
    stage.stand.change({ id: home, payload: { crest: '/media/demo/northgate.svg?2', name: 'Visitors' } });
    await stage.shows(stage.stand.change({ id: home, payload: { score: '3' } }));
    letGo();
    await stage.page.waitForFunction(() => [...document.images].some(({ src }) => src.endsWith('northgate.svg?2')));
    await stage.page.waitForFunction(() => (window as unknown as { seen: Set<string> }).seen.size >= 3);
    const last = (await seen()).filter((words) => words.includes('Visitors'));
    expect(last).toEqual(expect.arrayContaining(['Visitors | 3', '/media/demo/northgate.svg | Visitors | 3']));
    expect(last.filter((words) => words.includes('harbour-city'))).toEqual([]);
  });
});

describe('a picture', () => {
  const shown = (): Promise<string[]> =>
    stage
      .element(home, 'crest')
      .evaluate((node) => [...node.querySelectorAll('img')].map(({ src }) => new URL(src).pathname));

  it('that cannot be shown leaves nothing of the one before, says so, and holds nobody up', async () => {
    await stage.shows(stage.stand.change({ id: home, payload: { crest: '/media/demo/none.png', name: 'Visitors' } }));
    await expect
      .poll(() => stage.said.filter((said) => said.startsWith('warning')))
      .toEqual(['warning: on air: the picture /media/demo/none.png cannot be shown; the last one goes']);
    expect(await shown()).toEqual([]);
    expect(await stage.element(home, 'name').textContent()).toBe('Visitors');
    await stage.shows(stage.stand.change({ id: home, payload: { crest: '/media/demo/northgate.svg' } }));
    await expect.poll(shown).toEqual(['/media/demo/northgate.svg']);
  });

  it.each(['javascript:alert(1)', ''])('that is %j is not loaded, and the one before goes', async (crest) => {
    await stage.shows(stage.stand.change({ id: home, payload: { crest } }));
    expect(await shown()).toEqual([]);
  });
});

describe('each kind of element', () => {
  it('a text shrinks to fit, and is cut where it would be too small to read', async () => {
    await stage.shows(stage.stand.change({ id: lowerThird.id, state: 'In', action: 'jump' }));
    const measured = async (line1: string): Promise<{ size: number; cut: boolean; inside: boolean }> => {
      await stage.shows(stage.stand.change({ id: lowerThird.id, payload: { line1 } }));
      return stage.element(lowerThird.id, 'name').evaluate((frame) => {
        const words = frame.querySelector<HTMLElement>('.words') as HTMLElement;
        const inside = words.getBoundingClientRect().right <= frame.getBoundingClientRect().right;
        return {
          size: parseFloat(getComputedStyle(words).fontSize),
          cut: words.scrollWidth > words.clientWidth,
          inside,
        };
      });
    };
    expect(await measured('Ann Lee')).toEqual({ size: 56, cut: false, inside: true });
    const longer = await measured('Professor Alexandra Featherstone-Haugh');
    expect([longer.size < 56 && longer.size > 34, longer.cut, longer.inside]).toEqual([true, false, true]);
    const endless = await measured('A name without end '.repeat(20));
    expect([Math.round(endless.size), endless.cut, endless.inside]).toEqual([34, true, true]);
    expect((await measured('Ann Lee')).size).toBe(56);
  });

  it('a box takes its color, and a bar its level', async () => {
    const red = { a: 0.5, b: 3, g: 2, r: 1 };
    await stage.shows(stage.stand.change({ id: lowerThird.id, payload: { color: red } }));
    const box = stage.element(lowerThird.id, 'accent').locator('.box');
    expect(await box.evaluate((node) => getComputedStyle(node).backgroundColor)).toBe('rgba(1, 2, 3, 0.5)');
    await stage.shows(stage.stand.change({ id: scoreBug.id, payload: { possession: '25' }, state: 'In' }));
    await stage.still();
    const widths = await stage
      .sub(scoreBug.id)
      .evaluate((section) =>
        ['possession track', 'possession bar'].map(
          (id) => section.querySelector(`[data-element="${id}"] .box`)?.getBoundingClientRect().width,
        ),
      );
    expect(widths).toEqual([176, 44]);
  });

  it('a checkbox hides and shows what is bound to it', async () => {
    await stage.shows(stage.stand.change({ id: ticker.id, state: 'In', action: 'jump' }));
    const label = stage.element(ticker.id, 'label');
    expect(await label.isVisible()).toBe(true);
    await stage.shows(stage.stand.change({ id: ticker.id, payload: { label: false } }));
    expect(await label.isVisible()).toBe(false);
  });

  it('a list shows a JSON array, as much of it as there is room for, and keeps the last good one', async () => {
    const lines = async (stories: unknown): Promise<string[]> => {
      await stage.shows(stage.stand.change({ id: fullFrameTitle.id, payload: { stories: JSON.stringify(stories) } }));
      return stage
        .element(fullFrameTitle.id, 'stories')
        .locator('.row')
        .evaluateAll((rows) => rows.map((row) => [...row.children].map((part) => part.textContent).join(' / ')));
    };
    expect(await lines(['Rail', { label: 'Storm', value: 19 }, 7])).toEqual(['Rail / ', 'Storm / 19', '7 / ']);
    expect(await lines({ not: 'a list' })).toEqual(['Rail / ', 'Storm / 19', '7 / ']);
    expect(await lines([{ title: 'no label' }])).toEqual(['Rail / ', 'Storm / 19', '7 / ']);
    expect(await lines(Array.from({ length: 40 }, (_, at) => `Story ${at}`))).toHaveLength(5);
    expect(stage.said.filter((said) => said.includes('"stories" of "Full Frame Title" cannot be drawn'))).toHaveLength(
      2,
    );
  });

  it('a sound plays from its start once for each press', async () => {
    await stage.page.evaluate(() => {
      const played: string[] = [];
      Object.assign(window, { played });
      document.addEventListener(
        'playing',
        ({ target }) => played.push(new URL((target as HTMLAudioElement).src).pathname),
        {
          capture: true,
        },
      );
    });
    // Browsers allow sound in a page after a user gesture. The programs that show the page on air always allow it.
    await stage.page.mouse.click(1, 1);
    await stage.shows(stage.stand.press(fullFrameTitle.id, 'playSting'));
    const played = (): Promise<string[]> =>
      stage.page.evaluate(() => (window as unknown as { played: string[] }).played);
    await expect.poll(played).toEqual(['/media/demo/sting.wav']);
    const playhead = await stage.page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0.1);
    await playhead.dispose();
    await stage.shows(stage.stand.press(fullFrameTitle.id, 'playSting', -1));
    await expect.poll(async () => (await played()).length).toBe(2);
    await stage.shows(stage.stand.change({ id: fullFrameTitle.id, payload: { sting: '/media/demo/none.wav' } }));
    await expect
      .poll(() => stage.said.filter((said) => said.startsWith('warning')))
      .toEqual([expect.stringContaining('the sound /media/demo/none.wav cannot be played')]);
    await stage.shows(stage.stand.press(fullFrameTitle.id, 'playSting', -2));
    await stage.shows(stage.stand.change({ id: fullFrameTitle.id, payload: { sting: '/media/demo/sting.wav?2' } }));
    await stage.shows(stage.stand.press(fullFrameTitle.id, 'playSting', -3));
    await expect.poll(async () => (await played()).length).toBe(3);
  });
});

describe('a broken element', () => {
  it('is reported by name and blanks nothing else', async () => {
    const look = { size: 40, weight: 700, align: 'left', color: '#fff' } as const;
    const frame = { x: 0, y: 0, width: 400, height: 50 };
    const id = '6d0f7c1e-2b3a-4c5d-8e9f-0a1b2c3d4e02';
    const broken = subComposition(
      id,
      [testField('word', 'text', 'Good'), testField('format', 'text', 'weeks')],
      [
        { kind: 'text', id: 'lost', frame, text: { field: 'nowhere' }, ...look },
        { kind: 'box', id: 'colorless', frame, fill: { field: 'word' } },
        { kind: 'timer', id: 'timeless', frame, time: { field: 'word' }, format: { field: 'format' }, ...look },
        { kind: 'text', id: 'good', frame, text: { field: 'word' }, ...look },
      ],
    );
    await stage.shows(stage.stand.load(composition(broken, lowerThird)));
    await stage.shows(
      stage.stand.change({ id, state: 'In', action: 'jump' }, { id: lowerThird.id, state: 'In', action: 'jump' }),
    );
    expect(await stage.sub(id).getByText('Good').isVisible()).toBe(true);
    expect(await stage.sub(lowerThird.id).getByText('Eleanor Marsh').isVisible()).toBe(true);
    expect(stage.said.map((said) => said.split('\n')[0])).toEqual([
      expect.stringContaining('"lost" of "Sub 02" cannot be drawn: Error: there is no field "nowhere"'),
      expect.stringContaining('"colorless" of "Sub 02" cannot be drawn: Error: the field "word" does not hold a color'),
      expect.stringContaining('"timeless" of "Sub 02" cannot be drawn: Error: the field "word" does not hold a timer'),
    ]);
    await expect
      .poll(() => stage.stand.reports.at(-1)?.failures?.map(({ problem }) => problem))
      .toEqual([
        '"lost" of "Sub 02" cannot be drawn: there is no field "nowhere"',
        '"colorless" of "Sub 02" cannot be drawn: the field "word" does not hold a color',
        '"timeless" of "Sub 02" cannot be drawn: the field "word" does not hold a timer',
      ]);
  });
});
