import { z } from 'zod';
import { parsedJson } from '../../../contract/json-text.ts';
import type { HttpAnswer } from '../../ports.ts';
import type { Explained } from './explain-failure.ts';

const RefusalBody = z.object({ error: z.object({ message: z.string(), code: z.int() }) });

type ExplainedAnswer = Pick<HttpAnswer, 'status' | 'body' | 'headers'>;

const notThisKind = 'Check the address: it must be the address of the service itself, without the path after it.';

export function isRefusal({ body }: ExplainedAnswer): boolean {
  return RefusalBody.safeParse(parsedJson(body)).success;
}

/** `subject`: refused by a 401. The caller handles 404, which has many meanings. */
export function explainAnswer(answer: ExplainedAnswer, subject: 'account' | 'token'): Explained {
  const { status, headers } = answer;
  if (status >= 300 && status < 400) return moved(headers.location);
  if (status === 401) return refusedBy401(subject);
  if (status === 407)
    return {
      step: 'proxy',
      found: 'A proxy in between requires a user name and a password.',
      todo: 'Enter the proxy in this connection.',
    };
  if (status === 429) return tooMany(headers['retry-after']);
  if (status === 403) {
    const todo =
      'Ask whoever runs the service which networks and users it admits. A firewall or a proxy in between can give this answer too.';
    return { step: 'access', found: 'The service refuses connections from this machine (403).', todo };
  }
  if (status >= 500) {
    const found = `The service, or a gateway before it, has a fault (${status}).`;
    return {
      step: 'service',
      found,
      todo: 'It may be starting: try again in a minute. If that does not help, ask whoever runs it.',
    };
  }
  return notTheService(answer);
}

export const tokenUnknown: Explained = {
  step: 'access',
  found: 'The service does not know this token (404).',
  todo: 'It may have been revoked, or be the token of an output. Copy the control address of the app instance again.',
};

export function notTheService({ status, body, headers }: ExplainedAnswer): Explained {
  const isPage = /^\s*</.test(body) || (headers['content-type'] ?? '').includes('text/html');
  if (isPage) {
    const found = `A web page answered in place of the service (${status}).`;
    return { step: 'service', found, todo: `${notThisKind} A guest network may require a login in a browser first.` };
  }
  const found = `What answers there (${status}) is not a graphics service that this desk can control.`;
  return { step: 'service', found, todo: notThisKind };
}

export const tooOld: Explained = {
  step: 'service',
  found: 'The service is too old: it has only the first generation of control.',
  todo: 'It must be updated before this desk can control it.',
};

function refusedBy401(subject: 'account' | 'token'): Explained {
  const [what, todo] =
    subject === 'account'
      ? ['the e-mail address or the password', 'Enter both again.']
      : ['the token', 'Copy the control address of the app instance again.'];
  return { step: 'access', found: `The service refuses ${what} (401).`, todo };
}

function moved(location: string | undefined): Explained {
  // Shows only the origin: the rest of the address may contain a secret.
  const origin = URL.parse(location ?? '')?.origin;
  return {
    step: 'service',
    found: `The service sends the desk elsewhere${origin === undefined ? '' : `, to ${origin}`}.`,
    todo: 'Use that address, if you trust it. The desk does not follow by itself, because it would send the password there.',
  };
}

function tooMany(retryAfter: string | undefined): Explained {
  const seconds = /^\d+$/.test(retryAfter ?? '') ? `in ${String(retryAfter)} seconds` : 'in a minute';
  return {
    step: 'access',
    found: 'The service received too many requests (429), perhaps with wrong passwords.',
    todo: `Try again ${seconds}.`,
  };
}
