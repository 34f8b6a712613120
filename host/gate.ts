/**
 * Decides who may come in. Browsers on this machine reach the desk over HTTP, and so does, in a way, every page in
 * those browsers. Each rule names the attack that it prevents.
 */

/** What a request, or the opening of a WebSocket, says of itself. */
export interface Arrival {
  method: string;
  /** Path and query, as in the request line. */
  target: string;
  host: string | undefined;
  origin: string | undefined;
  cookie: string | undefined;
  /** Whether the request opens a WebSocket. */
  upgrade: boolean;
}

/** What the gate knows. */
export interface Keys {
  /** The port of the desk's page. */
  port: number;
  isSession(key: string): boolean;
  isToken(key: string): boolean;
}

export type Decision =
  { enter: 'yes' } | { enter: 'by token'; token: string } | { enter: 'home' } | { enter: 'no'; why: string };

const foreign = 'This request came from a page that may not control this desk.';
const noKey =
  'This browser does not have the key of this desk. Another start of the desk on its machine opens a window of it, or prints ' +
  'an address. Each address lets one browser in, once; after that this browser stays let in.';
const usedToken =
  'This address was used already, or it is not of this desk as it runs now. Open the newest address that the desk ' +
  'printed in its terminal, or start the desk on its machine once more, which finds a fresh one.';

/**
 * The name of the session cookie. Browsers send cookies to every port of a machine, so each desk needs its own name.
 */
export function cookieName(port: number): string {
  return `overlay-desk-${String(port)}`;
}

/**
 * Decides about a request. A session may come in, and a token is exchanged for a session. Everything else is refused.
 */
export function decide(arrival: Arrival, keys: Keys): Decision {
  // DNS rebinding: the name of a page on evil.example suddenly resolves to 127.0.0.1, so the page has the same origin
  // as the desk. Its requests still carry `Host: evil.example`.
  const own = [`127.0.0.1:${String(keys.port)}`, `localhost:${String(keys.port)}`];
  if (!own.includes(arrival.host?.toLowerCase() ?? '')) return no(foreign);

  // Cross-site requests, and pages on other ports of this machine, which are the same site to a cookie. Browsers let
  // any page open a WebSocket anywhere, and name the page in `Origin`.
  const origin = arrival.origin?.toLowerCase();
  if (origin !== undefined && origin !== `http://${arrival.host?.toLowerCase() ?? ''}`) return no(foreign);
  // A browser always names the origin of a WebSocket, so a WebSocket without one is not from the desk's screens.
  if (arrival.upgrade && origin === undefined) return no(foreign);

  const token = URL.parse(arrival.target, 'http://desk.invalid')?.searchParams.get('token') ?? null;
  const session = sessionOf(arrival.cookie, keys.port);
  if (session !== undefined && keys.isSession(session)) return token === null ? { enter: 'yes' } : { enter: 'home' };

  // Other programs and users of this machine can reach the port too, but they lack the token. A token is good for one
  // browser. Read later, in a history or over a shoulder, it opens nothing.
  if (token === null || arrival.upgrade || arrival.method !== 'GET') return no(noKey);
  return keys.isToken(token) ? { enter: 'by token', token } : no(usedToken);
}

function no(why: string): Decision {
  return { enter: 'no', why };
}

/** The session in the cookies of a request; undefined if there is none. */
export function sessionOf(cookie: string | undefined, port: number): string | undefined {
  return cookies(cookie).get(cookieName(port));
}

function cookies(header: string | undefined): Map<string, string> {
  return new Map(
    (header ?? '').split(';').map((pair) => {
      const [name = '', ...value] = pair.trim().split('=');
      return [name, value.join('=')];
    }),
  );
}
