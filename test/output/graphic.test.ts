import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphicStage } from '../kit/picture/graphic-stage.ts';
import { colorsIn } from '../kit/picture/pixels.ts';
import { type House, openHouse } from '../kit/picture/on-air-stage.ts';
import { everyKind, lowerThird, packageOf, poll, tellingPackage, wipe } from '../kit/scene/ograf-packages.ts';

let house: House;
/** A page without a policy, which reads pictures. */
let blank: Page;
beforeAll(async () => {
  house = await openHouse();
  blank = await house.browser.newPage();
});
afterAll(() => house.close());

/** Runs a test on a stage of its own. */
const onStage =
  (packages: Parameters<typeof GraphicStage.open>[1], test: (stage: GraphicStage) => Promise<void>) =>
  async (): Promise<void> => {
    const stage = await GraphicStage.open(house, packages);
    try {
      await test(stage);
    } finally {
      await stage.close();
    }
  };

const characteristics = {
  renderType: 'realtime',
  renderCharacteristics: { resolution: { width: 1920, height: 1080 }, accessToPublicInternet: false },
};
const told = (method: string, params: object): string => `${method} ${JSON.stringify(params)}`;
const loaded = told('load', { data: { name: 'Ada Reyes', title: 'Harbour master' }, ...characteristics });
const played = (skipAnimation: boolean, goto = 0): string => told('playAction', { goto, skipAnimation });
const stopped = (skipAnimation: boolean): string => told('stopAction', { skipAnimation });

/** A graphic whose stop action lasts until its custom action `leave` is called. */
const slow = tellingPackage(
  { customActions: [{ id: 'leave', name: 'Leave' }] },
  `async stopAction(params) { await this.note('stopAction', params); await new Promise((leave) => (this.leave = leave)); }
   async customAction() { this.leave(); }`,
);

describe('a graphic on air', () => {
  it(
    'is loaded with its data, played, updated, stepped, pressed and stopped, as it is asked',
    onStage([lowerThird], async (stage) => {
      expect(await stage.calls(0, 1)).toEqual([loaded]);
      await stage.sees(0, 'hidden');
      await stage.control(0, 'In');
      await stage.sees(0, 'visible');
      await stage.control(0, undefined, { name: 'Bo Lind', title: 'Pilot' });
      await stage.control(0, undefined, { step: 3 });
      await stage.control(0, undefined, { highlight: 'execute' });
      await stage.control(0, undefined, { name_2: 'execute', title: 'Captain' });
      await stage.control(0, 'Out');
      await stage.sees(0, 'hidden');
      expect(await stage.calls(0, 8)).toEqual([
        loaded,
        played(false),
        told('updateAction', { data: { name: 'Bo Lind', title: 'Pilot' }, skipAnimation: false }),
        played(false, 2),
        told('customAction', { id: 'highlight', payload: {}, skipAnimation: false }),
        told('updateAction', { data: { name: 'Bo Lind', title: 'Captain' }, skipAnimation: false }),
        told('customAction', { id: 'name', payload: {}, skipAnimation: false }),
        stopped(false),
      ]);
      expect(stage.said).toEqual([]);
    }),
  );

  it(
    'has its values before it comes in, and one update for all that one request says',
    onStage([lowerThird], async (stage) => {
      await stage.calls(0, 1);
      await stage.request([
        { place: 0, payload: { name: 'Bo Lind' } },
        { place: 0, payload: { title: 'Pilot', step: 2 }, state: 'In' },
      ]);
      expect(await stage.calls(0, 3)).toEqual([
        loaded,
        told('updateAction', { data: { name: 'Bo Lind', title: 'Pilot' }, skipAnimation: true }),
        played(false, 1),
      ]);
    }),
  );

  it(
    'is there at once where it jumps, and where a page is opened late',
    onStage([lowerThird], async (stage) => {
      await stage.calls(0, 1);
      await stage.control(0, 'In', undefined, 'jump');
      await stage.control(0, 'Out', undefined, 'jump');
      expect(await stage.calls(0, 3)).toEqual([loaded, played(true), stopped(true)]);
      await stage.control(0, 'In', { step: 2 });
      await stage.page.reload();
      expect(await stage.calls(0, 2)).toEqual([loaded, played(true, 1)]);
      await stage.sees(0, 'visible');
    }),
  );

  it(
    'is told each kind of value in the form that its schema asks for',
    onStage([everyKind], async (stage) => {
      const [load = ''] = await stage.calls(0, 1);
      const { data } = JSON.parse(load.slice('load '.length)) as { data: object };
      const [graphic] = stage.graphics;
      expect(data).toEqual({
        first: '',
        line: 'One line',
        words: 'Two\nlines',
        plain: '',
        photo: `${stage.service.mediaUrl}/graphics/${graphic?.id}/thumbnail.png`,
        jingle: '',
        document: '',
        size: 'l',
        level: 2,
        tint: '#ff8000',
        glow: '#ff800080',
        turnout: 0.625,
        hold: 2500,
        votes: 12,
        share: 1,
        speed: 2,
        live: true,
        rows: ['a', 'b'],
        sides: ['home'],
        place: { city: 'Aveiro' },
      });
    }),
  );

  it(
    'is seen until its stop action is done, and may be taken in again meanwhile',
    onStage([slow], async (stage) => {
      await stage.calls(0, 1);
      await stage.control(0, 'In');
      await stage.control(0, 'Out');
      expect((await stage.calls(0, 3)).slice(1)).toEqual([
        told('playAction', { delta: 1, skipAnimation: false }),
        stopped(false),
      ]);
      await stage.sees(0, 'visible');
      await stage.control(0, 'In');
      await stage.calls(0, 4);
      await stage.control(0, undefined, { leave: 'execute' });
      await stage.control(0, 'Out');
      await stage.calls(0, 5);
      await stage.sees(0, 'visible');
      await stage.control(0, undefined, { leave: 'execute' });
      await stage.sees(0, 'hidden');
    }),
  );

  it(
    'is hidden at once where it is to jump out while it leaves',
    onStage([slow], async (stage) => {
      await stage.calls(0, 1);
      await stage.control(0, 'In');
      await stage.control(0, 'Out');
      await stage.calls(0, 3);
      await stage.control(0, 'Out', undefined, 'jump');
      await stage.sees(0, 'hidden');
      expect((await stage.calls(0, 4)).slice(2)).toEqual([stopped(false), stopped(true)]);
    }),
  );
});

