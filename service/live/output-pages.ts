import { parsedJson } from '../../contract/json-text.ts';
import { beatEvery, closeCodes, mostReports, silentAfter } from '../../contract/service-api/live-channel.ts';
import { type OutputPage, PageReport, type PageRole } from '../../contract/service-api/output-page.ts';
import { PerSecond } from './per-second.ts';

/** A page with what is remembered of its reports. */
interface Page {
  id: number;
  /** When its channel was opened, milliseconds since the epoch; so are all times here. */
  since: number;
  /** The last report, where there was one. */
  known: OutputPage | undefined;
  /** How many reports came from it: another number is another state. */
  reports: number;
  perSecond: PerSecond;
}

/** Why a report, and with it the page that sent it, is refused. */
export interface ReportRefusal {
  code: number;
  reason: string;
}

/**
 * The pages that draw one show, as they tell of themselves. `Key` is what a page is known by here. Ids count up, and are
 * never given to another page again.
 */
export class OutputPages<Key> {
  readonly #pages = new Map<Key, Page>();
  readonly #dropped: (role: PageRole, frames: number) => void;
  #lastId = 0;
  #told = { what: '', at: -Infinity };

  /** `dropped` is told of frames that pages left out, as they tell of them. */
  constructor(dropped: (role: PageRole, frames: number) => void) {
    this.#dropped = dropped;
  }

  /** A page opened its channel. It is counted from its first report on. */
  open(key: Key, now: number): void {
    this.#lastId += 1;
    this.#pages.set(key, {
      id: this.#lastId,
      since: now,
      known: undefined,
      reports: 0,
      perSecond: new PerSecond(mostReports, now),
    });
  }

  /** A page is gone. */
  leave(key: Key): void {
    this.#pages.delete(key);
  }

  /** Take a report in; gives why it is refused, undefined where it is taken. */
  take(key: Key, text: string, now: number): ReportRefusal | undefined {
    const page = this.#pages.get(key);
    if (!page)
      return { code: closeCodes.reportRefused, reason: 'Only a page that draws the picture says anything here.' };
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
    page.known = { id: page.id, since: page.since, reported: now, ...known };
    return undefined;
  }

  /** Those that live, oldest first: one that was silent for too long does not. */
  alive(now: number): OutputPage[] {
    return this.#alive(now).flatMap(({ known }) => known ?? []);
  }

  /** Those that live, where that is news since it was last given as news, and that is not too short a while ago. */
  news(now: number): OutputPage[] | undefined {
    if (Math.abs(now - this.#told.at) < beatEvery) return undefined;
    const what = this.#alive(now)
      .map(({ id, reports }) => `${id}: ${reports}`)
      .join();
    if (what === this.#told.what) return undefined;
    this.#told = { what, at: now };
    return this.alive(now);
  }

  #alive(now: number): Page[] {
    return [...this.#pages.values()].filter(({ known }) => known && now - known.reported < silentAfter);
  }
}
