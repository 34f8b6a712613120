/** An earlier version of a show file. */
export interface Generation {
  /** The name of its file. */
  id: string;
  /** Its number: a later one has a higher one, whatever the clock of the machine said. */
  number: number;
  /** When it was written: milliseconds since the epoch. */
  at: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How many of the newest are kept, however close to each other. */
const mostNewest = 20;

/** Beyond those, one is kept for each such span (ms), until it is this old (ms). */
const spans = [
  { every: minute, until: hour },
  { every: hour, until: 2 * day },
  { every: day, until: 60 * day },
];

/** The generations that need not be kept any more at `now`: of each span the newest one stays. */
export function outdatedGenerations(all: readonly Generation[], now: number): Generation[] {
  const newestFirst = all.toSorted((one, other) => other.number - one.number);
  const kept = new Set(newestFirst.slice(0, mostNewest));
  const taken = new Set<string>();
  for (const one of newestFirst) {
    const span = spans.find(({ until }) => now - one.at <= until);
    const place = span && `${span.every} ${Math.floor(one.at / span.every)}`;
    if (place === undefined || taken.has(place)) continue;
    taken.add(place);
    kept.add(one);
  }
  return all.filter((one) => !kept.has(one));
}
