import type { PageFailure } from '../../contract/service-api/output-page.ts';
import { errorIn } from '../../contract/errors.ts';

/** Limits of a report: the number of entries, and the length of each. */
const most = { entries: 10, length: 300 } as const;

export type ShowFailures = ReturnType<typeof showFailures>;

/**
 * What of one show cannot be loaded, drawn or run: at most one failure per part, until the part works again or is gone.
 * @param onFailure called with each failure, also a repeated one
 * @param onEnd called when a failed part works again or is gone
 */
export function showFailures(onFailure: (problem: string, error: unknown) => void, onEnd: () => void = () => {}) {
  const byPart = new Map<unknown, PageFailure>();
  return {
    /** In the order of failure, within the limits of a report. */
    get list(): PageFailure[] {
      return [...byPart.values()].slice(0, most.entries);
    },
    /** `problem` names the part and its graphic. */
    add(part: unknown, { problem, ...of }: PageFailure, error: unknown): void {
      byPart.set(part, { problem: `${problem}: ${errorIn(error).message}`.slice(0, most.length), ...of });
      onFailure(problem, error);
    },
    remove: (part: unknown): void => {
      if (byPart.delete(part)) onEnd();
    },
  };
}
