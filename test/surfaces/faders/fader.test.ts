import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ControllerBinding, ControlName, FaderRange } from '../../../contract/desk-api/controller.ts';
import { Fader, fineTurns, type Movement, positionOf, turned } from '../../../surfaces/faders/fader.ts';

/** A fader whose positions are those of a control change, from 0 to 127. */
function fader(range: Partial<FaderRange> = {}): Pick<Fader, 'moved'> {
  const one = new Fader(FaderRange.parse({ from: 0, to: 100, ...range }));
  return { moved: (position, shown) => one.moved(position / 127, shown) };
}

describe('a fader', () => {
  it('changes nothing until it passes the value that is shown, and follows from then on', () => {
    const one = fader();
    let shown = 50;
    const moved = (position: number): number | undefined => {
      const value = one.moved(position, shown);
      shown = value ?? shown;
      return value;
    };
    expect([10, 30, 60, 70, 127, 0].map(moved)).toEqual([undefined, undefined, undefined, 55, 100, 0]);
  });

  it('takes over from above too, at the very value, and where nothing is shown', () => {
    const above = fader();
    expect([127, 70, 60].map((position) => above.moved(position, 50))).toEqual([undefined, undefined, 47]);
    expect(fader().moved(64, 50)).toBe(50);
    expect(fader().moved(3, undefined)).toBe(2);
  });

  it('lets go when somebody else changes the value', () => {
    const one = fader();
    expect(one.moved(64, 50)).toBe(50);
    expect(one.moved(66, 50)).toBe(52);
    expect(one.moved(67, 10)).toBeUndefined();
    expect(one.moved(70, 10)).toBeUndefined();
    expect(one.moved(12, 10)).toBe(9);
  });

  it('jumps if it is meant to', () => {
    expect(fader({ takeover: 'jump' }).moved(127, 3)).toBe(100);
  });

  it('moves a value in proportion to what is left, if it scales, and reaches both ends with it', () => {
    const one = fader({ takeover: 'scale', to: 1000 });
    let shown = 500;
    const moved = (position: number): number | undefined => {
      const value = one.moved(position, shown);
      shown = value ?? shown;
      return value;
    };
    // It stands at 0 when it is first heard of; from there half of the way is left to the value.
    expect([0, 63.5, 127, 63.5, 0].map(moved)).toEqual([500, 750, 1000, 500, 0]);
    shown = 800;
    expect([63.5, 0].map(moved)).toEqual([900, 0]);
  });

  it.each([
    ['linear', [0, 25, 50, 100]],
    ['fineLow', [0, 6, 25, 100]],
    ['fineHigh', [0, 50, 71, 100]],
  ] as const)('has its numbers where the curve %s puts them, and knows where each of them is', (curve, numbers) => {
    const range = FaderRange.parse({ from: 0, to: 100, takeover: 'jump', curve });
    expect([0, 0.25, 0.5, 1].map((position) => new Fader(range).moved(position, undefined))).toEqual(numbers);
    for (const number of numbers) expect(new Fader(range).moved(positionOf(number, range), undefined)).toBe(number);
  });

  it.each<[Partial<FaderRange>, number, number]>([
    [{ from: 100, to: 0 }, 0, 100],
    [{ from: 100, to: 0 }, 127, 0],
    [{ from: -1, to: 1, step: 0.1 }, 70, 0.1],
    [{ from: 0, to: 1, step: 0.01 }, 64, 0.5],
    [{ from: 0, to: 2.5 }, 127, 2.5],
    [{ from: 0, to: 1_000, step: 5 }, 64, 505],
  ])('over %j at %i it stands at %d', (range, position, value) => {
    expect(fader({ ...range, takeover: 'jump' }).moved(position, undefined)).toBe(value);
  });

  it('never makes a value jump further than it was moved, unless it is meant to (generated)', () => {
    const positions = fc.array(fc.nat(127), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(positions, fc.integer({ min: 0, max: 127 }), (moves, start) => {
        const one = fader({ to: 127 });
        let shown = start;
        let before = moves[0] ?? 0;
        for (const position of moves) {
          const value = one.moved(position, shown);
          if (value !== undefined) expect(Math.abs(value - shown)).toBeLessThanOrEqual(Math.abs(position - before));
          shown = value ?? shown;
          before = position;
        }
      }),
    );
  });
});

