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

/** A design to begin with. */
export interface GalleryTemplate {
  /** Its name on command lines and in addresses. */
  id: string;
  name: string;
  description: string;
  sub: SubComposition;
}

/**
 * Every design, in the order in which they are offered. Each file is a composition content that holds the design alone. A
 * test checks the files as any content is checked, so that no start of the program has to.
 */
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
 * A composition of these designs, in this order. Every id is new, so that one design can be there several times. `uuid` gives
 * a new id at each call: first the composition's, then that of each sub-composition, parents first.
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