describe('the steps of a graphic on air', () => {
  const pollLoaded = told('load', { data: { title: 'Poll' }, ...characteristics });
  const once = (skipAnimation: boolean): string => told('playAction', { delta: 1, skipAnimation });

  it(
    'are gone to as the field says, and at once where it jumps',
    onStage([poll], async (stage) => {
      expect(await stage.calls(0, 1)).toEqual([pollLoaded]);
      await stage.control(0, undefined, { step: 2 });
      await stage.control(0, 'In');
      await stage.control(0, undefined, { step: 3 });
      await stage.control(0, undefined, { step: 1 });
      await stage.control(0, 'Out', undefined, 'jump');
      await stage.control(0, 'In', undefined, 'jump');
      expect((await stage.calls(0, 6)).slice(1)).toEqual([
        played(false, 1),
        played(false, 2),
        played(false, 0),
        stopped(true),
        played(true, 0),
      ]);
      expect(stage.said).toEqual([]);
    }),
  );

  it(
    'are one further for a graphic of one step',
    onStage([tellingPackage()], async (stage) => {
      await stage.calls(0, 1);
      await stage.control(0, 'In');
      await stage.control(0, 'Out');
      await stage.control(0, 'In', undefined, 'jump');
      expect((await stage.calls(0, 4)).slice(1)).toEqual([once(false), stopped(false), once(true)]);
    }),
  );

  it(
    'have an end that is told, where the graphic names no step; it stays In, and can be gone back from',
    onStage([poll], async (stage) => {
      await stage.calls(0, 1);
      await stage.control(0, 'In', { step: 4 });
      expect(await stage.hears(/^error: .* is not at the requested step 4/)).toMatch(
        /step 4: it names none, which means that it is at its end$/,
      );
      await stage.sees(0, 'visible');
      await stage.control(0, undefined, { step: 3 });
      expect((await stage.calls(0, 3)).slice(1)).toEqual([played(false, 3), played(false, 2)]);
      expect(stage.said).toHaveLength(1);
    }),
  );

  it(
    'that it is not at are told',
    onStage(
      [tellingPackage({ stepCount: 2 }, `async playAction() { return { statusCode: 200, currentStep: 0 }; }`)],
      async (stage) => {
        await stage.control(0, 'In', { step: 2 });
        expect(await stage.hears(/^error: .* is not at/)).toMatch(/is not at the requested step 2: it is at 1$/);
      },
    ),
  );

  it(
    'are none where it leaves by itself: each press of In plays it, and nothing else does',
    onStage([wipe], async (stage) => {
      await stage.calls(0, 1);
      await stage.control(0, 'In');
      await stage.control(0, 'In');
      expect((await stage.calls(0, 3)).slice(1)).toEqual([once(false), once(false)]);
      await stage.page.reload();
      await stage.calls(0, 1);
      await stage.control(0, 'In', undefined, 'jump');
      await stage.control(0, 'Out');
      await stage.control(0, 'In', undefined, 'jump');
      await stage.control(0, 'In');
      expect((await stage.calls(0, 3)).slice(1)).toEqual([stopped(false), once(false)]);
    }),
  );
});

