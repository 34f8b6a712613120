import type { MissingMedia } from '../../contract/service-api/output-page.ts';

/** Limits of a report: the number of entries, and the length of each text. */
const most = { members: 10, source: 300, reason: 200 } as const;

/** The media of one show that failed to load, at most one per element. */
export class MissingMediaList {
  readonly #byElement = new Map<object, MissingMedia>();

  /** Each source once, in the order of failure, within the limits of a report. */
  get list(): MissingMedia[] {
    const bySource = new Map([...this.#byElement.values()].map((missing) => [missing.source, missing]));
    return [...bySource.values()].slice(0, most.members);
  }

  add(element: object, source: string, reason: string): void {
    this.#byElement.set(element, { source: source.slice(0, most.source), reason: reason.slice(0, most.reason) });
  }

  remove(element: object): void {
    this.#byElement.delete(element);
  }
}
