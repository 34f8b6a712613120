import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import type { AsRunEntry } from '../../../contract/desk-api/as-run.ts';
import { unexplained } from '../../../desk/check/unexplained.ts';
import { connectServed, openServedDesk } from '../../kit/screens/served-desk.ts';
import { ManualClock, settled } from '../../kit/manual-clock.ts';
import { ScriptedService } from '../../kit/service/scripted-service.ts';
import { ServedShow } from '../../kit/service/served-show.ts';
import { ids, smallShow } from '../../kit/service/small-show.ts';
import { watchDesk } from '../../kit/desk/watching-screen.ts';
import { paired, type World, world } from '../../kit/desk/world.ts';
import { openLiveShow, openShow } from '../../kit/service/scripted-show.ts';
import { outputPage } from '../../kit/service/output-page.ts';

const resultsOf = (lines: { about: string; result: string }[]): string[] =>
  lines.map(({ about, result }) => `${about} ${result}`);

it('the check sends one question to each service, and nothing else', async () => {
  const { ports, screen } = await openLiveShow();
  const asked = screen.call('checkShow', { keyboard: null });
  await settled();
  expect(ports.asked.map(({ request: { method, url } }) => `${method} ${url}`)).toEqual([
    'GET http://127.0.0.1:4000/readyz',
  ]);
  await ports.request.answer({});
  const { opening, lines } = await asked;
  expect([opening, resultsOf(lines)]).toEqual([
    false,
    [
      'connection good',
      'service good',
      'show good',
      'clock look',
      'output not tried',
      'backup look',
      'keys look',
      'keyboard not tried',
      'secrets look',
      'disk not tried',
      'records good',
    ],
  ]);
});

it('a service that does not answer holds the check up for three seconds', async () => {
  const { ports, screen } = await openLiveShow();
  const asked = screen.call('checkShow', { keyboard: null });
  await settled();
  await ports.clock.pass(3_000);
  expect(resultsOf((await asked).lines)).toContain('service failed');
});

it('a desk that still opens its connections says so', async () => {
  const { screen } = await openShow();
  const { opening, lines } = await screen.call('checkShow', { keyboard: null });
  expect([opening, resultsOf(lines).slice(0, 2)]).toEqual([true, ['connection failed', 'show failed']]);
});

describe('a backup', () => {
  /** Checks a pair in sync; these pages draw the frame of the check, a second after it was asked for. */
  const checked = async (...draws: ('main' | 'backup')[]): Promise<string[]> => {
    const stage = await world({ pair: true });
    await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'In' });
    await stage.clock.pass(3_000);
    for (const service of stage.services) service.tellOutputs(outputPage());
    await stage.clock.pass(500);
    const asked = stage.screen.call('checkShow', { keyboard: null });
    await settled();
    await stage.clock.pass(1_000);
    for (const [at, side] of (['main', 'backup'] as const).entries()) {
      const service = stage.services[at];
      const { draw } = service ?? {};
      expect(draw).toBeDefined();
      if (draws.includes(side)) service?.tellOutputs(outputPage({ drew: draw }));
    }
    await stage.clock.pass(3_000);
    const { lines } = await asked;
    return lines
      .filter(({ about }) => about === 'output' || about === 'backup')
      .map(({ result, found }) => `${result}: ${found}`);
  };
  const drawn = 'good: One page draws it: engine unknown.';
  const notProved = (of: string) => `look: ${texts.check.notProved('spare', texts.check.noFrame(of))}`;

  it('is proved by a frame that pages of both draw', async () => {
    expect(await checked('main', 'backup')).toEqual([drawn, `good: ${texts.check.proved('spare')}`]);
  });

  it('is not where a page draws no frame in three seconds', async () => {
    expect(await checked('main')).toEqual([drawn, notProved(texts.check.pageOfBackup('Output 1'))]);
    expect(await checked('backup')).toEqual([
      `look: ${texts.check.noFrame('Output 1')}`,
      drawn,
      notProved('Output 1 of the main'),
    ]);
  });
});

