import { beforeEach, describe, expect, it } from 'vitest';
import { FrameMeter, watchFrames } from '../../output/page/frame-meter.ts';

describe('the watch over the frames of a page', () => {
  let meter: FrameMeter;
  let watch: ReturnType<typeof watchFrames>;
  let asked: ((at: number) => void)[];
  let moving: boolean;
  let now: number;
  beforeEach(() => {
    [asked, moving, now] = [[], false, 0];
    meter = new FrameMeter();
    watch = watchFrames(
      meter,
      (callback) => void asked.push(callback),
      () => moving,
    );
  });
  /** The display draws frames 20 ms apart while they are requested, at most `most`. Returns how many it drew. */
  const draw = (most = 100): number => {
    let drawn = 0;
    for (; drawn < most && asked.length > 0; drawn += 1) {
      now += 20;
      for (const callback of asked.splice(0)) callback(now);
    }
    return drawn;
  };

  it('asks for no frame of a picture that stands still, so that the next change is drawn at once', () => {
    expect(draw()).toBe(0);
    watch.changed();
    expect(draw()).toBe(1);
  });

  it('looks at a few frames now and then, to know how many the screen makes', () => {
    const beats = [0, 1_000, 5_000, 9_999, 10_000, 11_000];
    expect(beats.map((at) => (watch.beat(at), draw()))).toEqual([6, 0, 0, 0, 6, 0]);
    expect([meter.frameRate(), meter.dropped]).toEqual([50, 0]);
  });

  it('looks at every frame while something moves', () => {
    moving = true;
    watch.changed();
    expect(draw(95)).toBe(95);
    moving = false;
    expect(draw()).toBeLessThanOrEqual(10);
  });

  it('sees frames that are left out while something moves', () => {
    watch.beat(0);
    draw();
    meter.frameRate();
    moving = true;
    watch.changed();
    draw(5);
    now += 60;
    draw(5);
    expect(meter.dropped).toBe(3);
  });

  it('misses none between two motions', () => {
    watch.beat(0);
    draw();
    meter.frameRate();
    now += 5_000;
    watch.changed();
    draw();
    expect(meter.dropped).toBe(0);
  });

  it('asks for each frame once, however often the picture changes', () => {
    watch.changed();
    watch.changed();
    watch.beat(0);
    expect(asked.length).toBe(1);
  });
});
