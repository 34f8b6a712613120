import { setImmediate as turn } from 'node:timers/promises';
import { errorIn } from '../../contract/errors.ts';
import type { Work } from '../work.ts';
import { listenAll } from '../listening.ts';
import { createConnections, type Servers } from './connections.ts';
import { Gate } from './gate.ts';
import { addLiveSocket } from './live-socket.ts';
import { mediaTerms, serviceUrls, type ServiceUrls } from './network-terms.ts';
import type { PageSources } from './pages.ts';

/** Live channels work once the servers listen, requests after {@link answerRequests}. */
export function createServers(work: Work): Servers {
  const { terms, addresses } = work;
  const full = (): void => {
    work.self.full();
    work.log.warn('All connections are in use. --max-connections sets the limit.');
  };
  const isAppToken = (token: string): boolean => {
    try {
      return work.store.appByToken(token)?.kind === 'app';
    } catch (thrown) {
      work.log.error('A token cannot be looked up.', { cause: errorIn(thrown).stack });
      return false;
    }
  };
  const ports = { full, isAppToken, known: new Set<string>() };
  const http = createConnections(terms.limits, terms.tls, ports);
  const media = createConnections(terms.limits, terms.tls, ports);
  const gate = new Gate(terms.reach, terms.tls !== undefined, (origin) => addresses.isMedia(origin));
  const endSockets = addLiveSocket(http, gate, work);
  media.server.on('upgrade', (_request, stream) => stream.destroy());
  return { http, media, gate, endSockets };
}

/** Returns the addresses, which are known only after listening. */
export async function listen(
  { http, media }: Servers,
  work: Work,
  { port, mediaPort = 0 }: { port: number; mediaPort?: number },
): Promise<{ http: ServiceUrls; media: ServiceUrls; mediaPort: number }> {
  const { terms } = work;
  const { host } = terms.reach;
  // The media address comes first, because live channels send it.
  const [mediaAt = 0, httpAt = 0] = await listenAll(
    [
      { server: media.server, host, port: mediaPort, flag: 'media-port' },
      { server: http.server, host, port, flag: 'port' },
    ],
    work,
  );
  return { http: serviceUrls(terms, httpAt), media: serviceUrls(mediaTerms(terms), mediaAt), mediaPort: mediaAt };
}

/** Also answers earlier requests. Loads in parts, so that live channels are served in between after a crash. */
export async function answerRequests(servers: Servers, work: Work, sources: PageSources): Promise<void> {
  await readersFirst();
  await import('fastify');
  await readersFirst();
  await import('../../contract/service-api/endpoints.ts');
  await readersFirst();
  const { answerShows } = await import('./http-server.ts');
  await readersFirst();
  await answerShows(servers, work, sources);
  const { answerMedia } = await import('./media-server.ts');
  await readersFirst();
  await answerMedia(servers.media, work, sources);
}

/** Event-loop turns to accept a connection, read its request, and send the rest of the answer. */
const turnsOfReader = 3;

export async function readersFirst(): Promise<void> {
  for (let turns = 0; turns < turnsOfReader; turns++) await turn();
}
