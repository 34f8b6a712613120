import fc from 'fast-check';
import { describe, it } from 'vitest';
import { alikeDevices } from '../kit/desk/alike-devices.ts';
import { playAgainst, unlike } from '../kit/play-against.ts';
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

  function open(system: (typeof systems)[number]) {
    let desk = alikeDevices(names);
    let there: { which: number; id: string }[] = [];
    let newest = 0;
    const come = (which: number) => ({ which, id: `${(newest += 1)}` });
    const tell = (): void =>
      desk.midi(...there.map(({ which, id }) => ({ id, ...(system === 'by places' && { place: `port ${which}` }) })));
    const plug = (which: readonly number[]): void => {
      // A system that numbers devices by their order recognises none of them after the number of devices changed.
      const forgets = system === 'by order' && which.length !== there.length;
      if (system === 'by order' && !forgets) return;
      const stay = forgets ? [] : there.filter((one) => which.includes(one.which));
      there = [...stay, ...which.filter((one) => !stay.some((old) => old.which === one)).map(come)];
      tell();
    };
    return {
      async step({
        do: what,
        which,
      }: {
        do: 'plug' | 'answer' | 'restart' | 'die';
        which: readonly number[];
      }): Promise<void> {
        if (what === 'plug') return plug(which);
        if (what === 'answer') {
          const at = desk.controllers.view.devices.findIndex(({ could }) => could.length > 0);
          if (at >= 0) desk.controllers.nameDevice(desk.controllers.view.devices[at]!.name, names[there[at]!.which]!);
          return;
        }
        if (what === 'restart') desk = alikeDevices(names, desk.remembered.now);
        else desk.driver().on.ended('It was killed.');
        await desk.clock.pass(5_000);
        there = there.map(({ which }) => come(which));
        tell();
      },
      broken: (): string[] => {
        const { devices } = desk.controllers.view;
        const sure = devices.map(({ name, could }) => (could.length > 0 ? undefined : name));
        const are = there.map(({ which }, at) => (sure[at] === undefined ? undefined : names[which]));
        return unlike('The devices that the desk is sure of', sure, are);
      },
    };
  }

  it.each(systems)('a device of a system that knows devices %s is asked for or is the right one', async (system) => {
    await playAgainst(
      { given: fc.constant(system), open },
      { any: fc.array(step, { maxLength: 30 }), numRuns: runs(2_000, 100) },
      { after: (world) => world.broken() },
    );
  });
});
