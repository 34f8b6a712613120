import { setImmediate as turn } from 'node:timers/promises';
import type { AppInstances } from '../app-instances.ts';
import type { LiveChannels } from '../live/live-channels.ts';
import { type Connections, createConnections } from './connections.ts';
import { Gate } from './gate.ts';
import type { HttpPorts } from './http-server.ts';
import { addLiveSocket } from './live-socket.ts';

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

/**
 * Answers requests, first those that came before. What that takes is most of the program, so it is loaded only now and part
 * by part: after a crash, readers of live channels are served between the parts, and wait for none of it.
 */
export async function answerRequests({ http, media, gate }: Servers, ports: HttpPorts): Promise<void> {
  await turn();
  await import('fastify');
  await turn();
  await import('../../contract/service-api/endpoints.ts');
  await turn();
  const { answerShows } = await import('./http-server.ts');
  await turn();
  await answerShows(http, gate, ports);
  const { answerMedia } = await import('./media-server.ts');
  await turn();
  await answerMedia(media, ports);
}
