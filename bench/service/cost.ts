import { requestBytes } from './connection.ts';
import type { BenchOptions, Figure } from './figure.ts';
import type { Running } from './programs.ts';
import { inTurn, median, quantile, round, type Side, times } from './rounds.ts';
import { changes, stageOf } from './stage.ts';

/** How many clients write at the same time where the cost of an update is measured. */
const writers = 16;

/** What an update costs the service in processor time, in a small show and in a large one: it follows the change. */
export async function costFigures(options: BenchOptions): Promise<Figure[]> {
  const small = await stageOf({ subs: 4, fieldsEach: 5 });
  const large = await stageOf({ subs: 500, fieldsEach: 10 });
  const sides = [
    { side: changes(options.echo, small, 1), used: options.echoUsed, costs: [] as number[] },
    { side: changes(small.service.url, small, 1), used: small.service.used, costs: [] as number[] },
    { side: changes(large.service.url, large, 1), used: large.service.used, costs: [] as number[] },
  ];
  for (const { side } of sides) await round(side, writers, options.roundSeconds);
  for (let turn = 0; turn < options.rounds; turn++) {
    for (const { side, used, costs } of sides) costs.push(await cost(side, used, options));
  }
  const [echo = NaN, ofSmall = NaN, ofLarge = NaN] = sides.map(({ costs }) => median(costs));
  await small.close();
  await large.close();
  return [
    { name: 'processor time per update, show of 20 fields', value: ofSmall, unit: 'µs', echo: ofSmall / echo },
    { name: 'processor time per update, show of 5,000 fields', value: ofLarge, unit: 'µs', echo: ofLarge / echo },
    {
      name: 'processor time per update, 5,000 fields to 20',
      value: median(sides[2]!.costs.map((one, at) => one / sides[1]!.costs[at]!)),
      unit: 'x',
      target: { atMost: 1.15 },
    },
  ];
}

/** Processor time (µs) of one request of a round. */
async function cost(side: Side, used: Running['used'], { roundSeconds }: BenchOptions): Promise<number> {
  const before = await used();
  const { count } = await round(side, writers, roundSeconds);
  const after = await used();
  return ((after.cpu - before.cpu) / count) * 1e6;
}

/** Row 29 of a large show. */
export async function readingFigures(options: BenchOptions): Promise<Figure[]> {
  const stage = await stageOf({ subs: 500, fieldsEach: 10 });
  const echoed = requestBytes(options.echo, { method: 'GET', path: '/' });
  const asked = requestBytes(stage.service.url, { method: 'GET', path: stage.path });
  const sides = [
    { url: options.echo, requests: [echoed] },
    { url: stage.service.url, requests: [asked] },
  ];
  const [echo = [], service = []] = await inTurn(sides, 1, options);
  await stage.close();
  return [
    {
      name: 'GET control of 500 sub-compositions with 5,000 fields, median',
      value: median(times(service)),
      unit: 'ms',
      echo: median(times(service)) / median(times(echo)),
      target: { atMost: 5 },
      note: `p99 ${quantile(times(service), 0.99).toFixed(2)} ms`,
    },
  ];
}
