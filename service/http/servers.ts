import { setImmediate as turn } from 'node:timers/promises';
import type { AppInstances } from '../app-instances.ts';
import { listenAll, type PortMemory } from '../listening.ts';
import type { LiveChannels } from '../live/live-channels.ts';
import { type HttpConnections, createConnections } from './connections.ts';
import { Gate } from './gate.ts';
import type { HttpPorts } from './http-server.ts';
import { addLiveSocket } from './live-socket.ts';
import { mediaTerms, type NetworkTerms, serviceUrls, type ServiceUrls } from './network-terms.ts';

export interface Servers {
  http: HttpConnections;
  media: HttpConnections;
  gate: Gate;
  endSockets(): void;
}

export interface ServerPorts extends Omit<HttpPorts, 'work' | 'accounts' | 'sources'> {
  work: { apps: AppInstances; live: LiveChannels; addresses: HttpPorts['work']['addresses'] };
}

/** Live channels work once the servers listen, requests after {@link answerRequests}. */
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
  media.server.on('upgrade', (_request, stream) => stream.destroy());
  return { http, media, gate, endSockets };
}

/** Returns the addresses, which are known only after listening. */
export async function listen(
  { http, media }: Servers,
  { terms, memory }: { terms: NetworkTerms; memory: PortMemory },
  { port, mediaPort = 0 }: { port: number; mediaPort?: number },
): Promise<{ http: ServiceUrls; media: ServiceUrls; mediaPort: number }> {
  const { host } = terms.reach;
  // The media address comes first, because live channels send it.
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
 * Answers requests, including earlier requests. Loads most of the program in parts, so that live channels are served
 * between them after a crash.
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

/** Event-loop turns to accept a connection, read its request, and send the rest of the answer. */
const turnsOfReader = 3;

export async function readersFirst(): Promise<void> {
  for (let turns = 0; turns < turnsOfReader; turns++) await turn();
}
