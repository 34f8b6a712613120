import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ElementOf } from '../../scene/schema/scene.ts';
import type { SceneFont } from '../../scene/schema/stage.ts';
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
const text = (look: Partial<ElementOf<'text'>> = {}): ElementOf<'text'> => ({
  kind: 'text',
  id: 'words',
  frame,
  text: { field: 'words' },
  size: 60,
  weight: 700,
  align: 'left',
  color: '#fff',
  ...look,
});

/** Shows one text on an empty picture. */
async function showing(element: ElementOf<'text'>, words = '', fonts: SceneFont[] = []): Promise<void> {
  stage = await OnAirStage.open(house, wordsOn(element, words, fonts), { timeStands: true });
  await stage.shows(stage.stand.change({ id, state: 'In', action: 'jump' }));
}

function wordsOn(element: ElementOf<'text'>, words: string, fonts: SceneFont[] = []): ReturnType<typeof composition> {
  const show = composition(subComposition(id, [testField('words', 'textarea', words)], [element]));
  return { ...show, stage: { width: 1920, height: 1080, fonts } };
}

const say = (words: string): Promise<void> => stage.shows(stage.stand.change({ id, payload: { words } }));

/** The fonts of the page, not of the machine, that draw the words, with the number of letters of each. */
async function drawnWith(): Promise<Record<string, number>> {
  const session = await stage.page.context().newCDPSession(stage.page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: '.words' });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  const named = fonts.map(({ familyName, isCustomFont, glyphCount }) => [
    isCustomFont ? familyName.replace(/ Thin$/, '') : `the machine's ${familyName}`,
    glyphCount,
  ]);
  return Object.fromEntries(named) as Record<string, number>;
}

interface Measured {
  size: number;
  lines: number;
  cut: boolean;
  /** The distances between the words and the edges of the frame. */
  room: { left: number; top: number; right: number; bottom: number };
}

const measured = (): Promise<Measured> =>
  stage.element(id, 'words').evaluate((node) => {
    const words = node.querySelector<HTMLElement>('.words') as HTMLElement;
    const range = document.createRange();
    range.selectNodeContents(words);
    const outer = node.getBoundingClientRect();
    const cut = words.classList.contains('cut');
    const inner = cut ? words.getBoundingClientRect() : range.getBoundingClientRect();
    const style = getComputedStyle(words);
    const room = {
      left: Math.round(inner.left - outer.left),
      top: Math.round(inner.top - outer.top),
      right: Math.round(outer.right - inner.right),
      bottom: Math.round(outer.bottom - inner.bottom),
    };
    return {
      size: parseFloat(style.fontSize),
      lines: Math.round(words.clientHeight / parseFloat(style.lineHeight)),
      cut,
      room,
    };
  });

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The edges of what is painted, with all diacritics. Undefined if nothing is. */
async function painted(): Promise<Edges | undefined> {
  const { width, height, data } = PNG.sync.read(
    await stage.page.screenshot({ omitBackground: true, clip: { x: 0, y: 0, width: 1_000, height: 500 } }),
  );
  const edges = { left: width, top: height, right: 0, bottom: 0 };
  for (let at = 3; at < data.length; at += 4) {
    // The faintest smoothing of an edge reaches half a pixel beyond the letter.
    if ((data[at] ?? 0) < 32) continue;
    const [x, y] = [((at - 3) / 4) % width, Math.floor((at - 3) / 4 / width)];
    edges.left = Math.min(edges.left, x);
    edges.top = Math.min(edges.top, y);
    edges.right = Math.max(edges.right, x + 1);
    edges.bottom = Math.max(edges.bottom, y + 1);
  }
  return edges.right > 0 ? edges : undefined;
}

/** Whether everything painted is inside a frame: to a pixel, and at the sides to the overhang of a last letter. */
const inside = (edges: Edges | undefined, { x, y, width, height }: typeof frame): boolean =>
  edges !== undefined &&
  edges.left >= x - 4 &&
  edges.top >= y - 1 &&
  edges.right <= x + width + 4 &&
  edges.bottom <= y + height + 1;

