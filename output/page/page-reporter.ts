import { reportEvery } from '../../contract/service-api/live-timing.ts';
import type { MissingMedia, PageReport, PageRole } from '../../contract/service-api/output-page.ts';
import { FrameMeter } from './frame-meter.ts';

/** In ms. */
const reportAtMost = 500;

export interface ReporterPorts {
  role: PageRole;
  /** Viewport in CSS pixels. */
  size: () => { width: number; height: number };
  missing: () => MissingMedia[];
  /** Milliseconds of the frames' clock, which never jumps. */
  now: () => number;
  send: (text: string) => void;
}

/**
 * Reports this page's state to the service. No timer of its own: browsers stop the timers of hidden pages, and the live
 * channel delivers frames more often than reports are due.
 */
export class PageReporter {
  readonly meter: FrameMeter;
  readonly #ports: ReporterPorts;
  #revision = -1;
  #last: { at: number; what: string } | undefined;

  constructor(ports: ReporterPorts) {
    this.#ports = ports;
    this.meter = new FrameMeter();
  }

  shown(revision: number): void {
    this.#revision = revision;
  }

  /** A new channel is open; its service has no report of this page yet. */
  opened(): void {
    this.#last = undefined;
  }

  /** Sends a report if one is due. Called for every frame of the channel. */
  received(): void {
    const now = this.#ports.now();
    const since = this.#last ? now - this.#last.at : Infinity;
    if (since < reportAtMost) return;
    const state = this.#state();
    const what = JSON.stringify(state);
    if (since < reportEvery && what === this.#last?.what) return;
    this.#last = { at: now, what };
    this.#ports.send(JSON.stringify({ ...state, frameRate: this.meter.frameRate() } satisfies PageReport));
  }

  #state(): Omit<PageReport, 'frameRate'> {
    const { role, size, missing } = this.#ports;
    const { width, height } = size();
    const { dropped } = this.meter;
    return { type: 'report', role, width, height, dropped, revision: this.#revision, missing: missing() };
  }
}
