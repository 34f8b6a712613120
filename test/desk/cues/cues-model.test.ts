import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CuePlay } from '../../kit/desk/cue-play.ts';
import { events, examples, plan } from '../../kit/desk/cue-steps.ts';
import { playAgainst } from '../../kit/play-against.ts';
import { runs } from '../../kit/runs.ts';

const sequences = runs(10_000);

/** What all sequences together brought about by themselves: rules that nothing tries prove nothing. */
const seen = { follows: 0, waitedForBoth: 0, outs: 0, apart: 0, followed: 0 };

describe('cues of two apps', () => {
  it(`do by themselves what is due when it is due, and nothing else (${sequences} sequences)`, async () => {
    await playAgainst(
      { given: fc.tuple(plan, fc.boolean()), open: (given) => CuePlay.open(given) },
      { any: events, numRuns: sequences, examples },
      {
        after: (play) => play.look(),
        atRest: (play) => {
          const { broken, judged } = play.judge();
          for (const what of ['follows', 'waitedForBoth', 'outs', 'apart', 'followed'] as const)
            seen[what] += judged[what];
          return broken;
        },
      },
    );
    expect(Math.min(seen.follows, seen.outs)).toBeGreaterThan(sequences / 10);
    expect(seen.waitedForBoth, 'what waited until both apps confirmed').toBeGreaterThan(sequences / 40);
    expect(seen.apart, 'what went on in one app after a loss of the other').toBeGreaterThan(sequences / 400);
    expect(seen.followed, 'what was on air and followed its data').toBeGreaterThan(sequences / 200);
  });
});
