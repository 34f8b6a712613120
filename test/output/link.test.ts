import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demo, eveningNews } from '../kit/service/demo-show.ts';
import type { SubComposition } from '../../scene/schema/composition.ts';
import { lineShow, moverId } from '../kit/service/line-show.ts';
import { type House, OnAirStage, openHouse } from '../kit/picture/on-air-stage.ts';

const { clock, lowerThird, scoreBug, ticker } = demo;

let house: House;
let stage: OnAirStage;
beforeAll(async () => {
  house = await openHouse();
  stage = await OnAirStage.open(house, eveningNews);
  await stage.link('live');
});
afterAll(async () => {
  await stage.close();
  await house.close();
});

const flashes = (): Promise<string | null> =>
  stage.element(clock.id, 'flash').locator('.flash').getAttribute('data-fired');

/** The opacity of a one-pixel picture, 0 to 255. */
function alphaOf(shown: OnAirStage, picture: Buffer): Promise<number | undefined> {
  return shown.page.evaluate(
    async (address) => {
      const image = await createImageBitmap(await (await fetch(address)).blob());
      const drawing = new OffscreenCanvas(1, 1).getContext('2d');
      drawing?.drawImage(image, 0, 0);
      return drawing?.getImageData(0, 0, 1, 1).data[3];
    },
    `data:image/png;base64,${picture.toString('base64')}`,
  );
}

describe('while the service is away', () => {
  it('the picture stands, the timer runs on, and what was missed is there at once when it is back', async () => {
    const running = { UTC: stage.stand.now(), isRunning: true, value: 0 };
    stage.stand.change({ id: lowerThird.id, state: 'In', action: 'jump' });
    stage.stand.change({ id: clock.id, payload: { timer: running }, state: 'In', action: 'jump' });
    await stage.sub(lowerThird.id).getByText('Eleanor Marsh').waitFor({ state: 'visible' });
    stage.stand.away = true;
    stage.stand.drop();
    await stage.link('lost');
    const words = await stage.element(clock.id, 'running time').innerText();
    await stage.page.waitForFunction(
      ([id, before]) =>
        document.querySelector<HTMLElement>(`[data-sub-composition="${id}"] [data-element="running time"]`)
          ?.innerText !== before,
      [clock.id, words],
    );
    expect(await stage.sub(lowerThird.id).getByText('Eleanor Marsh').isVisible()).toBe(true);
    const begun = await stage.animationsBegun();
    const revision = stage.stand.change(
      { id: lowerThird.id, payload: { name: 'Ada Lovelace' } },
      { id: ticker.id, state: 'In' },
    );
    stage.stand.remembers = false;
    stage.stand.away = false;
    await stage.link('live');
    await stage.shows(revision);
    expect(await stage.sub(lowerThird.id).getByText('Ada Lovelace').isVisible()).toBe(true);
    expect(await stage.element(ticker.id, 'label left').getByText('Headlines', { exact: true }).isVisible()).toBe(true);
    expect(await stage.animationsBegun()).toBe(begun);
    expect(stage.stand.openings.at(-1)).toBe(`scene=1&revision=${revision - 1}`);
    stage.stand.remembers = true;
  });

  it('a pulled cable is noticed by its silence', async () => {
    stage.stand.silent = true;
    await stage.link('lost');
    expect(await stage.sub(lowerThird.id).getByText('Ada Lovelace').isVisible()).toBe(true);
    stage.stand.silent = false;
    await stage.link('live');
  });

  it('garbage changes nothing, and the link is taken up again', async () => {
    const opened = stage.stand.nextOpening();
    stage.stand.sayText('<html>502 Bad Gateway</html>');
    await opened;
    await stage.link('live');
    expect(await stage.sub(lowerThird.id).getByText('Ada Lovelace').isVisible()).toBe(true);
  });
});

