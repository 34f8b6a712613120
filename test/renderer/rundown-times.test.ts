import { describe, expect, it } from 'vitest';
import { Cue, type WrittenCue } from '../../contract/desk-api/cue.ts';
import { rundownTimes } from '../../renderer/cues/rundown-times.ts';

const cue = (id: string, ...steps: Partial<WrittenCue['steps'][number]>[]): Cue =>
  Cue.parse({ id, steps: steps.map((step) => ({ targets: [], ...step })) });

describe('the times of a rundown', () => {
  it('are those of the plan, else those of the steps', () => {
    const cues = [
      { ...cue('planned', { duration: 1 }), planned: 60_000 },
      cue('shown', { delay: 500, duration: 8_000 }),
      cue('followed', { delay: 100, follow: { on: 'time', after: 2_000 } }),
      cue('steps', { follow: { on: 'start' } }, { follow: { on: 'confirmed', after: 1_000 } }),
      cue('open', { follow: { on: 'time', after: 5_000 } }, {}),
      cue('after', { duration: 4_000 }),
    ];
    expect(rundownTimes(cues, { cue: 'followed', step: 0 })).toEqual({
      total: 75_600,
      ahead: 7_100,
      running: 0,
      until: new Map([
        ['followed', 0],
        ['steps', 2_100],
        ['open', 3_100],
      ]),
      open: 1,
    });
  });

  it('until the next cue are those of the one that runs, and of what follows it by itself', () => {
    const cues = [
      cue('opener', { follow: { on: 'time', after: 8_000 } }),
      cue('sting', { follow: { on: 'confirmed', after: 2_000 } }),
      { ...cue('headlines', {}), planned: 30_000 },
      { ...cue('guest', {}), planned: 60_000 },
      cue('end', {}),
    ];
    const running = (next: string | null, runs?: string) =>
      rundownTimes(cues, next === null ? null : { cue: next, step: 0 }, runs).running;
    expect([
      running('guest'),
      running('guest', 'opener'),
      running('guest', 'sting'),
      running('guest', 'headlines'),
      // Skipped: what waits for a go does not run by itself.
      running('end', 'headlines'),
      running('sting', 'opener'),
      // Back to what runs.
      running('headlines', 'headlines'),
      running(null, 'guest'),
      running('guest', 'gone'),
    ]).toEqual([0, 40_000, 32_000, 30_000, 30_000, 8_000, 30_000, 60_000, 0]);
  });

  it('are over at the end', () => {
    expect(rundownTimes([cue('shown', { duration: 8_000 })], null)).toEqual({
      total: 8_000,
      ahead: 0,
      running: 0,
      until: new Map(),
      open: 0,
    });
  });
});