describe('an action of a graphic on air', () => {
  const marked = (answer: string, share: number): string =>
    told('customAction', { id: 'mark', payload: { answer, share }, skipAnimation: false });

  it(
    'is given the values of its own fields at the press, and they are no data of the graphic',
    onStage([poll], async (stage) => {
      await stage.calls(0, 1);
      await stage.control(0, 'In');
      await stage.control(0, undefined, { mark: 'execute' });
      await stage.control(0, undefined, { 'actions.mark.answer': 'no' });
      await stage.control(0, undefined, { 'actions.mark.share': 62.5, mark: 'execute' });
      await stage.control(0, undefined, { title: 'Vote' });
      expect((await stage.calls(0, 5)).slice(2)).toEqual([
        marked('yes', 0.5),
        marked('no', 0.625),
        told('updateAction', { data: { title: 'Vote' }, skipAnimation: false }),
      ]);
      expect(stage.said).toEqual([]);
    }),
  );
});

/** A graphic that fills the picture while it loads. */
const green = (load: string, more = ''): Parameters<typeof GraphicStage.open>[1][number] =>
  tellingPackage(
    { customActions: [{ id: 'leave', name: 'Leave' }], name: 'Weather' },
    `async load() { this.calls = []; document.body.style.cssText = 'background:#0a0'; ${load} } ${more}`,
  );
/** Resolves when the picture is green in its middle, or has nothing there. */
async function paints(stage: GraphicStage, anything: boolean): Promise<void> {
  const color = anything ? [0, 170, 0, 255] : [0, 0, 0, 0];
  const clip = { x: 600, y: 300, width: 1, height: 1 };
  const seen = async (): Promise<unknown> =>
    colorsIn(blank, await stage.page.screenshot({ omitBackground: true, clip }), [{ x: 0, y: 0 }]);
  await expect.poll(seen).toEqual([color]);
}

describe('a graphic of which nothing is seen', () => {
  it(
    'has not loaded: it comes when it has, and the desk is told meanwhile',
    onStage(
      [green(`await new Promise((done) => addEventListener('message', done)); return { statusCode: 200 };`)],
      async (stage) => {
        await stage.control(0, 'In');
        expect(await stage.reports(/Weather/)).toEqual(['"Weather" is not shown yet: it still loads']);
        await stage.inside(0).locator('body[style]').waitFor({ state: 'attached' });
        await paints(stage, false);
        await stage
          .inside(0)
          .locator('body')
          .evaluate(() => void postMessage('go on', '*'));
        await paints(stage, true);
        await stage.sees(0, 'visible');
      },
    ),
  );

  it.each([
    ['threw', `throw new Error('no font');`, 'cannot be loaded: no font'],
    [
      'answered an error',
      `return { statusCode: 500, statusMessage: 'no font' };`,
      'answered 500 when it was loaded: no font',
    ],
  ])('drew, and then its load %s', async (_how, load, told) => {
    const run = onStage([green(load)], async (stage) => {
      expect(await stage.reports(/no font/)).toEqual([`"Weather" ${told}`]);
      await stage.control(0, 'In');
      await stage.reports(/no font/);
      await paints(stage, false);
    });
    await run();
  });

  it(
    'has a page that cannot be had, where a browser paints a page of its own',
    onStage([green('return {};')], async (stage) => {
      await stage.control(0, 'In');
      await paints(stage, true);
      await stage.page.route('**/~frame', (route) => route.abort());
      await stage.page.reload();
      await stage.reports(/"Weather" is not shown yet/);
      await stage.page.waitForFunction(() => document.querySelector('iframe')?.contentWindow?.length === 0);
      await paints(stage, false);
    }),
  );

  it(
    'was on air and went to another page',
    onStage([green('return {};', `async customAction() { location.href = './lib/line.js'; }`)], async (stage) => {
      await stage.control(0, 'In');
      await paints(stage, true);
      await stage.control(0, undefined, { leave: 'execute' });
      expect(await stage.reports(/another page/)).toEqual([
        '"Weather" went to another page: it is loaded again when it is next taken In',
      ]);
      await paints(stage, false);
      await stage.control(0, 'Out');
      await stage.control(0, 'In');
      await paints(stage, true);
    }),
  );
});

