export interface Generation {
  id: string;
  /** Increases with each version, independently of the clock. */
  number: number;
  /** Milliseconds since the epoch. */
  at: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const mostNewest = 20;

/** Beyond those, one is kept per span `every` (ms), up to the age `until` (ms). */
const spans = [
  { every: minute, until: hour },
  { every: hour, until: 2 * day },
  { every: day, until: 60 * day },
];

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
