/**
 * Decides which requests may enter: every web page in a browser on this machine can send some. Each rule names the
 * attack that it prevents.
 */

export interface Arrival {
  method: string;
  target: string;
  host: string | undefined;
  origin: string | undefined;
  cookie: string | undefined;
  upgrade: boolean;
}

export interface GateKeys {
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

/** Browsers send cookies to every port of a machine, so each desk needs its own name. */
export function cookieName(port: number): string {
  return `overlay-desk-${String(port)}`;
}

/** Admits a session, exchanges a token for a session, and refuses everything else. */
export function decide(arrival: Arrival, keys: GateKeys): Decision {
  // DNS rebinding makes evil.example same-origin, but its requests still carry `Host: evil.example`.
  const own = [`127.0.0.1:${String(keys.port)}`, `localhost:${String(keys.port)}`];
  if (!own.includes(arrival.host?.toLowerCase() ?? '')) return no(foreign);

  // Cross-site requests, and pages on other local ports, which share cookies. Browsers let any page open a WebSocket,
  // and name the page in `Origin`.
  const origin = arrival.origin?.toLowerCase();
  if (origin !== undefined && origin !== `http://${arrival.host?.toLowerCase() ?? ''}`) return no(foreign);
  // Browsers always send the origin of a WebSocket.
  if (arrival.upgrade && origin === undefined) return no(foreign);

  const token = URL.parse(arrival.target, 'http://desk.invalid')?.searchParams.get('token') ?? null;
  const session = sessionOf(arrival.cookie, keys.port);
  if (session !== undefined && keys.isSession(session)) return token === null ? { enter: 'yes' } : { enter: 'home' };

  // Other local programs and users lack the token. A used token, seen in a history or over a shoulder, opens nothing.
  if (token === null || arrival.upgrade || arrival.method !== 'GET') return no(noKey);
  return keys.isToken(token) ? { enter: 'by token', token } : no(usedToken);
}

function no(why: string): Decision {
  return { enter: 'no', why };
}

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
