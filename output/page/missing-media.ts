import type { MissingMedia as Missing } from '../../contract/service-api/output-page.ts';

/** A report of the page carries no more of them, nor longer ones. */
const most = { members: 10, source: 300, reason: 200 } as const;

/** The media of one show that cannot be had, as its elements tell: each element lacks at most one. */
export class MissingMediaList {
  readonly #byElement = new Map<object, Missing>();

  /** Each source once, in the order in which they were missed; no more and no longer than a report carries. */
  get list(): Missing[] {
    const bySource = new Map([...this.#byElement.values()].map((missing) => [missing.source, missing]));
    return [...bySource.values()].slice(0, most.members);
  }

  /** An element cannot have this. */
  add(element: object, source: string, reason: string): void {
    this.#byElement.set(element, { source: source.slice(0, most.source), reason: reason.slice(0, most.reason) });
  }

  /** An element has what it wants, or wants nothing any more. */
  remove(element: object): void {
    this.#byElement.delete(element);
  }
}
