import type { MissingMedia } from '../../contract/service-api/output-page.ts';
import type { PageService } from '../live/page-service.ts';

/** Limits of a report: the number of entries, and the length of each text. */
const most = { members: 10, source: 300, reason: 200 } as const;

/** The media of one show: their addresses, and those that failed to load, at most one per element. */
export class ShowMedia {
  readonly #service: PageService;
  readonly #missing = new Map<object, MissingMedia>();

  constructor(service: PageService) {
    this.#service = service;
  }

  /** The absolute address of a source. Throws for a scheme that may not be loaded, such as one that runs scripts. */
  address(source: string): string {
    const { protocol, href } = new URL(source, this.#service.mediaUrl);
    if (!['http:', 'https:', 'data:'].includes(protocol)) throw new Error(`${protocol} addresses are not loaded`);
    return href;
  }

  /** Each source once, in the order of failure, within the limits of a report. */
  get missing(): MissingMedia[] {
    const bySource = new Map([...this.#missing.values()].map((missing) => [missing.source, missing]));
    return [...bySource.values()].slice(0, most.members);
  }

  addMissing(element: object, source: string, reason: string): void {
    this.#missing.set(element, { source: source.slice(0, most.source), reason: reason.slice(0, most.reason) });
  }

  removeMissing(element: object): void {
    this.#missing.delete(element);
  }
}
