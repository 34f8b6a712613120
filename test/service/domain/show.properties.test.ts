import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OverlayError } from '../../../contract/errors.ts';
import { ControlItem, type UpdateItem } from '../../../contract/model/control.ts';
import { LiveCompositions } from '../../../service/domain/show.ts';
import { ids, smallShow } from '../../kit/service/small-show.ts';
import { strict } from '../../kit/service/strict.ts';

const values = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.double(),
  fc.boolean(),
  fc.constantFrom('execute', 'bold', '#fff', 'red', '[1]', '/media/a.png', 'javascript:1'),
  fc.record({ command: fc.constantFrom('play', 'pause', 'reset', 'start', 'stop') }),
  fc.jsonValue(),
);

const fields = smallShow.root.subcompositions.flatMap((sub) => sub.fields.map(({ id }) => id));
const item = fc.record(
  {
    subCompositionId: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...Object.values(ids)) }, fc.string()),
    payload: fc.dictionary(fc.constantFrom(...fields, 'team', 'goals', 'constructor', ''), values, { maxKeys: 3 }),
    state: fc.constantFrom('In', 'Out', 'Out1', 'Out2'),
    action: fc.constantFrom('play', 'jump'),
  },
  { requiredKeys: ['subCompositionId', 'payload'] },
) as fc.Arbitrary<UpdateItem>;
const requests = fc.array(fc.array(item, { maxLength: 4 }), { maxLength: 8 });

/** Apply requests one after another; gives for each whether it was applied. */
function run(show: LiveCompositions, sequence: readonly UpdateItem[][], seen: (applied: boolean) => void): void {
  for (const items of sequence) {
    try {
      show.apply(show.check(items, 1_700_000_000_000, strict).changes);
      seen(true);
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(OverlayError);
      seen(false);
    }
  }
}

describe('whatever is asked of a show', () => {
  it('is applied whole or changes nothing', () => {
    let refusals = 0;
    fc.assert(
      fc.property(requests, (sequence) => {
        const show = new LiveCompositions(smallShow);
        let before = JSON.stringify(show.control());
        run(show, sequence, (applied) => {
          const after = JSON.stringify(show.control());
          if (!applied) expect(after).toBe(before);
          if (!applied) refusals += 1;
          before = after;
        });
      }),
      { numRuns: 500 },
    );
    expect(refusals).toBeGreaterThan(100);
  });

  it('leaves a show whose values and states all fit, with at most one of a logic layer in', () => {
    fc.assert(
      fc.property(requests, (sequence) => {
        const show = new LiveCompositions(smallShow);
        run(show, sequence, () => {
          const control = show.control();
          control.forEach((one) => ControlItem.parse(one));
          const layer = control.filter((one) => [ids.lowerThird, ids.title].includes(one.subCompositionId as never));
          expect(layer.filter(({ state }) => state === 'In').length).toBeLessThan(2);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('is undone without a trace', () => {
    fc.assert(
      fc.property(requests, fc.array(item, { maxLength: 4 }), (sequence, last) => {
        const show = new LiveCompositions(smallShow);
        run(show, sequence, () => undefined);
        const before = show.control();
        try {
          show.apply(show.check(last, 1_700_000_000_001).changes)();
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(OverlayError);
        }
        expect(show.control()).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });
});
