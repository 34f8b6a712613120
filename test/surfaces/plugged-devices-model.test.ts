import fc from 'fast-check';
import { describe, it } from 'vitest';
import { alikeDevices } from '../kit/desk/alike-devices.ts';
import { playAgainst, unlike } from '../kit/play-against.ts';
import { runs } from '../kit/runs.ts';

/*
 * Three alike controllers, of which any have a mapping of their own, were together once. They are plugged in and out in any way, the
 * driver dies and the desk is started again. An operator answers now and then, truly. However that goes, only its own device has a
 * mapping without a question. Devices without a mapping may have each other's names, because nothing comes of that.
 */
describe('whatever is plugged in and out', () => {
  const names = ['BeatStep', 'BeatStep (2)', 'BeatStep (3)'];
  const all = [0, 1, 2];
  type Step = { do: 'plug' | 'answer' | 'restart' | 'die'; which: readonly number[] };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ do: fc.constant('plug' as const), which: fc.shuffledSubarray(all) }),
    fc.record({ do: fc.constantFrom('answer' as const, 'restart' as const, 'die' as const), which: fc.constant([0]) }),
  );
  const systems = ['by ids', 'by order', 'by places', 'by some places'] as const;
  const given = (system: (typeof systems)[number]) =>
    fc.record({ system: fc.constant(system), mapped: fc.subarray(names, { minLength: 1 }) });

  async function open({ system, mapped }: { system: (typeof systems)[number]; mapped: readonly string[] }) {
    let desk = alikeDevices(mapped);
    let there: { which: number; id: string }[] = [];
    let newest = 0;
    const come = (which: number) => ({ which, id: `${(newest += 1)}` });
    const hasPlace = (which: number): boolean => system === 'by places' || (system === 'by some places' && which > 0);
    const tell = (): void =>
      desk.midi(...there.map(({ which, id }) => ({ id, ...(hasPlace(which) && { place: `port ${which}` }) })));
    const plug = (which: readonly number[]): void => {
      // A system that numbers devices by their order recognises none of them after the number of devices changed.
      const forgets = system === 'by order' && which.length !== there.length;
      if (system === 'by order' && !forgets) return;
      const stay = forgets ? [] : there.filter((one) => which.includes(one.which));
      there = [...stay, ...which.filter((one) => !stay.some((old) => old.which === one)).map(come)];
      tell();
    };
    const answer = (): boolean => {
      const { devices } = desk.controllers.view;
      const at = devices.findIndex(({ could }) => could.length > 0);
      const asked = devices[at];
      if (!asked) return false;
      const own = names[there[at]!.which]!;
      const isMine = (name: string): boolean => (mapped.includes(own) ? name === own : !mapped.includes(name));
      desk.controllers.nameDevice(asked.name, asked.could.find(isMine) ?? null);
      return true;
    };
    const world = {
      async step({ do: what, which }: Step): Promise<void> {
        if (what === 'plug') return plug(which);
        if (what === 'answer') return void answer();
        if (what === 'restart') desk = alikeDevices(mapped, desk.remembered.now);
        else desk.driver().on.ended('It was killed.');
        await desk.clock.pass(5_000);
        there = there.map((one) => come(one.which));
        tell();
      },
      broken: (): string[] => {
        const mine = (name: string | undefined): string => (name && mapped.includes(name) ? name : 'no mapping');
        const sure = desk.controllers.view.devices.map(({ name, could }) =>
          could.length > 0 ? undefined : mine(name),
        );
        const are = there.map(({ which }, at) => (sure[at] === undefined ? undefined : mine(names[which])));
        return unlike('The devices that the desk is sure of', sure, are);
      },
    };
    plug(all);
    while (answer());
    return world;
  }

  it.each(systems)('a device of a system that knows devices %s is asked for or is the right one', async (system) => {
    await playAgainst(
      { given: given(system), open },
      { any: fc.array(step, { maxLength: 30 }), numRuns: runs(2_000, 100) },
      { after: (world) => world.broken() },
    );
  });
});
