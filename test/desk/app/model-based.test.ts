import fc from 'fast-check';
import { describe, it } from 'vitest';
import { DeskPlay } from '../../kit/desk/desk-play.ts';
import { deskSteps } from '../../kit/desk/desk-steps.ts';
import { FaultPlay, faultRules } from '../../kit/desk/fault-play.ts';
import { type Step, steps } from '../../kit/desk/fault-steps.ts';
import { ManualClock } from '../../kit/manual-clock.ts';
import { playAgainst } from '../../kit/play-against.ts';
import { runs } from '../../kit/runs.ts';
import { ScriptedService } from '../../kit/service/scripted-service.ts';
import { ServedShow } from '../../kit/service/served-show.ts';
import { playedShow } from '../../kit/desk/played-show.ts';

const appSequences = runs(10_000);
const deskSequences = runs(10_000);
const times = [0, 1, 5, 17, 50, 200, 700, 1_600, 2_100];
const delays = [0, 1, 40, 300, 1_900, 2_500];
/** Which of the two services have a live channel. */
const given = fc.tuple(fc.boolean(), fc.boolean());

/** A polled desk learns after its panic failed that another user took something In before it. */
const unseenBeforePanic: [[boolean, boolean], Step[]] = [
  [false, false],
  [
    { do: 'elsewhere', app: 1, at: 0, to: 'In', words: false },
    { do: 'away', app: 0, milliseconds: 200 },
    { do: 'update fault', app: 1, fault: { kind: 'reset-before', there: 0 } },
    { do: 'panic', app: 1 },
  ],
];

/** The reads of a polled service pause for longer than a state may be late. */
const readsPausedBeyondPanic: [[boolean, boolean], Step[]] = [
  [false, false],
  [
    { do: 'update fault', app: 0, fault: { kind: 'status', status: 401, there: 0 } },
    { do: 'pass', milliseconds: 1_600 },
    { do: 'read fault', app: 0, fault: { kind: 'status', status: 429, there: 0 } },
    { do: 'elsewhere', app: 0, at: 0, to: 'In', words: false },
    { do: 'pass', milliseconds: 2_300 },
    { do: 'panic', app: 0 },
  ],
];

/** A take that was given up reaches its service beside the panic, and the desk cannot read meanwhile. */
const givenUpBeforePanic: [[boolean, boolean], Step[]] = [
  [false, false],
  [
    { do: 'update fault', app: 0, fault: { kind: 'stalled', there: 2_500 } },
    { do: 'update fault', app: 0, fault: { kind: 'none', there: 300, back: 300 } },
    { do: 'take', app: 0, at: 0, to: 'In', words: false },
    { do: 'pass', milliseconds: 2_100 },
    { do: 'panic', app: 0 },
    { do: 'away', app: 0, milliseconds: 700 },
  ],
];

describe('whatever is pressed and whatever fails', () => {
  it(`the desk keeps its rules (${appSequences} sequences)`, async () => {
    const open = (hasLive: readonly boolean[]): Promise<FaultPlay> => {
      const clock = new ManualClock();
      const served = hasLive.map((live, at) => {
        const base = `http://app${at}`;
        const show = new ServedShow(`app${at}`, playedShow, { clock: clock.now, url: base });
        return { service: Object.assign(new ScriptedService(show, clock), { hasLive: live }), base };
      });
      const stage = { clock, pass: clock.pass.bind(clock), setClock: clock.set.bind(clock), late: 0 };
      return FaultPlay.open(stage, served);
    };
    const any = steps({ times, delays });
    const examples = [unseenBeforePanic, readsPausedBeyondPanic, givenUpBeforePanic];
    await playAgainst({ given, open }, { any, numRuns: appSequences, examples }, faultRules);
  });

  it(`so does a whole desk with guards, undo, looks and what is asked again (${deskSequences} sequences)`, async () => {
    await playAgainst(
      { given, open: (lives) => DeskPlay.open(lives) },
      { any: deskSteps({ times, delays }), numRuns: deskSequences },
      { after: (play, one) => play.lookAgain(one), atRest: (play) => play.broken() },
    );
  });
});
