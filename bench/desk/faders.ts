import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../service/figure.ts';
import { type BenchDesk, openBenchDesk } from './bench-desk.ts';
import { type Extent, moment } from './moments.ts';
import type { Received } from './stand-in.ts';

/** Changes in a second of each app, over so many faders, moved this often (ms). */
const perSecond = 1_000;
const fadersEach = 50;
const every = 10;
const apps = 2;
/** How long (ms) what was asked for last may be on its way. */
const settledAfter = 2_000;

/** What faders of two apps make of requests, as the service receives them. Each change has a greater value than the one before. */
export async function faderFigures({ quick }: Extent): Promise<Figure[]> {
  const desk = await openBenchDesk({ subCompositions: 100, apps });
  const latest = await move(desk, (quick ? 4 : 15) * perSecond);
  await pause(settledAfter);
  const received = await desk.standIn.report();
  await desk.close();
  const each = Array.from({ length: apps }, (_, app) => received.filter(({ token }) => token === `app${app}`));
  const wrong = each.reduce((all, own) => all + wrongIn(own, latest), 0);
  const most = Math.max(...each.map(mostInASecond));
  const counts = each.map((own) => own.length).join(' and ');
  return [
    {
      name: `${perSecond} value changes/s of each of ${apps} apps`,
      value: most,
      unit: 'requests/s',
      target: { atMost: 60 },
      note: `most in any second, of one app; ${counts} requests`,
    },
    {
      name: '... faders whose newest value was not last, or not in order',
      value: wrong,
      unit: '',
      target: { atMost: 0 },
      note: `of ${fadersEach * apps}`,
    },
  ];
}

/** Move the faders of all apps, in turn; gives the last value of each. */
async function move({ screen, id }: BenchDesk, changes: number): Promise<ReadonlyMap<string, number>> {
  const latest = new Map<string, number>();
  const began = moment();
  for (let change = 0; change < changes; await pause(every)) {
    const due = Math.min(changes, Math.floor(((moment() - began) / 1_000) * perSecond));
    for (; change < due; change++) {
      const fader = change % fadersEach;
      latest.set(`sub${fader}`, change);
      for (let app = 0; app < apps; app++) {
        void screen.call('do', {
          action: { do: 'set', subComposition: id(fader, app), field: 'score', value: change },
        });
      }
    }
  }
  return latest;
}

/** How many faders went back at any time, or did not end where they were left. */
function wrongIn(received: readonly Received[], latest: ReadonlyMap<string, number>): number {
  const items = received.flatMap((one) => one.items);
  return [...latest].filter(([id, last]) => {
    const values = items.filter((item) => item.subCompositionId === id).map(({ payload }) => Number(payload?.score));
    const inOrder = values.every((value, at) => at === 0 || value > (values[at - 1] ?? NaN));
    return !inOrder || values.at(-1) !== last;
  }).length;
}

/** The most requests that came within any one second. */
function mostInASecond(received: readonly Received[]): number {
  const came = received.map((one) => one.came);
  return Math.max(...came.map((first, at) => came.slice(at).filter((other) => other < first + 1_000).length));
}
