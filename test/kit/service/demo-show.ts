import type { SubComposition } from '../../../scene/schema/composition.ts';
import { preOrder } from '../../../contract/model/control.ts';
import { eveningNews } from '../../../service/demo/evening-news.ts';

export { eveningNews };

const subs = [...preOrder<SubComposition>([eveningNews.root])];

function named(name: string): SubComposition {
  const sub = subs.find((each) => each.name === name);
  if (!sub) throw new Error(`The demo show has no "${name}".`);
  return sub;
}

/** The sub-compositions of the demo show. */
export const demo = {
  lowerThird: named('Lower Third'),
  fullFrameTitle: named('Full Frame Title'),
  ticker: named('Ticker'),
  scoreBug: named('Score Bug'),
  home: named('Home'),
  away: named('Away'),
  clock: named('Clock'),
};
