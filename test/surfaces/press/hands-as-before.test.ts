import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OverlayError } from '../../../contract/errors.ts';
import { type Hand, Hands, type Pressable } from '../../../surfaces/press/hands.ts';
import type { Kinds } from '../../../contract/press-machine.ts';
import { Pressing } from '../../../surfaces/press/pressing.ts';
import { ManualClock } from '../../kit/manual-clock.ts';
import { runs } from '../../kit/runs.ts';

type Binding = Pressable & { name: string };
type Do = 'go' | 'panic' | 'turn' | 'refused';

const guardTime = 250;
const pick = fc.constantFrom<Do>('go', 'go', 'panic', 'turn', 'refused');
const guard = fc.constantFrom(undefined, undefined, 'arm', 'hold', 'hold' as const);
const maybe = fc.option(pick, { nil: undefined });
const kinds = fc.oneof(
  fc.record({ short: pick, guard }),
  fc.record({ short: maybe, guard: fc.constant(undefined), long: maybe, double: maybe, release: maybe }),
  fc.record({ short: maybe, guard, long: maybe, double: maybe, release: maybe, global: fc.constantFrom(false, true) }),
) as fc.Arbitrary<{
  short?: Do;
  guard?: 'arm' | 'hold';
  long?: Do;
  double?: Do;
  release?: Do;
  global?: boolean;
}>;
const hand = fc.constantFrom(0, 1, 1, 2);
const key = fc.constantFrom('F1', 'F1', 'F2');
const age = fc.constantFrom(0, 0, 0, 0, 20, 200, 650, 900, 1_500);
const delay = fc.constantFrom(0, 0, 0, 0, 20, 200, 650, -300);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('down'), hand, key, age, delay }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('up'), hand, key, age, delay }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('press', 'twice'), hand, key, age, delay }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('lost', 'lost', 'gone'), hand, key }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pass'),
      ms: fc.constantFrom(1, 40, 100, 249, 250, 299, 300, 301, 599, 600, 601, 2_000, 3_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('sleep', 'jump', 'hang'), then: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('answer'), hand }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('interrupt', 'interruptAll'), hand }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('map'), key, kinds, isPage: fc.boolean(), hand }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('mapBack'), key, hand, isPage: fc.boolean() }) },
) as fc.Arbitrary<any>;
const mapped = fc.record({ F1: kinds, F2: kinds });
type Mapped = { F1: any; F2: any };

interface Side {
  down(hand: Hand, down: { key: string; kinds: Kinds<Binding>; at: number; stamp: number }): void;
  up(hand: Hand, key: string, moment: { at: number; stamp: number }): void;
  lost(hand: Hand, key: string): void;
  interrupt(hands?: Iterable<Hand>): void;
  gone(hand: Hand): void;
  guarded: unknown[];
}

let count = 0;
const seen: Record<string, number> = {};

function bindings(key: string, { guard: kind, global, ...rest }: any): Kinds<Binding> {
  const all = Object.entries(rest as Record<string, Do | undefined>).flatMap(([press, does]) => {
    if (!does) return [];
    count += 1;
    const made: any = { key, name: `${count} ${press} ${does}`, action: { do: does } };
    if (press === 'short' && kind) {
      made.guard = kind === 'arm' ? { kind } : { kind, milliseconds: [600, 400][count % 2] };
    } else if (press === 'short' && global) made.global = true;
    return [[press, made]];
  });
  return Object.fromEntries(all) as Kinds<Binding>;
}

type Open = (
  make: (ports: {
    clock: ManualClock;
    guardTime(): number;
    changed(): void;
    press(binding: Binding, age: number): void;
    checkAge(age: number): void;
    orNotice(key: string, run: () => void, on: any): void;
    unsure(key: string): void;
  }) => Side,
) => { clock: ManualClock; log: string[]; side: Side; hands: Hand[]; asked: (() => void)[][] };

