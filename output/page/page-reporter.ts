import { reportEvery } from '../../contract/service-api/live-timing.ts';
import type { PageReport, PageRole } from '../../contract/service-api/output-page.ts';
import { FrameMeter } from './frame-meter.ts';

/** In ms. With a beat of the page and one of the service, a failure is known within a second. */
const reportAtMost = 200;

/** The size is that of the viewport, in CSS pixels. */
type PageSight = Pick<PageReport, 'width' | 'height' | 'engine' | 'missing' | 'failures' | 'hidden' | 'drew'>;

/**
 * Reports this page's state to the service. No timer of its own: browsers stop the timers of hidden pages, and the live
 * channel delivers frames more often than reports are due.
 */
export function pageReporter(role: PageRole, look: () => PageSight, send: (text: string) => void) {
  const meter = new FrameMeter();
  let revision = -1;
  let last: { at: number; what: string } | undefined;
  return {
    meter,
    shown: (shown: number) => void (revision = shown),
    /** A new channel is open; its service has no report of this page yet. */
    opened: () => void (last = undefined),
    /** Sends a report if due. Call for every frame and failure. `now`: milliseconds of a clock that never jumps. */
    due(now: number): void {
      const since = last ? now - last.at : Infinity;
      if (since < reportAtMost) return;
      const state = { type: 'report' as const, role, dropped: meter.dropped, revision, ...look() };
      const what = JSON.stringify(state);
      if (since < reportEvery && what === last?.what) return;
      last = { at: now, what };
      send(JSON.stringify({ ...state, frameRate: meter.frameRate() } satisfies PageReport));
    },
  };
}
