import { serviceFetch as fetch } from '../published-answers.ts';

/** What came back: `body` is parsed JSON. */
export interface ApiAnswer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Who asks: an e-mail address with its password. */
export interface Account {
  email: string;
  password: string;
}

/** A client of the service, with or without an account. Bodies that are no text are sent as JSON. */
export interface ApiClient {
  get(path: string): Promise<ApiAnswer>;
  put(path: string, body?: unknown): Promise<ApiAnswer>;
  post(path: string, body?: unknown): Promise<ApiAnswer>;
  patch(path: string, body?: unknown): Promise<ApiAnswer>;
  delete(path: string): Promise<ApiAnswer>;
  /** Any request; `headers` replace those that it would have. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
}

/** The value of the `Authorization` header for an account. */
export function basic({ email, password }: Account): string {
  return `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
}

/** Ask a service, as this account where one is given. Paths begin with a slash. */
export function apiClient(service: { url: string }, account?: Account): ApiClient {
  const send: ApiClient['send'] = async (method, path, body, given) => {
    const headers = {
      // A connection that was kept would be dead after a restart of the service, and the client may not know yet.
      connection: 'close',
      ...(account && { authorization: basic(account) }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...given,
    };
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const response = await fetch(service.url + path, { method, headers, ...sent });
    return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
  };
  return {
    get: (path) => send('GET', path),
    put: (path, body) => send('PUT', path, body),
    post: (path, body) => send('POST', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path) => send('DELETE', path),
    send,
  };
}
