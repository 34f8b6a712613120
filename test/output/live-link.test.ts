import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveFrame } from '../../contract/service-api/live-channel.ts';
import { closeTries, retryDelay } from '../../contract/service-api/live-timing.ts';
import { openOutputLink } from '../../output/live/live-link.ts';

/** The part of a WebSocket that the link uses, controlled by hand. */
class HandSocket {
  onmessage: ((event: { data: string }) => void) | undefined;
  onclose: ((event: { code: number; reason: string }) => void) | undefined;
  closed = false;

  close(): void {
    this.closed = true;
  }

  says(frame: LiveFrame | string): void {
    this.onmessage?.({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) });
  }

  ends(code: number, reason = ''): void {
    this.onclose?.({ code, reason });
  }
}

const snapshot = (revision: number): LiveFrame => ({
  type: 'snapshot',
  revision,
  now: 7_000,
  app: { id: 1, name: 'Show', onairUrl: '', mediaUrl: '' },
  model: [],
  control: [],
});
const change = (revision: number): LiveFrame => ({ type: 'change', revision, now: 7_000, changes: [] });
const beat = (revision: number): LiveFrame => ({ type: 'beat', revision, now: 7_000 });

let sockets: HandSocket[];
let asked: (number | undefined)[];
let news: string[];
let states: string[];
let words: unknown[];
let isThere: () => boolean;
const latest = (): HandSocket => sockets.at(-1) as HandSocket;

beforeEach(() => {
  vi.useFakeTimers();
  isThere = () => true;
  [sockets, asked, news, states, words] = [[], [], [], [], []];
  vi.spyOn(Math, 'random').mockReturnValue(0);
  openOutputLink(
    {
      open: (revision) => {
        asked.push(revision);
        sockets.push(new HandSocket());
        return latest() as unknown as WebSocket;
      },
      isThere: () => Promise.resolve(isThere()),
    },
    ({ type, revision }) => news.push(`${type} ${revision}`),
    (state) => {
      if (states.at(-1) !== state.is) states.push(state.is);
      if (state.is === 'live' && state.toPages.active) words.push([state.toPages.active, news.length]);
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the link of the page', () => {
  it('tells each change once and in order, and beats are no news', () => {
    for (const frame of [snapshot(4), change(5), beat(5), change(5), change(4), change(6)]) latest().says(frame);
    expect(news).toEqual(['snapshot 4', 'change 5', 'change 6']);
    expect([states, sockets.length]).toEqual([['live'], 1]);
  });

  it('tells what desks say with a snapshot or a beat, before what else the frame says', () => {
    const active = { side: 'backup', at: 5 } as const;
    latest().says({ ...snapshot(4), active } as LiveFrame);
    latest().says(change(5));
    latest().says({ ...beat(5), active } as LiveFrame);
    expect(words).toEqual([
      [active, 0],
      [active, 2],
    ]);
  });

  it('comes back after 25 ms and resumes from the revision that it holds', () => {
    latest().says(snapshot(4));
    latest().says(change(5));
    latest().ends(1006);
    vi.advanceTimersByTime(24);
    expect([asked, states]).toEqual([[undefined], ['live', 'lost']]);
    vi.advanceTimersByTime(1);
    latest().says(change(6));
    expect([asked, states, news]).toEqual([
      [undefined, 5],
      ['live', 'lost', 'live'],
      ['snapshot 4', 'change 5', 'change 6'],
    ]);
  });

  it('takes 1500 ms of silence for a dead link, also where the connection was never made', () => {
    latest().says(snapshot(1));
    vi.advanceTimersByTime(1_499);
    expect(states).toEqual(['live']);
    vi.advanceTimersByTime(1);
    expect([states, sockets[0]?.closed]).toEqual([['live', 'lost'], true]);
    vi.advanceTimersByTime(25 + 1_500 + 25);
    expect(asked).toEqual([undefined, 1, 1]);
  });

  it('hears nothing more from a connection that it gave up', () => {
    latest().says(snapshot(1));
    vi.advanceTimersByTime(1_550);
    sockets[0]?.says(change(2));
    sockets[0]?.ends(1006);
    vi.advanceTimersByTime(0);
    expect([news, sockets.length]).toEqual([['snapshot 1'], 2]);
  });

  it.each([
    ['a change', change(9)],
    ['a beat', beat(9)],
  ])('resumes when %s tells that it missed something', (_, frame) => {
    latest().says(snapshot(4));
    latest().says(frame);
    vi.advanceTimersByTime(50);
    expect([news, asked]).toEqual([['snapshot 4'], [undefined, 4]]);
  });

  it('asks for the whole truth when the service is behind what it holds', () => {
    latest().says(snapshot(40));
    latest().says(beat(3));
    vi.advanceTimersByTime(50);
    latest().says(snapshot(3));
    latest().says(change(4));
    expect([news, asked]).toEqual([
      ['snapshot 40', 'snapshot 3', 'change 4'],
      [undefined, undefined],
    ]);
  });

  it('begins anew after garbage', () => {
    latest().says(snapshot(4));
    latest().says('<html>');
    vi.advanceTimersByTime(50);
    expect([states, asked]).toEqual([
      ['live', 'lost'],
      [undefined, 4],
    ]);
  });

  it('says that it was refused, and asks again only every five seconds', () => {
    latest().ends(4404, 'The service does not know this token.');
    vi.advanceTimersByTime(4_999);
    expect([states, sockets.length]).toEqual([['refused'], 1]);
    vi.advanceTimersByTime(1);
    latest().says(snapshot(1));
    expect([states, sockets.length]).toEqual([['refused', 'live'], 2]);
  });

  it('opens few sockets to a service that is long away, and a new one within a second of its return', async () => {
    latest().says(snapshot(4));
    isThere = () => false;
    latest().ends(1006);
    for (let tenth = 0; tenth < 600; tenth += 1) {
      await vi.advanceTimersByTimeAsync(100);
      if (!latest().closed) latest().ends(1006);
    }
    const opened = sockets.length;
    expect(opened).toBe(1 + closeTries);
    isThere = () => true;
    await vi.advanceTimersByTimeAsync(1_000);
    expect([sockets.length, asked.at(-1)]).toEqual([opened + 1, 4]);
  });

  it('tries often for a second, then waits longer after each failure, never more than a second, and never in step with others', () => {
    const waits = (random: number) =>
      [0, 1, 19, 20, 21, 22, 23, 24, 2_000].map((failures) => retryDelay(failures, random));
    expect(waits(1)).toEqual([50, 50, 50, 100, 200, 400, 800, 1_000, 1_000]);
    expect(waits(0)).toEqual([25, 25, 25, 50, 100, 200, 400, 500, 500]);
  });
});
