/**
 * Who may come in. The desk is reached over HTTP by browsers of this machine, and so, in a way, by every page that those
 * browsers show. Each rule stands under the attack that it ends.
 */

/** What a request, or the opening of a WebSocket, says of itself. */
export interface Arrival {
  method: string;
  /** Path and query, as in the request line. */
  target: string;
  host: string | undefined;
  origin: string | undefined;
  cookie: string | undefined;
  /** True for the opening of a WebSocket. */
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

const foreign = 'This request came from a place that may not control this desk.';
const noKey =
  'This browser does not have the key of this desk. Open the newest address that the desk printed in its terminal; ' +
  'each address lets one browser in, and a fresh one is printed when it was used.';
const usedToken =
  'This address was used already, or it is not of this desk as it runs now. Open the newest address that the desk ' +
  'printed in its terminal; a fresh one is printed whenever one was used.';

/** The name of the session cookie: browsers send cookies to every port of a machine, so each desk needs its own name. */
export function cookieName(port: number): string {
  return `overlay-desk-${String(port)}`;
}

/** Whether a request may come in. A session comes in; a token is exchanged for one; nothing else is answered. */
export function decide(arrival: Arrival, keys: Keys): Decision {
  // DNS rebinding: a page of evil.example whose name suddenly means 127.0.0.1 counts as the same origin as the desk.
  // Its requests still carry `Host: evil.example`.
  const own = [`127.0.0.1:${String(keys.port)}`, `localhost:${String(keys.port)}`];
  if (!own.includes(arrival.host?.toLowerCase() ?? '')) return no(foreign);

  // Cross-site requests, and pages on other ports of this machine (to a cookie they are the same site): browsers let any
  // page open a WebSocket anywhere, and name the page in `Origin`.
  const origin = arrival.origin?.toLowerCase();
  if (origin !== undefined && origin !== `http://${arrival.host?.toLowerCase() ?? ''}`) return no(foreign);
  // A browser always names the origin of a WebSocket; what does not is not one of the desk's screens.
  if (arrival.upgrade && origin === undefined) return no(foreign);

  const token = URL.parse(arrival.target, 'http://desk.invalid')?.searchParams.get('token') ?? null;
  const session = cookies(arrival.cookie).get(cookieName(keys.port));
  if (session !== undefined && keys.isSession(session)) return token === null ? { enter: 'yes' } : { enter: 'home' };

  // Other programs and users of this machine reach the port as well as the operator does: they lack the token. It is good
  // for one browser, so one that is read later, in a history or over a shoulder, opens nothing.
  if (token === null || arrival.upgrade || arrival.method !== 'GET') return no(noKey);
  return keys.isToken(token) ? { enter: 'by token', token } : no(usedToken);
}

function no(why: string): Decision {
  return { enter: 'no', why };
}

function cookies(header: string | undefined): Map<string, string> {
  return new Map(
    (header ?? '').split(';').map((pair) => {
      const [name = '', ...value] = pair.trim().split('=');
      return [name, value.join('=')];
    }),
  );
}