const opened: Open = (make) => {
  const clock = new ManualClock();
  const log: string[] = [];
  const asked: (() => void)[][] = [[], [], []];
  // The first hand says nothing of what is on its way, the second when it is let, the third at once.
  const hands: Hand[] = [
    {},
    { caughtUp: (then) => void asked[1]!.push(then), refused: () => undefined },
    { caughtUp: (then) => then() },
  ];
  const view = () =>
    side.guarded
      .map((one) => JSON.stringify(one))
      .sort()
      .join(' and ');
  const nameOf = (one: Hand) => hands.indexOf(one);
  let on: Hand | undefined;
  const side: Side = make({
    clock,
    guardTime: () => guardTime,
    changed: () => {
      // Hands may end one after the other, in any order.
      if (log.at(-1)?.startsWith(`${clock.monotonic()} guarded`)) log.pop();
      log.push(`${clock.monotonic()} guarded ${view()}`);
    },
    press: (binding, late) => {
      const does = binding.action.do as unknown as Do;
      log.push(`${clock.monotonic()} ${does === 'refused' ? 'refused' : 'fired'} ${binding.name} ${late}`);
      if (does === 'refused') throw new OverlayError('press-refused', `No ${binding.name}`);
      if (late > 1_000) throw new OverlayError('press-late', 'late');
      if (does === 'turn') side.interrupt([on ?? hands[0]!]);
    },
    checkAge: (late) => {
      log.push(`${clock.monotonic()} age ${late}`);
      if (late > 1_000) throw new OverlayError('press-late', 'late');
    },
    orNotice: (of, run, where) => {
      const before = on;
      on = where.hand ?? where.keyboard;
      try {
        run();
      } catch (thrown) {
        const { message } = thrown as Error;
        log.push(`${clock.monotonic()} notice ${of} ${nameOf(on!)} ${where.action.do} ${message}`);
      }
      on = before;
    },
    unsure: (of) => log.push(`${clock.monotonic()} unsure ${of}`),
  });
  const heard: Side = {
    ...side,
    get guarded() {
      return side.guarded;
    },
    down: (one, down) => {
      on = one;
      try {
        side.down(one, down);
      } catch (thrown) {
        log.push(`${clock.monotonic()} throws ${(thrown as Error).message}`);
      } finally {
        on = undefined;
      }
    },
    up: (one, of, moment) => side.up(one, of, moment),
    lost: (one, of) => side.lost(one, of),
    gone: (one) => side.gone(one),
    interrupt: (all) => side.interrupt(all),
  };
  return { clock, log, side: heard, hands, asked };
};

it('presses are heard as before', async () => {
  await fc.assert(
    fc.asyncProperty(mapped, fc.array(step, { minLength: 5, maxLength: 60 }), async (first: Mapped, steps) => {
      const before = opened((ports) => new Pressing<Binding>(ports));
      const now = opened((ports) => new Hands<Binding>({ ...ports, guardedChanged: () => ports.changed() }));
      const both = [before, now];
      const map: Record<string, Kinds<Binding>> = { F1: bindings('F1', first.F1), F2: bindings('F2', first.F2) };
      const earlier: Record<string, Kinds<Binding>> = { ...map };
      const interrupt = ({ isPage, hand: of }: any) => {
        for (const { side, hands } of both) side.interrupt(isPage ? [hands[of]] : undefined);
      };
      for (const one of steps) {
        if (one.do === 'map') {
          earlier[one.key] = map[one.key]!;
          map[one.key] = bindings(one.key, one.kinds);
          interrupt(one);
        } else if (one.do === 'mapBack') {
          [earlier[one.key], map[one.key]] = [map[one.key]!, earlier[one.key]!];
          interrupt(one);
        }
        for (const { clock, side, hands, asked } of both) {
          const of = hands[one.hand]!;
          const at = clock.monotonic() - (one.age ?? 0);
          const moment = { at, stamp: at - (one.delay ?? 0) };
          if (one.do === 'twice') {
            side.down(of, { key: one.key, kinds: map[one.key]!, ...moment });
            side.up(of, one.key, moment);
          }
          if (['down', 'press', 'twice'].includes(one.do))
            side.down(of, { key: one.key, kinds: map[one.key]!, ...moment });
          if (['up', 'press', 'twice'].includes(one.do)) side.up(of, one.key, moment);
          if (one.do === 'lost') side.lost(of, one.key);
          if (one.do === 'gone') side.gone(of);
          if (one.do === 'interrupt') side.interrupt([of]);
          if (one.do === 'interruptAll') side.interrupt();
          if (one.do === 'pass') await clock.pass(one.ms);
          if (one.do === 'sleep') clock.sleep(600_000);
          if (one.do === 'jump') clock.jump(600_000);
          if (one.do === 'hang') clock.jump(5_000);
          if (one.do === 'answer') asked[one.hand]!.splice(0).forEach((then) => then());
          if ('then' in one && one.then) await clock.pass(1);
        }
        expect(now.log).toEqual(before.log);
        const sorted = ({ side }: { side: Side }) => side.guarded.map((shown) => JSON.stringify(shown)).sort();
        expect(sorted(now)).toEqual(sorted(before));
      }
      for (const { clock } of both) await clock.pass(10_000);
      expect(now.log).toEqual(before.log);
      for (const line of now.log) {
        const [, what, , press] = line.split(' ');
        const name = what === 'fired' ? `fired ${press}` : what!;
        seen[name] = (seen[name] ?? 0) + 1;
      }
    }),
    { numRuns: runs(20_000, 100) },
  );
});