describe('a button', () => {
  it('fires once for each press, also when the link is lost after it or before it', async () => {
    await stage.shows(stage.stand.press(clock.id, 'flash'));
    expect(await flashes()).toBe('1');
    await stage.reconnects();
    await stage.shows(stage.stand.change());
    expect(await flashes()).toBe('1');

    stage.stand.away = true;
    stage.stand.drop();
    await stage.link('lost');
    const missed = stage.stand.press(clock.id, 'flash');
    stage.stand.away = false;
    await stage.shows(missed);
    expect(await flashes()).toBe('2');
  });

  it('fires once for a press that only a snapshot tells of', async () => {
    stage.stand.remembers = false;
    stage.stand.away = true;
    stage.stand.drop();
    await stage.link('lost');
    const missed = stage.stand.press(clock.id, 'flash');
    stage.stand.away = false;
    await stage.shows(missed);
    await stage.reconnects();
    await stage.shows(stage.stand.change());
    expect(await flashes()).toBe('3');
    stage.stand.remembers = true;
  });

  it('fires for each of two presses in one request', async () => {
    const press = { subCompositionId: clock.id, payload: { flash: 'execute' } };
    stage.stand.request([press, press]);
    await stage.shows(stage.stand.change());
    expect(await flashes()).toBe('5');
  });

  it('does not fire a press that is long past, and says so', async () => {
    await stage.shows(stage.stand.press(clock.id, 'flash', -1));
    await stage.shows(stage.stand.press(clock.id, 'flash', -2));
    expect(await flashes()).toBe('7');
    stage.stand.clockAhead += 60_000;
    await stage.shows(stage.stand.press(clock.id, 'flash', 30_000));
    expect(await flashes()).toBe('7');
    expect(stage.said.at(-1)).toMatch(/^warning: on air: a press of "flash" came \d+ ms late and was not fired$/);
  });

  it('that was pressed before the page came fires nothing', async () => {
    const revision = stage.stand.press(clock.id, 'flash', -5);
    await stage.reload(revision);
    expect(await flashes()).toBe('0');
  });
});

describe('a token that is not known', () => {
  it('leaves the last picture, and the page says that it is refused', async () => {
    stage.stand.refusing = true;
    stage.stand.drop();
    await stage.link('refused');
    expect(await stage.sub(lowerThird.id).getByText('Ada Lovelace').isVisible()).toBe(true);
    expect(stage.said.at(-1)).toBe(
      'error: on air: the service refuses this address, so it shows nothing new: The service does not know this token.',
    );
  });

  it('leaves a page that never had a picture transparent', async () => {
    const fresh = await OnAirStage.open(house, lineShow, { refusing: true });
    await fresh.link('refused');
    expect(await fresh.page.locator('#stage > *').count()).toBe(0);
    const corner = await fresh.page.screenshot({ omitBackground: true, clip: { x: 0, y: 0, width: 1, height: 1 } });
    expect(await alphaOf(fresh, corner)).toBe(0);
    await fresh.close();
  });
});

describe('another composition', () => {
  it('takes the place of the one before, with nothing left of it', async () => {
    const other = await OnAirStage.open(house, eveningNews);
    await other.shows(other.stand.change({ id: lowerThird.id, state: 'In' }));
    await other.shows(other.stand.load(lineShow));
    const subs = await other.page
      .locator('[data-sub-composition]')
      .evaluateAll((nodes) => nodes.map((node) => (node as HTMLElement).dataset.subComposition));
    expect(subs).toEqual([lineShow.root.id, moverId]);
    expect(await other.page.evaluate(() => document.getAnimations().length)).toBe(0);
    await other.shows(other.stand.change({ id: moverId, state: 'In', action: 'jump' }));
    expect(await other.sub(moverId).getByText('Ready').isVisible()).toBe(true);
    await other.close();
  });
});

