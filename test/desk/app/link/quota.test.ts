import { texts } from '../../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { QuotaGovernor, type Spend } from '../../../../desk/app/link/quota.ts';
import { reportedLimits } from '../../../../desk/app/link/quota-headers.ts';
import { accountQuota } from '../../../../service/http/quota.ts';
import type { Operation } from '../../../../desk/app/operation.ts';
import { Lane } from '../../../../desk/app/lane.ts';
import { ManualClock, settled } from '../../../kit/manual-clock.ts';
import { pressesBy } from '../../../kit/desk/presses.ts';
import { knownError } from '../../../kit/desk/recording-log.ts';

const noon = Date.UTC(2026, 0, 1, 12, 0, 0);
const date = new Date(noon).toUTCString();
const second = noon / 1_000;

describe('what an answer says of limits', () => {
  it.each([
    ['nothing', { 'content-type': 'application/json' }, []],
    [
      'JSON in one header for each limit',
      {
        'x-left-burst-calls': `{"limit":25,"remaining":7,"reset":${second + 30}}`,
        'x-left-daily-calls': `{"limit":5000,"remaining":4000,"reset":${second + 3600}}`,
      },
      [
        { name: 'x-left-burst-calls', limit: 25, remaining: 7, reset: 30_000 },
        { name: 'x-left-daily-calls', limit: 5_000, remaining: 4_000, reset: 3_600_000 },
      ],
    ],
    [
      'plain numbers, with seconds until it begins anew',
      { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '40', 'x-ratelimit-reset': '12' },
      [{ name: 'x-ratelimit-limit', limit: 100, remaining: 40, reset: 12_000 }],
    ],
    [
      'plain numbers, with a time in milliseconds',
      { 'ratelimit-limit': '100', 'ratelimit-remaining': '0', 'ratelimit-reset': String(noon + 500) },
      [{ name: 'ratelimit-limit', limit: 100, remaining: 0, reset: 500 }],
    ],
    [
      'a date as the time',
      { 'x-rate-limit-limit': '9', 'x-rate-limit-remaining': '1', 'x-rate-limit-reset': '2026-01-01T12:00:05Z' },
      [{ name: 'x-rate-limit-limit', limit: 9, remaining: 1, reset: 5_000 }],
    ],
    [
      'numbers that are none',
      { 'x-ratelimit-limit': 'many', 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '1' },
      [],
    ],
    ['JSON that is none', { 'x-left': '{"limit":' }, []],
    ['a limit of nothing', { 'x-left': '{"limit":0,"remaining":0,"reset":1}' }, []],
  ])('%s', (_, headers, limits) => {
    expect(reportedLimits({ date, ...headers }, noon).limits).toEqual(limits);
  });

  it('is read against the clock of the service, whatever the desk’s clock says', () => {
    const headers = { date, 'x-left': `{"limit":5,"remaining":5,"reset":${second + 60}}`, 'retry-after': '7' };
    const told = { limits: [{ name: 'x-left', limit: 5, remaining: 5, reset: 60_000 }], retryAfter: 7_000 };
    expect([reportedLimits(headers, noon - 86_400_000), reportedLimits(headers, noon + 86_400_000)]).toEqual([
      told,
      told,
    ]);
  });

  it('names when the next request is welcome as seconds or as a date', () => {
    const later = new Date(noon + 9_000).toUTCString();
    expect(reportedLimits({ date, 'retry-after': later }, noon).retryAfter).toBe(9_000);
    expect(reportedLimits({ date }, noon).retryAfter).toBeUndefined();
  });
});

const spends: Spend[] = ['press', 'confirm', 'values', 'poll'];

/** A governor that heard once that so many of `limit` requests are left for a minute, reading counted as the rest. */
function told(limit: number, remaining: number) {
  const clock = new ManualClock();
  const quota = new QuotaGovernor(clock, () => undefined);
  const reset = Math.floor(clock.now() / 1_000) + 60;
  const hear = (kind: Spend, status = 200, more: Record<string, string> = {}): void =>
    quota.learn({ status, headers: { 'x-left': JSON.stringify({ limit, remaining, reset }), ...more } }, kind);
  hear('poll');
  for (const kind of spends) quota.spend(kind);
  hear('poll');
  return { clock, quota, hear };
}