describe('the letters of', () => {
  beforeEach(() => showing(text()));

  it.each([
    ['Latin', 'Ægir Þórðarson, Łódź', { Inter: 20 }],
    ['Greek and Cyrillic', 'Αθήνα Москва', { Inter: 12 }],
    ['Arabic', 'مرحبا', { 'Noto Sans Arabic': 6 }],
    ['Hebrew', 'ברוכים', { 'Noto Sans Hebrew': 6 }],
    ['Japanese', '東京都の開票速報', { 'Noto Sans JP': 8 }],
    ['Korean', '대통령 선거', { Inter: 1, 'Noto Sans KR': 5 }],
    ['Chinese', '北京运动员', { 'Noto Sans SC': 5 }],
    ['Hindi', 'शाम', { 'Noto Sans Devanagari': 3 }],
    ['Thai', 'ข่าว', { 'Noto Sans Thai': 4 }],
  ])('%s come with the page', async (_, words, fonts) => {
    await say(words);
    expect(await drawnWith()).toEqual(fonts);
  });

  it('one script load nothing of another', async () => {
    const before = await stage.page.evaluate(() => performance.getEntriesByType('resource').length);
    await say('مرحبا');
    const loaded = await stage.page.evaluate(
      (before) =>
        performance
          .getEntriesByType('resource')
          .slice(before)
          .map(({ name }) => /assets\/(.+)-wght/.exec(name)?.[1]),
      before,
    );
    expect(loaded).toEqual(['noto-sans-arabic-arabic']);
  });
});

describe('a family', () => {
  it.each([
    ['condensed', { 'Roboto Condensed': 5 }],
    ['Noto Sans JP', { 'Noto Sans JP': 5 }],
    ['a family that nobody has', { Inter: 5 }],
  ])('%s is one that the page brings along, or gives way to the sans', async (family, fonts) => {
    await showing(text({ family }), 'Words');
    expect(await drawnWith()).toEqual(fonts);
  });

  it('that a language asks for draws Chinese characters in its forms', async () => {
    await showing(text({ language: 'ja' }), '骨直');
    expect(await drawnWith()).toEqual({ 'Noto Sans JP': 2 });
  });
});

describe('a font that the composition brings along', () => {
  const assets = (): string => join(house.pageDirectory, 'assets');
  const font = (name: string): string => {
    const file = readdirSync(assets()).find((each) => each.startsWith(`${name}-latin-wght-normal`)) ?? '';
    return `data:font/woff2;base64,${readFileSync(join(assets(), file)).toString('base64')}`;
  };

  it('is used, and that of the next show is another, though it is called the same', async () => {
    await showing(text({ family: 'Brand' }), 'Words', [
      { family: 'Brand', source: font('roboto-condensed'), weight: [100, 900] },
    ]);
    expect(await drawnWith()).toEqual({ 'Roboto Condensed': 5 });
    const next = wordsOn(text({ family: 'Brand' }), 'Words', [{ family: 'Brand', source: font('noto-sans-hebrew') }]);
    await stage.shows(stage.stand.load(next));
    await stage.shows(stage.stand.change({ id, state: 'In', action: 'jump' }));
    expect(await drawnWith()).toEqual({ 'Noto Sans Hebrew': 5 });
    expect(
      await stage.page.evaluate(() => [...document.fonts].filter(({ family }) => family.includes('Brand')).length),
    ).toBe(1);
  });

  it('and cannot be had is reported, and the words are shown all the same', async () => {
    await showing(text({ family: 'Brand' }), 'Words', [
      { family: 'Brand', source: '/media/none.woff2' },
      { family: 'Bad', source: 'javascript:alert(1)' },
    ]);
    expect(await drawnWith()).toEqual({ Inter: 5 });
    expect(stage.said.map((said) => said.split('\n')[0])).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^error: on air: the font "Bad" cannot be used: Error: javascript: addresses are not loaded/,
        ),
        expect.stringMatching(/^warning: on air: the font 700 16px "Brand of show \d+" cannot be loaded/),
      ]),
    );
  });
});

