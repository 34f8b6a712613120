import { describe, expect, it } from 'vitest';
import { OverlayError } from '../../contract/errors.ts';
import { CommitQueue, type Updated } from '../../service/commit-queue.ts';
import type { AppliedUpdate, HeldApp } from '../../service/held-app.ts';
import { anyRequest } from '../../service/domain/update-terms.ts';
import type { LiveChannels } from '../../service/live/live-channels.ts';
import { SelfReporter } from '../../service/self-report.ts';
import type { RevisionWrite, Store } from '../../service/store/store.ts';
import { ids } from '../kit/service/small-show.ts';
import { appAtWork } from '../kit/service/stored-app.ts';
import { countTurns } from '../kit/service/turns.ts';

/** A queue on a disk that can be told to fail. */
function queue() {
  const app = appAtWork();
  /** `reserve`: the disk works again once the reserve is given up. */
  const disk: { failure?: OverlayError; reserve?: true; batches: RevisionWrite[][]; order: string[] } = {
    batches: [],
    order: [],
  };
  const pushed: AppliedUpdate[] = [];
  const store = {
    commit: (writes) => {
      if (disk.failure) throw disk.failure;
      disk.batches.push([...writes]);
      disk.order.push('updates');
    },
    transaction: (write) => {
      if (disk.failure) throw disk.failure;
      disk.order.push('write');
      return write();
    },
    giveUpReserve: () => {
      disk.order.push('reserve given up');
      if (disk.reserve) delete disk.failure;
    },
  } as Pick<Store, 'commit' | 'transaction' | 'giveUpReserve'>;
  const live = {
    send: (batch) => {
      pushed.push(...batch);
      disk.order.push('pushed');
    },
  } as Pick<LiveChannels, 'send'>;
  const self = new SelfReporter(() => undefined, '');
  const commits = new CommitQueue(store as Store, { live: live as LiveChannels, self }, () => 5_000);
  return { app, commits, disk, pushed, self };
}

const revisionOf = async (update: Promise<Updated>): Promise<number> => (await update).revision;

const goals = (value: number) => [{ subCompositionId: ids.home, payload: { goals: value } }];

describe('requests that come in one turn', () => {
  it('are written together, pushed in order, and answered with the revision that each made', async () => {
    const { app, commits, disk, pushed } = queue();
    const updates = [commits.update(app, goals(1)), commits.update(app, goals(2))];
    expect(await Promise.all(updates.map(revisionOf))).toEqual([8, 9]);
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

  it('are on the disk before they are pushed, all at once, and pushed before any of them is answered', async () => {
    const { app, commits, disk } = queue();
    const answered = (): void => void disk.order.push('answered');
    await Promise.all([1, 2, 3].map((value) => commits.update(app, goals(value)).then(answered)));
    expect(disk.order).toEqual(['updates', 'pushed', 'answered', 'answered', 'answered']);
  });

  it('do not spoil each other: a refused one leaves the others and the revisions as they are', async () => {
    const { app, commits } = queue();
    const good = commits.update(app, goals(1));
    await expect(commits.update(app, goals(1_000))).rejects.toThrow(OverlayError);
    expect(await Promise.all([good, commits.update(app, goals(2))].map(revisionOf))).toEqual([8, 9]);
  });
});

describe('a request in pieces', () => {
  it('gives way to others after each piece, and is one change', async () => {
    const { app, commits, pushed } = queue();
    const counting = countTurns();
    const read: number[] = [];
    function* pieces() {
      for (const value of [1, 2, 3, 4]) {
        read.push(counting.turns);
        yield goals(value);
      }
    }
    const revision = await revisionOf(commits.updateInPieces(() => app, pieces(), anyRequest));
    counting.stop();
    expect([revision, pushed.map(({ changes }) => changes.length), new Set(read).size]).toEqual([8, [4], 4]);
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
    expect(await revisionOf(commits.update(app, goals(2)))).toBe(8);
  });
});

describe('taking Out on a disk that is full', () => {
  const out = { subCompositionId: ids.lowerThird, state: 'Out', action: 'jump' } as const;
  const goesOut = [{ id: ids.lowerThird, state: 'Out1', action: 'jump' }];
  const stateIn = ({ show }: HeldApp): unknown => show.find({ subCompositionId: ids.lowerThird })?.state;

  async function full() {
    const stand = queue();
    await stand.commits.update(stand.app, [{ subCompositionId: ids.lowerThird, state: 'In' }]);
    stand.disk.failure = new OverlayError('storage-full');
    stand.disk.batches.length = stand.disk.order.length = stand.pushed.length = 0;
    return stand;
  }

  it('uses up the reserve, and fails all else of the same turn', async () => {
    const { app, commits, disk, pushed } = await full();
    disk.reserve = true;
    const failed = commits.update(app, [...goals(1), { subCompositionId: ids.lowerThird, state: 'In' }]);
    const done = commits.update(app, [out]);
    await expect(failed).rejects.toThrow('full');
    expect([await revisionOf(done), disk.order, pushed.map(({ changes }) => changes)]).toEqual([
      9,
      ['reserve given up', 'updates', 'pushed'],
      [goesOut],
    ]);
  });

  it('is held in memory where that does not help, sent to every reader, reported, and stored when there is room', async () => {
    const { app, commits, disk, pushed, self } = await full();
    expect(await revisionOf(commits.update(app, [out]))).toBe(9);
    const unready = 'What went Out is not on the disk. It would come back after a restart.';
    expect([stateIn(app), pushed.map(({ revision }) => revision), app.unstored, self.unready()]).toEqual([
      'Out1',
      [9],
      true,
      unready,
    ]);
    await expect(commits.update(app, goals(1))).rejects.toThrow('full');
    expect([stateIn(app), app.revision, commits.storeHeld()]).toEqual(['Out1', 9, false]);
    delete disk.failure;
    expect([commits.storeHeld(), app.unstored, self.unready()]).toEqual([true, false, undefined]);
    expect(disk.batches.map((batch) => batch.map(({ revision, changes }) => [revision, changes]))).toEqual([
      [[9, goesOut]],
    ]);
  });

  it('goes to the disk before any other write does', async () => {
    const { app, commits, disk } = await full();
    await commits.update(app, [out]);
    delete disk.failure;
    disk.order.length = 0;
    expect([commits.exclusive(() => app.revision), disk.order, app.unstored]).toEqual([9, ['write', 'updates'], false]);
  });
});

it('writes at once what someone is about to read', () => {
  const { app, commits, disk } = queue();
  void commits.update(app, goals(1));
  commits.flush();
  expect(disk.batches.length).toBe(1);
});

describe('any other write', () => {
  it('comes after the updates that came before it, and is on disk when it returns', async () => {
    const { app, commits, disk } = queue();
    const update = commits.update(app, goals(1));
    expect(commits.exclusive(() => app.revision)).toBe(8);
    expect([disk.order, await revisionOf(update)]).toEqual([['updates', 'pushed', 'write'], 8]);
  });

  it('that fails is told to who asked for it, after the updates before it were told of their own failure', async () => {
    const { app, commits, disk } = queue();
    disk.failure = new OverlayError('storage-full');
    const update = commits.update(app, goals(1)).catch((thrown: unknown) => thrown);
    expect(() => commits.exclusive(() => undefined)).toThrow(disk.failure);
    expect([await update, app.revision]).toEqual([disk.failure, 7]);
  });
});
