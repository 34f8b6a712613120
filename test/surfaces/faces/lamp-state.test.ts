import { describe, expect, it } from 'vitest';
import { Action } from '../../../contract/actions/actions.ts';
import { CueState } from '../../../contract/desk-api/cue.ts';
import { type CueTruth, dueOf, type LampTruth, lampStateFor } from '../../../surfaces/faces/faces.ts';

const nothing: LampTruth = {
  sub: () => undefined,
  cue: () => undefined,
  rundown: () => undefined,
  ahead: () => undefined,
  hasCued: () => false,
};
const state = (action: object, truth: Partial<LampTruth>) =>
  lampStateFor(Action.parse(action), { ...nothing, ...truth });
const place = { cue: '7f0c1b1e-6a52-4c62-9a42-0d3f7f8f6a01', step: 0 };
const rundown = { name: 'Show', isActive: true, next: null, hold: false, marked: [], fired: null };

describe('the lamp of a cue', () => {
  const lamps = (onAir: 'yes' | 'no' | 'unknown') =>
    CueState.options.map((one) =>
      state({ do: 'fireCue', cue: place.cue }, { cue: () => ({ state: one, onAir, due: null }) }),
    );

  it('shows what it is', () => {
    expect(Object.fromEntries(CueState.options.map((one, at) => [one, lamps('no')[at]]))).toEqual({
      IDLE: 'out',
      NEXT: 'cued',
      ARMED: 'cued',
      WAITING: 'requested',
      REQUESTED: 'requested',
      'ON AIR': 'out',
      FAILED: 'failed',
      HIDDEN: 'out',
      UNKNOWN: 'unknown',
      DONE: 'out',
    });
  });

  it('shows that something of it is on air, whatever else it is', () => {
    expect(new Set(lamps('yes'))).toEqual(new Set(['onAir', 'requestedOnAir', 'failedOnAir', 'unknown']));
    expect(lamps('yes').filter((one) => one === 'unknown')).toHaveLength(1);
  });

  it('never shows anything but unknown while nobody knows what is on air', () => {
    expect(new Set(lamps('unknown'))).toEqual(new Set(['unknown']));
  });

  it('goes out when the cue is gone', () => {
    expect(state({ do: 'endCue', cue: place.cue }, {})).toBe('off');
  });
});

describe('the lamp of an action of the desk', () => {
  it('shows whether there is something to fire', () => {
    expect([
      state({ do: 'go' }, { rundown: () => ({ ...rundown, next: place }) }),
      state({ do: 'go' }, { rundown: () => rundown }),
      state({ do: 'fireMarked' }, { rundown: () => ({ ...rundown, marked: [place.cue] }) }),
      state({ do: 'fireMarked' }, { rundown: () => rundown }),
      state({ do: 'takeCued' }, { hasCued: () => true }),
      state({ do: 'takeCued' }, {}),
    ]).toEqual(['cued', 'out', 'cued', 'out', 'cued', 'out']);
  });

  it('shows which rundown is active', () => {
    const lamps = [true, false].map((isActive) =>
      state({ do: 'makeActive', rundown: 'r' }, { rundown: () => ({ ...rundown, isActive }) }),
    );
    expect(lamps).toEqual(['cued', 'out']);
  });

  it('shows the cue that a go further on would fire, and none past the end', () => {
    const truth: Partial<LampTruth> = {
      cue: () => ({ state: 'ON AIR', onAir: 'yes', due: null }),
      rundown: () => ({ ...rundown, next: place }),
      ahead: (_, by) => (by === 1 ? place.cue : undefined),
    };
    expect([state({ do: 'go', ahead: 1 }, truth), state({ do: 'go', ahead: 2 }, truth)]).toEqual(['onAir', 'off']);
  });

  it('shows the cue that was fired last on what ends or updates that, and none before one was', () => {
    const lamp = (does: string, fired: { cue: string; at: number } | null) =>
      state({ do: does }, { cue: () => onAir, rundown: () => ({ ...rundown, fired }) });
    const onAir = { state: 'ON AIR', onAir: 'yes', due: null } as const;
    expect(['endFired', 'updateFired'].map((does) => lamp(does, { cue: place.cue, at: 0 }))).toEqual([
      'onAir',
      'onAir',
    ]);
    expect(lamp('endFired', null)).toBe('off');
  });

  it('shows that the rundown is held', () => {
    const held = (hold: boolean) => state({ do: 'hold' }, { rundown: () => ({ ...rundown, hold }) });
    expect([held(true), held(false)]).toEqual(['requested', 'out']);
  });

  it('is none where there is nothing to show', () => {
    expect([state({ do: 'go' }, {}), state({ do: 'panic' }, {}), state({ do: 'skip', by: 1 }, {})]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('what happens by itself next to what a control shows', () => {
  const [ofCue, ofSub] = [1_000, 2_000].map((at) => ({ what: 'out' as const, at, left: null }));
  const truth: Pick<CueTruth, 'cue' | 'rundown' | 'ahead' | 'goesOut'> = {
    cue: (id) => (id === place.cue ? { state: 'ON AIR', onAir: 'yes', due: ofCue ?? null } : undefined),
    rundown: () => ({ ...rundown, fired: { cue: place.cue, at: 0 } }),
    ahead: (_, by) => (by === 2 ? place.cue : 'another'),
    goesOut: (address) => (address === 'news/title' ? (ofSub ?? null) : null),
  };

  it.each([
    [{ do: 'fireCue', cue: place.cue }, ofCue],
    [{ do: 'endFired' }, ofCue],
    [{ do: 'go', ahead: 2 }, ofCue],
    [{ do: 'take', subComposition: 'news/title', to: 'Out' }, ofSub],
    [{ do: 'toggle', subComposition: 'news/bug' }, null],
    [{ do: 'endCue', cue: 'gone' }, null],
    // What a go fires next waits for nothing.
    [{ do: 'go' }, null],
    [{ do: 'panic' }, null],
  ])('%j', (action, due) => {
    expect(dueOf(Action.parse(action), truth)).toEqual(due);
  });
});
