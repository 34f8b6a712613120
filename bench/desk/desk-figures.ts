import { type Figure, figureLine } from '../service/figure.ts';
import { cueFigures } from './cues.ts';
import { dataFigures } from './data.ts';
import { failOverFigures } from './fail-over.ts';
import { faderFigures } from './faders.ts';
import type { Extent } from './moments.ts';
import { idlePadFigures } from './idle-pads.ts';
import { padFigures } from './pads.ts';
import { panelFigures } from './panels.ts';
import { panicFigures } from './panic.ts';
import { pressFigures } from './press.ts';
import { rundownScreenFigures } from './rundown-screen.ts';
import { shippedFigures } from './shipped.ts';
import { togetherFigures } from './together.ts';
import { twoDesksFigures } from './two-desks.ts';

const parts: Record<string, (extent: Extent) => Promise<Figure[]>> = {
  press: pressFigures,
  panic: panicFigures,
  together: async (extent) => [...(await togetherFigures(extent)), ...(await shippedFigures(extent))],
  cues: async (extent) => [...(await cueFigures(extent)), ...(await rundownScreenFigures(extent))],
  data: dataFigures,
  faders: faderFigures,
  pads: padFigures,
  idlePads: idlePadFigures,
  panels: panelFigures,
  failOver: failOverFigures,
  twoDesks: twoDesksFigures,
};

/** How quick the desk's engine is, each line as soon as it is known; `only` `engine` means all parts. */
export async function* engineFigures({ quick, only }: Extent & { only?: string }): AsyncGenerator<string> {
  for (const [name, measure] of Object.entries(parts)) {
    if (only !== undefined && only !== 'engine' && only !== name) continue;
    for (const figure of await measure({ quick })) yield figureLine(figure);
  }
}
