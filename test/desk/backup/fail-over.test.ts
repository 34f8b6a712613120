import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import type { PairedApp } from '../../../desk/backup/paired-apps.ts';
import { FailOver } from '../../../desk/backup/fail-over.ts';
import { ManualClock } from '../../kit/manual-clock.ts';
import { pressesBy } from '../../kit/desk/presses.ts';
import { knownError } from '../../kit/desk/recording-log.ts';

const press = pressesBy(new ManualClock());
const side: PairedApp = {
  name: 'the show',
  model: [],
  get: () => undefined,
  underWay: () => [],
  ahead: 0,
  now: 0,
  accuracy: 0,
};

/** A fail-over whose backup is reached until `away` says why not. Notes what it did. */
function opened() {
  const did: string[] = [];
  const taken = Promise.withResolvers<boolean>();
  const standby = { away: undefined as string | undefined };
  const failOver = new FailOver({
    knownError,
    name: () => 'News',
    inUse: () => 'main',
    awayReason: () => standby.away,
    takeOver: () => taken.promise,
    pair: () => ({ from: side, to: side }),
    refused: () => [],
    send: () => Promise.resolve({ result: 'confirmed', revision: 1 }),
    cut: () => void did.push('cut'),
    abandon: () => void did.push('abandon'),
    finish: (to) => void did.push(`finish on the ${to}`),
    changed: () => undefined,
    log: ({ outcome }) => void did.push(outcome.result),
  });
  return { did, taken, standby, failOver };
}

describe('a fail-over', () => {
  it('whose backup is lost while the pair is taken over never cuts the main, and connects both again', async () => {
    const { did, taken, standby, failOver } = opened();
    const moved = failOver.moveTo('backup', press());
    expect(failOver.moving).toBe(true);
    standby.away = 'It fell silent.';
    taken.resolve(false);
    await expect(moved).rejects.toThrow(texts.backup.unreachable('backup', 'News', 'It fell silent.'));
    expect([did, failOver.moving]).toEqual([['abandon', 'failed'], false]);
  });

  it('is one at a time, also while the pair is being taken over', async () => {
    const { did, taken, failOver } = opened();
    const first = failOver.moveTo('backup', press());
    await expect(failOver.moveTo('backup', press())).rejects.toThrow(texts.backup.alreadyChanging('News'));
    taken.resolve(false);
    await first;
    expect(did).toEqual(['failed', 'cut', 'confirmed', 'finish on the backup']);
  });

  it('to what another desk has on air there cuts nothing and copies nothing', async () => {
    const { did, taken, failOver } = opened();
    taken.resolve(true);
    await failOver.moveTo('backup', press());
    expect(did).toEqual(['confirmed', 'finish on the backup']);
  });
});
