import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OverlayError } from '../../../contract/errors.ts';
import { closeCodes } from '../../../contract/service-api/live-timing.ts';
import { addressesAt } from '../../../service/addresses.ts';
import { AppInstances } from '../../../service/app-instances.ts';
import { defaultTerms } from '../../../service/http/network-terms.ts';
import { createServers, type Servers } from '../../../service/http/servers.ts';
import { type CheckContent, ReadContents } from '../../../service/read-contents.ts';
import { LiveChannels } from '../../../service/live/live-channels.ts';
import { checkNow, type FilledStore, fillStore } from '../../kit/service/filled-store.ts';
import { readLive } from '../../kit/service/live-reader.ts';

const ignored = (): undefined => undefined;
const watch = { answered: ignored, full: ignored, slow: ignored, dropped: ignored };
const log = { info: ignored, warn: ignored, error: ignored };

let filled: FilledStore;
/** What a check waits for, and how many have begun. */
let checking: PromiseWithResolvers<undefined>;
let checks: number;
let servers: Servers;
let url: string;
beforeEach(async () => {
  filled = fillStore();
  const { id: compositionId, contentId } = filled.addComposition();
  filled.addApp({ shown: { compositionId, contentId } });
  const addresses = addressesAt({ base: '', media: '', mediaPort: 0 });
  const { store } = filled;
  [checking, checks] = [Promise.withResolvers<undefined>(), 0];
  const check: CheckContent = async (text) => {
    checks += 1;
    await checking.promise;
    return checkNow(text);
  };
  const contents = new ReadContents({ store, log, directory: join(filled.directory, 'read'), program: 'one', check });
  const ports = { store, contents, reloaded: ignored, revoked: ignored, unreadable: ignored, deleted: ignored };
  const live = new LiveChannels({
    ...{ settle: ignored, clock: () => 0, onairUrl: () => '', mediaUrl: () => '', watch },
    limits: { maxSubscribers: 3, maxWaiting: 2 ** 20, patience: 2 },
  });
  const work = { apps: new AppInstances(ports), live, addresses };
  servers = createServers({ work, log, watch, terms: defaultTerms, errorId: () => '', clock: () => 0 });
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
  checking.resolve(undefined);
  expect(await readLive({ url }, 'output-1').next()).toMatchObject({ type: 'snapshot', revision: 0 });
  servers.http.answer((request, response) => response.end(`answer to ${request.url}`));
  expect(await Promise.all(early)).toEqual(['answer to /one', 'answer to /two']);
  expect(await (await fetch(`${url}/three`)).text()).toBe('answer to /three');
});

it('let readers of a show that has to be checked wait, and answer everybody else meanwhile', async () => {
  servers.http.answer((request, response) => response.end(`answer to ${request.url}`));
  const early = [readLive({ url }, 'output-1'), readLive({ url }, 'output-1')];
  await expect.poll(() => checks).toBe(1);
  expect(await (await fetch(`${url}/other`)).text()).toBe('answer to /other');
  expect((await readLive({ url }, 'no such token').closed).code).toBe(closeCodes.tokenUnknown);
  checking.resolve(undefined);
  for (const reader of early) expect(await reader.next()).toMatchObject({ type: 'snapshot', revision: 0 });
  expect(checks).toBe(1);
});

it('refuse a reader whose show cannot be checked now, and let it in when it comes back', async () => {
  const early = readLive({ url }, 'output-1');
  const answered = once(early.socket, 'unexpected-response') as Promise<[unknown, { statusCode: number }]>;
  await expect.poll(() => checks).toBe(1);
  checking.reject(new OverlayError('not-ready'));
  expect((await answered)[1].statusCode).toBe(503);
  checking = Promise.withResolvers<undefined>();
  checking.resolve(undefined);
  expect(await readLive({ url }, 'output-1').next()).toMatchObject({ type: 'snapshot', revision: 0 });
});
