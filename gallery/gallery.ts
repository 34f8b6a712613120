import type { Composition, SubComposition } from '../scene/schema/composition.ts';
import { bug } from './bug.ts';
import { clock } from './clock.ts';
import { countdown } from './countdown.ts';
import { fullFrame } from './full-frame.ts';
import { list } from './list.ts';
import { lowerThirdTwo } from './lower-third-two.ts';
import { lowerThird } from './lower-third.ts';
import { quote } from './quote.ts';
import { resultCard } from './result-card.ts';
import { scoreboard } from './scoreboard.ts';
import { ticker } from './ticker.ts';

/** A design to begin with. */
export interface GalleryTemplate {
  /** What command lines and addresses call it. */
  id: string;
  name: string;
  description: string;
  sub: SubComposition;
}

/** Every design, in the order in which they are offered. */
export const gallery: readonly GalleryTemplate[] = [
  template('lower-third', lowerThird, 'Who is speaking: a name and a role, with a logo where there is one.'),
  template('lower-third-two', lowerThirdTwo, 'Two people in conversation, each at their side of the picture.'),
  template('bug', bug, 'The channel in the upper right corner, as a name or a logo, with a mark for live.'),
  template('full-frame', fullFrame, 'A title over the whole picture, on a picture of yours or on a drawn ground.'),
  template('scoreboard', scoreboard, 'Two teams, their score and the time of the match. A new score rolls in.'),
  template('list', list, 'A table or a list, its rows from JSON, each with a detail, a picture and a value.'),
  template('countdown', countdown, 'How long it still is: from a length of time, or to a time of day.'),
  template('ticker', ticker, 'Headlines that run along the lower edge, in either direction, past a label.'),
  template('clock', clock, 'The time of day in a city, with the date.'),
  template('quote', quote, 'What somebody said, with their portrait where there is one.'),
  template('result-card', resultCard, 'The result of a match, with those who scored.'),
];

function template(id: string, sub: SubComposition, description: string): GalleryTemplate {
  return { id, name: sub.name, description, sub };
}

/**
 * A composition of these designs, in this order. Every id is new, so that one design can be there several times. `uuid`
 * gives a new one at each call.
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
