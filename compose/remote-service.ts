import type { z } from 'zod';
import { type Endpoint, pathOf } from '../contract/service-api/endpoint.ts';
import { Refused } from './refused.ts';

/** An account of a service. */
export interface Credentials {
  service: string;
  email: string;
  password: string;
}

/** What a request carries: a JSON value, bytes that are sent as they are, or one file of a form. */
export type Sent = { json: unknown } | { bytes: Uint8Array } | { file: Uint8Array; name: string; mediaType: string };

/** How long (ms) an answer may take to come: bundles are large, and networks slow. */
const patience = 60_000;

/** A service as its clients have it. What fails is {@link Refused}, in the words of the service where it has any. */
export class RemoteService {
  readonly #credentials: Credentials;

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
  }

  /** Call an endpoint; its answer is checked. */
  async call<Called extends Endpoint>(
    endpoint: Called,
    params: Record<string, string> = {},
    sent?: Sent,
  ): Promise<z.infer<Called['answer']>> {
    const bytes = await this.bytes(endpoint, params, sent);
    try {
      return endpoint.answer.parse(JSON.parse(new TextDecoder().decode(bytes))) as z.infer<Called['answer']>;
    } catch (thrown) {
      throw new Refused(`What answers at ${this.#credentials.service} is no Overlay Desk service of this version.`, {
        cause: thrown,
      });
    }
  }

  /** Call an endpoint, and take its answer as it comes. */
  async bytes(endpoint: Endpoint, params: Record<string, string> = {}, sent?: Sent): Promise<Uint8Array> {
    const { service, email, password } = this.#credentials;
    const query = new URLSearchParams(Object.entries(params).filter(([name]) => !endpoint.path.includes(`{${name}}`)));
    const address = service + pathOf(endpoint, params) + (query.size > 0 ? `?${query.toString()}` : '');
    const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
    const { body, type } = bodyOf(sent);
    const headers = { authorization, ...(type !== undefined && { 'content-type': type }) };
    const response = await ask(address, { method: endpoint.method, headers, ...(body !== undefined && { body }) });
    const answer = await response.bytes();
    if (response.ok) return answer;
    if (response.status === 401) throw new Refused(`${service} does not let ${email} in: name or password is wrong.`);
    throw new Refused(refusalOf(answer) ?? `${service} answered with ${response.status}.`);
  }

  /** What is at a path of the media address, on which `known` is too; undefined where there is nothing. */
  async media(known: string, path: string): Promise<Uint8Array | undefined> {
    const response = await ask(new URL(path, new URL(known, this.#credentials.service)).href, {});
    return response.ok ? response.bytes() : undefined;
  }
}

async function ask(address: string, request: RequestInit): Promise<Response> {
  try {
    // A redirection could lead the password, or what is asked for, elsewhere.
    return await fetch(address, { ...request, redirect: 'error', signal: AbortSignal.timeout(patience) });
  } catch (thrown) {
    const { message, cause } = thrown as Error;
    const why = cause instanceof Error && cause.message !== '' ? cause.message : message;
    throw new Refused(`${new URL(address).origin} cannot be reached: ${why}.`, { cause: thrown });
  }
}

function bodyOf(sent: Sent | undefined): { body?: BodyInit; type?: string } {
  if (sent === undefined) return {};
  if ('json' in sent) return { body: JSON.stringify(sent.json), type: 'application/json' };
  if ('bytes' in sent) return { body: new Blob([new Uint8Array(sent.bytes)]), type: 'application/json' };
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(sent.file)], { type: sent.mediaType }), sent.name);
  return { body: form };
}

/** The sentences of a service's error; undefined for an answer that is none. */
function refusalOf(answer: Uint8Array): string | undefined {
  try {
    const { error } = JSON.parse(new TextDecoder().decode(answer)) as {
      error: { message: string; details?: { path: string; message: string }[] };
    };
    const details = (error.details ?? []).map(({ path, message }) => `\n  ${path === '' ? '' : `${path}: `}${message}`);
    return typeof error.message === 'string' ? error.message + details.join('') : undefined;
  } catch {
    return undefined;
  }
}
