import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demo, eveningNews } from '../kit/service/demo-show.ts';
import { lineShow, moverId, travel } from '../kit/service/line-show.ts';
import { type House, OnAirStage, openHouse } from '../kit/picture/on-air-stage.ts';
import { frameTime } from '../kit/picture/page-time.ts';

const { lowerThird, scoreBug, home, away } = demo;

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

/** The position of the mover in a frame, in pixels from rest. */
interface Place {
  x: number;
  y: number;
  shown: boolean;
}

/** Lets a time (ms) pass in the page, and returns the position of the mover now and in each frame. */
function passing(stage: OnAirStage, milliseconds: number): Promise<Place[]> {
  return stage.sub(moverId).evaluate(
    async (section, { milliseconds, frameTime }) => {
      const mover = section.querySelector('[data-element=mover] > .mover') as HTMLElement;
      const place = (): Place => {
        const { e, f } = new DOMMatrix(getComputedStyle(mover).transform);
        return { x: e, y: f, shown: getComputedStyle(section).visibility === 'visible' };
      };
      const seen = [place()];
      for (let passed = 0; passed < milliseconds; passed += frameTime) {
        await passTime(frameTime, frameTime);
        seen.push(place());
      }
      return seen;
    },
    { milliseconds, frameTime },
  );
}

/** The frames between which it moved more than one pixel per millisecond. Empty if nothing jumped. */
function jumps(seen: Place[]): [Place, Place][] {
  const pairs = seen.slice(1).map((place, at): [Place, Place] => [seen[at] as Place, place]);
  return pairs.filter(([before, after]) => {
    const moved = Math.abs(after.x - before.x) + Math.abs(after.y - before.y);
    return before.shown && after.shown && moved > frameTime + 2;
  });
}

async function withStage(
  composition: typeof lineShow,
  play: (stage: OnAirStage) => Promise<void>,
  { timeStands = false } = {},
): Promise<void> {
  const stage = await OnAirStage.open(house, composition, { timeStands });
  try {
    await stage.shows(0);
    await play(stage);
  } finally {
    await stage.close();
  }
}

describe('taking the lower third', () => {
  it('In shows its words, Out takes them away, and the page tells both', () =>
    withStage(eveningNews, async (stage) => {
      const sub = stage.sub(lowerThird.id);
      expect(await sub.evaluate((node) => getComputedStyle(node).visibility)).toBe('hidden');
      stage.stand.change({ id: lowerThird.id, state: 'In' });
      await sub.getByText('Eleanor Marsh').waitFor({ state: 'visible' });
      await sub.getByText('Chief Political Correspondent').waitFor({ state: 'visible' });
      expect([await sub.getAttribute('data-state'), await sub.getAttribute('data-name')]).toEqual([
        'In',
        'Lower Third',
      ]);
      await stage.still();
      stage.stand.change({ id: lowerThird.id, state: 'Out2' });
      await sub.getByText('Eleanor Marsh').waitFor({ state: 'hidden' });
      expect(await sub.getAttribute('data-state')).toBe('Out2');
      expect(stage.said).toEqual([]);
    }));
});

/** The line show in a page whose time is the test's. */
const withLine = (play: (stage: OnAirStage) => Promise<void>): Promise<void> =>
  withStage(lineShow, play, { timeStands: true });

/** Takes the mover to a state, and resolves when its picture goes there. */
const take = (stage: OnAirStage, state: 'In' | 'Out1' | 'Out2', action: 'play' | 'jump' = 'play'): Promise<void> =>
  stage.shows(stage.stand.change({ id: moverId, state, action }));

/** More than a line takes. */
const whole = travel + 100;

