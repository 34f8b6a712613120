import { expect, it } from 'vitest';
import { OverlayError } from '../../../contract/errors.ts';
import { addressesAt } from '../../../service/addresses.ts';
import { CommitQueue } from '../../../service/commit-queue.ts';
import { controlapps } from '../../../service/endpoints/controlapps.ts';
import type { Work } from '../../../service/work.ts';
import { LiveChannels } from '../../../service/live/live-channels.ts';
import { SelfReporter } from '../../../service/self-report.ts';
import type { Store } from '../../../service/store/store.ts';
import { ids } from '../../kit/service/small-show.ts';
import { appAtWork } from '../../kit/service/stored-app.ts';
import { anyRequest } from '../../../service/domain/update-terms.ts';

/** An app instance on a disk that takes nothing, with an update that waits to be written. */
function withWaitingUpdate() {
  const app = appAtWork();
  const full = (): never => {
    throw new OverlayError('storage-full');
  };
  const store = { commit: full, transaction: full } as Pick<Store, 'commit' | 'transaction'>;
  const silent: unknown = {};
  const unheard = { live: silent as LiveChannels, self: new SelfReporter(() => undefined, '') };
  const commits = new CommitQueue(store as Store, unheard, () => 0);
  const before = app.show.control();
  const update = commits.update(app, [{ subCompositionId: ids.home, payload: { goals: 5 }, state: 'In' }]);
  const failed = update.catch((thrown: unknown) => (thrown as OverlayError).code);
  return { app, commits, before, failed };
}

it('who reads the show never sees what is not on disk', async () => {
  const { app, commits, before, failed } = withWaitingUpdate();
  const read = controlapps.find(({ endpoint }) => endpoint.name === 'readControl');
  const request = { params: { appToken: 'app' }, body: undefined, user: undefined as never, app, ...anyRequest };
  const answer = await read?.answer(request, { commits } as Work);
  expect([answer, await failed]).toEqual([{ body: before, revision: 7 }, 'storage-full']);
});

it('who opens the live channel never hears of what is not on disk', async () => {
  const { app, commits, before, failed } = withWaitingUpdate();
  const heard: unknown[] = [];
  const settle = (): void => commits.flush();
  const live = new LiveChannels(settle, () => 0, {
    addresses: addressesAt({ base: 'http://127.0.0.1', media: 'http://127.0.0.1:1', mediaPort: 1 }),
    limits: { maxSubscribers: 1, maxWaiting: 0, patience: 1 },
    watch: { slow: () => undefined, dropped: () => undefined },
  });
  const subscriber = {
    waiting: 0,
    send: (frames: readonly string[]) => heard.push(...frames.map((frame) => JSON.parse(frame) as unknown)),
    sendInTwo: (frame: readonly string[]) => heard.push(JSON.parse(frame.join('')) as unknown),
    close: () => undefined,
  };
  live.enter(app, subscriber, { token: 'app', revision: undefined, scene: false, outputs: false });
  expect(heard).toMatchObject([{ type: 'snapshot', revision: 7, control: before }]);
  expect(await failed).toBe('storage-full');
});