describe('how long a request waits (ms), just after one like it', () => {
  it.each([
    // limit, remaining: press, confirm, values, poll
    [500, 500, [0, 0, 0, 0]],
    [500, 251, [0, 0, 0, 0]],
    // 250 left, 50 of them for presses: 200 in a minute, shared by faders and polls.
    [500, 250, [0, 0, 600, 600]],
    [500, 60, [0, 0, 1_500, 12_000]],
    [500, 50, [0, 0, 60_000, 60_000]],
    [500, 25, [0, 60_000, 60_000, 60_000]],
    [500, 0, [0, 60_000, 60_000, 60_000]],
    // A small limit keeps half of itself.
    [25, 13, [0, 0, 0, 0]],
    [25, 12, [0, 0, 60_000, 60_000]],
    [25, 6, [0, 60_000, 60_000, 60_000]],
    [1, 1, [0, 0, 0, 0]],
  ])('of %d with %d left', (limit, remaining, waits) => {
    const { quota } = told(limit, remaining);
    expect(spends.map((kind) => quota.wait(kind))).toEqual(waits);
  });

  it('is nothing for reading where only changes are counted', () => {
    const quota = new QuotaGovernor(new ManualClock(), () => undefined);
    quota.learn({ status: 200, headers: { 'x-left': '{"limit":10,"remaining":0,"reset":30}' } }, 'values');
    expect(spends.map((kind) => quota.wait(kind))).toEqual([0, 0, 30_000, 0]);
  });

  it('is nothing where no answer ever spoke of limits', () => {
    const quota = new QuotaGovernor(new ManualClock(), () => undefined);
    for (let sent = 0; sent < 1_000; sent++) quota.spend('values');
    expect([quota.wait('values'), quota.gauge]).toEqual([0, null]);
  });

  it('is over when the limit begins anew', async () => {
    const { clock, quota } = told(100, 0);
    await clock.pass(60_000);
    expect([quota.wait('values'), quota.gauge]).toEqual([0, null]);
  });
});

describe('a refusal', () => {
  it('holds back all but presses for as long as it says', async () => {
    const { clock, quota, hear } = told(500, 400);
    hear('values', 429, { 'retry-after': '5' });
    expect(spends.map((kind) => quota.wait(kind))).toEqual([0, 5_000, 5_000, 5_000]);
    await clock.pass(5_000);
    expect(spends.map((kind) => quota.wait(kind))).toEqual([0, 0, 0, 0]);
  });

  it('without a word about limits teaches one: what was sent in the minute before it', async () => {
    const clock = new ManualClock();
    const quota = new QuotaGovernor(clock, () => undefined);
    for (let sent = 0; sent < 100; sent++) {
      quota.spend('values');
      await clock.pass(100);
    }
    quota.learn({ status: 429, headers: {} }, 'values');
    expect(quota.gauge).toEqual({ limit: 100, remaining: 0, resetsAt: clock.now() + 10_000 });
    await clock.pass(10_000);
    expect(quota.gauge).toEqual({ limit: 100, remaining: 100, resetsAt: clock.now() + 60_000 });
    for (let sent = 0; sent < 80; sent++) quota.spend('values');
    expect([quota.wait('press'), quota.wait('values')]).toEqual([0, 60_000]);
  });

  it('that comes after a few requests leaves the truth to be asked for each twelve seconds at least', async () => {
    const clock = new ManualClock();
    const quota = new QuotaGovernor(clock, () => undefined);
    quota.spend('poll');
    quota.learn({ status: 429, headers: { 'retry-after': '1' } }, 'poll');
    const waits: number[] = [];
    for (let poll = 0; poll < 100; poll++) {
      waits.push(quota.wait('poll'));
      await clock.pass(Math.max(200, quota.wait('poll')));
      quota.spend('poll');
    }
    expect(waits[0]).toBe(1_000);
    expect(waits.filter((wait) => wait > 12_000)).toEqual([]);
  });
});

it('the gauge is the limit that is nearest to its end', () => {
  const clock = new ManualClock();
  const quota = new QuotaGovernor(clock, () => undefined);
  const now = Math.floor(clock.now() / 1_000);
  const headers = {
    'x-burst': JSON.stringify({ limit: 100, remaining: 90, reset: now + 60 }),
    'x-daily': JSON.stringify({ limit: 1_000, remaining: 100, reset: now + 3_600 }),
  };
  quota.learn({ status: 200, headers }, 'press');
  expect(quota.gauge).toEqual({ limit: 1_000, remaining: 100, resetsAt: clock.now() + 3_600_000 });
});

