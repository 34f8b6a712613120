import type { Composition, SubComposition } from '../scene/schema/composition.ts';
import type { CompositionContent } from '../scene/schema/composition-content.ts';
import { compositionOf } from '../scene/content/content.ts';
import bug from './bug.json' with { type: 'json' };
import clock from './clock.json' with { type: 'json' };
import countdown from './countdown.json' with { type: 'json' };
import fullFrame from './full-frame.json' with { type: 'json' };
import list from './list.json' with { type: 'json' };
import lowerThirdTwo from './lower-third-two.json' with { type: 'json' };
import lowerThird from './lower-third.json' with { type: 'json' };
import quote from './quote.json' with { type: 'json' };
import resultCard from './result-card.json' with { type: 'json' };
import scoreboard from './scoreboard.json' with { type: 'json' };
import ticker from './ticker.json' with { type: 'json' };

export interface GalleryTemplate {
  id: string;
  name: string;
  description: string;
  sub: SubComposition;
}

/** In menu order. Each file is a content with only this design. A test checks the files, so no start has to. */
export const gallery: readonly GalleryTemplate[] = [
  template('lower-third', lowerThird),
  template('lower-third-two', lowerThirdTwo),
  template('bug', bug),
  template('full-frame', fullFrame),
  template('scoreboard', scoreboard),
  template('list', list),
  template('countdown', countdown),
  template('ticker', ticker),
  template('clock', clock),
  template('quote', quote),
  template('result-card', resultCard),
];

function template(id: string, file: { description: string }): GalleryTemplate {
  const { root } = compositionOf(file as unknown as CompositionContent);
  const [sub] = root.subcompositions;
  if (!sub) throw new Error(`The gallery's file "${id}.json" holds no design.`);
  return { id, name: root.name, description: file.description, sub };
}

/**
 * All ids are new, so designs may repeat. Calls `uuid` for the composition first, then for each sub-composition,
 * parents first.
 */
export function compositionWith(name: string, templates: readonly GalleryTemplate[], uuid: () => string): Composition {
  const root = {
    id: uuid(),
    name,
    fields: [],
    logicLayer: null,
    secondTimeline: false,
    scene: { elements: [] },
    subcompositions: templates.map(({ sub }) => renewed(sub, uuid)),
  };
  return { version: 1, root };
}

function renewed(sub: SubComposition, uuid: () => string): SubComposition {
  return { ...sub, id: uuid(), subcompositions: sub.subcompositions.map((nested) => renewed(nested, uuid)) };
}
