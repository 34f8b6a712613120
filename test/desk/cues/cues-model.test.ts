import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CuePlay } from '../../kit/desk/cue-play.ts';
import {
  changedWhileItRuns,
  events,
  firedAgainSoonAfterLate,
  followsALoss,
  goesOnAlone,
  goesOutThoughAnew,
  goesOutThoughAnewAtOnce,
  heldSoonAfterLate,
  plan,
  refusedOnHold,
  targetsAfterPanic,
} from '../../kit/desk/cue-steps.ts';
import { runs } from '../../kit/runs.ts';

const sequences = runs(10_000);

/** What all sequences together brought about by themselves: rules that nothing tries prove nothing. */
const seen = { follows: 0, waitedForBoth: 0, outs: 0, apart: 0, followed: 0 };

describe('cues of two apps', () => {
  it(`do by themselves what is due when it is due, and nothing else (${sequences} sequences)`, async () => {
    await fc.assert(
      fc.asyncProperty(plan, fc.boolean(), events, async (cues, paired, happens) => {
        const { broken, judged } = await (await CuePlay.open(cues, paired)).run(happens);
        for (const what of ['follows', 'waitedForBoth', 'outs', 'apart', 'followed'] as const)
          seen[what] += judged[what];
        expect(broken).toEqual([]);
      }),
      {
        numRuns: sequences,
        examples: [
          goesOnAlone,
          goesOutThoughAnew,
          goesOutThoughAnewAtOnce,
          followsALoss,
          changedWhileItRuns,
          firedAgainSoonAfterLate,
          heldSoonAfterLate,
          refusedOnHold,
          targetsAfterPanic,
        ],
      },
    );
    expect(Math.min(seen.follows, seen.outs)).toBeGreaterThan(sequences / 10);
    expect(seen.waitedForBoth, 'what waited until both apps confirmed').toBeGreaterThan(sequences / 40);
    expect(seen.apart, 'what went on in one app after a loss of the other').toBeGreaterThan(sequences / 400);
    expect(seen.followed, 'what was on air and followed its data').toBeGreaterThan(sequences / 200);
  });
});
