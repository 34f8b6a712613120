import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OverlayError } from '../../../contract/errors.ts';
import { ControlItem, type UpdateItem } from '../../../contract/model/control.ts';
import { LiveCompositions } from '../../../service/domain/show.ts';
import { oddNames } from '../../kit/scene/odd-names.ts';
import { playAgainst, unlike } from '../../kit/play-against.ts';
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
    payload: fc.dictionary(fc.constantFrom(...fields, 'team', 'goals', ...oddNames), values, { maxKeys: 3 }),
    state: fc.constantFrom('In', 'Out', 'Out1', 'Out2'),
    action: fc.constantFrom('play', 'jump'),
  },
  { requiredKeys: ['subCompositionId', 'payload'] },
) as fc.Arbitrary<UpdateItem>;
const requests = fc.array(fc.array(item, { maxLength: 4 }), { maxLength: 8 });

/** Whether a request was applied. */
function ask(show: LiveCompositions, items: readonly UpdateItem[]): boolean {
  try {
    show.apply(show.check(items, 1_700_000_000_000, strict).changes);
    return true;
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(OverlayError);
    return false;
  }
}

function openShow() {
  const show = new LiveCompositions(smallShow);
  const before = { control: '', refused: false };
  return {
    show,
    before,
    step(items: readonly UpdateItem[]): void {
      before.control = JSON.stringify(show.control());
      before.refused = !ask(show, items);
    },
  };
}

describe('whatever is asked of a show', () => {
  const any = requests;
  const model = { given: fc.constant(undefined), open: openShow };

  it('is applied whole or changes nothing', async () => {
    let refusals = 0;
    const after = ({ show, before: { control, refused } }: ReturnType<typeof openShow>): string[] => {
      if (!refused) return [];
      refusals += 1;
      return unlike('What a refused request left', show.control(), JSON.parse(control));
    };
    await playAgainst(model, { any, numRuns: 500 }, { after });
    expect(refusals).toBeGreaterThan(100);
  });

  it('leaves a show whose values and states all fit, with at most one of a logic layer in', async () => {
    const after = ({ show }: ReturnType<typeof openShow>): string[] => {
      const control = show.control();
      control.forEach((one) => ControlItem.parse(one));
      const layer = control.filter((one) => [ids.lowerThird, ids.title].includes(one.subCompositionId as never));
      return layer.filter(({ state }) => state === 'In').length < 2 ? [] : ['Two of a logic layer are In.'];
    };
    await playAgainst(model, { any, numRuns: 300 }, { after });
  });

  it('is undone without a trace', async () => {
    const given = fc.array(item, { maxLength: 4 });
    const open = (last: readonly UpdateItem[]) => ({ ...openShow(), last });
    const atRest = ({ show, last }: ReturnType<typeof open>): string[] => {
      const before = show.control();
      try {
        show.apply(show.check(last, 1_700_000_000_001).changes)();
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(OverlayError);
      }
      expect(show.control()).toEqual(before);
      return [];
    };
    await playAgainst({ given, open }, { any, numRuns: 300 }, { atRest });
  });
});
