import { parsedJson } from '../../contract/json-text.ts';
import { beatEvery, closeCodes, mostReports, silentAfter } from '../../contract/service-api/live-timing.ts';
import { type OutputPage, PageReport, type PageRole } from '../../contract/service-api/output-page.ts';
import { PerSecond } from './per-second.ts';

/** A page and its reports. */
interface Page {
  id: number;
  /** The id of the output that it draws; null for none. */
  output: string | null;
  /** When its channel was opened. All times here are in milliseconds since the epoch. */
  since: number;
  /** The last report, if any. */
  known: OutputPage | undefined;
  /** The number of its reports. It changes with each one. */
  reports: number;
  perSecond: PerSecond;
}

/** Why a report is refused. The page that sent it is closed. */
export interface ReportRefusal {
  code: number;
  reason: string;
}

/**
 * The pages that draw one show, as they report themselves. `Key` identifies a page here. Ids count up and are never
 * reused.
 */
export class OutputPages<Key> {
  readonly #pages = new Map<Key, Page>();
  readonly #dropped: (role: PageRole, frames: number) => void;
  #lastId = 0;
  #sent = { what: '', at: -Infinity };

  /** `dropped` receives the frames that pages report as dropped. */
  constructor(dropped: (role: PageRole, frames: number) => void) {
    this.#dropped = dropped;
  }

  /** Adds a page that opened its channel. It is counted from its first report on. */
  open(key: Key, output: string | null, now: number): void {
    this.#lastId += 1;
    this.#pages.set(key, {
      id: this.#lastId,
      output,
      since: now,
      known: undefined,
      reports: 0,
      perSecond: new PerSecond(mostReports, now),
    });
  }

  /** Removes a page. */
  leave(key: Key): void {
    this.#pages.delete(key);
  }

  /** Takes a report. Gives why the report is refused; undefined if it is accepted. */
  take(key: Key, text: string, now: number): ReportRefusal | undefined {
    const page = this.#pages.get(key);
    if (!page) return { code: closeCodes.reportRefused, reason: 'Only a page that draws the picture reports here.' };
    if (!page.perSecond.allows(now)) {
      return { code: closeCodes.tooManyReports, reason: `This page reports more than ${mostReports} times a second.` };
    }
    const report = PageReport.safeParse(parsedJson(text));
    if (!report.success) return { code: closeCodes.reportRefused, reason: 'This is not a report of a page.' };
    const { type, ...known } = report.data;
    void type;
    const more = known.dropped - (page.known?.dropped ?? 0);
    if (more > 0) this.#dropped(known.role, more);
    page.reports += 1;
    page.known = { id: page.id, output: page.output, since: page.since, reported: now, ...known };
    return undefined;
  }

  /** The pages that are alive, oldest first. A page that was silent for too long is not. */
  alive(now: number): OutputPage[] {
    return this.#alive(now).flatMap(({ known }) => known ?? []);
  }

  /** The pages that are alive, if they changed since the last call that gave them and that call is long enough ago. */
  changed(now: number): OutputPage[] | undefined {
    if (Math.abs(now - this.#sent.at) < beatEvery) return undefined;
    const what = this.#alive(now)
      .map(({ id, reports }) => `${id}: ${reports}`)
      .join();
    if (what === this.#sent.what) return undefined;
    this.#sent = { what, at: now };
    return this.alive(now);
  }

  #alive(now: number): Page[] {
    return [...this.#pages.values()].filter(({ known }) => known && now - known.reported < silentAfter);
  }
}
