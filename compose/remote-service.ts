import type { z } from 'zod';
import { errorIn } from '../contract/errors.ts';
import { type Endpoint, pathOf } from '../contract/service-api/endpoint.ts';
import { revisionOf, tagOf } from '../contract/service-api/entity-tag.ts';
import { Refused } from './output.ts';

interface ServiceAccount {
  service: string;
  email: string;
  password: string;
}

/** The body of a request: a JSON value, JSON text as bytes, or a form with one file. */
type SentBody = { json: unknown } | { bytes: Uint8Array } | { file: Uint8Array; name: string; mediaType: string };

/** An answer with the revision read or written; undefined if the service reports none. */
export interface Tagged<Of> {
  answer: Of;
  revision: number | undefined;
}

interface Condition {
  ifMatch?: number | undefined;
}

/** Milliseconds per request: bundles are large, and networks slow. */
const deadline = 60_000;

/** Each call throws {@link Refused}, in the service's words if it sent any. */
export class RemoteService {
  readonly #credentials: ServiceAccount;

  constructor(credentials: ServiceAccount) {
    this.#credentials = credentials;
  }

  async call<Called extends Endpoint>(
    endpoint: Called,
    params: Record<string, string> = {},
    sent?: SentBody,
  ): Promise<z.infer<Called['answer']>> {
    return (await this.answered(endpoint, params, { sent })).answer;
  }

  /** As `call`, with the revision and the condition of `tagged`. */
  async answered<Called extends Endpoint>(
    endpoint: Called,
    params: Record<string, string>,
    how: Condition & { sent?: SentBody | undefined } = {},
  ): Promise<Tagged<z.infer<Called['answer']>>> {
    const { answer: bytes, revision } = await this.tagged(endpoint, params, how);
    try {
      const answer = endpoint.answer.parse(JSON.parse(new TextDecoder().decode(bytes))) as z.infer<Called['answer']>;
      return { answer, revision };
    } catch (thrown) {
      throw new Refused(`The server at ${this.#credentials.service} is not an Overlay Desk service of this version.`, {
        cause: thrown,
      });
    }
  }

  /**
   * Calls an endpoint and returns the bytes of its answer, with the revision if the service reports one. With
   * `ifMatch`, throws {@link ChangedMeanwhile} if the revision has changed.
   */
  async tagged(
    endpoint: Endpoint,
    params: Record<string, string>,
    { sent, ifMatch }: Condition & { sent?: SentBody | undefined } = {},
  ): Promise<Tagged<Uint8Array>> {
    const { service, email, password } = this.#credentials;
    const query = new URLSearchParams(Object.entries(params).filter(([name]) => !endpoint.path.includes(`{${name}}`)));
    const address = service + pathOf(endpoint, params) + (query.size > 0 ? `?${query.toString()}` : '');
    const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
    const { body, type } = bodyOf(sent);
    const headers = {
      authorization,
      ...(type !== undefined && { 'content-type': type }),
      ...(ifMatch !== undefined && { 'if-match': tagOf(ifMatch) }),
    };
    const response = await request(address, { method: endpoint.method, headers, ...(body !== undefined && { body }) });
    const answer = await response.bytes();
    if (response.ok) return { answer, revision: revisionOf(response.headers.get('etag')) };
    if (response.status === 412 && ifMatch !== undefined) throw new ChangedMeanwhile();
    if (response.status === 401) throw new Refused(`${service} refused ${email}: the name or the password is wrong.`);
    throw new Refused(refusalOf(answer) ?? `${service} answered with ${response.status}.`);
  }

  /** Reads a path of the media address, whose origin is that of `known`; undefined if it does not exist. */
  async media(known: string, path: string): Promise<Uint8Array | undefined> {
    const response = await request(new URL(path, new URL(known, this.#credentials.service)).href, {});
    return response.ok ? response.bytes() : undefined;
  }
}

export class ChangedMeanwhile extends Refused {
  constructor() {
    super('It was changed meanwhile, so nothing was changed.');
  }
}

async function request(address: string, init: RequestInit): Promise<Response> {
  try {
    // A redirect could send the password elsewhere.
    return await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(deadline) });
  } catch (thrown) {
    const { message, cause } = errorIn(thrown);
    const why = cause instanceof Error && cause.message !== '' ? cause.message : message;
    throw new Refused(`${new URL(address).origin} cannot be reached: ${why}.`, { cause: thrown });
  }
}

function bodyOf(sent: SentBody | undefined): { body?: BodyInit; type?: string } {
  if (sent === undefined) return {};
  if ('json' in sent) return { body: JSON.stringify(sent.json), type: 'application/json' };
  if ('bytes' in sent) return { body: new Blob([new Uint8Array(sent.bytes)]), type: 'application/json' };
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(sent.file)], { type: sent.mediaType }), sent.name);
  return { body: form };
}

/** Undefined for an answer of another form. */
function refusalOf(answer: Uint8Array): string | undefined {
  try {
    const { error } = JSON.parse(new TextDecoder().decode(answer)) as {
      error: { message: string; details?: { path: string; message: string }[] };
    };
    const details = (error.details ?? []).map(({ path, message }) => `\n  ${path === '' ? '' : `${path}: `}${message}`);
    return typeof error.message === 'string' ? error.message + details.join('') : undefined;
  } catch {
    // Not an error of a service; the caller names the status instead.
    return undefined;
  }
}
