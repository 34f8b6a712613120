import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredState } from '../../contract/model/animation-state.ts';
import type { Composition } from '../../scene/schema/composition.ts';
import type { Motion } from '../../scene/schema/motion.ts';
import type { SceneElement } from '../../scene/schema/scene.ts';
import { compositionWith, gallery } from '../../gallery/gallery.ts';
import { composition, moverId, subComposition, testField } from '../kit/service/line-show.ts';
import { type House, OnAirStage, openHouse } from '../kit/picture/on-air-stage.ts';

/** An example of everything that a motion can do, with delays, waypoints, a stagger and a repeater. */
const motion = (more: Partial<Motion>): Motion => ({
  offset: { opacity: 0 },
  delay: 0,
  duration: 800,
  easing: 'ease-out',
  ...more,
});
const frame = { x: 100, y: 100, width: 300, height: 80 };
const box = (id: string, motions: Pick<SceneElement, 'in' | 'out2'>): SceneElement => ({
  kind: 'box',
  id,
  frame,
  fill: '#c00',
  ...motions,
});
const show = composition(
  subComposition(
    moverId,
    [testField('rows', 'json', '["one", "two", "three"]')],
    [
      box('slide', {
        in: motion({ offset: { x: -500, opacity: 0 } }),
        out2: motion({ offset: { y: 300, scaleX: 0 } }),
      }),
      box('turn', {
        in: motion({ offset: { rotate: 270, blur: 12 }, delay: 200, easing: 'back-out' }),
        out2: motion({ offset: { rotate: -90 }, easing: 'back-in', delay: 100 }),
      }),
      box('wipe', {
        in: motion({ offset: { clip: { left: 100 } }, delay: 100, easing: { bezier: [0.1, 0.9, 0.2, 1] } }),
        out2: motion({ offset: { clip: { top: 100, right: 50 } } }),
      }),
      box('way', {
        in: motion({
          offset: { x: -300 },
          through: [
            { at: 0.3, offset: { x: 100, y: 50 }, easing: 'linear' },
            { at: 0.7, offset: { y: -80 } },
          ],
        }),
        out2: motion({ offset: { x: 400 }, through: [{ at: 0.5, offset: { x: -60 } }] }),
      }),
      {
        kind: 'path',
        id: 'line',
        frame,
        box: { width: 300, height: 80 },
        path: 'M0 40H300',
        stroke: { width: 6, color: '#fff' },
        in: motion({ offset: { draw: 0 } }),
        out2: motion({ offset: { draw: 0 } }),
      },
      {
        kind: 'repeater',
        id: 'rows',
        frame: { x: 500, y: 100, width: 400, height: 300 },
        items: { field: 'rows' },
        direction: 'down',
        cell: 60,
        stagger: 150,
        elements: [
          {
            kind: 'text',
            id: 'row',
            frame: { x: 0, y: 0, width: 400, height: 60 },
            text: { expression: 'item' },
            size: 40,
            weight: 700,
            align: 'left',
            color: '#fff',
            in: motion({ offset: { x: -100, opacity: 0 } }),
            out2: motion({ offset: { x: 100, opacity: 0 } }),
          },
        ],
      },
    ],
  ),
);

let house: House;
let stage: OnAirStage;
/** The sub-composition that is played. */
let id = '';
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

async function open(played: Composition): Promise<void> {
  stage = await OnAirStage.open(house, played, { timeStands: true });
  id = played.root.subcompositions[0]?.id ?? '';
  await stage.shows(0);
  await stage.page.evaluate(lookAtTurns, id);
}

interface Watching {
  looks: string[];
  look: () => string;
}

/**
 * Records the position of everything at the moment a new state is applied, before any time passes, and pauses it there.
 */
function lookAtTurns(id: string): void {
  const section = document.querySelector<HTMLElement>(`[data-sub-composition="${id}"]`);
  if (!section) throw new Error('it is not there');
  const look = (): string => {
    const nodes = [...section.querySelectorAll('.mover, .path path')];
    return nodes
      .map((node) => {
        const { transform, opacity, filter, clipPath, strokeDashoffset } = getComputedStyle(node);
        return [transform, opacity, filter, clipPath, strokeDashoffset].join(' ');
      })
      .join('\n');
  };
  const watching: Watching = { looks: [], look };
  Object.assign(window, { watching });
  const freeze = (): void => {
    watching.looks.push(look());
    for (const animation of document.getAnimations()) animation.pause();
  };
  new MutationObserver(freeze).observe(section, { attributeFilter: ['data-state'] });
}

