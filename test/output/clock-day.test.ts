import { describe, expect, it } from 'vitest';
import { elapsed } from '../../contract/model/time-control.ts';
import { beatEvery } from '../../contract/service-api/live-timing.ts';
import { ChannelClock } from '../../output/live/page-service.ts';
import { timerText } from '../../output/text/timer-text.ts';
import { rolls } from '../kit/desk/rolls.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** One frame of a 60 Hz picture (ms): the largest error of a page that hears its service. */
const frame = 1_000 / 60;
/** The time (ms) to be right again after a loss: the frames that a clock compares, plus one for each millisecond. */
const settling = 40 * second;

/** The times (ms of the day) between which the link to the service is lost. */
const losses: [from: number, to: number][] = [
  [3 * hour, 3 * hour + 10 * second],
  [9 * hour, 9 * hour + minute],
  [15 * hour, 15 * hour + 10 * minute],
];
const lost = (at: number): boolean => losses.some(([from, to]) => at >= from && at < to);
const settled = (at: number): boolean => !losses.some(([from, to]) => at >= from && at < to + settling);

/** The service's time when the day begins: an evening in November. */
const begin = Date.UTC(2026, 10, 21, 18, 0, 0);

/** One reading of a page's clock during the day. */
interface Look {
  /** Milliseconds of the day. */
  at: number;
  /** The service's time as the page estimates it, in milliseconds since the epoch. */
  now: number;
}

/**
 * Plays a day of a page whose own clock is `skew` millionths too fast. Its frames take from half a millisecond to a
 * fifth of a second, and none arrive while the link is lost. The clock is read in the frame before each beat, in the
 * frame after it, and once more.
 */
function* dayOf(skew: number): Generator<Look> {
  const roll = rolls(skew + 1_000);
  const local = (at: number): number => 5_000 + at * (1 + skew / 1e6);
  let at = 0;
  const clock = new ChannelClock(() => local(at));
  let arrived = 0;
  for (let sent = 0; sent < day; sent += beatEvery) {
    const underWay = 0.5 - 4 * Math.log(1 - roll()) + (roll() < 0.01 ? 200 : 0);
    // Frames on one channel never overtake each other.
    arrived = Math.max(arrived, sent + underWay);
    at = arrived;
    if (sent > 0) yield { at, now: clock.now() };
    if (!lost(sent)) clock.follow(begin + sent);
    for (const later of [frame, frame + (roll() * beatEvery) / 2]) {
      at = arrived + later;
      yield { at, now: clock.now() };
    }
    arrived = at;
  }
}

describe.each([-50, 0, 50])('in a day of a page whose clock is %i millionths too fast', (skew) => {
  const time = { UTC: begin + 500, isRunning: true, value: 0 };
  const looks = [...dayOf(skew)];
  const off = ({ at, now }: Look): number => Math.abs(now - (begin + at));
  const worst = (of: Look[]): number => of.reduce((most, look) => Math.max(most, off(look)), 0);

  it('the time is right to a frame, from the first beat to the last', () => {
    expect(looks.length).toBe((3 * day) / beatEvery - 1);
    expect(worst(looks.filter(({ at }) => settled(at)))).toBeLessThan(frame);
  });

  it('a loss lets it run away no further than its own clock does, and it comes back', () => {
    for (const [from, to] of losses) {
      const during = looks.filter(({ at }) => at >= from && at < to + settling);
      const ranAway = ((to - from + settling) * Math.abs(skew)) / 1e6;
      expect(worst(during)).toBeLessThan(frame + ranAway);
      expect(off(looks.find(({ at }) => at >= to + settling) ?? looks[0]!)).toBeLessThan(frame);
    }
  });

  it('it goes on from each frame to the next', () => {
    expect(looks.filter(({ now }, at) => at > 0 && now < looks[at - 1]!.now)).toEqual([]);
  });

  it('a timer of a day reads what it should, but for a frame about the moment in which it changes', () => {
    const wrong = looks.filter(({ at, now }) => {
      if (!settled(at)) return false;
      const right = [-frame, 0, frame].map((about) => timerText(elapsed(time, begin + at + about), 'h:mm:ss'));
      return !right.includes(timerText(elapsed(time, now), 'h:mm:ss'));
    });
    expect(wrong).toEqual([]);
    const last = looks.at(-1)!;
    expect(timerText(elapsed(time, last.now), 'h:mm:ss')).toBe(timerText(elapsed(time, begin + last.at), 'h:mm:ss'));
    expect(timerText(elapsed(time, last.now), 'h:mm:ss')).toBe('23:59:59');
  });
});
