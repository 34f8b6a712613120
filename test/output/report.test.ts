import { beforeEach, describe, expect, it } from 'vitest';
import { PageReport } from '../../contract/service-api/output-page.ts';
import { FrameMeter } from '../../output/page/frame-meter.ts';
import { pageReporter } from '../../output/page/page-reporter.ts';

describe('the frames of a page', () => {
  /** Feeds the meter with a first frame and then frames at these distances (ms). */
  const draw = (meter: FrameMeter, from: number, ...distances: number[]): number =>
    distances.reduce((at, distance) => {
      meter.frame(at + distance);
      return at + distance;
    }, from);
  const steady = (count: number): number[] => Array.from({ length: count }, () => 20);

  it('are counted by the second, and none is dropped while they come as usual', () => {
    const meter = new FrameMeter();
    meter.frame(0);
    draw(meter, 0, ...steady(50));
    expect([meter.frameRate(), meter.dropped]).toEqual([50, 0]);
    draw(meter, 1_000, 21, 19, ...steady(23));
    expect([meter.frameRate(), meter.dropped]).toEqual([50, 0]);
  });

  it('are dropped where one comes after several of its times', () => {
    const meter = new FrameMeter();
    meter.frame(0);
    draw(meter, 0, ...steady(50));
    meter.frameRate();
    draw(meter, 1_000, 20, 40, 20, 80, 20);
    expect([meter.frameRate(), meter.dropped]).toEqual([27.8, 4]);
  });

  it('are dropped too where the page can no longer keep up at all', () => {
    const meter = new FrameMeter();
    meter.frame(0);
    draw(meter, 0, ...steady(50));
    meter.frameRate();
    draw(meter, 1_000, ...Array.from({ length: 25 }, () => 40));
    expect([meter.frameRate(), meter.dropped]).toEqual([25, 25]);
  });

  it('are no longer missed where the page has come to a slower screen', () => {
    const meter = new FrameMeter();
    meter.frame(0);
    let at = draw(meter, 0, ...steady(50));
    meter.frameRate();
    for (let reading = 0; reading < 10; reading += 1) {
      at = draw(meter, at, ...Array.from({ length: 25 }, () => 40));
      meter.frameRate();
    }
    const { dropped } = meter;
    draw(meter, at, ...Array.from({ length: 25 }, () => 40));
    expect([meter.frameRate(), meter.dropped - dropped]).toEqual([25, 0]);
  });

  it('are not missed while nobody sees the page or looks at them, and neither is time that passes meanwhile', () => {
    const meter = new FrameMeter();
    meter.frame(0);
    draw(meter, 0, ...steady(50));
    meter.frameRate();
    meter.pause();
    expect(meter.frameRate()).toBe(50);
    draw(meter, 60_000, 20, 25, 25);
    expect([meter.frameRate(), meter.dropped]).toEqual([40, 0]);
  });
});

describe('a page', () => {
  let sent: PageReport[];
  let size: { width: number; height: number };
  let missing: PageReport['missing'];
  let reporter: ReturnType<typeof pageReporter>;
  beforeEach(() => {
    sent = [];
    size = { width: 1920, height: 1080 };
    missing = [];
    reporter = pageReporter(
      'output',
      () => ({ ...size, missing }),
      (text) => void sent.push(PageReport.parse(JSON.parse(text))),
    );
  });
  /** A frame arrives on the channel at this moment. Returns what the reporter sends. */
  const heardAt = (at: number): PageReport[] => {
    reporter.due(at);
    return sent.splice(0);
  };

  it('tells of itself as soon as it hears anything', () => {
    expect(heardAt(10)).toEqual([
      {
        type: 'report',
        role: 'output',
        width: 1920,
        height: 1080,
        frameRate: 0,
        dropped: 0,
        revision: -1,
        missing: [],
      },
    ]);
  });

  it('says nothing while nothing changes, but that it lives', () => {
    heardAt(0);
    expect([500, 1_000, 1_500, 2_000, 2_500].map((at) => heardAt(at).length)).toEqual([0, 0, 0, 1, 0]);
  });

  it.each<[string, () => void, Partial<PageReport>]>([
    ['another revision is in the picture', () => reporter.shown(8), { revision: 8 }],
    [
      'a picture cannot be had',
      () => void (missing = [{ source: '/a', reason: 'b' }]),
      { missing: [{ source: '/a', reason: 'b' }] },
    ],
    ['it is another size', () => void (size = { width: 640, height: 360 }), { width: 640, height: 360 }],
  ])('says so when %s, not more than five times a second', (_, change, expected) => {
    heardAt(0);
    change();
    expect([heardAt(100), heardAt(199)]).toEqual([[], []]);
    expect(heardAt(200)).toEqual([expect.objectContaining(expected)]);
    expect(heardAt(1_000)).toEqual([]);
  });

  it('tells a service that it has come back to, at once', () => {
    heardAt(0);
    reporter.opened();
    expect(heardAt(50).length).toBe(1);
  });

  it('tells how many frames it draws and drops', () => {
    heardAt(0);
    for (let at = 0; at <= 1_000; at += 20) reporter.meter.frame(at);
    heardAt(2_000);
    reporter.meter.frame(1_100);
    expect(heardAt(2_500)).toEqual([expect.objectContaining({ dropped: 4, frameRate: 10 })]);
  });
});
