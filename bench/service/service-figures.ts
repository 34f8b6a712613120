import { blockingFigures } from './blocking.ts';
import { costFigures, readingFigures } from './cost.ts';
import { fanOutFigures } from './fan-out.ts';
import { type BenchOptions, type Figure, figureLine } from './figure.ts';
import { largeShowFigures } from './large-show.ts';
import { loadFigures } from './load.ts';
import { programs, start } from './programs.ts';
import { recoveryFigures, startFigures } from './starting.ts';
import { storeSizeFigures } from './store-size.ts';
import { writingFigures } from './writing.ts';

const full = { roundSeconds: 2, rounds: 7, loadUpdates: 600_000 };
const quick = { roundSeconds: 0.6, rounds: 3, loadUpdates: 30_000 };

/** What the service can do, against a bare echo that runs beside it, each line as soon as it is known. */
export async function* serviceFigures(flags: { quick: boolean; only?: string }): AsyncGenerator<string> {
  const echo = await start(programs.echo);
  const options: BenchOptions = { ...(flags.quick ? quick : full), echo: echo.url, echoUsed: echo.used };
  const parts: Record<string, (options: BenchOptions) => Promise<Figure[]>> = {
    writing: writingFigures,
    largeShow: largeShowFigures,
    cost: costFigures,
    reading: readingFigures,
    fanOut: fanOutFigures,
    load: loadFigures,
    blocking: blockingFigures,
    recovery: recoveryFigures,
    starting: startFigures,
    storeSize: storeSizeFigures,
  };
  try {
    for (const [name, measure] of Object.entries(parts)) {
      if (flags.only !== undefined && flags.only !== name) continue;
      for (const figure of await measure(options)) yield figureLine(figure);
    }
  } finally {
    await echo.kill();
  }
}
