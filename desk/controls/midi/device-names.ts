import type { PortInfo } from '../../../contract/devices/driver.ts';

/** A controller: its ports in both directions. */
export interface MidiDevice {
  /** Its name without what the system adds at each plug. Others alike have the same. */
  plain: string;
  /** Where it is plugged in; undefined where the system does not say. */
  place: string | undefined;
  input: string | undefined;
  output: string | undefined;
}

interface NamedPort extends Pick<MidiDevice, 'plain' | 'place'> {
  id: string;
  /** Which one of those with this name it is, from 1. */
  nth: number;
}

/**
 * The devices behind some ports, each with the name of its input. Its output has the same name, or one that `isPair` knows to belong to it. Of
 * several alike, the first input belongs to the first output.
 */
export function devicesOf(
  ports: readonly PortInfo[],
  isPair: (input: string, output: string) => boolean,
): MidiDevice[] {
  const inputs = named(ports, 'in');
  const outputs = new Set(named(ports, 'out'));
  const paired = new Map<NamedPort, NamedPort>();
  for (const fits of [(input: string, output: string) => input === output, isPair]) {
    for (const input of inputs.filter((one) => !paired.has(one))) {
      const output = [...outputs].find(({ plain, nth }) => nth === input.nth && fits(input.plain, plain));
      if (!output) continue;
      outputs.delete(output);
      paired.set(input, output);
    }
  }
  return [
    ...inputs.map((one) => ({ plain: one.plain, place: one.place, input: one.id, output: paired.get(one)?.id })),
    ...[...outputs].map(({ plain, place, id }) => ({ plain, place, input: undefined, output: id })),
  ];
}

function named(ports: readonly PortInfo[], direction: PortInfo['direction']): NamedPort[] {
  const seen = new Map<string, number>();
  return ports
    .filter((port) => port.direction === direction)
    .map((port) => {
      const plain = plainName(port.name);
      const nth = (seen.get(plain) ?? 0) + 1;
      seen.set(plain, nth);
      return { id: port.id, plain, place: placeOf(port), nth };
    });
}

/** What Windows puts before the name of a device, within the brackets of `MIDIIN2 (2- LPX MIDI)` too. */
const placeOnWindows = /^(MIDI(?:IN|OUT)\d+ \()?(\d+-) /;

/** What Windows puts before a name belongs to the place where the device is plugged in, and is the same whenever it is there. */
function placeOf({ name, place }: PortInfo): string | undefined {
  return place ?? placeOnWindows.exec(name.trim())?.[2];
}

/**
 * The name of a port without what changes: Windows puts `2- ` before a device that was plugged in elsewhere, ALSA writes
 * `CLIENT:PORT 20:0` with numbers that it gives anew, and JACK has `system:midi_capture_1`, which stays as it is.
 */
export function plainName(name: string): string {
  const withoutNumbers = name
    .trim()
    .replace(/ \d+:\d+$/, '')
    .replace(placeOnWindows, '$1');
  const [client = '', port] = withoutNumbers.split(/:(.*)/s);
  // ALSA names most ports after their client, with a number of their own: `APC mini mk2:APC mini mk2 MIDI 1`.
  return port?.trim() && port.startsWith(client) ? port.trim() : withoutNumbers;
}
