import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beatEvery, deadAfter } from '../../../../contract/service-api/live-timing.ts';
import { ClockOffset } from '../../../../desk/app/link/clock-offset.ts';

const patience = 2_000;
/** The longest way of a frame (ms). */
const slowest = 300;
const minutes = [1, 60, 24 * 60].map((many) => many * 60_000);
const jumps = [600, 1_400, 3_000, 10_000, ...minutes].flatMap((by) => [by, -by]);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('frame' as const), way: fc.nat(slowest) }) },
  fc.record({ do: fc.constantFrom('set desk' as const, 'set service' as const), by: fc.constantFrom(...jumps) }),
);

/** A desk and its service, by the time that passes (ms). `shared`: they run on one machine, with one clock. */
function machines(shared: boolean) {
  let [passed, desk, service] = [5_000_000, 1_700_000_000_000, 1_700_000_040_000];
  const since = (): number => passed;
  const clock = { now: () => passed + desk, monotonic: since, sinceBoot: since, after: () => () => undefined };
  const serviceNow = (): number => passed + (shared ? desk : service);
  return {
    clock,
    serviceNow,
    pass: (by: number) => void (passed += by),
    setDesk: (by: number) => void (desk += by),
    setService: (by: number) => void (service += by),
  };
}

it('a deadline is that of the press, however the clocks are set', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(step, { maxLength: 40, size: 'max' }), (shared, steps) => {
      const { clock, serviceNow, pass, setDesk, setService } = machines(shared);
      const offset = new ClockOffset(clock);
      const left = (): number => offset.at(clock.monotonic() + patience) - serviceNow();
      offset.learn(serviceNow(), 'live');
      for (const one of steps) {
        pass(beatEvery - slowest);
        switch (one.do) {
          case 'frame': {
            const then = serviceNow();
            pass(one.way);
            offset.learn(then, 'live');
            expect(left(), 'after a frame').toBeLessThanOrEqual(patience + deadAfter + slowest);
            break;
          }
          case 'set desk':
            setDesk(one.by);
            break;
          case 'set service':
            setService(one.by);
            // Nothing but a frame tells the desk of it.
            if (!shared) offset.learn(serviceNow(), 'live');
            break;
        }
        expect(left(), 'a press is not refused as late').toBeGreaterThanOrEqual(patience - slowest);
      }
    }),
    { numRuns: 500 },
  );
});

it('of a polled service, the latest estimate counts', () => {
  const { clock, serviceNow, pass } = machines(false);
  const offset = new ClockOffset(clock);
  offset.learn(serviceNow() + 400, 'polled');
  pass(1_000);
  offset.learn(serviceNow() - 100, 'polled');
  expect(offset.ahead).toBe(serviceNow() - 100 - clock.now());
});