it('a backup whose state is not known yet is still being opened, and not away', async () => {
  const clock = new ManualClock();
  const [main, backup] = ['news', 'spare'].map(
    (name) => new ScriptedService(new ServedShow(name, smallShow, { clock: clock.now, url: `http://${name}` }), clock),
  ) as [ScriptedService, ScriptedService];
  const { screen } = await watchDesk(openServedDesk([main, backup], { clock, lines: [], settings: paired }).desk);
  await connectServed(screen, main, 'main');
  await clock.pass(1_000);
  await connectServed(screen, backup, 'spare');
  backup.disturb({ kind: 'slow', delay: 500 });
  const check = async () => {
    const asked = screen.call('checkShow', { keyboard: null });
    await settled();
    await clock.pass(10);
    return asked;
  };
  expect(await check()).toMatchObject({ opening: true });
  await clock.pass(1_000);
  const { opening, lines } = await check();
  expect([opening, resultsOf(lines)]).toEqual([false, expect.arrayContaining(['backup look'])]);
});

it('names each cue with a picture or sound that output pages cannot find', async () => {
  const stage = await world();
  const title = stage.at(ids.title);
  const showing = (name: string, picture: string, sound = '') => ({
    name,
    steps: [{ targets: [{ subComposition: title, name: 'Title', values: { picture, sound } }] }],
  });
  await stage.add(
    showing('Upload', `/media/assets/${'a'.repeat(64)}.png`, 'https://sounds.example/bell.wav'),
    showing('Inline', 'data:image/png;base64,AAAA'),
    showing('Package', '/graphics/1/green.png'),
    showing('Name', 'green.png', ''),
    showing('Folder', '/tmp/x/red.png', 'C:\\bell.wav'),
  );
  const asked = stage.screen.call('checkShow', { keyboard: null });
  await stage.clock.pass(3_000);
  const { lines } = await asked;
  const cues = lines.filter(({ about }) => about === 'cues').map(({ name, found }) => `${name}: ${found}`);
  expect(cues.map((one) => one.replace(/^[\d.]+ /, ''))).toEqual([
    `Name: ${texts.check.lostMedia('picture', 'Title', 'green.png')}`,
    `Folder: ${texts.check.lostMedia('picture', 'Title', '/tmp/x/red.png')}`,
    `Folder: ${texts.check.lostMedia('sound', 'Title', 'C:\\bell.wav')}`,
  ]);
});

describe('changes of the show that no line explains', () => {
  const found = async (stage: World): Promise<string[]> => {
    const asked = stage.screen.call('checkShow', { keyboard: null });
    await stage.clock.pass(3_000);
    const { lines } = await asked;
    return lines.filter(({ about, result }) => about === 'records' && result === 'look').map((line) => line.found);
  };
  const change = (stage: World, text: string) =>
    stage.services[0]!.show.apply([{ subCompositionId: ids.lowerThird, payload: { line1: text } }]);

  it('are named with their number and the newest of them', async () => {
    const stage = await world();
    await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'In' });
    await stage.clock.pass(100);
    expect(await found(stage)).toEqual([]);
    change(stage, 'one');
    const newest = change(stage, 'two');
    await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'Out1' });
    await stage.clock.pass(100);
    expect(await found(stage)).toEqual([texts.check.notLogged(2, newest)]);
  });

  it('may be those of requests without an answer, and are of one counter', () => {
    const line = (given: Partial<AsRunEntry>) => ({ result: 'confirmed', revision: null, ...given }) as AsRunEntry;
    const confirmed = (revision: number) => line({ revision });
    const unknown = line({ result: 'unknown' });
    expect(unexplained([confirmed(7), confirmed(4)], 7)).toEqual([5, 6]);
    expect(unexplained([confirmed(7), unknown, confirmed(5)], 7)).toEqual([]);
    expect(unexplained([confirmed(7), unknown, confirmed(4)], 8)).toEqual([5, 6, 8]);
    expect(unexplained([confirmed(3), confirmed(2), confirmed(90)], 3)).toEqual([]);
    expect(unexplained([confirmed(9), line({ kind: 'failOver' }), confirmed(2)], 9)).toEqual([]);
    expect(unexplained([line({ kind: 'panic', revision: 9 }), confirmed(7)], 9)).toEqual([]);
    expect(unexplained([], 9)).toEqual([]);
  });
});