describe('a font that takes its time', () => {
  it('is waited for, so that no word is ever seen in another', async () => {
    await showing(text(), 'Words');
    const [wanted, gate] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    await stage.page.route('**/*arabic*', async (route) => {
      wanted.resolve(undefined);
      await gate.promise;
      await route.continue();
    });
    await stage.page.evaluate(() => {
      const seen = new Set<string>();
      Object.assign(window, { seen });
      const words = document.querySelector('.words') as HTMLElement;
      const look = (): void => {
        const arabic = words.textContent.replace(/[a-z]/gi, '');
        seen.add(`${words.textContent}: ${document.fonts.check('700 16px "Noto Sans Arabic Variable"', arabic)}`);
        requestAnimationFrame(look);
      };
      look();
    });
    const shown = say('مرحبا');
    await wanted.promise;
    await stage.pass(50);
    gate.resolve(undefined);
    await shown;
    const seen = (): Promise<string[]> =>
      stage.page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
    await expect.poll(seen).toEqual(['Words: true', 'مرحبا: true']);
  });

  it('too long holds up nobody, and the words are fitted anew when it has come', async () => {
    await showing(text({ smallest: 0.2 }), 'Words');
    const [wanted, gate] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    await stage.page.route('**/*roboto*', async (route) => {
      wanted.resolve(undefined);
      await gate.promise;
      await route.continue();
    });
    const next = wordsOn(
      text({ family: 'condensed', smallest: 0.2 }),
      'A long line of words that has to be made smaller',
    );
    const loaded = stage.stand.load(next);
    await wanted.promise;
    // The page has no more patience with it.
    await stage.pass(200);
    await stage.shows(loaded);
    const taken = stage.stand.change({ id, state: 'In', action: 'jump' });
    await stage.pass(200);
    await stage.shows(taken);
    const before = await measured();
    gate.resolve(undefined);
    await stage.page.evaluate(() => document.fonts.ready);
    await expect.poll(async () => (await measured()).size).toBeGreaterThan(before.size);
    expect([before.cut, inside(await painted(), frame)]).toEqual([false, true]);
  });
});

