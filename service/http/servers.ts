import { setImmediate as turn } from 'node:timers/promises';
import type { AppInstances } from '../app-instances.ts';
import { listenAll, type PortMemory } from '../listening.ts';
import type { LiveChannels } from '../live/live-channels.ts';
import { type Connections, createConnections } from './connections.ts';
import { Gate } from './gate.ts';
import type { HttpPorts } from './http-server.ts';
import { addLiveSocket } from './live-socket.ts';
import { mediaTerms, type NetworkTerms, serviceUrls, type ServiceUrls } from './network-terms.ts';

/** Both servers: that of shows, with the live channels, and that of the media address. */
export interface Servers {
  http: Connections;
  media: Connections;
  gate: Gate;
  /** Ends the live channels that are still connected after they were told to close. */
  endSockets(): void;
}

/** What the servers need from outside before they can answer requests. */
export interface ServerPorts extends Omit<HttpPorts, 'work' | 'accounts' | 'sources'> {
  work: { apps: AppInstances; live: LiveChannels; addresses: HttpPorts['work']['addresses'] };
}

/** Creates both servers. Live channels are served from when they listen, requests once {@link answerRequests} is called. */
export function createServers({ work, terms, watch, log, errorId }: ServerPorts): Servers {
  const full = (): void => {
    watch.full();
    log.warn('All connections are in use. --max-connections sets the limit.');
  };
  const http = createConnections(terms.limits, terms.tls, full);
  const media = createConnections(terms.limits, terms.tls, full);
  const { apps, live, addresses } = work;
  const gate = new Gate(terms.reach, terms.tls !== undefined, (origin) => addresses.isMedia(origin));
  const endSockets = addLiveSocket(http.server, { apps, live, tooMany: http.tooMany, gate, log, errorId });
  // This address takes no WebSockets.
  media.server.on('upgrade', (_request, stream) => stream.destroy());
  return { http, media, gate, endSockets };
}

/** Listens with both servers. Gives their addresses, which are known only then. */
export async function listen(
  { http, media }: Servers,
  { terms, memory }: { terms: NetworkTerms; memory: PortMemory },
  { port, mediaPort = 0 }: { port: number; mediaPort?: number },
): Promise<{ http: ServiceUrls; media: ServiceUrls; mediaPort: number }> {
  const { host } = terms.reach;
  // What readers of live channels get names the media address, so it comes first.
  const [mediaAt = 0, httpAt = 0] = await listenAll(
    [
      { server: media.server, address: { host, port: mediaPort, flag: 'media-port' } },
      { server: http.server, address: { host, port, flag: 'port' } },
    ],
    memory,
  );
  return { http: serviceUrls(terms, httpAt), media: serviceUrls(mediaTerms(terms), mediaAt), mediaPort: mediaAt };
}

/**
 * Answers requests, first those that came before. What that takes is most of the program, so it is loaded only now and part
 * by part: after a crash, readers of live channels are served between the parts, and wait for none of it.
 */
export async function answerRequests({ http, media, gate }: Servers, ports: HttpPorts): Promise<void> {
  await readersFirst();
  await import('fastify');
  await readersFirst();
  await import('../../contract/service-api/endpoints.ts');
  await readersFirst();
  const { answerShows } = await import('./http-server.ts');
  await readersFirst();
  await answerShows(http, gate, ports);
  const { answerMedia } = await import('./media-server.ts');
  await readersFirst();
  await answerMedia(media, ports);
}

/** A connection is accepted in one turn of the event loop, its request comes in the next, and what does not fit into one write leaves after that. */
const turnsOfReader = 3;

/** Lets every reader be served that is there by now. */
export async function readersFirst(): Promise<void> {
  for (let turns = 0; turns < turnsOfReader; turns++) await turn();
}