/** Pauses everything at a share of its way and returns its appearance. */
function seek(share: number): Promise<string> {
  return stage.page.evaluate((share) => {
    const animations = document.getAnimations();
    const ends = animations.map(({ effect }) => Number(effect?.getComputedTiming().endTime));
    for (const animation of animations) animation.currentTime = share * Math.max(...ends);
    return (window as unknown as { watching: Watching }).watching.look();
  }, share);
}

/** Takes it to a state and returns the appearance at that moment. */
async function turnTo(state: StoredState): Promise<string> {
  await stage.shows(stage.stand.change({ id, state }));
  return stage.page.evaluate(() => (window as unknown as { watching: Watching }).watching.looks.at(-1) ?? '');
}

const jump = (state: StoredState): Promise<void> => stage.shows(stage.stand.change({ id, state, action: 'jump' }));

/** How far each animation has come, and its direction. */
const moving = (): Promise<unknown> =>
  stage.page.evaluate(() =>
    document.getAnimations().map(({ currentTime, effect }) => [currentTime, effect?.getTiming().direction]),
  );

async function finish(): Promise<void> {
  await stage.page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
  await stage.still();
}

const visibility = (): Promise<string> => stage.sub(id).evaluate((node) => getComputedStyle(node).visibility);

const tenths = Array.from({ length: 11 }, (_, tenth) => tenth / 10);

const twoNames = gallery.filter((template) => template.id === 'lower-third-two');
const shows: [name: string, played: Composition][] = [
  ['one of everything', show],
  ['two names of the gallery', compositionWith('Gallery', twoNames, randomUUID)],
];

describe.each(shows)('%s, interrupted at every tenth of its way', (_, played) => {
  beforeAll(() => open(played));
  afterAll(() => stage.close());

  it.each([
    ['In', 'Out1', 'Out1', 'In'],
    ['In', 'Out1', 'Out2', 'In'],
    ['Out1', 'In', 'In', 'Out1'],
    ['Out1', 'In', 'In', 'Out2'],
    ['Out1', 'In', 'Out2', 'In'],
    ['Out2', 'In', 'In', 'Out2'],
    ['Out2', 'In', 'In', 'Out1'],
    ['Out2', 'In', 'Out1', 'In'],
  ] as const)(
    'on its way %s from %s it goes to %s, and again to %s, from where it is',
    async (way, from, turn, again) => {
      const looks: Record<string, { before: string; after: string }> = {};
      for (const share of tenths) {
        await jump(from);
        await turnTo(way);
        const before = await seek(Math.min(0.999, Math.max(0.001, share)));
        const after = await turnTo(turn);
        looks[`at ${share}`] = { before, after };
        const beforeAgain = await seek(0.4);
        const afterAgain = await turnTo(again);
        looks[`again at ${share}`] = { before: beforeAgain, after: afterAgain };
      }
      const jumped = Object.entries(looks).filter(([, { before, after }]) => before !== after);
      expect(jumped).toEqual([]);
      expect(new Set(Object.values(looks).map(({ before }) => before)).size).toBeGreaterThan(tenths.length - 1);
      await finish();
      expect(await visibility()).toBe(again === 'In' ? 'visible' : 'hidden');
    },
  );

  it.each([
    ['Out1', 'Out2'],
    ['Out2', 'Out1'],
  ] as const)('on its way %s the other way out, %s, changes nothing: it goes on and is out', async (way, other) => {
    for (const share of tenths.slice(1, -1)) {
      await jump('In');
      await turnTo(way);
      await seek(share);
      const going = await moving();
      await turnTo(other);
      expect([share, await moving()]).toEqual([share, going]);
      await finish();
      expect(await visibility()).toBe('hidden');
    }
  });
});

describe('a motion that is interrupted', () => {
  beforeAll(() => open(show));
  afterAll(() => stage.close());

  it('turned in the moment in which it began it is where it was, with nothing that moves', async () => {
    for (const [from, way] of [
      ['Out1', 'In'],
      ['In', 'Out1'],
      ['In', 'Out2'],
    ] as const) {
      await jump(from);
      stage.stand.change({ id: moverId, state: way }, { id: moverId, state: from });
      await stage.shows(stage.stand.change());
      const [moving, visible] = await stage
        .sub(moverId)
        .evaluate((node) => [document.getAnimations().length, getComputedStyle(node).visibility]);
      expect([from, way, moving, visible]).toEqual([from, way, 0, from === 'In' ? 'visible' : 'hidden']);
    }
  });

  it('a jump ends it at once, wherever it is', async () => {
    for (const share of [0, 0.3, 0.9]) {
      await jump('Out1');
      await turnTo('In');
      await seek(share);
      await jump('In');
      expect(await stage.page.evaluate(() => document.getAnimations().length)).toBe(0);
      expect(await stage.element(moverId, 'slide').evaluate((node) => node.getBoundingClientRect().x)).toBe(100);
    }
  });
});
