import { texts } from '../../../contract/texts/texts.ts';
import { expect, it } from 'vitest';
import { Confirmed } from '../../../desk/app/confirmed.ts';
import type { Operation, Outcome } from '../../../desk/app/operation.ts';
import { Panic } from '../../../desk/app/panic.ts';
import { ManualClock } from '../../kit/manual-clock.ts';
import { pressesBy } from '../../kit/desk/presses.ts';
import { modelItem, snapshot } from '../../kit/desk/scripted-ports.ts';

it('a panic that is answered as its time runs out, and confirmed by no state, is shouted at once', async () => {
  const clock = new ManualClock();
  const ended: string[] = [];
  const alarms: string[] = [];
  const confirmed = new Confirmed();
  confirmed.adopt(snapshot([modelItem({ id: 'a', state: 'Out' })]));
  const panic = new Panic(confirmed, clock, {
    alarm: (text) => alarms.push(text),
    settled: (_, { result }) => ended.push(result),
  });
  const press = pressesBy(clock)();
  const operation: Operation = { kind: 'panic', action: 'Panic', items: panic.items, app: 'app', ...press };
  panic.begin(operation, { believedIn: new Set(), isBelieved: true }, []);
  await clock.pass(2_000);
  const outcome: Outcome = { result: 'confirmed', revision: null };
  panic.settled({ operation, outcome, from: Infinity, live: true });
  expect([ended, alarms]).toEqual([['unknown'], [texts.panic.look(texts.panic.notInTime)]]);
});
