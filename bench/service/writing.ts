import type { BenchOptions, Figure } from './figure.ts';
import { inTurn, median, quantile, rate, round, share, type Side, times } from './rounds.ts';
import { Reader } from './reader.ts';
import { changes, type Stage, stageOf } from './stage.ts';
import { DiskProbe } from './disk-sync.ts';
import { programs, start } from './programs.ts';
import { dataDirectory } from './stored-show.ts';

/** How many read along where that is measured. */
const readers = 50;

/** Row 31 with one item, at 1, 16 and 64 connections, and at 1 and 16 while others read along. */
export async function writingFigures(options: BenchOptions): Promise<Figure[]> {
  const stage = await stageOf({ subs: 20, fieldsEach: 5 });
  const sides = [changes(options.echo, stage, 1), changes(stage.service.url, stage, 1)];
  const figures: Figure[] = [];
  for (const [connections, atLeast] of [
    [16, 0.3],
    [64, 0.4],
  ] as const) {
    const [echo = [], service = []] = await inTurn(sides, connections, options);
    figures.push({
      name: `durable PATCH of one item, ${connections} connections`,
      value: median(service.map(rate)),
      unit: 'requests/s',
      echo: share(service, echo),
      target: { of: 'echo', atLeast },
      note: `p50 ${quantile(times(service), 0.5).toFixed(2)} ms, p99 ${quantile(times(service), 0.99).toFixed(2)} ms`,
    });
  }
  figures.push(...(await alone(stage, sides, options)));
  figures.push(...(await readAlong(stage, sides, options)));
  await stage.close();
  return figures;
}

/** Times (ms) of one connection: to the echo, the service, the bare sketch, the service with a hundred items; and of a bare sync. */
type Measured = Record<'echo' | 'one' | 'sketch' | 'hundred' | 'sync', number[]>;

/** One connection waits for one sync of the disk for each request, so the bare sync is measured beside it. */
async function alone(stage: Stage, sides: readonly Side[], options: BenchOptions): Promise<Figure[]> {
  const hundred = changes(stage.service.url, stage, 100);
  const measured: Measured = { echo: [], one: [], sketch: [], hundred: [], sync: [] };
  const disk = new DiskProbe(stage.data);
  const directory = dataDirectory();
  const sketch = await start(programs.sketch, [directory.path]);
  const three = [...sides, changes(sketch.url, stage, 1)];
  for (let turn = 0; turn < options.rounds; turn++) {
    const [echo, one, bare] = await inTurn(three, 1, { ...options, rounds: 1 });
    measured.echo.push(...times(echo!));
    measured.one.push(...times(one!));
    measured.sketch.push(...times(bare!));
    measured.hundred.push(...(await round(hundred, 1, options.roundSeconds)).times);
    measured.sync.push(...Array.from({ length: 300 }, () => disk.sync()));
  }
  disk.remove();
  await sketch.kill();
  directory.remove();
  const sync = median(measured.sync);
  const one = median(measured.one);
  const echo = median(measured.echo);
  return [
    { name: 'one sync of the disk, bare', value: sync, unit: 'ms', echo: sync / echo },
    {
      name: 'durable PATCH of one item, one connection, median',
      value: one,
      unit: 'ms',
      echo: one / echo,
      target: { atMost: Number((sync + 0.3).toFixed(2)) },
      note: `p99 ${quantile(measured.one, 0.99).toFixed(2)} ms; the target is the bare sync + 0.3 ms`,
    },
    {
      name: '... its p99, to that of a bare sketch that stores the body in one row',
      value: quantile(measured.one, 0.99) / quantile(measured.sketch, 0.99),
      unit: 'x',
      target: { atMost: 1.4 },
      note: `the sketch: p50 ${median(measured.sketch).toFixed(2)} ms, p99 ${quantile(measured.sketch, 0.99).toFixed(2)} ms`,
    },
    {
      name: 'PATCH of 100 items, in times of a PATCH of one',
      value: median(measured.hundred) / one,
      unit: 'x',
      echo: median(measured.hundred) / echo,
      target: { atMost: 4 },
      note: `median ${median(measured.hundred).toFixed(2)} ms`,
    },
  ];
}

/** The readers share the processor of the clients here, so that this is a comparison between runs and has no target. */
async function readAlong(stage: Stage, sides: readonly Side[], options: BenchOptions): Promise<Figure[]> {
  const { url } = stage.service;
  const crowd = Array.from({ length: readers }, () => new Reader(url, stage.token, { heard: () => undefined }));
  const figures: Figure[] = [];
  for (const connections of [1, 16]) {
    const [echo = [], service = []] = await inTurn(sides, connections, options);
    figures.push({
      name: `the same, ${connections === 1 ? 'one connection' : `${connections} connections`}, ${readers} live readers`,
      value: median(service.map(rate)),
      unit: 'requests/s',
      echo: share(service, echo),
      note: `p50 ${quantile(times(service), 0.5).toFixed(2)} ms, p99 ${quantile(times(service), 0.99).toFixed(2)} ms`,
    });
  }
  await Promise.all(crowd.map((reader) => reader.close()));
  return figures;
}
