import { describe, expect, it } from 'vitest';
import { ChannelClock } from '../../output/live/page-service.ts';

/** A page clock that is set by hand, and the service clock that follows it. */
function clockAt(start: number): { clock: ChannelClock; at: (local: number) => void } {
  let local = start;
  return {
    clock: new ChannelClock(() => local),
    at: (next) => {
      local = next;
    },
  };
}

describe("the service's clock", () => {
  it('is this machine until the service was heard', () => {
    expect(clockAt(500).clock.now()).toBe(500);
  });

  it('runs with the page between two frames', () => {
    const { clock, at } = clockAt(0);
    clock.follow(10_000);
    at(1_234);
    expect(clock.now()).toBe(11_234);
  });

  it('believes the frame that was fastest: slow ones move nothing by more than a millisecond', () => {
    const { clock, at } = clockAt(0);
    clock.follow(10_000);
    at(500);
    clock.follow(10_500 - 80);
    expect(clock.now()).toBe(10_500);
    at(1_000);
    clock.follow(11_000 + 3);
    expect(clock.now()).toBe(11_003);
  });

  it('never shows a second twice while it falls back to a slower clock', () => {
    const { clock, at } = clockAt(0);
    clock.follow(10_000);
    let before = clock.now();
    for (let local = 500; local < 60_000; local += 500) {
      at(local);
      clock.follow(10_000 + local * 0.999);
      expect(clock.now()).toBeGreaterThan(before);
      before = clock.now();
    }
    expect(Math.abs(before - (10_000 + 59_500 * 0.999))).toBeLessThan(60);
  });

  it('follows at once when the service sets its clock forward, and after some beats when it sets it back', () => {
    const { clock, at } = clockAt(0);
    clock.follow(10_000);
    clock.follow(3_600_000);
    expect(clock.now()).toBe(3_600_000);
    for (let beat = 1; beat <= 16; beat += 1) {
      at(beat * 500);
      clock.follow(10_000 + beat * 500);
    }
    expect(clock.now()).toBe(18_000);
  });
});
