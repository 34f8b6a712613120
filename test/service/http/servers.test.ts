import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addressesAt } from '../../../service/addresses.ts';
import { AppInstances } from '../../../service/app-instances.ts';
import { defaultTerms } from '../../../service/http/network-terms.ts';
import type { Servers } from '../../../service/http/connections.ts';
import { createServers } from '../../../service/http/servers.ts';
import type { Work } from '../../../service/work.ts';
import { readStored } from '../../../scene/content/content-check.ts';
import { ReadContents } from '../../../service/read-contents.ts';
import { LiveChannels } from '../../../service/live/live-channels.ts';
import { SelfReporter } from '../../../service/self-report.ts';
import { type FilledStore, fillStore } from '../../kit/service/filled-store.ts';
import { readLive } from '../../kit/service/live-reader.ts';

const ignored = (): void => undefined;
const log = { info: ignored, warn: ignored, error: ignored };

let filled: FilledStore;
let contents: ReadContents;
let servers: Servers;
let url: string;
beforeEach(async () => {
  filled = fillStore();
  const { id: compositionId, contentId } = filled.addComposition();
  filled.addApp({ shown: { compositionId, contentId } });
  const addresses = addressesAt({ base: '', media: '', mediaPort: 0 });
  const { store } = filled;
  contents = new ReadContents(store, log, { directory: join(filled.directory, 'read'), program: 'one' });
  const limits = { maxSubscribers: 3, maxWaiting: 2 ** 20, patience: 2 };
  const self = new SelfReporter(ignored, '');
  const live = new LiveChannels(ignored, () => 0, { addresses, limits, watch: self });
  const apps = new AppInstances(store, contents, { live, log });
  const work: Partial<Work> = { store, apps, live, addresses, log, self, terms: defaultTerms };
  servers = createServers(work as Work);
  servers.http.server.listen(0, '127.0.0.1');
  await once(servers.http.server, 'listening');
  url = `http://127.0.0.1:${String((servers.http.server.address() as AddressInfo).port)}`;
});
afterEach(() => {
  servers.endSockets();
  servers.http.server.closeAllConnections();
  servers.http.server.close();
  filled.remove();
});

it('serve live channels before anything can answer a request, and requests wait until then', async () => {
  const early = ['/one', '/two'].map(async (path) => (await fetch(url + path)).text());
  contents.checkWith(readStored);
  expect(await readLive({ url }, 'output-1').next()).toMatchObject({ type: 'snapshot', revision: 0 });
  servers.http.answer((request, response) => response.end(`answer to ${request.url}`));
  expect(await Promise.all(early)).toEqual(['answer to /one', 'answer to /two']);
  expect(await (await fetch(`${url}/three`)).text()).toBe('answer to /three');
});

it('let a reader come back a little later where a show has to be checked and that is not possible yet', async () => {
  const early = readLive({ url }, 'output-1');
  const answered = once(early.socket, 'unexpected-response') as Promise<[unknown, { statusCode: number }]>;
  expect((await answered)[1].statusCode).toBe(503);
  contents.checkWith(readStored);
  expect(await readLive({ url }, 'output-1').next()).toMatchObject({ type: 'snapshot', revision: 0 });
});