describe('a graphic that fails', () => {
  const other = '%s, and leaves all others alone';

  /** Plays the second graphic of a stage from start to end. */
  async function otherWorks(stage: GraphicStage): Promise<void> {
    await stage.calls(1, 1);
    await stage.control(1, 'In');
    await stage.control(1, 'Out');
    expect(await stage.calls(1, 3)).toEqual([loaded, played(false), stopped(false)]);
    await stage.sees(1, 'hidden');
  }

  it(
    'in its play action is reported, and is loaded anew when it is taken in again',
    onStage(
      [
        tellingPackage({}, `async playAction() { await this.note('playAction', {}); throw new Error('no font'); }`),
        lowerThird,
      ],
      async (stage) => {
        await stage.control(0, 'In');
        await stage.hears(/^error: .*"Graphic" failed when it was played.*no font/);
        expect(await stage.reports(/no font/)).toEqual(['"Graphic" failed when it was played: no font']);
        await otherWorks(stage);
        await stage.control(0, 'Out');
        await stage.sees(0, 'hidden');
        const before = await stage
          .inside(0)
          .locator('html')
          .evaluate((html) => (html.dataset.marked = 'yes'));
        expect(before).toBe('yes');
        await stage.control(0, 'In');
        await stage.inside(0).locator('html:not([data-marked])').waitFor({ state: 'attached' });
        await stage.calls(0, 2);
      },
    ),
  );

  it.each([
    [
      'to be made',
      packageOf(`export default class extends HTMLElement { constructor() { super(); throw new Error('no luck'); } }`),
      'no luck',
    ],
    [
      'while its script is loaded',
      packageOf(`throw new Error('no luck'); export default class extends HTMLElement {}`),
      'no luck',
    ],
    ['to be a component', packageOf('export default {};'), 'exports no class of an HTML element by default'],
    ['to have a load method', packageOf('export default class extends HTMLElement {}'), 'the graphic has no load()'],
  ])(other.replace('%s', '%s is reported'), async (_what, files, reason) => {
    const run = onStage([files, lowerThird], async (stage) => {
      await stage.hears(new RegExp(`^error: .* cannot be loaded.*${reason.replace(/[()]/g, '\\$&')}`));
      await stage.control(0, 'In');
      await otherWorks(stage);
      await stage.control(0, 'Out');
      await stage.sees(0, 'hidden');
    });
    await run();
  });

  it(
    'by an answer is reported, and goes on',
    onStage(
      [tellingPackage({}, `async playAction() { return { statusCode: 422, statusMessage: 'no such step' }; }`)],
      async (stage) => {
        await stage.control(0, 'In');
        expect(await stage.hears(/^error: .* answered/)).toMatch(/answered 422 when it was played: no such step$/);
        await stage.reports(/answered 422 when it was played: no such step$/);
        await stage.control(0, 'Out');
        await stage.sees(0, 'hidden');
      },
    ),
  );

  it(
    'to leave is hidden when its time is over',
    onStage([slow], async (stage) => {
      await stage.calls(0, 1);
      await stage.control(0, 'In');
      await stage.control(0, 'Out');
      expect(await stage.hears(/^error: .* failed when/)).toMatch(
        /failed when it was stopped.*no answer within 5 seconds/,
      );
      await stage.sees(0, 'hidden');
    }),
  );

  it(
    'by hanging leaves all others alone, and is hidden when it is taken out',
    onStage([tellingPackage({}, 'async playAction() { for (;;); }'), lowerThird], async (stage) => {
      await stage.calls(0, 1);
      await stage.control(0, 'In');
      await stage.sees(0, 'visible');
      await otherWorks(stage);
      await stage.control(0, 'Out');
      // What it was asked before has hung too, and is reported when its time is over.
      await stage.hears(/^error: .* failed when it was stopped.*no answer within 5 seconds/);
      await stage.sees(0, 'hidden');
    }),
  );

  it(
    'outside of any call is reported, and not for ever',
    onStage(
      [
        tellingPackage(
          {},
          `connectedCallback() { for (let n = 0; n < 100; n += 1) setTimeout(() => { throw new Error('boom ' + n); }); }`,
        ),
      ],
      async (stage) => {
        await stage.hears(/boom 19/);
        await stage.control(0, 'In');
        await stage.calls(0, 2);
        expect(stage.said.filter((line) => /^error: on air: .* says.*boom/.test(line))).toHaveLength(20);
      },
    ),
  );
});
