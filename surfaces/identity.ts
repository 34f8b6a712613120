import { z } from 'zod';

/** A name by which the desk has known a device, as it is kept for the next start. */
export const KnownDevice = z.object({
  name: z.string(),
  /** Where that device was plugged in last; absent where the system does not say. */
  place: z.string().optional(),
  /** `here`: plugged in when the desk saw the devices last. `asked`: somebody was asked whether a device is this one. */
  was: z.enum(['here', 'asked', 'gone']),
});
export type KnownDevice = z.infer<typeof KnownDevice>;

/** A device of which nobody has said yet which one it is. */
export interface Nameless {
  /** Where it is plugged in; undefined where the system does not say. */
  place: string | undefined;
  /** Somebody is asked which one it is. */
  isAsked: boolean;
}

/** Devices that tell the same of themselves, such as two controllers of one model. */
export interface Family {
  plain: string;
  /** The names that are in use. */
  taken: ReadonlySet<string>;
  /** By which names devices were known, in the order in which the system had them. */
  known: readonly KnownDevice[];
  /** The names to which something is mapped. */
  mapped: readonly string[];
}

/** Which one a device is: its name, or the names that it could have, where nobody can tell. */
export type Identity = { name: string } | { could: readonly string[] };

/**
 * Which of some alike devices is which. Sure is a device that is plugged in where it was, and one that can be no other. Where only their
 * order is known, it counts as long as all that were seen together last are there again, and none was seen to leave. Else somebody is to
 * be asked, unless none of the names that they could have does anything.
 */
export function identify(devices: readonly Nameless[], family: Family): Identity[] {
  const free = freeNames(family);
  const byPlace = devices.map((device) => nameByPlace(device, devices, { ...family, free }));
  const rest = devices.filter((_, at) => byPlace[at] === undefined);
  const taken = new Set([...family.taken, ...byPlace.flatMap((name) => name ?? [])]);
  const others = identifyOthers(rest, { ...family, taken, free: free.filter((name) => !taken.has(name)) }).values();
  return byPlace.flatMap((name) => (name === undefined ? (others.next().value ?? []) : { name }));
}

/** What is known once the devices of a family have these identities, in the order of the system. */
export function remember(
  known: readonly KnownDevice[],
  plain: string,
  devices: readonly { identity: Identity; place: string | undefined }[],
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
    // Where another device is now tells nothing of this one any more.
    const stays = place !== undefined && !places.includes(place) && { place };
    return asked.has(name) ? [{ name, was: 'asked', ...stays }] : stays ? [{ name, was: 'gone', ...stays }] : [];
  });
  return [...known.filter((one) => !mine.includes(one)), ...here, ...kept];
}

/** A family, and the names of it that a device that came may have. */
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

/** Devices that are not where one was before. */
function identifyOthers(devices: readonly Nameless[], family: WithFree): Identity[] {
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

/** The names of these devices by their order; undefined where that tells nothing. */
function namesByOrder(devices: readonly Nameless[], { known, free }: WithFree): string[] | undefined {
  const seen = known.filter(({ name, was }) => was !== 'gone' && free.includes(name));
  const isAsked = [...seen.map(({ was }) => was === 'asked'), ...devices.map((one) => one.isAsked)].some(Boolean);
  // Those that tell where they are were plugged in elsewhere meanwhile.
  const hasMoved = [seen, devices].every((all) => all.some(({ place }) => place !== undefined));
  return isAsked || hasMoved || seen.length !== devices.length ? undefined : seen.map(({ name }) => name);
}

/** As many names as this in their order: those that are free, and new ones. */
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

/** A name that no device has yet: `Pads`, then `Pads (2)`. */
export function freeName(plain: string, taken: ReadonlySet<string>): string {
  let count = 1;
  const numbered = (): string => (count === 1 ? plain : `${plain} (${count})`);
  while (taken.has(numbered())) count += 1;
  return numbered();
}

/** A name without what tells it apart from others alike. */
export function plainOf(name: string): string {
  return name.replace(/ \(\d+\)$/, '');
}
