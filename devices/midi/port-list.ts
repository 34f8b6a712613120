import type { PortInfo } from '../../contract/devices/driver.ts';

export type Direction = Exclude<PortInfo['direction'], 'both'>;

/** A MIDI port. */
export type MidiPortInfo = PortInfo & { direction: Direction };

/** The names of all ports of the system, in its order. Their places are what ports are opened by. */
export type PortNames = Readonly<Record<Direction, readonly string[]>>;

/** A port with its place among those of its direction. */
export interface ListedPort {
  info: MidiPortInfo;
  place: number;
}

/** What RtMidi itself opens appears as a port too. The system or RtMidi may put a number after the name of a client. */
const opensOurselves = /^RtMidi (Input|Output) Client(-\d+)?:RtMidi (Input|Output)\b/;

/**
 * The ports that the system names now. A port that was there before keeps its id. Nobody can tell devices of the same name
 * apart but by their order, and that says nothing once their number has changed: all of them are new ports then.
 */
export function listPorts(
  names: PortNames,
  before: readonly ListedPort[],
  newPort: (name: string) => Pick<MidiPortInfo, 'id' | 'place'>,
): ListedPort[] {
  return (['in', 'out'] as const).flatMap((direction) => {
    const known = Map.groupBy(
      before.filter(({ info }) => info.direction === direction),
      ({ info }) => info.name,
    );
    const offered = names[direction].map((name, place) => ({ name, place })).filter(({ name }) => isOffered(name));
    const listed = [...Map.groupBy(offered, ({ name }) => name)].flatMap(([name, twins]) => {
      const old = known.get(name) ?? [];
      const same = old.length === twins.length ? old : [];
      return twins.map(({ place }, nth) => ({ info: same[nth]?.info ?? { ...newPort(name), name, direction }, place }));
    });
    return listed.sort((one, other) => one.place - other.place);
  });
}

/** A port that went while its name was read has none. */
function isOffered(name: string): boolean {
  return name !== '' && !opensOurselves.test(name);
}
