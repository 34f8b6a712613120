import { reportEvery } from '../../contract/service-api/live-timing.ts';
import type { PageReport, PageRole } from '../../contract/service-api/output-page.ts';
import { FrameMeter } from './frame-meter.ts';

/** In ms. */
const reportAtMost = 500;

/** The size is that of the viewport, in CSS pixels. */
type PageSight = Pick<PageReport, 'width' | 'height' | 'missing'>;

/**
 * Reports this page's state to the service. No timer of its own: browsers stop the timers of hidden pages, and the live
 * channel delivers frames more often than reports are due.
 */
export class PageReporter {
  readonly meter = new FrameMeter();
  readonly #role: PageRole;
  readonly #look: () => PageSight;
  readonly #send: (text: string) => void;
  #revision = -1;
  #last: { at: number; what: string } | undefined;

  constructor(role: PageRole, look: () => PageSight, send: (text: string) => void) {
    this.#role = role;
    this.#look = look;
    this.#send = send;
  }

  shown(revision: number): void {
    this.#revision = revision;
  }

  /** A new channel is open; its service has no report of this page yet. */
  opened(): void {
    this.#last = undefined;
  }

  /**
   * Sends a report if one is due. Called for every frame of the channel.
   * @param now milliseconds of the frames' clock, which never jumps
   */
  received(now: number): void {
    const since = this.#last ? now - this.#last.at : Infinity;
    if (since < reportAtMost) return;
    const state = this.#state();
    const what = JSON.stringify(state);
    if (since < reportEvery && what === this.#last?.what) return;
    this.#last = { at: now, what };
    this.#send(JSON.stringify({ ...state, frameRate: this.meter.frameRate() } satisfies PageReport));
  }

  #state(): Omit<PageReport, 'frameRate'> {
    const { dropped } = this.meter;
    return { type: 'report', role: this.#role, dropped, revision: this.#revision, ...this.#look() };
  }
}
