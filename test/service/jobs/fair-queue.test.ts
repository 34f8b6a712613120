import { expect, it } from 'vitest';
import { FairQueue } from '../../../service/jobs/job-thread.ts';

const item = (account: number, name: string) => ({ account, name });

it('accounts take turns, and each may wait with so many', () => {
  const queue = new FairQueue<ReturnType<typeof item>>(3);
  const added = [1, 2, 3, 4].map((n) => queue.add(item(1, `a${n}`)));
  queue.add(item(2, 'b1'));
  queue.add(item(3, 'c1'));
  queue.add(item(2, 'b2'));
  expect(added).toEqual([true, true, true, false]);
  const taken = Array.from({ length: 4 }, () => queue.take()?.name);
  queue.add(item(1, 'a5'));
  expect([taken, queue.clear().map(({ name }) => name), queue.take()]).toEqual([
    ['a1', 'b1', 'c1', 'a2'],
    ['b2', 'a3', 'a5'],
    undefined,
  ]);
});