describe('a fader that is moved finely', () => {
  /** Positions of a control change, one after the other; gives the value after each. */
  function fine(range: Partial<FaderRange>, start: number, step?: number) {
    const one = new Fader(FaderRange.parse({ from: 0, to: 1_000, ...range }));
    const field = { shown: start };
    const move = (how: Movement) => (position: number) => {
      const value = one.moved(position / 127, field.shown, how);
      field.shown = value ?? field.shown;
      return value === undefined ? 'waits' : field.shown;
    };
    return { field, finely: move({ fine: { step } }), coarsely: move({}) };
  }

  it('moves the value by a tenth from where that is, and has to pass it again afterwards', () => {
    const { field, finely, coarsely } = fine({}, 500, 1);
    // Where it is heard of first says nothing of a movement.
    expect([20, 33, 46, 20].map(finely)).toEqual([500, 510, 520, 500]);
    expect([21, 60].map(coarsely)).toEqual(['waits', 'waits']);
    expect(coarsely(64)).toBe(504);
    expect([77, 64].map(finely)).toEqual([514, 504]);
    field.shown = 100;
    expect([77, 90].map(finely)).toEqual([110, 120]);
  });

  it('is never rounded against the hand by a coarse movement after it', () => {
    const { finely, coarsely } = fine({ takeover: 'scale', to: 100 }, 50.3, 0.1);
    expect([0, 20].map(finely)).toEqual([50.3, 51.9]);
    // In whole numbers it would be 52 at once on the way down, and 51 on the way up.
    expect([19, 18].map(coarsely)).toEqual([49, 47]);
    expect([18, 22].map(finely)).toEqual([47, 47.3]);
    expect([22.1, 24].map(coarsely)).toEqual([47.3, 48]);
  });

  it('reaches every number that its field takes, also by movements that are too small for one', () => {
    const { finely } = fine({}, 500, 1);
    expect([0, 1, 2, 3, 4, 5, 6].map(finely)).toEqual([500, 501, 502, 502, 503, 504, 505]);
    expect([5, 4, 3, 2, 1, 0].map(finely)).toEqual([504, 503, 502, 502, 501, 500]);
    const slow = fine({ to: 100 }, 50, 1);
    expect([0, 4, 8, 12, 16, 20].map(slow.finely)).toEqual([50, 50, 51, 51, 51, 52]);
  });

  it.each<[string, Partial<FaderRange>, number, number | undefined, number]>([
    ['a tenth of its steps where its field takes any number', { to: 1, step: 0.01 }, 0.5, undefined, 0.51],
    ['the steps of its field', { step: 50 }, 500, 25, 500],
    ['a tenth of its steps where that is more', { step: 100 }, 500, 1, 510],
    ['a number that lies between them, but never against the movement', { step: 10 }, 504, 10, 510],
    ['downwards as it counts down', { from: 1_000, to: 0 }, 500, 1, 490],
    ['closer together at an end', { curve: 'fineLow' }, 250, 1, 260],
    ['the end and no more', {}, 995, 1, 1_000],
  ])('sets %s', (_, range, start, step, value) => {
    const { finely } = fine(range, start, step);
    finely(64);
    expect(finely(77)).toBe(value);
  });

  it('with a motor goes on from where that has brought it, and jumps nowhere when it is coarse again', () => {
    const one = new Fader(FaderRange.parse({ from: 0, to: 1_000 }));
    let shown = 500;
    const move = (position: number, isFine: boolean): number => {
      const value = one.moved(position, shown, { isThere: true, ...(isFine && { fine: { step: 1 } }) });
      return (shown = value ?? shown);
    };
    expect([move(0.5, true), move(0.7, true)]).toEqual([500, 520]);
    // The motor brings it back to 520 when the hand is off.
    expect(move(0.53, true)).toBe(521);
    expect(move(0.73, true)).toBe(541);
    // The hand is still on it, so the motor is not: the rest of the way is shared.
    expect(move(0.865, false)).toBe(771);
    // Now it was brought.
    expect([move(0.772, false), move(0.9, false)]).toEqual([772, 900]);
  });

  it('moves a value by no more than a tenth and a step, and in its own direction (generated)', () => {
    const positions = fc.array(fc.nat(127), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(positions, fc.nat(1_000), fc.constantFrom(1, 5, undefined), (moves, start, step) => {
        const { field, finely } = fine({}, start, step);
        let before = moves[0] ?? 0;
        finely(before);
        for (const position of moves) {
          const value = field.shown;
          finely(position);
          const by = (field.shown - value) * Math.sign(position - before);
          expect(by).toBeGreaterThanOrEqual(0);
          expect(by).toBeLessThanOrEqual((Math.abs(position - before) / 127) * 100 + (step ?? 0.1));
          before = position;
        }
      }),
    );
  });
});

