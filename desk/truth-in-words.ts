import type { AppTarget } from './app-ports.ts';
import { explainAnswer, isRefusal, tokenUnknown } from './connections/explain-answer.ts';
import { explainFailure, type Explained } from './connections/explain-failure.ts';
import { openTruth } from './service-client/live-or-poll.ts';
import type { Unheard } from './service-client/truth-link.ts';

/** Hear the truth of an app instance; why it is not heard is told in the words in which a connection is tested. */
export const openTruthInWords: AppTarget['openTruth'] = (target, ports) => {
  const url = new URL(target.base);
  const explain = (unheard: Unheard): string => {
    const { found, todo } = explained(unheard, url);
    return `${found} ${todo}`;
  };
  return openTruth(target, { ...ports, explain });
};

function explained(unheard: Unheard, url: URL): Explained {
  if (!('answer' in unheard)) return explainFailure({ ...unheard, url });
  const { answer } = unheard;
  return answer.status === 404 && isRefusal(answer) ? tokenUnknown : explainAnswer(answer, 'token');
}
