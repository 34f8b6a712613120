import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Composition } from '../../scene/schema/composition.ts';
import type { SceneElement } from '../../scene/schema/scene.ts';
import { cssEasing, loopKeyframes, motionKeyframes } from '../../output/motion/keyframes.ts';
import { composition, moverId, subComposition, testField } from '../kit/service/line-show.ts';
import { type House, OnAirStage, openHouse } from '../kit/picture/on-air-stage.ts';

describe('a motion as keyframes', () => {
  it('touches only what it names, so that the browser can run it by itself', () => {
    expect(motionKeyframes({ offset: { x: -20, opacity: 0 }, delay: 0, duration: 1, easing: 'linear' }, 'in')).toEqual({
      element: [
        { offset: 0, easing: 'linear', transform: 'translate(-20px, 0px)', opacity: 0 },
        { offset: 1, easing: 'linear', transform: 'translate(0px, 0px)', opacity: 1 },
      ],
      stroke: undefined,
    });
  });

  it('goes through its waypoints, each with its easing, and Out2 from rest', () => {
    const through = [
      { at: 0.25, offset: { blur: 4 }, easing: 'linear' as const },
      { at: 0.5, offset: { clip: { left: 50 } } },
    ];
    const out = motionKeyframes({ offset: { blur: 8 }, delay: 0, duration: 1, easing: 'ease-in', through }, 'out2');
    const easeIn = cssEasing('ease-in');
    expect(out.element).toEqual([
      { offset: 0, easing: easeIn, filter: 'blur(0px)', clipPath: 'inset(-1000% -1000% -1000% 0%)' },
      { offset: 0.25, easing: 'linear', filter: 'blur(4px)', clipPath: 'inset(-1000% -1000% -1000% 0%)' },
      { offset: 0.5, easing: easeIn, filter: 'blur(0px)', clipPath: 'inset(-1000% -1000% -1000% 50%)' },
      { offset: 1, easing: easeIn, filter: 'blur(8px)', clipPath: 'inset(-1000% -1000% -1000% 0%)' },
    ]);
  });

  it('draws a stroke apart from the element', () => {
    const { element, stroke } = motionKeyframes({ offset: { draw: 0 }, delay: 0, duration: 1, easing: 'linear' }, 'in');
    expect([element, stroke?.map(({ strokeDashoffset }) => strokeDashoffset)]).toEqual([undefined, [2, 1]]);
  });

  it('a loop leaves rest, comes back to it, and rests for its pause', () => {
    const through = [{ at: 0.5, offset: { opacity: 0 } }];
    const way = loopKeyframes({ delay: 0, duration: 300, pause: 100, easing: 'linear', through });
    expect(way.element?.map(({ offset, opacity }) => [offset, opacity])).toEqual([
      [0, 1],
      [0.375, 0],
      [0.75, 1],
      [1, 1],
    ]);
  });

  it.each([
    ['back-in', 'cubic-bezier(0.36, 0, 0.66, -0.56)'],
    ['back-out', 'cubic-bezier(0.34, 1.56, 0.64, 1)'],
    [{ bezier: [0.1, -1, 0.9, 2] }, 'cubic-bezier(0.1, -1, 0.9, 2)'],
  ] as const)('the easing %j is %s', (easing, expected) => {
    expect(cssEasing(typeof easing === 'string' ? easing : { bezier: [...easing.bezier] })).toBe(expected);
  });
});

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

async function withShow(
  fields: Parameters<typeof testField>[],
  elements: SceneElement[],
  play: (stage: OnAirStage) => Promise<void>,
): Promise<void> {
  const show: Composition = composition(
    subComposition(
      moverId,
      fields.map((field) => testField(...field)),
      elements,
    ),
  );
  const stage = await OnAirStage.open(house, show, { timeStands: true });
  try {
    await stage.shows(0);
    await play(stage);
  } finally {
    await stage.close();
  }
}

const frame = { x: 100, y: 100, width: 200, height: 60 };
const take = (stage: OnAirStage, state: 'In' | 'Out1' | 'Out2', action: 'play' | 'jump' = 'play'): Promise<void> =>
  stage.shows(stage.stand.change({ id: moverId, state, action }));
const set = (stage: OnAirStage, payload: Record<string, string | boolean>): Promise<void> =>
  stage.shows(stage.stand.change({ id: moverId, payload }));

/** Ends all finite animations, and resolves when none is left. */
async function finish(stage: OnAirStage): Promise<void> {
  await stage.page.waitForFunction(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    for (const animation of ending) animation.finish();
    return ending.length === 0;
  });
}

