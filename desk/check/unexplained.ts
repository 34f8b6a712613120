import type { AsRunEntry } from '../../contract/desk-api/as-run.ts';

/**
 * The changes of an app that its lines do not explain, as revisions, oldest first. `lines`: the newest lines of the app,
 * newest first. `revision`: the newest of the service. Lines before the last change of the service do not count, because
 * each service has a counter of its own.
 */
export function unexplained(lines: readonly AsRunEntry[], revision: number): number[] {
  const end = lines.findIndex((line) => isOfOther(line, revision));
  const own = end < 0 ? lines : lines.slice(0, end);
  const named = new Set(own.flatMap((line) => line.revision ?? []));
  const first = Math.min(...named, revision);
  const rest = Array.from({ length: revision - first }, (_, at) => first + 1 + at).filter((at) => !named.has(at));
  return rest.length > own.filter(mayHaveMore).length ? rest : [];
}

function isOfOther(line: AsRunEntry, revision: number): boolean {
  return line.kind === 'failOver' || line.kind === 'failBack' || (line.revision ?? 0) > revision;
}

/** A line of a change whose revision is not known. A panic of a large show is sent in two requests. */
function mayHaveMore({ result, revision, kind }: AsRunEntry): boolean {
  return result === 'unknown' || (result === 'confirmed' && (revision === null || kind === 'panic'));
}
