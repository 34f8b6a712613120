import { describe, expect, it } from 'vitest';
import { ChangeLog } from '../../../service/live/channel-view.ts';

/** A log of a show that was loaded at revision 10 and changed up to `last`, each change of so many characters. */
function log(last: number, characters = 1): ChangeLog {
  const made = new ChangeLog(10);
  for (let revision = 11; revision <= last; revision += 1) made.add('x'.repeat(characters));
  return made;
}

describe('the changes that a client missed', () => {
  it.each([
    [10, 10, 0],
    [13, 13, 0],
    [13, 11, 2],
    [13, 10, 3],
  ])('at revision %i are, for one that holds %i, %i', (last, held, missed) => {
    expect(log(last).since(held)?.length).toBe(missed);
  });

  it('are not known where it holds a revision from before the start, or one that never was', () => {
    expect([log(13).since(9), log(13).since(14)]).toEqual([undefined, undefined]);
  });

  it('are kept for the last thousand revisions', () => {
    const long = log(2_010);
    expect([long.since(1_009), long.since(1_010)?.length]).toEqual([undefined, 1_000]);
  });

  it('are kept up to 4,194,304 characters of them', () => {
    const large = log(20, 1024 * 1024);
    expect([large.since(15), large.since(16)?.length]).toEqual([undefined, 4]);
  });
});
