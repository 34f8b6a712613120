import { describe, expect, it } from 'vitest';
import { OverlayError } from '../../contract/errors.ts';
import { AppInstances } from '../../service/app-instances.ts';
import { type Applied, CommitQueue } from '../../service/commit-queue.ts';
import type { RevisionWrite } from '../../service/store/store.ts';
import { ids, smallShow } from '../kit/small-show.ts';

const stored = {
  id: 1,
  name: 'Small',
  token: 'app',
  outputToken: 'output',
  compositionId: 1,
  revision: 7,
  composition: smallShow,
  values: [],
  states: [],
};

/** A queue on a disk that can be told to fail. */
function queue() {
  const [app] = new AppInstances([stored]).all;
  const disk: { failure?: OverlayError; batches: RevisionWrite[][] } = { batches: [] };
  const pushed: Applied[] = [];
  const commits = new CommitQueue({
    clock: () => 5_000,
    store: {
      commit: (writes) => {
        if (disk.failure) throw disk.failure;
        disk.batches.push([...writes]);
      },
    },
    committed: (applied) => pushed.push(applied),
  });
  return { app: app!, commits, disk, pushed };
}

const goals = (value: number) => [{ subCompositionId: ids.home, payload: { goals: value } }];

describe('requests that come in one turn', () => {
  it('are written together, pushed in order, and answered with the revision that each made', async () => {
    const { app, commits, disk, pushed } = queue();
    expect(await Promise.all([commits.update(app, goals(1)), commits.update(app, goals(2))])).toEqual([8, 9]);
    const change = (value: string) => [{ id: ids.home, payload: { goals: value } }];
    expect(
      disk.batches.map((batch) => batch.map(({ appId, revision, changes }) => ({ appId, revision, changes }))),
    ).toEqual([
      [
        { appId: 1, revision: 8, changes: change('1') },
        { appId: 1, revision: 9, changes: change('2') },
      ],
    ]);
    expect(pushed.map(({ revision, now, changes }) => ({ revision, now, changes }))).toEqual([
      { revision: 8, now: 5_000, changes: change('1') },
      { revision: 9, now: 5_000, changes: change('2') },
    ]);
  });

  it('do not spoil each other: a refused one leaves the others and the revisions as they are', async () => {
    const { app, commits } = queue();
    const good = commits.update(app, goals(1));
    expect(() => commits.update(app, goals(1_000))).toThrow(OverlayError);
    expect([await good, await commits.update(app, goals(2))]).toEqual([8, 9]);
  });
});

describe('a disk that fails', () => {
  it('fails every request of the turn and leaves the show, its revision and its readers as they were', async () => {
    const { app, commits, disk, pushed } = queue();
    const before = app.show.control();
    disk.failure = new OverlayError('storage-full');
    const results = await Promise.allSettled([
      commits.update(app, goals(1)),
      commits.update(app, [{ subCompositionId: ids.home, payload: { goals: 2 }, state: 'In' }]),
    ]);
    expect(results).toEqual([
      { status: 'rejected', reason: disk.failure },
      { status: 'rejected', reason: disk.failure },
    ]);
    expect([app.show.control(), app.revision, pushed]).toEqual([before, 7, []]);
  });

  it('is no trouble any more once it works again', async () => {
    const { app, commits, disk } = queue();
    disk.failure = new OverlayError('storage-failed');
    await commits.update(app, goals(1)).catch(() => undefined);
    delete disk.failure;
    expect(await commits.update(app, goals(2))).toBe(8);
  });
});

it('writes at once what someone is about to read', () => {
  const { app, commits, disk } = queue();
  void commits.update(app, goals(1));
  commits.flush();
  expect(disk.batches.length).toBe(1);
});
