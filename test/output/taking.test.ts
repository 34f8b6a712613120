import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demo, eveningNews } from '../kit/service/demo-show.ts';
import { lineShow, moverId, travel } from '../kit/service/line-show.ts';
import { type House, OnAirStage, openHouse } from '../kit/picture/on-air-stage.ts';

const { lowerThird, scoreBug, home, away } = demo;

let house: House;
beforeAll(async () => {
  house = await openHouse();
}, 60_000);
afterAll(() => house.close());

/** Where the mover stands at a moment of the page's clock, in pixels from its rest. */
interface Place {
  at: number;
  x: number;
  y: number;
  shown: boolean;
}

/** Begins to write down where the mover stands in every frame. */
async function watchMover(stage: OnAirStage): Promise<void> {
  await stage.page.evaluate((id) => {
    const places: Place[] = [];
    Object.assign(window, { places });
    const section = document.querySelector<HTMLElement>(`[data-sub-composition="${id}"]`);
    const mover = section?.querySelector<HTMLElement>('[data-element=mover] > .mover');
    const look = (at: number): void => {
      if (!section || !mover) return;
      const { e, f } = new DOMMatrix(getComputedStyle(mover).transform);
      places.push({ at, x: e, y: f, shown: getComputedStyle(section).visibility === 'visible' });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, moverId);
}

const places = (stage: OnAirStage): Promise<Place[]> =>
  stage.page.evaluate(() => (window as unknown as { places: Place[] }).places);

/** Resolves when the mover has passed a place while it is shown. */
async function passes(stage: OnAirStage, axis: 'x' | 'y', beyond: number): Promise<void> {
  await stage.page.waitForFunction(
    ({ axis, beyond }) => {
      const last = (window as unknown as { places: Place[] }).places.at(-1);
      return last?.shown && last[axis] > beyond;
    },
    { axis, beyond },
  );
}

/** The frames between which it moved further than its pixel in a millisecond: none, where nothing jumped. */
function jumps(seen: Place[]): [Place, Place][] {
  const pairs = seen.slice(1).map((place, at): [Place, Place] => [seen[at] as Place, place]);
  return pairs.filter(([before, after]) => {
    const moved = Math.abs(after.x - before.x) + Math.abs(after.y - before.y);
    return before.shown && after.shown && moved > after.at - before.at + 2;
  });
}

async function withStage(composition: typeof lineShow, play: (stage: OnAirStage) => Promise<void>): Promise<void> {
  const stage = await OnAirStage.open(house, composition);
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

describe('a line that is watched in every frame', () => {
  it('comes in from the left; Out1 goes back to the left; Out2 goes down', () =>
    withStage(lineShow, async (stage) => {
      await watchMover(stage);
      const ranges: string[] = [];
      for (const state of ['In', 'Out1', 'In', 'Out2'] as const) {
        const from = (await places(stage)).length;
        await stage.shows(stage.stand.change({ id: moverId, state }));
        await stage.still();
        const seen = (await places(stage)).slice(from).filter(({ shown }) => shown);
        expect(jumps(seen)).toEqual([]);
        const [left, down] = [Math.min(...seen.map(({ x }) => x)), Math.max(...seen.map(({ y }) => y))];
        ranges.push(`${state}: ${left < -500 ? 'left' : '-'} ${down > 500 ? 'down' : '-'}`);
      }
      expect(ranges).toEqual(['In: left -', 'Out1: left -', 'In: left -', 'Out2: - down']);
    }));

  it('turns around where it stands, as often as it is told to', () =>
    withStage(lineShow, async (stage) => {
      await watchMover(stage);
      stage.stand.change({ id: moverId, state: 'In' });
      await passes(stage, 'x', -600);
      const turned = stage.stand.change({ id: moverId, state: 'Out1' });
      await stage.shows(turned);
      const turn = (await places(stage)).length;
      await stage.page.waitForFunction(() => ((window as unknown as { places: Place[] }).places.at(-1)?.x ?? 0) < -700);
      stage.stand.change({ id: moverId, state: 'In' });
      await stage.shows(turned + 1);
      await stage.still();
      const seen = await places(stage);
      expect(jumps(seen)).toEqual([]);
      const afterTurn = seen.slice(turn);
      expect(Math.min(...afterTurn.map(({ x }) => x))).toBeGreaterThan(-travel);
      expect(afterTurn.at(-1)).toMatchObject({ x: 0, y: 0, shown: true });
    }));

  it('turns around on its second way out too, and leaves by the way it came when it was not yet in', () =>
    withStage(lineShow, async (stage) => {
      await watchMover(stage);
      await stage.shows(stage.stand.change({ id: moverId, state: 'In', action: 'jump' }));
      stage.stand.change({ id: moverId, state: 'Out2' });
      await passes(stage, 'y', 300);
      await stage.shows(stage.stand.change({ id: moverId, state: 'In' }));
      await stage.still();
      expect((await places(stage)).at(-1)).toMatchObject({ x: 0, y: 0, shown: true });
      stage.stand.change({ id: moverId, state: 'Out1' });
      await stage.page.waitForFunction(() => ((window as unknown as { places: Place[] }).places.at(-1)?.x ?? 0) < -300);
      await stage.shows(stage.stand.change({ id: moverId, state: 'In' }));
      await stage.shows(stage.stand.change({ id: moverId, state: 'Out2' }));
      await stage.still();
      const seen = await places(stage);
      expect(jumps(seen)).toEqual([]);
      expect([seen.at(-1)?.shown, await stage.sub(moverId).getAttribute('data-state')]).toEqual([false, 'Out2']);
    }));

  it('jumps: it is there at once, with no animation, and a jump ends one that runs', () =>
    withStage(lineShow, async (stage) => {
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
    withStage(lineShow, async (stage) => {
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