/** The time (ms) at which each animation starts to move, by element. */
const delays = (stage: OnAirStage): Promise<Record<string, number[]>> =>
  stage.page.evaluate(() => {
    const found: Record<string, number[]> = {};
    for (const animation of document.getAnimations()) {
      const effect = animation.effect as KeyframeEffect;
      if (effect.getKeyframes().length === 0) continue;
      const name = effect.target?.closest<HTMLElement>('[data-element]')?.dataset.element ?? '';
      (found[name] ??= []).push(Math.round(Number(effect.getTiming().delay)));
    }
    return found;
  });

describe('what is held by another element', () => {
  const slide = { offset: { x: -100 }, delay: 50, duration: 8_000, easing: 'linear' } as const;
  const box = (id: string): SceneElement => ({ kind: 'box', id, frame, fill: '#c00', in: slide });

  it('moves on the one timeline, each later by the stagger of what holds it', () =>
    withShow(
      [['rows', 'json', '[1, 2, 3]']],
      [
        box('plain'),
        {
          kind: 'group',
          id: 'group',
          frame,
          stagger: 200,
          in: slide,
          elements: [box('first'), { kind: 'group', id: 'inner', frame, stagger: 10, elements: [box('a'), box('b')] }],
        },
        {
          kind: 'repeater',
          id: 'rows',
          frame: { ...frame, height: 300 },
          items: { field: 'rows' },
          direction: 'down',
          cell: 60,
          stagger: 300,
          elements: [box('row')],
        },
      ],
      async (stage) => {
        await take(stage, 'In');
        expect(await delays(stage)).toEqual({
          plain: [50],
          group: [50],
          first: [50],
          a: [250],
          b: [260],
          row: [50, 350, 650],
        });
        await finish(stage);
        expect(await stage.sub(moverId).evaluate((node) => getComputedStyle(node).visibility)).toBe('visible');
      },
    ));
});

describe('a loop', () => {
  const pulse: SceneElement = {
    kind: 'box',
    id: 'pulse',
    frame,
    fill: '#c00',
    in: { offset: { opacity: 0 }, delay: 0, duration: 8_000, easing: 'linear' },
    loop: { delay: 0, duration: 4_000, easing: 'linear', through: [{ at: 0.5, offset: { x: 100 } }] },
  };
  const looper = '[data-element=pulse] > .mover > .holder';
  const loops = (stage: OnAirStage): Promise<string[]> =>
    stage.page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations === Infinity)
        .map(({ playState }) => playState),
    );
  const place = (stage: OnAirStage): Promise<number> =>
    stage.page.locator(looper).evaluate((node) => new DOMMatrix(getComputedStyle(node).transform).e);

  it('runs only while it is In: it begins from rest, and keeps its place while it leaves', () =>
    withShow([], [pulse], async (stage) => {
      expect(await loops(stage)).toEqual([]);
      await take(stage, 'In');
      expect([await loops(stage), await place(stage)]).toEqual([[], 0]);
      await finish(stage);
      await expect.poll(() => loops(stage)).toEqual(['running']);
      await stage.page.evaluate(() => {
        for (const animation of document.getAnimations()) {
          animation.pause();
          animation.currentTime = 5_000;
        }
      });
      expect(await place(stage)).toBe(50);
      await take(stage, 'Out1');
      expect([await loops(stage), await place(stage)]).toEqual([['paused'], 50]);
      await take(stage, 'In');
      await finish(stage);
      await expect.poll(() => loops(stage)).toEqual(['running']);
      expect(await place(stage)).toBeGreaterThanOrEqual(50);
      await take(stage, 'Out1');
      await finish(stage);
      await expect.poll(() => loops(stage)).toEqual([]);
      expect(await place(stage)).toBe(0);
    }));

  it('is there at once after a jump, and gone at once after another', () =>
    withShow([], [pulse], async (stage) => {
      await take(stage, 'In', 'jump');
      expect(await loops(stage)).toEqual(['running']);
      await take(stage, 'Out1', 'jump');
      expect(await loops(stage)).toEqual([]);
    }));
});

