import { describe, expect, it } from 'vitest';
import type { CueView } from '../../../contract/desk-api/cue.ts';
import { type KnownDesk, variableNames } from '../../../integrations/companion/known.ts';
import { refusalOf, type SentPress } from '../../../integrations/companion/outcome.ts';
import { countsDown, statusOf, variableTitles, variableValues } from '../../../integrations/companion/variables.ts';
import { app, cueView, gone, open, position, smallState, sub } from '../../kit/companion/desk-states.ts';

const facts = { lastRefusal: '', now: 1_000_000 };
const playing = (due: CueView['due']) => ({
  subs: { ...smallState.subs, 'a/1': sub({ tally: 'ON AIR', state: 'In', onAir: 'yes' }) },
  positions: { r: position({ next: { cue: 'c2', step: 0 }, fired: { cue: 'c1', at: 1 } }) },
  cueViews: { c1: cueView({ state: 'ON AIR', onAir: 'yes', due }) },
});

describe('variables', () => {
  it('tell what is on air, what is next and what runs', () => {
    expect(
      variableValues(open(playing({ what: 'out', at: 1_065_001, left: null })), { ...facts, lastRefusal: 'No.' }),
    ).toEqual({
      connection: 'ok',
      connection_reason: '',
      last_refusal: 'No.',
      on_air_count: 1,
      rundown: 'Tonight',
      next_cue_number: '2',
      next_cue_name: 'Guest',
      current_cue: '1 Titles',
      current_cue_state: 'ON AIR',
      time_left: '1:06',
      tally_lower_third: 'ON AIR',
      tally_uber: 'OUT',
      tally_lower_third_2: 'OUT',
    });
  });

  it('tell nothing of that when the desk is gone', () => {
    expect(variableValues(gone(playing({ what: 'out', at: 1_065_001, left: null })), facts)).toEqual({
      connection: 'desk gone',
      connection_reason: 'Pulled.',
      last_refusal: '',
      on_air_count: '?',
      rundown: 'Tonight',
      next_cue_number: '',
      next_cue_name: '',
      current_cue: '1 Titles',
      current_cue_state: 'UNKNOWN',
      time_left: '',
      tally_lower_third: 'UNKNOWN',
      tally_uber: 'UNKNOWN',
      tally_lower_third_2: 'UNKNOWN',
    });
  });

  it.each([
    ['0:00', { what: 'out', at: 999_000, left: null }, true],
    ['0:08', { what: 'out', at: null, left: 7_500 }, false],
    ['', null, false],
  ] as const)('the time left is "%s" of %j', (left, due, counts) => {
    const known = open(playing(due));
    expect([variableValues(known, facts)['time_left'], countsDown(known)]).toEqual([left, counts]);
  });

  it('have a title each, and no others', () => {
    const two = { ...smallState, rundowns: [...smallState.rundowns, { id: 's', name: 'Spare', groups: [] }] };
    expect(Object.keys(variableTitles(two))).toEqual(Object.keys(variableValues(open(two), facts)));
    expect(variableTitles(two)).toMatchObject({
      next_cue_name: 'Active rundown: name of the next cue',
      next_cue_name_1: 'Tonight: name of the next cue',
      next_cue_name_2: 'Spare: name of the next cue',
      tally_lower_third_2: 'Tally: Über! › Lower Third',
    });
    expect(Object.keys(variableTitles(two)).every((name) => /^[a-z\d_]+$/.test(name))).toBe(true);
  });

  it('without a number are those of the active rundown', () => {
    const several = {
      rundowns: [...smallState.rundowns, { id: 's', name: 'Spare', groups: [] }],
      positions: { ...smallState.positions, s: position({ next: { cue: 'c1', step: 0 } }) },
    };
    const named = (activeRundown: string) => {
      const values = variableValues(open({ ...several, activeRundown }), facts);
      return ['', '_1', '_2'].map((end) => [values[`rundown${end}`], values[`next_cue_name${end}`]].join(': '));
    };
    expect([named('r'), named('s')]).toEqual([
      ['Tonight: Guest', 'Tonight: Guest', 'Spare: Titles'],
      ['Spare: Titles', 'Tonight: Guest', 'Spare: Titles'],
    ]);
  });

  it('are named by sub-compositions in the order of the tree', () => {
    expect([...variableNames(smallState)]).toEqual([
      ['a/1', 'lower_third'],
      ['a/2', 'uber'],
      ['a/3', 'lower_third_2'],
    ]);
  });
});

describe('the status of the connection', () => {
  it.each<[KnownDesk, string, string, string]>([
    [open(), 'Ok', 'ok', ''],
    [{ link: { is: 'off', reason: 'Name it.' }, state: null }, 'BadConfig', 'not set up', 'Name it.'],
    [{ link: { is: 'connecting' }, state: null }, 'Connecting', 'connecting', ''],
    [{ link: { is: 'refused', status: 401, reason: 'R' }, state: null }, 'AuthenticationFailure', 'wrong token', 'R'],
    [{ link: { is: 'refused', status: 403, reason: 'R' }, state: null }, 'InsufficientPermissions', 'not allowed', 'R'],
    [{ link: { is: 'refused', status: 429, reason: 'R' }, state: null }, 'ConnectionFailure', 'refused', 'R'],
    [{ link: { is: 'unreadable', reason: 'R' }, state: null }, 'UnknownError', 'not understood', 'R'],
    [gone(), 'Disconnected', 'desk gone', 'Pulled.'],
    [
      open({ apps: [app('a', 'Evening', { status: 'lost', reason: 'Off.' })] }),
      'ConnectionFailure',
      'service lost',
      'Evening: Off.',
    ],
    [
      open({ apps: [app('a', 'Evening'), app('b', 'Away', { stale: true })] }),
      'UnknownWarning',
      'service lost',
      'Away: Nothing was confirmed for some seconds.',
    ],
  ])('%#', (known, status, word, reason) => {
    expect(statusOf(known)).toEqual({ status, word, reason });
  });
});

describe('how a press ended', () => {
  const end = (result: string, reason: string) => JSON.stringify({ result, reason, apps: [] });
  it.each<[SentPress, string]>([
    [{ is: 'answered', status: 200, body: end('confirmed', '') }, ''],
    [{ is: 'answered', status: 502, body: end('failed', 'It is locked.') }, 'Failed: It is locked.'],
    [{ is: 'answered', status: 504, body: end('unknown', 'Too late.') }, 'It may or may not have happened: Too late.'],
    [{ is: 'answered', status: 409, body: '{"error":{"message":"Pressed twice."}}' }, 'Pressed twice.'],
    [{ is: 'answered', status: 418, body: '<html>' }, 'The desk answered with status 418.'],
    [{ is: 'unsent', reason: 'ECONNREFUSED' }, 'The desk is not connected, so nothing was sent. (ECONNREFUSED)'],
    [{ is: 'unanswered', reason: 'Cut.' }, 'It may or may not have happened: Cut.'],
  ])('%j', (sent, words) => {
    expect(refusalOf(sent)).toBe(words);
  });
});
