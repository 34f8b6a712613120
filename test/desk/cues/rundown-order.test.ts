import { describe, expect, it } from 'vitest';
import { CueGroup, type FollowOn, type Rundown, type WrittenCue } from '../../../contract/desk-api/cue.ts';
import { RundownOrder } from '../../../desk/cues/rundown-order.ts';

type Given = Partial<Omit<WrittenCue, 'steps'>> & { follows?: FollowOn[] };

const cue = (id: string, { follows = [{ on: 'go' }], ...more }: Given = {}): WrittenCue => ({
  id,
  number: id,
  ...more,
  steps: follows.map((follow) => ({ targets: [], follow })),
});
const group = (id: string, cues: WrittenCue[], more: object = {}) => CueGroup.parse({ id, cues, ...more });
const order = (groups: CueGroup[], more: Partial<Rundown> = {}) =>
  new RundownOrder({ id: 'r', name: 'Show', groups, ...more });
const at = (id: string, step = 0) => ({ cue: id, step });

describe('what follows a place', () => {
  it('is the next step, then the next cue of the group, then the next group, then nothing', () => {
    const one = order([
      group('g', [cue('1', { follows: [{ on: 'go' }, { on: 'go' }] }), cue('2')]),
      group('h', [cue('3')]),
    ]);
    expect([at('1'), at('1', 1), at('2'), at('3'), at('gone')].map((place) => one.following(place))).toEqual([
      at('1', 1),
      at('2'),
      at('3'),
      null,
      null,
    ]);
  });

  it('passes over what is disabled, and goes round where the group or the rundown loops', () => {
    const groups = [
      group('g', [cue('1'), cue('2', { disabled: true }), cue('3')], { loop: true }),
      group('off', [cue('4')], { disabled: true }),
      group('h', [cue('5')]),
    ];
    const one = order(groups, { loop: true });
    expect([at('1'), at('3'), at('5'), at('4')].map((place) => one.following(place))).toEqual([
      at('3'),
      at('1'),
      at('1'),
      at('5'),
    ]);
  });
});

describe('what waits for the next go', () => {
  it('comes after everything that follows by itself, or is a guarded cue before that', () => {
    const cues = [
      cue('1', { follows: [{ on: 'start' }, { on: 'time', after: 5 }] }),
      cue('2', { follows: [{ on: 'confirmed', after: 0 }] }),
      cue('3'),
      cue('4'),
    ];
    expect(order([group('g', cues)]).afterGo(at('1'))).toEqual(at('4'));
    const guarded = cues.map((one) => (one.id === '3' ? { ...one, guarded: true as const } : one));
    expect(order([group('g', guarded)]).afterGo(at('1'))).toEqual(at('3'));
  });

  it('comes after the group that goes round by itself, and is the first cue if nothing does', () => {
    const round = [
      cue('1', { follows: [{ on: 'time', after: 5 }] }),
      cue('2', { follows: [{ on: 'time', after: 5 }] }),
    ];
    const groups = [group('g', round, { loop: true }), group('h', [cue('3')])];
    expect(order(groups).afterGo(at('1'))).toEqual(at('3'));
    expect(order(groups.slice(0, 1)).afterGo(at('2'))).toBeNull();
  });
});

describe('a move', () => {
  const one = order([group('g', [cue('1'), cue('2', { disabled: true }), cue('3'), cue('4')])]);

  it.each([
    [at('1'), 1, at('3')],
    [at('1'), 2, at('4')],
    [at('1'), 3, null],
    [at('1'), -1, at('1')],
    [at('4'), -1, at('3')],
    [at('4'), -9, at('1')],
    [at('2'), 1, at('3')],
    [at('2'), -1, at('1')],
    [null, -1, at('4')],
    [null, 1, null],
    [null, 63, null],
    // What is next may be a later step of its cue.
    [{ cue: '1', step: 1 }, 1, at('3')],
    [at('2'), 2, at('4')],
  ])('from %j by %s comes to %j', (from, by, to) => {
    expect(one.moved(from, by)).toEqual(to);
  });

  it('goes through groups once, also where they go round, and past those that are disabled', () => {
    const groups = [
      group('g', [cue('1'), cue('2')], { loop: true }),
      group('h', [cue('3')], { disabled: true }),
      group('i', [cue('4')]),
    ];
    expect([1, 2, 3].map((by) => order(groups).moved(at('1'), by))).toEqual([at('2'), at('4'), null]);
  });

  it('by number finds the cue that a go could fire, if several have it', () => {
    const cues = [
      cue('a', { number: '5', disabled: true }),
      cue('b', { number: '5' }),
      cue('c', { number: '6', disabled: true }),
    ];
    const numbered = order([group('g', cues)]);
    expect(['5', '6', '7'].map((number) => numbered.numbered(number)?.id)).toEqual(['b', 'c', undefined]);
  });
});
