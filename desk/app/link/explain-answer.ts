import { texts } from '../../../contract/texts/texts.ts';
import { z } from 'zod';
import { parsedJson } from '../../../contract/json-text.ts';
import type { HttpAnswer } from '../../ports.ts';
import type { Explained } from './explain-failure.ts';

const RefusalBody = z.object({ error: z.object({ message: z.string(), code: z.int() }) });

type ExplainedAnswer = Pick<HttpAnswer, 'status' | 'body' | 'headers'>;

export function isRefusal({ body }: ExplainedAnswer): boolean {
  return RefusalBody.safeParse(parsedJson(body)).success;
}

/** `subject`: refused by a 401. The caller handles 404, which has many meanings. */
export function explainAnswer(answer: ExplainedAnswer, subject: 'account' | 'token'): Explained {
  const { status, headers } = answer;
  if (status >= 300 && status < 400) return moved(headers.location);
  if (status === 401) return refusedBy401(subject);
  if (status === 407) return { step: 'proxy', found: texts.link.proxyWantsPassword, todo: texts.link.enterProxy };
  if (status === 429) return tooMany(headers['retry-after']);
  if (status === 403) {
    const todo = texts.link.askWhoIsAdmitted;
    return { step: 'access', found: texts.link.forbidden, todo };
  }
  if (status >= 500) {
    const found = texts.link.serviceFault(status);
    return { step: 'service', found, todo: texts.link.mayBeStarting };
  }
  return notTheService(answer);
}

export const tokenUnknown = (): Explained => ({
  step: 'access',
  found: texts.link.tokenUnknown,
  todo: texts.link.copyControlAddress,
});

export function notTheService({ status, body, headers }: ExplainedAnswer): Explained {
  const isPage = /^\s*</.test(body) || (headers['content-type'] ?? '').includes('text/html');
  if (isPage) {
    const found = texts.link.webPage(status);
    return { step: 'service', found, todo: texts.link.mayNeedLogin(texts.link.checkAddress) };
  }
  const found = texts.link.notAService(status);
  return { step: 'service', found, todo: texts.link.checkAddress };
}

export const tooOld = (): Explained => ({
  step: 'service',
  found: texts.link.tooOld,
  todo: texts.link.mustBeUpdated,
});

function refusedBy401(subject: 'account' | 'token'): Explained {
  const [what, todo] =
    subject === 'account'
      ? [texts.link.emailOrPassword, texts.link.enterBoth]
      : [texts.link.theToken, texts.link.copyAgain];
  return { step: 'access', found: texts.link.refuses(what), todo };
}

function moved(location: string | undefined): Explained {
  // Shows only the origin: the rest of the address may contain a secret.
  const origin = URL.parse(location ?? '')?.origin;
  return { step: 'service', found: texts.link.elsewhere(origin), todo: texts.link.useThatAddress };
}

function tooMany(retryAfter: string | undefined): Explained {
  const seconds = /^\d+$/.test(retryAfter ?? '') ? texts.link.inSeconds(Number(retryAfter)) : texts.link.inAMinute;
  return { step: 'access', found: texts.link.tooMany, todo: texts.link.tryAgain(seconds) };
}
