import { texts } from '../../../contract/texts/texts.ts';
import { errorTable } from '../../../contract/errors.ts';
import { Quotas } from '../../../desk/app/link/quota.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Operation, Outcome } from '../../../desk/app/operation.ts';
import { OpenApp } from '../../../desk/app/open-app.ts';
import { systemClock } from '../../../node/clock.ts';
import { openTruth } from '../../../desk/app/link/live-or-poll.ts';
import { watchLoop } from '../../../service/loop-watch.ts';
import { FaultPlay, faultRules, type Stage } from '../../kit/desk/fault-play.ts';
import { steps } from '../../kit/desk/fault-steps.ts';
import { FaultyService } from '../../kit/service/faulty-service.ts';
import type { RequestFault } from '../../kit/service/faulty-wire.ts';
import { pressesBy } from '../../kit/desk/presses.ts';
import { playOnce } from '../../kit/play-against.ts';
import { runs } from '../../kit/runs.ts';
import { ServedShow } from '../../kit/service/served-show.ts';
import { ids } from '../../kit/service/small-show.ts';
import { playedShow } from '../../kit/desk/played-show.ts';
import { knownError } from '../../kit/desk/recording-log.ts';

const sequences = runs(500);
/** How many runs go on at the same time: they mostly wait. */
const atOnce = 50;

const pass = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** How late (ms) a timer of this process was at most. All runs and their services share its event loop. */
let latest = 0;
afterAll(watchLoop((time) => (latest = Math.max(latest, time)), systemClock.monotonic));

/** Real time, whose time of day can be set. What follows from a late timer may take a few turns more. */
function realStage(): Stage {
  let ahead = 0;
  return {
    clock: { ...systemClock, now: () => Date.now() + ahead },
    pass,
    setClock: (by) => void (ahead = by),
    get late() {
      return Math.max(3_000, 3 * latest);
    },
  };
}

async function openFaulty(name: string, clock = systemClock): Promise<{ service: FaultyService; base: string }> {
  const show = new ServedShow(name, playedShow, { clock: clock.now, url: `http://${name}` });
  const service = new FaultyService(show, clock.monotonic);
  return { service, base: await service.open() };
}

describe('a take whose request', () => {
  let service: FaultyService;
  let desk: OpenApp;
  let ended: PromiseWithResolvers<[Operation, Outcome]>;
  beforeEach(async () => {
    ended = Promise.withResolvers();
    const opened = await openFaulty('box');
    service = opened.service;
    const live = Promise.withResolvers<undefined>();
    desk = new OpenApp(
      { key: 'box', name: 'Box', kind: 'token' },
      {
        clock: systemClock,
        knownError,
        quotas: new Quotas(),
        random: () => 0.5,
        settled: (...told) => ended.resolve(told),
        changedSubs: () => undefined,
        changed: () => {
          if (desk.state.connection.status === 'live') live.resolve(undefined);
        },
        notice: () => undefined,
      },
    );
    const { connection } = service;
    desk.connect({ base: opened.base, token: 'tok', account: undefined, connection, openTruth });
    await live.promise;
  });
  afterEach(async () => {
    desk.close();
    await service.close();
  });

  const none = errorTable['deadline-passed'].operator;
  const gone = errorTable['service-unreachable'].operator;
  it.each<[string, RequestFault, string, string, number]>([
    ['goes well', { kind: 'none', there: 0, back: 0 }, 'confirmed', '', 1],
    ['is answered twice', { kind: 'twice', there: 0 }, 'confirmed', '', 1],
    ['is answered late', { kind: 'none', there: 0, back: 300 }, 'confirmed', '', 1],
    ['breaks on its way', { kind: 'reset-before', there: 10 }, 'unknown', gone, 0],
    ['breaks in the middle of its body', { kind: 'reset-within', there: 10 }, 'unknown', gone, 0],
    ['breaks in the middle of its answer', { kind: 'reset-after', there: 10 }, 'unknown', gone, 1],
    ['is never answered', { kind: 'mute', there: 0 }, 'unknown', none, 1],
    ['goes into a half-open line', { kind: 'half-open' }, 'unknown', none, 0],
    ['is answered with garbage', { kind: 'garbage', there: 0 }, 'unknown', gone, 1],
    [
      'is carried out by a service that then fails',
      { kind: 'failed-after', there: 0 },
      'unknown',
      'Refused with 500.',
      1,
    ],
    ['is answered by no service (401)', { kind: 'status', status: 401, there: 0 }, 'failed', 'Refused with 401.', 0],
    ['finds its token unknown (404)', { kind: 'status', status: 404, there: 0 }, 'failed', 'Refused with 404.', 0],
    ['is one too many (429)', { kind: 'status', status: 429, there: 0 }, 'failed', texts.link.quotaUsed(1), 0],
  ])('%s ends once, truly, and is sent once', async (_, fault, result, reason, carriedOut) => {
    service.updateFaults.push(fault);
    const press = pressesBy(systemClock)();
    desk.send({ kind: 'take', action: 'Take In', items: [{ id: ids.title, state: 'In' }] }, press);
    const [, outcome] = await ended.promise;
    const said = outcome.result === 'confirmed' ? '' : outcome.error.message;
    expect([outcome.result, said, service.sent.length, service.show.applied.length]).toEqual([
      result,
      reason,
      1,
      carriedOut,
    ]);
  });
});

describe('whatever is pressed and whatever fails, over real sockets', () => {
  it(`the desk keeps its rules (${sequences} sequences)`, async () => {
    const times = [0, 1, 5, 17, 50, 200, 400];
    const given = fc.tuple(fc.boolean(), fc.boolean());
    const asked = fc.sample(fc.tuple(given, steps({ times, delays: [0, 1, 20, 150] })), sequences);
    const broken: unknown[] = [];
    const next = asked.values();
    const worker = async (): Promise<void> => {
      for (const run of next) {
        const stage = realStage();
        const served = await Promise.all(['app0', 'app1'].map((name) => openFaulty(name, stage.clock)));
        run[0].forEach((live, at) => Object.assign(served[at]!.service, { hasLive: live }));
        const problems = await playOnce({ open: () => FaultPlay.open(stage, served) }, run, faultRules);
        if (problems.length > 0) broken.push({ problems, run });
        await Promise.all(served.map(({ service }) => service.close()));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    expect(broken).toEqual([]);
  });
});
