import { frameFigures } from './frames.ts';
import { memoryFigures } from './memory.ts';
import { full, type OutputBenchOptions, quick } from './options.ts';
import { pageLoadFigures } from './page-load.ts';
import { pictureFigures } from './picture.ts';

const parts: Record<string, (options: OutputBenchOptions) => Promise<string[]>> = {
  picture: pictureFigures,
  frames: frameFigures,
  memory: memoryFigures,
  pageLoad: pageLoadFigures,
};

/** What the viewer gets from the on-air page in a real browser, the lines of each part as soon as they are known. */
export async function* outputFigures(flags: { quick: boolean; only?: string }): AsyncGenerator<string> {
  for (const [name, measure] of Object.entries(parts)) {
    if (flags.only !== undefined && flags.only !== name) continue;
    yield* await measure(flags.quick ? quick : full);
  }
}