describe('words', () => {
  it.each([
    ['Latin', 'Professor Alexandra Featherstone-Haugh of the Ågård Institute'],
    ['Arabic', 'مرحبا بكم في نشرة الأخبار المسائية مع كل ما هو جديد'],
    ['Hebrew', 'ברוכים הבאים למהדורת החדשות המרכזית של הערב'],
    ['Japanese', '東京都知事選挙の開票速報をお伝えします。速報です。'],
    ['Thai', 'ข่าวภาคค่ำวันนี้ ญี่ปุ่น'],
    ['Hindi', 'शाम की मुख्य खबरें और सुर्खियाँ'],
    ['one endless word', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'],
    ['words without end', 'and so on '.repeat(60)],
  ])('of %s never leave their frame, however low or narrow it is', async (_, words) => {
    await showing(text(), words);
    const outside: string[] = [];
    for (const [width, height, lines, place] of [
      [800, 160, 2, 'top'],
      [800, 160, 2, 'bottom'],
      [400, 160, 2, 'middle'],
      [800, 74, 1, 'middle'],
      [800, 40, 1, 'top'],
      [120, 300, 3, 'middle'],
    ] as const) {
      const small = { ...frame, width, height };
      await stage.shows(stage.stand.load(wordsOn(text({ lines, place, frame: small }), words)));
      await stage.shows(stage.stand.change({ id, state: 'In', action: 'jump' }));
      const edges = await painted();
      const { size, cut } = await measured();
      if (!inside(edges, small) || (cut && size !== 36) || size < 36) {
        outside.push(JSON.stringify({ width, height, place, edges, size, cut }));
      }
    }
    expect(outside).toEqual([]);
  });

  it('break into lines of like length, where every supported engine breaks them', async () => {
    await showing(text({ lines: 2, frame: { ...frame, height: 160 } }), 'Six words that need two lines');
    const words = stage.page.locator('.words');
    const style = await words.evaluate((node) => {
      const style = getComputedStyle(node);
      return ['text-wrap-style', 'word-break', 'line-break', 'hyphens', 'text-spacing-trim', 'text-autospace'].map(
        (name) => `${name}: ${style.getPropertyValue(name)}`,
      );
    });
    expect(style).toEqual([
      'text-wrap-style: auto',
      'word-break: normal',
      'line-break: strict',
      'hyphens: manual',
      'text-spacing-trim: space-all',
      'text-autospace: no-autospace',
    ]);
    const narrowest = await words.evaluate((node: HTMLElement) => {
      const height = node.offsetHeight;
      node.style.maxWidth = `${node.clientWidth - 3}px`;
      return node.clientWidth < 700 && node.offsetHeight > height;
    });
    expect(narrowest).toBe(true);
  });

  it('wrap before they are made smaller, and a word that is too long for the width is not torn apart while it can shrink', async () => {
    await showing(text({ lines: 2, frame: { ...frame, height: 160 } }), 'Six words that need two lines');
    expect(await measured()).toMatchObject({ size: 60, lines: 2, cut: false });
    await say('Donaudampfschifffahrtsgesellschaft');
    const { lines, cut, size } = await measured();
    expect([lines, cut, size < 60 && size > 36]).toEqual([1, false, true]);
  });

  it('stand in a higher frame where they are told to, with the leading that they are told', async () => {
    const high = { ...frame, height: 400 };
    await showing(text({ lines: 3, frame: high, place: 'top', leading: 1.5 }), 'One\nTwo');
    const tops = [(await measured()).room];
    for (const place of ['middle', 'bottom'] as const) {
      await stage.shows(stage.stand.load(wordsOn(text({ lines: 3, frame: high, place, leading: 1.5 }), 'One\nTwo')));
      await stage.shows(stage.stand.change({ id, state: 'In', action: 'jump' }));
      tops.push((await measured()).room);
    }
    const [top, middle, bottom] = tops;
    // The letters' own boxes are 1.21 high, centered in lines of 1.5.
    expect([top?.top, middle?.top, bottom?.bottom]).toEqual([9, 119, 9]);
    expect(await measured()).toMatchObject({ lines: 2, size: 60 });
  });

  it('run in their own direction, and start and end mean that', async () => {
    await showing(text({ align: 'start' }), 'Words');
    expect((await measured()).room.left).toBe(0);
    await say('مرحبا');
    expect((await measured()).room.right).toBe(0);
    await stage.shows(stage.stand.load(wordsOn(text({ align: 'end', direction: 'rtl' }), 'Words')));
    await stage.shows(stage.stand.change({ id, state: 'In', action: 'jump' }));
    expect((await measured()).room.left).toBe(0);
  });

  it('that are written joined are not torn apart by space between letters', async () => {
    await showing(text({ tracking: 20 }), 'Words');
    const spacing = (): Promise<string> =>
      stage
        .element(id, 'words')
        .locator('.text')
        .evaluate((node) => getComputedStyle(node).letterSpacing);
    expect(await spacing()).toBe('12px');
    await say('مرحبا');
    expect(await spacing()).toBe('normal');
  });

  it('have their outline, shadow, italics and capitals', async () => {
    await showing(
      text({
        italic: true,
        uppercase: true,
        language: 'tr',
        outline: { width: 2, color: '#102030' },
        shadow: { x: 3, y: 4, blur: 5, color: '#405060' },
      }),
      'istanbul',
    );
    const style = await stage
      .element(id, 'words')
      .locator('.words')
      .evaluate((node) => {
        const { fontStyle, textTransform, textShadow } = getComputedStyle(node);
        const shadows = textShadow.split(/, (?=rgb)/);
        return {
          fontStyle,
          textTransform,
          shadows: shadows.length,
          first: shadows[0],
          last: shadows.at(-1),
          words: (node as HTMLElement).innerText,
        };
      });
    expect(style).toEqual({
      fontStyle: 'italic',
      textTransform: 'uppercase',
      shadows: 9,
      first: 'rgb(16, 32, 48) 2px 0px 0px',
      last: 'rgb(64, 80, 96) 3px 4px 5px',
      words: 'İSTANBUL',
    });
  });

  it('are fitted anew when their frame becomes narrower', async () => {
    const narrow = { kind: 'text', width: { field: 'width' } } as const;
    const element = text({ frame: { ...frame, width: narrow.width } });
    const show = composition(
      subComposition(
        id,
        [testField('words', 'text', 'Six words in one line here'), testField('width', 'number', '1000')],
        [element],
      ),
    );
    stage = await OnAirStage.open(house, show);
    await stage.shows(stage.stand.change({ id, state: 'In', action: 'jump' }));
    expect((await measured()).size).toBe(60);
    await stage.shows(stage.stand.change({ id, payload: { width: '600' } }));
    await expect.poll(async () => (await measured()).size).toBeLessThan(60);
    expect(inside(await painted(), { ...frame, width: 600 })).toBe(true);
  });
});

describe('an expression', () => {
  it('makes the words of several fields, and keeps the last ones while it has no value', async () => {
    const element = text({ text: { expression: "upper(words) & ' ' & number(goals * 2, 1)" } });
    const fields = [testField('words', 'text', 'goals'), testField('goals', 'text', '3')];
    stage = await OnAirStage.open(house, composition(subComposition(id, fields, [element])));
    await stage.shows(stage.stand.change({ id, state: 'In', action: 'jump' }));
    const shown = (): Promise<string | null> => stage.element(id, 'words').textContent();
    expect(await shown()).toBe('GOALS 6.0');
    await stage.shows(stage.stand.change({ id, payload: { goals: 'many' } }));
    expect(await shown()).toBe('GOALS 6.0');
    expect(stage.said.at(-1)).toContain('expected a number, not the text "many" (at position 34)');
    await stage.shows(stage.stand.change({ id, payload: { goals: '1' } }));
    expect(await shown()).toBe('GOALS 2.0');
  });
});
