import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningDesk, startDesk } from '../kit/desk/running-desk.ts';
import { HostedProduct, type HostedTerms } from '../kit/service/hosted-product.ts';
import { ids, smallShow } from '../kit/service/small-show.ts';

// A whole show of the desk against a service that is not ours: it knows the specification and nothing of its extensions.

let hosted: HostedProduct;
let desk: RunningDesk;
/** The addresses of the sub-compositions of the show. */
let at: Record<keyof typeof ids, string>;

const quota = { perMinute: 50, perDay: 100_000 };
const item = (id: string) => hosted.control().find(({ subCompositionId }) => subCompositionId === id);
const onAir = (): string[] =>
  hosted.control().flatMap(({ state, subCompositionName }) => (state === 'In' ? subCompositionName : []));
const shows = (address: string, tally: string): Promise<void> =>
  desk.until(({ subs }) => subs[address]?.tally === tally);
const takeIn = (address: string): Promise<unknown> =>
  desk.screen.call('do', { action: { do: 'take', subComposition: address, to: 'In', action: 'play' } });

/** Connects the desk as a person does: the address that the product shows is pasted. */
async function connectPasted(): Promise<string> {
  const { kind, base, reference } = await desk.screen.call('pasteConnection', { text: hosted.shared });
  expect([kind, hosted.shared.startsWith(base)]).toEqual(['token', true]);
  const draft = {
    kind: 'token' as const,
    name: 'Cloud',
    base,
    email: '',
    certificates: '',
    secret: { reference: reference ?? '' },
    proxy: { use: 'none' as const, address: '', user: '', secret: null },
  };
  const report = await desk.screen.call('testConnection', draft);
  expect([report.works, report.steps.filter(({ result }) => result !== 'good')]).toEqual([true, []]);
  const { id } = await desk.screen.call('saveConnection', draft);
  await desk.until(({ apps }) =>
    apps.some(({ key, connection }) => key.startsWith(id) && connection.status === 'live'),
  );
  return desk.view.apps.find(({ key }) => key.startsWith(id))?.key ?? '';
}

async function begin(terms: HostedTerms): Promise<void> {
  hosted = new HostedProduct(smallShow, terms);
  await hosted.open();
  desk = await startDesk();
  const app = await connectPasted();
  at = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, `${app}/${id}`])) as typeof at;
}
afterEach(async () => {
  await desk.close();
  await hosted.close();
});