it.each<[string, number, number | undefined, number[], [number, number][]]>([
  [
    'the steps of the field, as often as they are reached',
    1,
    1,
    [4, 5, 1, -3, -7],
    [
      ...([
        [0, 4],
        [0, 9],
        [1, 0],
        [0, -3],
        [-1, 0],
      ] as [number, number][]),
    ],
  ],
  [
    'a tenth of what a turn counts',
    10,
    1,
    [1, -3],
    [
      [1, 0],
      [-3, 0],
    ],
  ],
  [
    'a tenth where the field takes any number',
    0.1,
    undefined,
    [3, -1],
    [
      [0.03, 0],
      [-0.01, 0],
    ],
  ],
  [
    'what is between two steps with the next turn',
    15,
    1,
    [1, 1],
    [
      [1, 1 / 3],
      [2, 0],
    ],
  ],
  [
    'in the direction of a knob that counts down',
    -1,
    0.1,
    [1, 2],
    [
      [-0.1, 0],
      [-0.2, 0],
    ],
  ],
])('a knob that is turned finely counts %s', (_, each, step, turns, expected) => {
  let left = 0;
  const counted = turns.map((one) => {
    const fine = fineTurns(one + left, each, step);
    left = fine.left;
    return [fine.by, fine.left];
  });
  expect(counted.map((pair) => pair.map((one) => Number(one.toFixed(9)) + 0))).toEqual(
    expected.map((pair) => pair.map((one) => Number(one.toFixed(9)))),
  );
});

it.each([
  ['twos', [1, 5, 127, 120], [1, 5, -1, -8]],
  ['offset', [65, 70, 63, 60, 64], [1, 6, -1, -4, 0]],
  ['sign', [1, 5, 65, 70], [1, 5, -1, -6]],
  ['sign2', [65, 70, 1, 5], [1, 6, -1, -5]],
] as const)('a knob without ends says by %s how far it was turned', (kind, values, by) => {
  expect(values.map((value) => turned[kind](value))).toEqual(by);
});

describe('what a control does', () => {
  const set = { do: 'set', subComposition: 'news/title', field: 'dim', value: null };
  it.each([
    [{ action: { do: 'go' }, fader: { from: 0, to: 1 } }, 'expected the action set with a fader'],
    [{ action: set, encoder: 'twos' }, 'expected the action step with an encoder'],
    [
      { action: set, fader: { from: 0, to: 1 }, control: 'note 1/1' },
      'expected a control with a position, such as cc 1/7',
    ],
    [{ action: { do: 'go' }, control: 'encoder 1' }, 'expected the action step for what is turned'],
    [
      { action: set, fader: { from: 0, to: 1 }, guard: { kind: 'arm' } },
      'expected no guard, because a fader or an encoder is not pressed',
    ],
  ])('%j is refused', (binding, why) => {
    const read = ControllerBinding.safeParse({ device: 'Desk', control: 'cc 1/1', ...binding });
    expect(read.error?.issues.map(({ message }) => message)).toEqual([why]);
  });
});

it.each([
  [
    ['note 1/0', 'cc 16/127', 'key 1', 'key 32', 'fader 8', 'encoder 4', 'encoder 4 press', 'touch 2', 'strip', 'jog'],
    true,
  ],
  [
    ['note 0/1', 'note 17/1', 'cc 1/128', 'cc 1', 'key', 'key 0', 'key 1/5', 'key 1 press', 'jog 1', 'Key 1', ''],
    false,
  ],
])('%j are names of controls: %s', (names, are) => {
  expect(names.map((name) => ControlName.safeParse(name).success)).toEqual(names.map(() => are));
});
