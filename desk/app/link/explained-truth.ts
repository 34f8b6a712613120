import { explainAnswer, isRefusal, tokenUnknown } from './explain-answer.ts';
import { explainFailure, type Explained } from './explain-failure.ts';
import { openTruth } from './live-or-poll.ts';
import type { OpenTruth, TruthFailure } from './truth-link.ts';

export const openExplainedTruth: OpenTruth = (target, ports) => {
  const url = new URL(target.base);
  const explain = (failure: TruthFailure): string => {
    const { found, todo } = explained(failure, url);
    return `${found} ${todo}`;
  };
  return openTruth(target, { ...ports, explain });
};

function explained(failure: TruthFailure, url: URL): Explained {
  if (!('answer' in failure)) return explainFailure({ ...failure, url });
  const { answer } = failure;
  return answer.status === 404 && isRefusal(answer) ? tokenUnknown : explainAnswer(answer, 'token');
}
