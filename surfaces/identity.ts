import { z } from 'zod';

export const KnownDevice = z.object({
  name: z.string(),
  /** The last place of the device; absent where the system reports none. */
  place: z.string().optional(),
});
export type KnownDevice = z.infer<typeof KnownDevice>;

/** Devices that identify themselves alike, such as two controllers of one model. */
export interface Family {
  plain: string;
  taken: ReadonlySet<string>;
  known: readonly KnownDevice[];
  mapped: readonly string[];
}

/** The name of a device, or its possible names if operators must choose. */
export type DeviceIdentity = { name: string } | { could: readonly string[] };

/**
 * Identifies nameless devices by their places; undefined where the system reports none. A device in its known place, or
 * alone with one possible name, is certain. Otherwise the operator is asked, unless no possible name is mapped. The
 * order of devices proves nothing.
 */
export function identify(places: readonly (string | undefined)[], family: Family): DeviceIdentity[] {
  const { plain, taken, known, mapped } = family;
  const all = new Set([...known.map(({ name }) => name), ...mapped]);
  const free = [...all].filter((name) => plainOf(name) === plain && !taken.has(name));
  const byPlace = places.map((place) => {
    const there = isTold(place, places) ? known.filter((one) => one.place === place && free.includes(one.name)) : [];
    return there.length === 1 ? there[0]?.name : undefined;
  });
  const left = sorted(free.filter((name) => !byPlace.includes(name)));
  const count = byPlace.filter((name) => name === undefined).length;
  const isCertain = (left.length === 1 && count === 1) || !left.some((name) => mapped.includes(name));
  const others = new Set(left.slice(0, count));
  while (others.size < count) others.add(freeName(plain, new Set([...taken, ...free, ...others])));
  const next = others.values();
  return byPlace.map((name) => {
    if (name === undefined && !isCertain) return { could: left };
    return { name: name ?? next.next().value ?? plain };
  });
}

/** The names to keep: all that were ever here, because each of these devices may come back. */
export function remember(
  known: readonly KnownDevice[],
  plain: string,
  devices: readonly { identity: DeviceIdentity; place: string | undefined }[],
): KnownDevice[] {
  const places = devices.map(({ place }) => place);
  const here = devices.flatMap(({ identity, place }): KnownDevice[] => {
    if ('could' in identity) return [];
    return [isTold(place, places) ? { name: identity.name, place } : { name: identity.name }];
  });
  const names = new Set(here.map(({ name }) => name));
  const away = known.filter(({ name }) => plainOf(name) === plain && !names.has(name));
  const others = known.filter(({ name }) => plainOf(name) !== plain);
  // Another device may have this place now.
  return [...others, ...here, ...away.map((one) => (places.includes(one.place) ? { name: one.name } : one))];
}

function sorted(names: readonly string[]): string[] {
  const numberOf = (name: string): number => Number(/\((\d+)\)$/.exec(name)?.[1] ?? 1);
  return names.toSorted((one, other) => numberOf(one) - numberOf(other));
}

function isTold(place: string | undefined, all: readonly (string | undefined)[]): place is string {
  return place !== undefined && all.indexOf(place) === all.lastIndexOf(place);
}

/** A free name: `Pads`, then `Pads (2)`; with `mark`, `Pads (?)`, then `Pads (? 2)`. */
export function freeName(plain: string, taken: ReadonlySet<string>, mark = ''): string {
  let count = 1;
  const numbered = (): string => {
    const inside = [mark, count === 1 ? '' : count].join(' ').trim();
    return inside === '' ? plain : `${plain} (${inside})`;
  };
  while (taken.has(numbered())) count += 1;
  return numbered();
}

export function plainOf(name: string): string {
  return name.replace(/ \(\d+\)$/, '');
}
