import type { Composition } from '../../scene/schema/composition.ts';
import { clock } from './clock.ts';
import { fullFrameTitle } from './full-frame-title.ts';
import { lowerThird } from './lower-third.ts';
import { scoreBug } from './score-bug.ts';
import { ticker } from './ticker.ts';

/** The name of the demo's app instance. */
export const demoAppName = 'Evening News';

/**
 * The demo show: between its graphics every field type. Its ids never change, so that
 * key mappings made for it keep working. Its pictures and its sting are at `/media/demo/`. Drawn in this order: what is
 * listed later lies over what is listed before.
 */
export const eveningNews: Composition = {
  version: 1,
  root: {
    id: 'e2d40a6f-3b95-4758-a0c1-4d8f6e7b9a00',
    name: 'Evening News',
    fields: [],
    logicLayer: null,
    secondTimeline: false,
    scene: { elements: [] },
    subcompositions: [lowerThird, fullFrameTitle, ticker, scoreBug, clock],
  },
};
