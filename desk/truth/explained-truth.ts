import { explainAnswer, isRefusal, tokenUnknown } from '../requests/explain-answer.ts';
import { explainFailure, type Explained } from '../requests/explain-failure.ts';
import { openTruth } from './live-or-poll.ts';
import type { OpenTruth, TruthFailure } from './truth-link.ts';

/** Hear the truth of an app instance; why it is not heard is told in the words in which a connection is tested. */
export const openExplainedTruth: OpenTruth = (target, ports) => {
  const url = new URL(target.base);
  const explain = (unheard: TruthFailure): string => {
    const { found, todo } = explained(unheard, url);
    return `${found} ${todo}`;
  };
  return openTruth(target, { ...ports, explain });
};

function explained(unheard: TruthFailure, url: URL): Explained {
  if (!('answer' in unheard)) return explainFailure({ ...unheard, url });
  const { answer } = unheard;
  return answer.status === 404 && isRefusal(answer) ? tokenUnknown : explainAnswer(answer, 'token');
}
