import { expect, it } from 'vitest';
import { OverlayError } from '../../../contract/errors.ts';
import { AppInstances } from '../../../service/app-instances.ts';
import { CommitQueue } from '../../../service/commit-queue.ts';
import { controlapps } from '../../../service/endpoints/controlapps.ts';
import { LiveChannels } from '../../../service/live/live-channels.ts';
import { ids, smallShow } from '../../kit/small-show.ts';

/** An app instance on a disk that takes nothing, with an update that waits to be written. */
function withWaitingUpdate() {
  const stored = { id: 1, name: 'Small', token: 'app', outputToken: 'output', compositionId: 1, revision: 7 };
  const apps = new AppInstances([{ ...stored, composition: smallShow, values: [], states: [] }]);
  const [app] = apps.all;
  if (!app) throw new Error('There is no app instance.');
  const store = {
    commit: () => {
      throw new OverlayError('storage-full');
    },
  };
  const commits = new CommitQueue({ store, clock: () => 0, committed: () => undefined });
  const before = app.show.control();
  const update = commits.update(app, [{ subCompositionId: ids.home, payload: { goals: 5 }, state: 'In' }]);
  const failed = update.catch((thrown: unknown) => (thrown as OverlayError).code);
  return { apps, app, commits, before, failed };
}

it('who reads the show never sees what is not on disk', async () => {
  const { apps, commits, before, failed } = withWaitingUpdate();
  const read = controlapps.find(({ endpoint }) => endpoint.name === 'readControl');
  const answer = await read?.answer({ params: { appToken: 'app' }, body: undefined }, { apps, commits });
  expect([answer, await failed]).toEqual([{ body: before, revision: 7 }, 'storage-full']);
});

it('who opens the live channel never hears of what is not on disk', async () => {
  const { app, commits, before, failed } = withWaitingUpdate();
  const heard: unknown[] = [];
  const live = new LiveChannels(
    () => commits.flush(),
    () => 0,
  );
  live.add(app, 'http://127.0.0.1/onair/output');
  const subscriber = {
    waiting: 0,
    send: (frame: Buffer) => heard.push(JSON.parse(frame.toString())),
    close: () => undefined,
  };
  live.enter(app, subscriber, { revision: undefined, scene: false });
  expect(heard).toMatchObject([{ type: 'snapshot', revision: 7, control: before }]);
  expect(await failed).toBe('storage-full');
});
