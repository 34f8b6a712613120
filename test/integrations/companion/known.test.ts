import { describe, expect, it } from 'vitest';
import {
  applyFrame,
  cueViewOf,
  ReadFrame,
  isOnAir,
  type KnownDesk,
  nextCueOf,
  onAirCount,
  tallyOf,
} from '../../../integrations/companion/known.ts';
import { app, cueView, gone, open, smallState, sub } from '../../kit/companion/desk-states.ts';

const onAir = sub({ tally: 'ON AIR', state: 'In', onAir: 'yes' });

describe('frames', () => {
  it('give the state, and then what changed of it, one by one where there are many', () => {
    const after = applyFrame(smallState, { type: 'change', change: { subs: { 'a/1': onAir }, looks: [] } });
    expect(after).toEqual({ ...smallState, looks: [], subs: { ...smallState.subs, 'a/1': onAir } });
    expect(applyFrame(after, { type: 'state', state: smallState })).toEqual(smallState);
  });

  it('take away what the lists do not have any more', () => {
    const [root] = smallState.model;
    const model = [{ ...root!, subcompositions: root!.subcompositions.slice(0, 1) }];
    const rundowns = [{ id: 'r', name: 'Tonight', groups: [{ id: 'g', name: '', cues: ['c1'] }] }];
    const { c1 } = smallState.cues;
    const change = applyFrame(smallState, { type: 'change', change: { model, rundowns } });
    expect(change).toEqual({
      ...smallState,
      model,
      rundowns,
      cues: { c1 },
      cueViews: {},
      subs: { 'a/root': sub(), 'a/1': sub() },
    });
  });

  it('are nothing without a state before them', () => {
    expect(applyFrame(null, { type: 'change', change: { looks: [] } })).toBeNull();
  });

  it('are read whatever else a newer desk sends besides', () => {
    const frame = { type: 'state', state: { ...smallState, weather: 'fine' } };
    expect(ReadFrame.parse(JSON.parse(JSON.stringify(frame)))).toEqual({ type: 'state', state: smallState });
  });
});

/** What a panel shows of the lower third. */
const shown = (known: KnownDesk) => [tallyOf(known, 'a/1'), isOnAir(known, 'a/1'), onAirCount(known)];
const subs = { ...smallState.subs, 'a/1': onAir };

describe('what is on air', () => {
  it.each<[string, KnownDesk, unknown[]]>([
    ['confirmed', open({ subs }), ['ON AIR', true, 1]],
    [
      'requested out',
      open({ subs: { 'a/1': { ...onAir, tally: 'REQUESTED', requested: 'Out1' } } }),
      ['REQUESTED', true, 1],
    ],
    ['failed to go out', open({ subs: { 'a/1': { ...onAir, tally: 'FAILED' } } }), ['FAILED', true, 1]],
    ['out', open(), ['OUT', false, 0]],
    [
      'with its service lost',
      open({ subs, apps: [app('a', 'Evening', { status: 'lost' })] }),
      ['UNKNOWN', false, null],
    ],
    ['with its service stale', open({ subs, apps: [app('a', 'Evening', { stale: true })] }), ['UNKNOWN', false, null]],
    ['with the desk gone', gone({ subs }), ['UNKNOWN', false, null]],
    ['of a desk that was never there', { link: { is: 'connecting' }, state: null }, ['UNKNOWN', false, null]],
    ['taken out of the show', open({ subs: {} }), ['UNKNOWN', false, 0]],
  ])('is shown when it is %s', (_, known, expected) => {
    expect(shown(known)).toEqual(expected);
  });

  it('is counted in the app instances that are known', () => {
    const apps = [app('a', 'Evening'), app('b', 'Away', { status: 'lost' })];
    expect(onAirCount(open({ apps, subs: { ...subs, 'b/1': onAir } }))).toBe(1);
  });
});

describe('a cue', () => {
  it('has the state that the desk gives, and is idle where it gives none', () => {
    expect([cueViewOf(open(), 'c2'), cueViewOf(open(), 'c1')]).toEqual([cueView({ state: 'NEXT' }), cueView({})]);
    expect(nextCueOf(open(), 'r')).toBe('c2');
  });

  it('is unknown without the desk, and nothing is next', () => {
    const cueViews = { c1: cueView({ state: 'ON AIR', onAir: 'yes' }) };
    expect(cueViewOf(gone({ cueViews }), 'c1')).toEqual(cueView({ state: 'UNKNOWN', onAir: 'unknown' }));
    expect(nextCueOf(gone(), 'r')).toBeUndefined();
  });
});