describe('a new version of the composition, with states and values kept', () => {
  /** Marks what is drawn, and notes every frame in which one of these is not seen. */
  const watch = (wanted: string[]): void => {
    const drawn = window as unknown as { missed: string[] };
    drawn.missed = [];
    const nodeOf = (id: string) => document.querySelector<HTMLElement>(`[data-sub-composition="${id}"]`);
    for (const id of wanted) nodeOf(id)?.setAttribute('data-before', 'yes');
    const look = (): void => {
      for (const id of wanted) if (nodeOf(id)?.style.visibility !== 'visible') drawn.missed.push(id);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };
  const frame = { x: 0, y: 0, width: 10, height: 10 };
  const changed = (sub: SubComposition): SubComposition => ({
    ...sub,
    scene: { elements: [...sub.scene.elements, { kind: 'box', id: 'added', frame, fill: '#ff0000' }] },
  });

  it('restarts nothing that has not changed, shows the rest in its new form, and misses no frame of either', async () => {
    const other = await OnAirStage.open(house, eveningNews);
    const shown = [scoreBug.id, ticker.id, lowerThird.id];
    const words = { id: lowerThird.id, payload: { name: 'Ada Lovelace' }, state: 'In', action: 'jump' } as const;
    const going = { state: 'In', action: 'jump' } as const;
    await other.shows(other.stand.change(words, { id: scoreBug.id, ...going }, { id: ticker.id, ...going }));
    await other.page.evaluate(watch, shown);
    await other.page.evaluate(() => {
      for (const [at, animation] of document.getAnimations().entries()) animation.id ||= `before ${at}`;
    });
    const ofTicker = () =>
      other.sub(ticker.id).evaluate((node) => node.getAnimations({ subtree: true }).map(({ id }) => id));
    const before = await ofTicker();
    const { root } = eveningNews;
    const [added] = lineShow.root.subcompositions;
    const subcompositions = root.subcompositions.flatMap((sub) => {
      if (sub.id === clock.id) return added ?? [];
      return sub.id === lowerThird.id ? changed(sub) : sub;
    });
    await other.shows(other.stand.loadKeeping({ ...eveningNews, root: { ...root, subcompositions } }));
    await other.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    const marked = await Promise.all(shown.map((id) => other.sub(id).getAttribute('data-before')));
    expect(marked).toEqual(['yes', 'yes', null]);
    expect([await ofTicker(), await other.page.evaluate('missed')]).toEqual([before, []]);
    expect(await other.sub(lowerThird.id).getByText('Ada Lovelace').isVisible()).toBe(true);
    expect(await other.element(lowerThird.id, 'added').isVisible()).toBe(true);
    expect([await other.sub(clock.id).count(), await other.sub(moverId).count()]).toEqual([0, 1]);
    await other.shows(other.stand.change({ id: moverId, state: 'In', action: 'jump' }));
    expect(await other.sub(moverId).getByText('Ready').isVisible()).toBe(true);
    expect(other.said).toEqual([]);
    await other.close();
  });
});

describe('a composition that cannot be drawn at all', () => {
  it('leaves the old picture, which goes on, and is reported', async () => {
    const other = await OnAirStage.open(house, eveningNews);
    await other.shows(other.stand.change({ id: lowerThird.id, state: 'In', action: 'jump' }));
    const { root } = lineShow;
    const broken = other.stand.tellUnchecked({ version: 1, root: { ...root, scene: { elements: null } } });
    await expect
      .poll(() => other.said.map((said) => said.split('\n')[0]))
      .toEqual([expect.stringContaining(`on air: the snapshot of revision ${broken} cannot be shown: TypeError`)]);
    expect(await other.sub(lowerThird.id).getByText('Eleanor Marsh').isVisible()).toBe(true);
    await other.shows(other.stand.change({ id: lowerThird.id, payload: { name: 'Ada Lovelace' } }));
    await other.sub(lowerThird.id).getByText('Ada Lovelace').waitFor({ state: 'visible' });
    await other.close();
  });
});

describe('media that cannot be had', () => {
  it('are told to the service, as long as they are wanted', async () => {
    const other = await OnAirStage.open(house, eveningNews, { query: 'monitor=1' });
    const { id } = scoreBug;
    const last = (): unknown => {
      const { role, width, height, revision, missing } = other.stand.reports.at(-1) ?? {};
      return { role, width, height, revision, missing };
    };
    const about = { role: 'monitor', width: 1920, height: 1080 };
    const lost = other.stand.change({ id, payload: { homeCrest: '/media/demo/none.png' } });
    const missing = [{ source: '/media/demo/none.png', reason: expect.any(String) as string }];
    await expect.poll(last).toEqual({ ...about, revision: lost, missing });
    const found = other.stand.change({ id, payload: { homeCrest: '/media/demo/northgate.svg' } });
    await expect.poll(last).toEqual({ ...about, revision: found, missing: [] });
    await other.close();
  });
});
