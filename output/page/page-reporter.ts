import { reportEvery } from '../../contract/service-api/live-timing.ts';
import type { MissingMedia, PageReport, PageRole } from '../../contract/service-api/output-page.ts';
import { FrameMeter } from './frame-meter.ts';

/** Two reports are at least this far apart (ms), however much changes. */
const reportAtMost = 500;

/** What a page tells of itself is taken from here. */
export interface ReporterPorts {
  role: PageRole;
  /** CSS pixels of the viewport. */
  size: () => { width: number; height: number };
  missing: () => MissingMedia[];
  /** Milliseconds that never jump, the clock of the frames. */
  now: () => number;
  send: (text: string) => void;
}

/**
 * Tells the service how this page is. It has no timer of its own: browsers stop those of pages that nobody sees, and the
 * channel beats more often than reports are due.
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

  /** A revision is in the picture. */
  shown(revision: number): void {
    this.#revision = revision;
  }

  /** The channel was opened anew: whoever is there knows nothing of this page. */
  opened(): void {
    this.#last = undefined;
  }

  /** Something was heard on the channel: a report is sent where one is due. */
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
