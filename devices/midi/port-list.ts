import type { PortInfo } from '../../contract/devices/driver.ts';

export type Direction = Exclude<PortInfo['direction'], 'both'>;

export type MidiPortInfo = PortInfo & { direction: Direction };

/** In the system's order; ports are opened by index. */
export type PortNames = Readonly<Record<Direction, readonly string[]>>;

export interface ListedPort {
  info: MidiPortInfo;
  place: number;
}

/** RtMidi's own clients also appear as ports, possibly with a number after the name. */
const opensOurselves = /^RtMidi (Input|Output) Client(-\d+)?:RtMidi (Input|Output)\b/;
/** A port of Linux that sends back what it gets: a lamp would come back as a press. */
const isLoop = /^Midi Through:/;

/** Known ports keep their ids. Same-named devices differ by order only; if their number changes, all are new ports. */
export function listPorts(
  names: PortNames,
  before: readonly ListedPort[],
  newPort: (name: string) => Pick<MidiPortInfo, 'id' | 'place'>,
): ListedPort[] {
  return (['in', 'out'] as const).flatMap((direction) => {
    const own = before.filter(({ info }) => info.direction === direction);
    const known = Map.groupBy(own, ({ info }) => info.name);
    const all = names[direction].map((name, place) => ({ name, place }));
    const offered = all.filter(({ name }) => name !== '' && !opensOurselves.test(name) && !isLoop.test(name));
    const listed = [...Map.groupBy(offered, ({ name }) => name)].flatMap(([name, twins]) => {
      const old = known.get(name) ?? [];
      const same = old.length === twins.length ? old : [];
      return twins.map(({ place }, nth) => ({ info: same[nth]?.info ?? { ...newPort(name), name, direction }, place }));
    });
    return listed.sort((one, other) => one.place - other.place);
  });
}

/** Ends a system exclusive message; not a message of its own. */
const endOfExclusive = 0xf7;

/** Splits bytes at status bytes (0x80 or more): on macOS and Windows, RtMidi drops two messages sent at once. */
export function wholeMessages(bytes: readonly number[]): number[][] {
  const messages: number[][] = [];
  for (const byte of bytes) {
    const last = messages.at(-1);
    if (last && (byte < 0x80 || byte === endOfExclusive)) last.push(byte);
    else messages.push([byte]);
  }
  return messages;
}