/** A day at a service with a quota: a take each half minute, a fader that never rests, and as many polls as there may be. */
async function day(terms: { perMinute: number; perDay: number }) {
  const clock = new ManualClock();
  const service = accountQuota({ ...terms, header: 'x-left' }, clock.now);
  const governor = new QuotaGovernor(clock, () => undefined);
  const sent = { press: 0, confirm: 0, values: 0, poll: 0 };
  const refused = { press: 0, confirm: 0, values: 0, poll: 0 };
  const ask = (kind: Spend): void => {
    if (governor.wait(kind) > 0) return;
    governor.spend(kind);
    sent[kind] += 1;
    let headers: Record<string, string> = {};
    let status = 200;
    try {
      service.count(1, (left) => (headers = left));
    } catch {
      status = 429;
      refused[kind] += 1;
    }
    governor.learn({ status, headers: { date: new Date(clock.now()).toUTCString(), ...headers } }, kind);
  };
  const end = clock.now() + 86_400_000;
  for (let tick = 0; clock.now() < end; tick++) {
    if (tick % 150 === 0) ['press', 'confirm'].forEach((kind) => ask(kind as Spend));
    ask('values');
    ask('poll');
    clock.jump(200);
  }
  return { sent, refused };
}

describe('a day of takes each half minute, with a fader that never rests and polls, at a service of', () => {
  it.each([
    ['500 a minute and 100,000 a day', { perMinute: 500, perDay: 100_000 }],
    ['200 a minute and 20,000 a day', { perMinute: 200, perDay: 20_000 }],
    ['60 a minute and 50,000 a day', { perMinute: 60, perDay: 50_000 }],
  ])('%s loses no take and is never refused', async (_, terms) => {
    const { sent, refused } = await day(terms);
    expect(refused).toEqual({ press: 0, confirm: 0, values: 0, poll: 0 });
    expect(sent.press).toBe(2_880);
    expect(Math.min(sent.values, sent.poll)).toBeGreaterThan(2_880);
  });
});

describe('a lane at a service whose quota', () => {
  /** A lane whose requests are answered at once, and what ended how. */
  function openLane(limit: number, remaining: number) {
    const { clock, quota } = told(limit, remaining);
    const ended: string[] = [];
    const sentAt: number[] = [];
    const lane = new Lane({
      clock,
      knownError,
      send: (_, { onSent }) => {
        onSent();
        sentAt.push(clock.monotonic());
        return Promise.resolve(1);
      },
      layerOf: () => undefined,
      valuesWait: (waited) => quota.wait('values', waited),
      settle: ({ action }, outcome) => {
        ended.push(outcome.result === 'confirmed' ? `${action}: confirmed` : `${action}: ${outcome.error.message}`);
      },
    });
    const press = pressesBy(clock);
    const ask = (kind: Operation['kind'], action: string): void => {
      const items = [{ id: action, payload: { line: String(clock.monotonic()) } }];
      lane.push({ kind, action, items, app: 'box', ...press() });
    };
    return { clock, ask, ended, sentAt };
  }

  it('is kept for takes refuses values at once and says why, and lets takes through', async () => {
    const { ask, ended } = openLane(500, 40);
    ask('values', 'Fader');
    ask('take', 'Take');
    await settled();
    expect(ended).toEqual(['Take: confirmed', `Fader: ${texts.lane.quotaKeptForTakes}`]);
  });

  it('runs low sends a fader’s last position before its deadline, however slow it has to be', async () => {
    const { clock, ask, ended, sentAt } = openLane(500, 60);
    for (let at = 0; at < 20; at++) {
      ask('values', 'Fader');
      await clock.pass(100);
    }
    const replaced = Array.from({ length: 19 }, () => `Fader: ${texts.lane.replaced('Keyboard')}`);
    expect(ended).toEqual(replaced);
    await clock.pass(1_500);
    expect([ended, sentAt]).toEqual([[...replaced, 'Fader: confirmed'], [1_900 + 1_500]]);
  });
});
