import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DeskPlay } from '../../kit/desk/desk-play.ts';
import { deskSteps } from '../../kit/desk/desk-steps.ts';
import { Play } from '../../kit/desk/fault-play.ts';
import { steps } from '../../kit/desk/fault-steps.ts';
import { ManualClock } from '../../kit/manual-clock.ts';
import { runs } from '../../kit/runs.ts';
import { ScriptedService } from '../../kit/service/scripted-service.ts';
import { ServedShow } from '../../kit/service/served-show.ts';
import { smallShow } from '../../kit/service/small-show.ts';

const appSequences = runs(10_000);
const deskSequences = runs(10_000);
const times = [0, 1, 5, 17, 50, 200, 700, 1_600, 2_100];
const delays = [0, 1, 40, 300, 1_900, 2_500];

describe('whatever is pressed and whatever fails', () => {
  it(`the desk keeps its rules (${appSequences} sequences)`, async () => {
    const lives = fc.tuple(fc.boolean(), fc.boolean());
    await fc.assert(
      fc.asyncProperty(lives, steps({ times, delays }), async (hasLive, asked) => {
        const clock = new ManualClock();
        const services = hasLive.map((live, at) => {
          const show = new ServedShow(`app${at}`, smallShow, { clock: clock.now, url: `http://app${at}` });
          return Object.assign(new ScriptedService(show, clock), { hasLive: live });
        });
        const stage = { clock, pass: clock.pass.bind(clock), setClock: clock.set.bind(clock), late: 0 };
        const play = new Play(
          stage,
          services.map((service, at) => ({ service, base: `http://app${at}` })),
        );
        expect(await play.run(asked)).toEqual([]);
      }),
      { numRuns: appSequences },
    );
  });

  it(`so does a whole desk with guards, undo, looks and what is asked again (${deskSequences} sequences)`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(fc.boolean(), fc.boolean()), deskSteps({ times, delays }), async (lives, asked) => {
        expect(await new DeskPlay(lives).run(asked)).toEqual([]);
      }),
      { numRuns: deskSequences },
    );
  });
});
