import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alikeDevices } from '../kit/desk/alike-devices.ts';
import { runs } from '../kit/runs.ts';

/*
 * Three alike controllers, each with a mapping of its own, are plugged in and out in any way, the driver dies and the desk is started
 * again. An operator answers now and then, truly. However that goes, a device that the desk is sure of is that device.
 */
describe('whatever is plugged in and out', () => {
  const names = ['BeatStep', 'BeatStep (2)', 'BeatStep (3)'];
  const step = fc.oneof(
    fc.record({ do: fc.constant('plug' as const), which: fc.shuffledSubarray([0, 1, 2]) }),
    fc.record({ do: fc.constantFrom('answer' as const, 'restart' as const, 'die' as const), which: fc.constant([0]) }),
  );
  const systems = ['by ids', 'by order', 'by places'] as const;

  it.each(systems)('a device of a system that knows devices %s is asked for or is the right one', async (system) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        let desk = alikeDevices(names);
        let there: { which: number; id: string }[] = [];
        let newest = 0;
        const tell = (): void =>
          desk.midi(
            ...there.map(({ which, id }) => ({ id, ...(system === 'by places' && { place: `port ${which}` }) })),
          );
        const isRight = (): unknown[] =>
          desk.controllers.view.devices.map(
            ({ name, could }, at) => could.length > 0 || name === names[there[at]!.which],
          );
        for (const one of steps) {
          if (one.do === 'plug') {
            // A system that tells devices apart by their order only knows nobody once their number has changed.
            const forgets = system === 'by order' && one.which.length !== there.length;
            const stay = forgets ? [] : there.filter(({ which }) => one.which.includes(which));
            const come = one.which.filter((which) => !stay.some((old) => old.which === which));
            if (system === 'by order' && !forgets) continue;
            there = [...stay, ...come.map((which) => ({ which, id: `${(newest += 1)}` }))];
            tell();
          } else if (one.do === 'answer') {
            const at = desk.controllers.view.devices.findIndex(({ could }) => could.length > 0);
            if (at >= 0) desk.controllers.nameDevice(desk.controllers.view.devices[at]!.name, names[there[at]!.which]!);
          } else {
            if (one.do === 'restart') desk = alikeDevices(names, desk.remembered.now);
            else desk.driver().on.ended('It was killed.');
            await desk.clock.pass(5_000);
            there = there.map(({ which }) => ({ which, id: `${(newest += 1)}` }));
            tell();
          }
          expect(isRight()).toEqual(there.map(() => true));
        }
      }),
      { numRuns: runs(2_000, 100) },
    );
  });
});
