import type { MissingMedia } from '../../contract/service-api/output-page.ts';
import type { PageService } from '../live/page-service.ts';

/** Limits of a report: the number of entries, and the length of each text. */
const most = { members: 10, source: 300, reason: 200 } as const;

export type ShowMedia = ReturnType<typeof showMedia>;

/** The media of one show: their addresses, and those that failed to load, at most one per element. */
export function showMedia(service: PageService) {
  const missing = new Map<object, MissingMedia>();
  return {
    /** The absolute address of a source. Throws for a scheme that may not be loaded, such as one that runs scripts. */
    address(source: string): string {
      const { protocol, href } = new URL(source, service.mediaUrl);
      if (!['http:', 'https:', 'data:'].includes(protocol)) throw new Error(`${protocol} addresses are not loaded`);
      return href;
    },
    /** Each source once, in the order of failure, within the limits of a report. */
    get missing(): MissingMedia[] {
      const bySource = new Map([...missing.values()].map((each) => [each.source, each]));
      return [...bySource.values()].slice(0, most.members);
    },
    addMissing(element: object, source: string, reason: string): void {
      missing.set(element, { source: source.slice(0, most.source), reason: reason.slice(0, most.reason) });
    },
    removeMissing: (element: object): void => void missing.delete(element),
  };
}
