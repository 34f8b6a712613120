import { parsedJson } from '../../contract/json-text.ts';
import { beatEvery, closeCodes, mostReports, silentAfter } from '../../contract/service-api/live-timing.ts';
import { type OutputPage, PageReport, type PageRole } from '../../contract/service-api/output-page.ts';

interface ConnectedPage {
  id: number;
  output: string | null;
  /** Times are in milliseconds since the epoch. */
  since: number;
  known: OutputPage | undefined;
  reports: number;
  mayReport: (now: number) => boolean;
}

export interface ReportRefusal {
  code: number;
  reason: string;
}

export function refused(reason: string, code: number = closeCodes.reportRefused): ReportRefusal {
  return { code, reason };
}

/** Pages that report drawing a show. Ids count up and are never reused. */
export class OutputPages<Key> {
  readonly #pages = new Map<Key, ConnectedPage>();
  readonly #dropped: (role: PageRole, frames: number) => void;
  #lastId = 0;
  #sent = { what: '', at: -Infinity };

  constructor(dropped: (role: PageRole, frames: number) => void) {
    this.#dropped = dropped;
  }

  /** A page counts from its first report. */
  open(key: Key, output: string | null, now: number): void {
    this.#lastId += 1;
    this.#pages.set(key, {
      id: this.#lastId,
      output,
      since: now,
      known: undefined,
      reports: 0,
      mayReport: perSecond(mostReports, now),
    });
  }

  leave(key: Key): void {
    this.#pages.delete(key);
  }

  take(key: Key, text: string, now: number): ReportRefusal | undefined {
    const page = this.#pages.get(key);
    if (!page) return refused('Only a page that draws the picture reports here.');
    if (!page.mayReport(now)) {
      return refused(`This page reports more than ${mostReports} times a second.`, closeCodes.tooManyReports);
    }
    const report = PageReport.safeParse(parsedJson(text));
    if (!report.success) return refused('This is not a report of a page.');
    const { type: _, ...known } = report.data;
    const more = known.dropped - (page.known?.dropped ?? 0);
    if (more > 0) this.#dropped(known.role, more);
    page.reports += 1;
    page.known = { id: page.id, output: page.output, since: page.since, reported: now, ...known };
    return undefined;
  }

  /** Oldest first, without pages that were silent for too long. */
  alive(now: number): OutputPage[] {
    return this.#alive(now).flatMap(({ known }) => known ?? []);
  }

  /** Returns the pages if they changed and the last result is old enough. */
  changed(now: number): OutputPage[] | undefined {
    if (Math.abs(now - this.#sent.at) < beatEvery) return undefined;
    const what = this.#alive(now)
      .map(({ id, reports }) => `${id}: ${reports}`)
      .join();
    if (what === this.#sent.what) return undefined;
    this.#sent = { what, at: now };
    return this.alive(now);
  }

  #alive(now: number): ConnectedPage[] {
    return [...this.#pages.values()].filter(({ known }) => known && now - known.reported < silentAfter);
  }
}

/** Counts messages, and allows at most `most` per second. A second begins with the first message after the previous. */
export function perSecond(most: number, opened: number): (now: number) => boolean {
  let began = opened;
  let count = 0;
  return (now) => {
    if (now - began >= 1_000 || now < began) {
      began = now;
      count = 0;
    }
    count += 1;
    return count <= most;
  };
}
