/**
 * Decides from where requests may come: every web page in a browser on this machine can send some. Each rule names the
 * attack that it prevents. The key of the desk is asked for at the link (`visitors.ts`).
 */

export interface Arrival {
  host: string | undefined;
  origin: string | undefined;
  upgrade: boolean;
}

export const foreign = 'This request came from a page that may not control this desk.';

export function isForeign({ host = '', origin, upgrade }: Arrival, port: number): boolean {
  // DNS rebinding makes evil.example same-origin, but its requests still carry `Host: evil.example`.
  const own = [`127.0.0.1:${String(port)}`, `localhost:${String(port)}`];
  if (!own.includes(host.toLowerCase())) return true;

  // Pages of other sites and other ports. Browsers let any page open a WebSocket, and always name the page in `Origin`.
  if (origin === undefined) return upgrade;
  return origin.toLowerCase() !== `http://${host.toLowerCase()}`;
}
