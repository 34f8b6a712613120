import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CueState } from '../../../contract/desk-api/cue.ts';
import { Tally } from '../../../contract/model/tally.ts';
import { deskColors, feedbackKinds } from '../../../integrations/companion/feedbacks.ts';
import type { KnownDesk } from '../../../integrations/companion/known.ts';
import { app, cueView, gone, open, position, sub } from '../../kit/companion/desk-states.ts';

/** The feedbacks of these options that are lit. */
function lit(known: KnownDesk, options: Record<string, string>, armed: string[] = []): string[] {
  return Object.keys(feedbackKinds).filter((id) => feedbackKinds[id]!.isLit(options, known, new Set(armed)));
}
const ofSub = (known: KnownDesk) => lit(known, { sub: 'a/1' }).filter((id) => /^(tally|on_air)/.test(id));
const third = (view: Parameters<typeof sub>[0]) => ({ subs: { 'a/1': sub(view) } });

describe('the lamps of a sub-composition', () => {
  it.each(Tally.options)('have one for %s', (tally) => {
    expect(ofSub(open(third({ tally, onAir: 'no' })))).toEqual([`tally_${tally.toLowerCase().replace(' ', '_')}`]);
  });

  it.each([
    ['ON AIR', ['tally_on_air', 'on_air']],
    ['REQUESTED', ['tally_requested', 'on_air']],
    ['FAILED', ['tally_failed', 'on_air']],
    ['CUED', ['tally_cued', 'on_air']],
  ] as const)('stay on air while it is on air and %s', (tally, expected) => {
    expect(ofSub(open(third({ tally, onAir: 'yes' })))).toEqual(expected);
  });

  it('never say ON AIR without the desk, without its service, or when that is stale', () => {
    const onAir = third({ tally: 'ON AIR', state: 'In', onAir: 'yes' });
    const lost = [
      gone(onAir),
      { ...open(onAir), link: { is: 'refused', status: 401, reason: '' } } as KnownDesk,
      open({ ...onAir, apps: [app('a', 'Evening', { status: 'lost' })] }),
      open({ ...onAir, apps: [app('a', 'Evening', { status: 'connecting' })] }),
      open({ ...onAir, apps: [app('a', 'Evening', { stale: true })] }),
    ];
    expect(lost.map(ofSub)).toEqual(lost.map(() => ['tally_unknown']));
  });
});

describe('the lamps of cues and of the connection', () => {
  it('the rundown that is active, as long as the desk says so', () => {
    const of = (known: KnownDesk) => ['r', 's'].map((rundown) => lit(known, { rundown }).includes('active'));
    expect([of(open()), of(open({ activeRundown: 's' })), of(gone())]).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
  });

  it.each(CueState.options)('a cue that is %s', (state) => {
    const known = open({ cueViews: { c1: cueView({ state }) } });
    const states = CueState.options.filter((each) => lit(known, { cue: 'c1', state: each }).includes('cue_state'));
    expect(states).toEqual([state]);
  });

  it('what is next, what is on air, what is on hold', () => {
    const known = open({
      cueViews: { c2: cueView({ state: 'FAILED', onAir: 'yes' }) },
      positions: { r: position({ next: { cue: 'c2', step: 0 }, hold: true }) },
    });
    expect(lit(known, { cue: 'c2', rundown: '' })).toEqual(
      expect.arrayContaining(['next_cue', 'cue_on_air', 'on_hold', 'connected']),
    );
    const { state } = known;
    const without = lit({ link: { is: 'gone', reason: '' }, state }, { cue: 'c2', rundown: '' });
    expect(without).toEqual(['tally_unknown']);
  });

  it('are not connected while a service is lost', () => {
    expect([lit(open(), {}), lit(open({ apps: [app('a', 'Evening', { status: 'lost' })] }), {})]).toEqual([
      ['tally_unknown', 'connected'],
      ['tally_unknown'],
    ]);
  });

  it('show what was pressed once', () => {
    expect(lit(gone(), { action: 'panic' }, ['panic'])).toContain('armed');
    expect(lit(gone(), { action: 'panic' }, ['fail_over'])).not.toContain('armed');
  });
});

it('the colors are those of the screens, in their dark theme', () => {
  const theme = readFileSync(new URL('../../../renderer/theme.css', import.meta.url), 'utf8');
  const ofScreens = Object.keys(deskColors).map((name) => [
    name,
    new RegExp(`--${name}: (?:light-dark\\(#\\w+, )?(#\\w+)`).exec(theme)?.[1],
  ]);
  expect(Object.fromEntries(ofScreens)).toEqual(deskColors);
});