describe('a new value on air', () => {
  const update = { leave: { y: -60, opacity: 0 }, enter: { y: 60 }, duration: 8_000, easing: 'linear' } as const;
  const look = { size: 40, weight: 700, align: 'left', color: '#fff' } as const;
  const words: SceneElement = { kind: 'text', id: 'words', frame, text: { field: 'word' }, ...look, update };
  const shown = (stage: OnAirStage): Promise<(string | null)[]> =>
    stage.element(moverId, 'words').locator('.words').allTextContents();
  const places = (stage: OnAirStage): Promise<number[]> =>
    stage
      .element(moverId, 'words')
      .locator('.holder > .holder')
      .evaluateAll((nodes) => nodes.map((node) => new DOMMatrix(getComputedStyle(node).transform).f));

  it('enters while the old one leaves; the newest of those that come meanwhile follows, never more than two at once', () =>
    withShow([['word', 'text', 'one']], [words], async (stage) => {
      await take(stage, 'In', 'jump');
      expect(await shown(stage)).toEqual(['one']);
      await set(stage, { word: 'two' });
      expect(await shown(stage)).toEqual(['one', 'two']);
      await stage.page.evaluate(() => {
        for (const animation of document.getAnimations()) {
          animation.pause();
          animation.currentTime = 4_000;
        }
      });
      expect(await places(stage)).toEqual([-30, 30]);
      for (const word of ['three', 'four', 'five']) {
        await set(stage, { word });
        expect(await shown(stage)).toEqual(['one', 'two']);
      }
      await stage.page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
      await expect.poll(() => shown(stage)).toEqual(['two', 'five']);
      await finish(stage);
      expect(await shown(stage)).toEqual(['five']);
    }));

  it('that is the old one again comes back once the two are done', () =>
    withShow([['word', 'text', 'one']], [words], async (stage) => {
      await take(stage, 'In', 'jump');
      await set(stage, { word: 'two' });
      await set(stage, { word: 'one' });
      expect(await shown(stage)).toEqual(['one', 'two']);
      await finish(stage);
      expect(await shown(stage)).toEqual(['one']);
    }));

  it('that comes while it is out, or with the take itself, is just there', () =>
    withShow([['word', 'text', 'one']], [words], async (stage) => {
      await set(stage, { word: 'two' });
      expect([await shown(stage), await stage.animationsBegun()]).toEqual([['two'], 0]);
      await stage.shows(stage.stand.change({ id: moverId, payload: { word: 'three' }, state: 'In', action: 'jump' }));
      expect([await shown(stage), await stage.animationsBegun()]).toEqual([['three'], 0]);
      await set(stage, { word: 'four' });
      await take(stage, 'Out1', 'jump');
      expect(await shown(stage)).toEqual(['four']);
    }));

  it('begins later where the overlap is small', () =>
    withShow([['word', 'text', 'one']], [{ ...words, update: { ...update, overlap: 0.25 } }], async (stage) => {
      await take(stage, 'In', 'jump');
      await set(stage, { word: 'two' });
      expect(await delays(stage)).toEqual({ words: [0, 6_000] });
    }));

  it('is cut where there is no update', () =>
    withShow(
      [
        ['word', 'text', 'one'],
        ['x', 'number', '100'],
      ],
      [{ kind: 'text', id: 'words', frame: { ...frame, x: { field: 'x' } }, text: { field: 'word' }, ...look }],
      async (stage) => {
        await take(stage, 'In', 'jump');
        await set(stage, { word: 'two', x: '300' });
        expect([await shown(stage), await stage.page.evaluate(() => document.getAnimations().length)]).toEqual([
          ['two'],
          0,
        ]);
      },
    ));

  const moving: SceneElement = {
    kind: 'box',
    id: 'box',
    frame: { x: { field: 'x' }, y: 100, width: { field: 'width' }, height: 60 },
    fill: { expression: "hot ? '#ff0000' : '#0000ff'" },
    fade: { to: { expression: "hot ? '#00ff00' : '#000000'" }, angle: 90 },
    opacity: { expression: 'hot ? 0.5 : 1' },
    rotate: { expression: 'hot ? 90 : 0' },
    level: { field: 'level' },
    update: { duration: 4_000, easing: 'linear' },
  };

  it('lets sizes, places, colors, opacity and rotation run over to the new ones', () =>
    withShow(
      [
        ['x', 'number', '100'],
        ['width', 'number', '200'],
        ['level', 'number', '100'],
        ['hot', 'checkbox', false],
      ],
      [moving],
      async (stage) => {
        await take(stage, 'In', 'jump');
        await set(stage, { x: '500', width: '400', level: '50', hot: true });
        const at = (time: number): Promise<unknown> =>
          stage.element(moverId, 'box').evaluate((node, time) => {
            for (const transition of document.getAnimations()) {
              transition.pause();
              transition.currentTime = time;
            }
            const box = node.querySelector('.box') as Element;
            const [frame, inner] = [getComputedStyle(node), getComputedStyle(box)];
            const { e, a } = new DOMMatrix(frame.transform);
            return {
              x: Math.round(e),
              turned: Math.round((Math.acos(a) * 180) / Math.PI),
              width: frame.width,
              opacity: frame.opacity,
              level: new DOMMatrix(inner.transform).a,
              from: inner.getPropertyValue('--fade-from'),
              to: inner.getPropertyValue('--fade-to'),
            };
          }, time);
        expect([await at(2_000), await at(3_999.99)]).toEqual([
          {
            x: 300,
            turned: 45,
            width: '300px',
            opacity: '0.75',
            level: 0.75,
            from: 'rgb(128, 0, 128)',
            to: 'rgb(0, 128, 0)',
          },
          expect.objectContaining({ x: 500, turned: 90, from: 'rgb(255, 0, 0)', to: 'rgb(0, 255, 0)' }),
        ]);
      },
    ));
});
