import { expect, it } from 'vitest';
import type { DesksFrame } from '../../../contract/service-api/desk-presence.ts';
import { PairHold } from '../../../desk/backup/pair-hold.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

/** A desk on the main, and another one that operates the pair. */
function beside() {
  const clock = new ManualClock();
  const hold = new PairHold('main', {
    clock,
    deskName: () => 'Truck',
    send: () => undefined,
    isEager: () => false,
    yielded: () => undefined,
    changed: () => undefined,
  });
  /** What the other desk and this one hold, as the service reports it. */
  const report = (gallery: string[], truck: string[] = []): void => {
    const desks = [
      { desk: 1, name: 'Gallery', holds: gallery },
      { desk: 2, name: 'Truck', holds: truck },
    ];
    hold.onDesks({ type: 'desks', you: 2, desks } as unknown as DesksFrame);
  };
  report(['pair']);
  return { hold, report, clock };
}

it('a desk that takes a pair over learns that the other one went to the backup before the service handed it over', async () => {
  const { hold, report } = beside();
  const taken = hold.takeOver();
  report(['pair', 'pair on its backup']);
  report(['pair on its backup'], ['pair']);
  expect([await taken, hold.isOurs]).toEqual(['backup', true]);
});

it('so it does when both are reported at once, and where the other one stays on the main it learns that', async () => {
  const { hold, report } = beside();
  const taken = hold.takeOver();
  report(['pair on its backup'], ['pair']);
  expect(await taken).toBe('backup');
  const again = beside();
  const stayed = again.hold.takeOver();
  again.report([], ['pair']);
  expect(await stayed).toBe('main');
});

it('a pair is not of a desk before the service says so, nor after its channel was lost', () => {
  const { hold, report } = beside();
  report([]);
  hold.operate('main');
  expect(hold.isOurs).toBe(false);
  report([], ['pair']);
  expect(hold.isOurs).toBe(true);
  hold.lose();
  expect(hold.isOurs).toBe(false);
});

it('a pair is not of a desk that takes it over while the service does not answer, but it is when it answers', async () => {
  const { hold, report, clock } = beside();
  const taken = hold.takeOver();
  await clock.pass(1_000);
  expect([await taken, hold.isOurs]).toEqual(['main', false]);
  report([], ['pair']);
  expect(hold.isOurs).toBe(true);
});
