import { describe, expect, it } from 'vitest';
import { type Operation, type OperationItem, outAtOnce, prepareItems } from '../../../desk/app/operation.ts';
import { Pending } from '../../../desk/app/pending.ts';
import { modelItem } from '../../kit/desk/scripted-ports.ts';
import { ManualClock } from '../../kit/manual-clock.ts';
import { pressesBy } from '../../kit/desk/presses.ts';

const nextPress = pressesBy(new ManualClock());

/** A panic for these, prepared as the desk prepares its own. */
function panicFor(...ids: string[]): Operation {
  const items = ids.map(outAtOnce);
  prepareItems(items);
  return { ...nextPress(), kind: 'panic', action: 'Panic', app: 'a', items };
}

function take(item: OperationItem): Operation {
  return { ...nextPress(), kind: 'take', action: 'Take', app: 'a', items: [item] };
}

const title = modelItem({ id: 'title' });
const stateOf = (pending: Pending): string => pending.applied(title, { state: 'Out1', payload: {} }).state;

describe('a panic that is pending', () => {
  it('comes after what began before it, and before what began after it', () => {
    const pending = new Pending();
    const [before, panic, after] = [
      take({ id: 'title', state: 'In' }),
      panicFor('title'),
      take({ id: 'title', state: 'In' }),
    ];
    const states = [before, panic, after].map((operation) => {
      pending.put(operation);
      return stateOf(pending);
    });
    expect(states).toEqual(['In', 'Out1', 'In']);
    expect(pending.items('title')).toEqual([before.items[0], panic.items[0], after.items[0]]);
  });

  it('costs each view as much in a show of thousands as in a small one', () => {
    const readsFor = (count: number): number => {
      let reads = 0;
      const ids = Array.from({ length: count }, (_, at) => `sub-${at}`);
      const items = ids.map((id) => ({
        ...outAtOnce(id),
        get id() {
          reads += 1;
          return id;
        },
      }));
      prepareItems(items);
      const pending = new Pending();
      pending.put({ ...nextPress(), kind: 'panic', action: 'Panic', app: 'a', items });
      reads = 0;
      for (const id of ids) pending.applied(modelItem({ id }), { state: 'In', payload: {} });
      return reads / count;
    };
    expect(readsFor(2_000)).toBe(readsFor(20));
  });

  it('of two comes first that began first', () => {
    const pending = new Pending();
    const panics = [panicFor('title'), take({ id: 'title', state: 'In' }), panicFor('title', 'logo')];
    for (const operation of panics) pending.put(operation);
    expect(pending.items('title')).toEqual(panics.map(({ items }) => items[0]));
    expect(pending.items('logo')).toEqual([outAtOnce('logo')]);
  });

  it('concerns nothing that it does not name, and nothing once it has ended', () => {
    const pending = new Pending();
    const panic = panicFor('title');
    pending.put(panic);
    const during = [pending.has('title'), pending.has('logo'), pending.holds(panic)];
    pending.delete(panic);
    expect([during, [pending.has('title'), pending.items('title'), pending.holds(panic)]]).toEqual([
      [true, false, true],
      [false, [], false],
    ]);
  });

  it('is reached with the revision that it made', () => {
    const pending = new Pending();
    pending.put(panicFor('title', 'logo'), 7);
    expect([pending.reached(6), pending.reached(7), pending.has('title')]).toEqual([[], ['title', 'logo'], false]);
  });
});