describe('a line that is watched in every frame', () => {
  it('comes in from the left; Out1 goes back to the left; Out2 goes down', () =>
    withLine(async (stage) => {
      const ranges: string[] = [];
      for (const state of ['In', 'Out1', 'In', 'Out2'] as const) {
        await take(stage, state);
        const seen = (await passing(stage, whole)).filter(({ shown }) => shown);
        await stage.still();
        expect(jumps(seen)).toEqual([]);
        const [left, down] = [Math.min(...seen.map(({ x }) => x)), Math.max(...seen.map(({ y }) => y))];
        ranges.push(`${state}: ${left < -500 ? 'left' : '-'} ${down > 500 ? 'down' : '-'}`);
      }
      expect(ranges).toEqual(['In: left -', 'Out1: left -', 'In: left -', 'Out2: - down']);
    }));

  it('turns around where it stands, as often as it is told to', () =>
    withLine(async (stage) => {
      await take(stage, 'In');
      const coming = await passing(stage, 450);
      await take(stage, 'Out1');
      const going = await passing(stage, 200);
      await take(stage, 'In');
      const afterTurn = [...going, ...(await passing(stage, whole))];
      await stage.still();
      expect(jumps([...coming, ...afterTurn])).toEqual([]);
      expect([coming.at(-1)!.x > -600, going.at(-1)!.x < -700]).toEqual([true, true]);
      expect(Math.min(...afterTurn.map(({ x }) => x))).toBeGreaterThan(-travel);
      expect(afterTurn.at(-1)).toMatchObject({ x: 0, y: 0, shown: true });
    }));

  it('turns around on its second way out too, and leaves by the way it came when it was not yet in', () =>
    withLine(async (stage) => {
      await take(stage, 'In', 'jump');
      await take(stage, 'Out2');
      const seen = await passing(stage, 350);
      expect(seen.at(-1)!.y).toBeGreaterThan(300);
      await take(stage, 'In');
      seen.push(...(await passing(stage, whole)));
      await stage.still();
      expect(seen.at(-1)).toMatchObject({ x: 0, y: 0, shown: true });
      await take(stage, 'Out1');
      seen.push(...(await passing(stage, 350)));
      expect(seen.at(-1)!.x).toBeLessThan(-300);
      await take(stage, 'In');
      await take(stage, 'Out2');
      seen.push(...(await passing(stage, whole)));
      await stage.still();
      expect(jumps(seen)).toEqual([]);
      expect([seen.at(-1)?.shown, await stage.sub(moverId).getAttribute('data-state')]).toEqual([false, 'Out2']);
    }));

  it('jumps: it is there at once, with no animation, and a jump ends one that runs', () =>
    withLine(async (stage) => {
      await stage.shows(stage.stand.change({ id: moverId, state: 'In', action: 'jump' }));
      const sub = stage.sub(moverId);
      const visibility = (): Promise<string> => sub.evaluate((node) => getComputedStyle(node).visibility);
      expect([await visibility(), await stage.animationsBegun()]).toEqual(['visible', 0]);
      await stage.shows(stage.stand.change({ id: moverId, state: 'Out1', action: 'jump' }));
      expect([await visibility(), await stage.animationsBegun()]).toEqual(['hidden', 0]);
      await stage.shows(stage.stand.change({ id: moverId, state: 'In' }));
      await stage.shows(stage.stand.change({ id: moverId, state: 'In', action: 'jump' }));
      expect(await stage.page.evaluate(() => document.getAnimations().length)).toBe(0);
      expect([await visibility(), await stage.animationsBegun()]).toEqual(['visible', 1]);
    }));

  it('is on air again after a reload with no animation at all', () =>
    withLine(async (stage) => {
      stage.stand.change({ id: moverId, payload: { word: 'Still here' } });
      const revision = stage.stand.change({ id: moverId, state: 'In' });
      await stage.shows(revision);
      await stage.reload(revision);
      expect(await stage.sub(moverId).getByText('Still here').isVisible()).toBe(true);
      expect([await stage.animationsBegun(), await stage.sub(moverId).getAttribute('data-state')]).toEqual([0, 'In']);
    }));
});

describe('what is nested', () => {
  it('is seen only while it and what it is nested in are In', () =>
    withStage(eveningNews, async (stage) => {
      const team = stage.sub(home.id).getByText('Okafor 23′');
      await stage.shows(stage.stand.change({ id: home.id, state: 'In', action: 'jump' }));
      expect([await team.isVisible(), await stage.sub(home.id).getAttribute('data-state')]).toEqual([false, 'In']);
      stage.stand.change({ id: scoreBug.id, state: 'In' });
      await team.waitFor({ state: 'visible' });
      await stage.still();
      expect(await stage.sub(away.id).getByText('Moreau 58′').isVisible()).toBe(false);
      stage.stand.change({ id: scoreBug.id, state: 'Out1' });
      await team.waitFor({ state: 'hidden' });
      expect(await stage.sub(home.id).getAttribute('data-state')).toBe('In');
    }));
});
