import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beatEvery, longestReport } from '../../../contract/service-api/live-timing.ts';
import type { PageReport } from '../../../contract/service-api/output-page.ts';
import { type LiveReader, readLive } from '../../kit/service/live-reader.ts';
import { type SmallService, startSmallService } from '../../kit/service/small-service.ts';

let service: SmallService;
const start = 1_700_000_000_000;
let now: number;
beforeEach(async () => {
  now = start;
  service = await startSmallService({ clock: () => now });
});
afterEach(() => service.close());

const report: PageReport = {
  type: 'report',
  role: 'output',
  width: 1920,
  height: 1080,
  frameRate: 59.9,
  dropped: 2,
  revision: 0,
  missing: [{ source: '/media/crest.png', reason: 'there is nothing at this address' }],
};
const told = (but: Partial<PageReport> = {}): string => JSON.stringify({ ...report, ...but });

/** A page that draws the show, its channel open. */
async function openPage(): Promise<LiveReader> {
  const page = readLive(service, service.outputToken, 'scene=1');
  await page.next();
  return page;
}
/** Somebody who wants to know of the pages, told of none so far. */
async function openWatcher(): Promise<LiveReader> {
  const watcher = readLive(service, service.token, 'outputs=1');
  expect([(await watcher.next()).type, await watcher.nextOutputs()]).toEqual(['snapshot', []]);
  return watcher;
}
const known = (id: number, but: Partial<PageReport> = {}) => {
  const { type, ...page } = { ...report, ...but };
  void type;
  return { ...page, id, output: '1', since: start, reported: now };
};

describe('who asks for the pages that draw a show', () => {
  it('is told of each as it comes, changes and goes', async () => {
    const watcher = await openWatcher();
    const page = await openPage();
    page.socket.send(told());
    expect(await watcher.nextOutputs()).toEqual([known(1)]);
    now += beatEvery;
    page.socket.send(told({ frameRate: 12, dropped: 40 }));
    expect(await watcher.nextOutputs()).toEqual([known(1, { frameRate: 12, dropped: 40 })]);
    now += beatEvery;
    page.socket.terminate();
    expect(await watcher.nextOutputs()).toEqual([]);
  });

  it('is told at once of those that are there already', async () => {
    const page = await openPage();
    page.socket.send(told());
    await openWatcher().catch(() => undefined);
    const late = readLive(service, service.token, 'outputs=1&revision=0');
    expect([(await late.next('beats')).type, await late.nextOutputs()]).toEqual(['beat', [known(1)]]);
  });

  it('hears no more than two changes a second, and the last one', async () => {
    const watcher = await openWatcher();
    const page = await openPage();
    for (const dropped of [1, 2, 3]) page.socket.send(told({ dropped }));
    expect(await watcher.nextOutputs()).toEqual([known(1, { dropped: 1 })]);
    now += beatEvery;
    const [last] = await watcher.nextOutputs();
    expect(last).toMatchObject({ dropped: 3 });
  });

  it('is no longer told of a page that fell silent, though its channel is open', async () => {
    const watcher = await openWatcher();
    const page = await openPage();
    page.socket.send(told());
    await watcher.nextOutputs();
    now += 6_000;
    expect(await watcher.nextOutputs()).toEqual([]);
  });

  it('and nobody else is: a page is told nothing of the others', async () => {
    const pages = [await openPage(), await openPage()];
    for (const page of pages) page.socket.send(told());
    const heard: string[] = [];
    pages[0]?.socket.on('message', (data: Buffer) =>
      heard.push((JSON.parse(data.toString()) as { type: string }).type),
    );
    await pages[0]?.next('beats');
    await pages[0]?.next('beats');
    expect(new Set(heard)).toEqual(new Set(['beat']));
  });
});

describe('a report', () => {
  it.each([
    ['that is none', () => 'hello', 4400, 'This is not a report of a page.'],
    ['of bytes', () => Buffer.from(told()), 4400, 'This is not a report of a page.'],
    ['that is too long', () => 'x'.repeat(longestReport + 1), 1009, ''],
  ])('%s ends the channel of its page', async (_, text, code, reason) => {
    const page = await openPage();
    page.socket.send(text());
    expect(await page.closed).toEqual({ code, reason });
  });

  it('comes from who draws the picture alone', async () => {
    const reader = readLive(service, service.token);
    await reader.next();
    reader.socket.send(told());
    expect(await reader.closed).toEqual({
      code: 4400,
      reason: 'Only a page that draws the picture reports here.',
    });
  });

  it('comes ten times a second at most; who sends more is gone for everybody', async () => {
    const watcher = await openWatcher();
    const page = await openPage();
    for (let sent = 0; sent < 11; sent += 1) page.socket.send(told());
    expect(await page.closed).toEqual({ code: 4420, reason: 'This page reports more than 10 times a second.' });
    await watcher.nextOutputs();
    now += beatEvery;
    expect(await watcher.nextOutputs()).toEqual([]);
  });

  it('never takes a show: what it says changes nothing of it', async () => {
    const page = await openPage();
    page.socket.send(told({ revision: 99 }));
    const watcher = readLive(service, service.token);
    expect(await watcher.next()).toMatchObject({ type: 'snapshot', revision: 0 });
  });
});

it('the metrics tell of the pages by their role', async () => {
  const watcher = await openWatcher();
  const [output, monitor] = [await openPage(), await openPage()];
  output.socket.send(told());
  await watcher.nextOutputs();
  now += 1_500;
  monitor.socket.send(told({ role: 'monitor', dropped: 0, missing: [] }));
  await watcher.nextOutputs();
  now += 500;
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const lines = metrics.split('\n').filter((line) => line.startsWith('overlay_output_'));
  expect(lines).toEqual([
    'overlay_output_pages{role="output"} 1',
    'overlay_output_pages{role="monitor"} 1',
    'overlay_output_pages{role="preview"} 0',
    'overlay_output_missing_media{role="output"} 1',
    'overlay_output_missing_media{role="monitor"} 0',
    'overlay_output_missing_media{role="preview"} 0',
    'overlay_output_report_age_seconds{role="output"} 2',
    'overlay_output_report_age_seconds{role="monitor"} 0.5',
    'overlay_output_report_age_seconds{role="preview"} 0',
    'overlay_output_dropped_frames_total{role="output"} 2',
  ]);
});