describe.each(['ignored', 'refused'] as const)('with a hosted product by which unlisted members are %s', (unlisted) => {
  beforeEach(() => begin({ unlisted, quota }));

  it('the desk polls it, shows what it knows of the show, and follows what others do there', async () => {
    expect(desk.view.apps[0]).toMatchObject({ truth: 'polled', app: { id: 4711, name: 'Hosted Show' } });
    const third = desk.view.model[0]?.subcompositions.find(({ id }) => id === at.lowerThird);
    expect(third?.model.map(({ id, max }) => [id, max])).toEqual([
      ['line1', undefined],
      ['line2', undefined],
      ['color', undefined],
      ['size', '100'],
      ['fade', undefined],
      ['boxed', undefined],
    ]);
    hosted.change([{ subCompositionId: ids.home, state: 'In', payload: { team: 'Lyon' } }]);
    await desk.until(({ subs }) => subs[at.home]?.tally === 'ON AIR' && subs[at.home]?.values.team === 'Lyon');
  });

  it('a show is run: words, takes on a layer, edits on air, a button, a timer, outs', async () => {
    await desk.screen.call('do', {
      action: { do: 'set', subComposition: at.lowerThird, field: 'line1', value: 'Grace Hopper' },
    });
    await takeIn(at.lowerThird);
    await shows(at.lowerThird, 'ON AIR');
    expect(item(ids.lowerThird)).toMatchObject({ state: 'In', payload: { line1: 'Grace Hopper' } });
    await desk.screen.call('do', {
      action: { do: 'set', subComposition: at.lowerThird, field: 'line2', value: 'Rear Admiral' },
    });
    await desk.screen.call('do', { action: { do: 'update', subComposition: at.lowerThird } });
    await desk.until(({ subs }) => subs[at.lowerThird]?.values.line2 === 'Rear Admiral');
    await takeIn(at.title);
    await shows(at.title, 'ON AIR');
    await shows(at.lowerThird, 'OUT');
    await desk.screen.call('do', { action: { do: 'fire', subComposition: at.title, field: 'flash' } });
    await desk.until(({ asRun }) => asRun[0]?.action.startsWith('Fire') === true && asRun[0].result === 'confirmed');
    await desk.screen.call('do', {
      action: { do: 'time', subComposition: at.title, field: 'timer', command: 'start' },
    });
    await desk.until(
      ({ subs }) => (subs[at.title]?.values.timer as { isRunning?: boolean } | undefined)?.isRunning === true,
    );
    await desk.screen.call('do', { action: { do: 'take', subComposition: at.title, to: 'Out', action: 'play' } });
    await shows(at.title, 'OUT');
    expect([onAir(), desk.view.asRun.map(({ result }) => result)]).toEqual([[], Array(6).fill('confirmed')]);
    const pressed = JSON.stringify(hosted.updates).split('"execute"').length - 1;
    expect(pressed).toBe(1);
  });

  it('a take that is refused by the quota fails and says for how long; the one that waited behind it goes on air', async () => {
    const release = hosted.hold();
    const arrived = hosted.arrival();
    await takeIn(at.home);
    await arrived;
    await takeIn(at.away);
    hosted.spend();
    const second = hosted.arrival();
    release();
    const again = hosted.hold();
    await second;
    hosted.nextMinute();
    again();
    await shows(at.away, 'ON AIR');
    await shows(at.home, 'FAILED');
    expect(desk.view.subs[at.home]?.failure).toMatch(
      /^The service takes no more requests for \d+ s: its quota is used up\.$/,
    );
    expect(onAir()).toEqual([item(ids.away)?.subCompositionName]);
    expect(hosted.updates).toHaveLength(2);
  });

  it('a panic takes everything out, also what others took in, and raises no alarm', async () => {
    await takeIn(at.lowerThird);
    await takeIn(at.home);
    await shows(at.lowerThird, 'ON AIR');
    await shows(at.home, 'ON AIR');
    hosted.change([{ subCompositionId: ids.away, state: 'In' }]);
    await desk.screen.call('do', { action: { do: 'panic' } });
    await desk.until(({ asRun }) => asRun[0]?.action === 'Panic');
    expect(onAir()).toEqual([]);
    for (const address of [at.lowerThird, at.home, at.away]) await shows(address, 'OUT');
    expect(desk.view.asRun[0]?.result).toBe('confirmed');
    expect(desk.view.notices.filter(({ alarm }) => alarm)).toEqual([]);
  });

  it('it is asked for nothing that it does not have, but for a live channel, once', async () => {
    await takeIn(at.home);
    await shows(at.home, 'ON AIR');
    const upgrades = hosted.requests.filter(({ method }) => method === 'UPGRADE');
    expect(upgrades).toHaveLength(1);
    const asked = new Set(
      hosted.requests.map(({ method, path }) => `${method} ${path.replace(hosted.token, 'TOKEN')}`),
    );
    expect([...asked].sort()).toEqual([
      'GET /apiv2/controlapps/TOKEN',
      'GET /apiv2/controlapps/TOKEN/control',
      'GET /apiv2/controlapps/TOKEN/model',
      'PATCH /apiv2/controlapps/TOKEN/control',
      'UPGRADE /apiv2/controlapps/TOKEN/live',
    ]);
  });

  it('a panic that the quota refuses is an alarm; pressed again when the quota is free, it takes everything out', async () => {
    await takeIn(at.home);
    await shows(at.home, 'ON AIR');
    hosted.spend();
    await desk.screen.call('do', { action: { do: 'panic' } });
    await desk.until(({ notices }) => notices.some(({ alarm }) => alarm));
    expect(desk.view.notices[0]?.text).toMatch(/its quota is used up\. Look at the output\.$/);
    hosted.nextMinute();
    await desk.screen.call('do', { action: { do: 'panic' } });
    await desk.until(({ asRun }) => asRun[0]?.action === 'Panic' && asRun[0].result === 'confirmed');
    expect(onAir()).toEqual([]);
  });
});

it('where reading counts too, polling leaves enough of the quota for a take and a panic', async () => {
  await begin({ unlisted: 'ignored', quota, readsCount: true });
  hosted.spend(22);
  await desk.until(({ apps }) => (apps[0]?.quota?.remaining ?? 50) <= 22);
  await takeIn(at.home);
  await desk.until(({ asRun }) => asRun[0]?.result === 'confirmed');
  expect(onAir()).toEqual(['Home']);
  await desk.screen.call('do', { action: { do: 'panic' } });
  await desk.until(({ asRun }) => asRun[0]?.action === 'Panic' && asRun[0].result === 'confirmed');
  expect(onAir()).toEqual([]);
});
