import { z } from 'zod';

export const KnownDevice = z.object({
  name: z.string(),
  /** The last place of the device; absent where the system reports none. */
  place: z.string().optional(),
  /** `here`: plugged in when last seen. `asked`: operators were asked whether a device has this name. */
  was: z.enum(['here', 'asked', 'gone']),
});
export type KnownDevice = z.infer<typeof KnownDevice>;

export interface Nameless {
  /** Undefined where the system reports no place. */
  place: string | undefined;
  isAsked: boolean;
}

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
 * Identifies alike devices. A device in its known place, or with one possible name, is certain. The order counts only
 * if all devices last seen together are back and none was seen to leave. Otherwise the operator is asked, unless no
 * possible name is mapped.
 */
export function identify(devices: readonly Nameless[], family: Family): DeviceIdentity[] {
  const free = freeNames(family);
  const byPlace = devices.map((device) => nameByPlace(device, devices, { ...family, free }));
  const rest = devices.filter((_, at) => byPlace[at] === undefined);
  const taken = new Set([...family.taken, ...byPlace.flatMap((name) => name ?? [])]);
  const others = identifyOthers(rest, { ...family, taken, free: free.filter((name) => !taken.has(name)) }).values();
  return byPlace.flatMap((name) => (name === undefined ? (others.next().value ?? []) : { name }));
}

export function remember(
  known: readonly KnownDevice[],
  plain: string,
  devices: readonly { identity: DeviceIdentity; place: string | undefined }[],
): KnownDevice[] {
  const mine = known.filter(({ name }) => plainOf(name) === plain);
  const places = devices.flatMap(({ place }) => place ?? []);
  const here = devices.flatMap(({ identity, place }): KnownDevice[] => {
    if ('could' in identity) return [];
    const isTold = place !== undefined && isOnly(place, places);
    return [{ name: identity.name, was: 'here', ...(isTold && { place }) }];
  });
  const asked = new Set(devices.flatMap(({ identity }) => ('could' in identity ? identity.could : [])));
  const away = new Set([...asked, ...mine.map(({ name }) => name)]).difference(new Set(here.map(({ name }) => name)));
  const kept = [...away].flatMap((name): KnownDevice[] => {
    const place = mine.find((one) => one.name === name)?.place;
    // Another device has this place now.
    const stays = place !== undefined && !places.includes(place) && { place };
    return asked.has(name) ? [{ name, was: 'asked', ...stays }] : stays ? [{ name, was: 'gone', ...stays }] : [];
  });
  return [...known.filter((one) => !mine.includes(one)), ...here, ...kept];
}

type WithFree = Family & { free: readonly string[] };

function freeNames({ plain, taken, known, mapped }: Family): string[] {
  const seen = known.filter(({ was }) => was !== 'gone').map(({ name }) => name);
  const all = new Set([...seen, ...mapped]);
  return sorted([...all].filter((name) => plainOf(name) === plain && !taken.has(name)));
}

function nameByPlace({ place }: Nameless, devices: readonly Nameless[], { known, free }: WithFree): string | undefined {
  const isTold =
    place !== undefined &&
    isOnly(
      place,
      devices.map((one) => one.place),
    );
  const there = isTold ? known.filter((one) => one.place === place && free.includes(one.name)) : [];
  return there.length === 1 ? there[0]?.name : undefined;
}

function identifyOthers(devices: readonly Nameless[], family: WithFree): DeviceIdentity[] {
  const { free, mapped } = family;
  const isAsked = devices.some((one) => one.isAsked);
  const doesNothing = !free.some((name) => mapped.includes(name));
  const canBeNoOther = free.length === 1 && (devices.length === 1 || !isAsked);
  const names = doesNothing || canBeNoOther ? filledUp(devices.length, family) : namesByOrder(devices, family);
  return devices.map((_, at) => {
    const name = names?.[at];
    return name === undefined ? { could: free } : { name };
  });
}

/** Names by order; undefined where the order proves nothing. */
function namesByOrder(devices: readonly Nameless[], { known, free }: WithFree): string[] | undefined {
  const seen = known.filter(({ name, was }) => was !== 'gone' && free.includes(name));
  const isAsked = [...seen.map(({ was }) => was === 'asked'), ...devices.map((one) => one.isAsked)].some(Boolean);
  // A device with a known place has moved.
  const hasMoved = [seen, devices].every((all) => all.some(({ place }) => place !== undefined));
  return isAsked || hasMoved || seen.length !== devices.length ? undefined : seen.map(({ name }) => name);
}

/** Returns `count` names: the free ones, then new ones. */
function filledUp(count: number, { plain, taken, free }: WithFree): string[] {
  const names = new Set(free.slice(0, count));
  while (names.size < count) names.add(freeName(plain, taken.union(names)));
  return sorted([...names]);
}

function sorted(names: readonly string[]): string[] {
  const numberOf = (name: string): number => Number(/\((\d+)\)$/.exec(name)?.[1] ?? 1);
  return names.toSorted((one, other) => numberOf(one) - numberOf(other));
}

function isOnly<Value>(value: Value, all: readonly Value[]): boolean {
  return all.indexOf(value) === all.lastIndexOf(value);
}

/** A free name: `Pads`, then `Pads (2)`. */
export function freeName(plain: string, taken: ReadonlySet<string>): string {
  let count = 1;
  const numbered = (): string => (count === 1 ? plain : `${plain} (${count})`);
  while (taken.has(numbered())) count += 1;
  return numbered();
}

export function plainOf(name: string): string {
  return name.replace(/ \(\d+\)$/, '');
}
