import type { PortInfo } from '../../contract/devices/driver.ts';

/** A controller: its ports in both directions. */
export interface MidiDevice {
  /** Its name without what the system adds at each plug. Others alike have the same. */
  plain: string;
  /** Undefined where the system reports no place. */
  place: string | undefined;
  input: string | undefined;
  output: string | undefined;
}

type NamedPort = Pick<MidiDevice, 'plain' | 'place'> & { id: string };

/** Whether an output belongs to an input of another name. */
type IsPair = (input: string, output: string) => boolean;

/** By the ids of inputs, the ids of the outputs that surely belong to them. */
export type SurePairs = ReadonlyMap<string, string>;

/**
 * The devices behind some ports, each with the name of its input. Its output is the one that surely belongs to it, else one of the same name,
 * or of a name that `isPair` knows to belong to it. Of several alike, the first input belongs to the first output.
 */
export function devicesOf(ports: readonly PortInfo[], isPair: IsPair, sure: SurePairs = new Map()): MidiDevice[] {
  const inputs = named(ports, 'in');
  const outputs = new Map(named(ports, 'out').map((one) => [one.id, one]));
  const paired = new Map<NamedPort, NamedPort>();
  const pair = (input: NamedPort, output: NamedPort | undefined): void => {
    if (!output) return;
    outputs.delete(output.id);
    paired.set(input, output);
  };
  for (const input of inputs) pair(input, outputs.get(sure.get(input.id) ?? ''));
  const isNth = sameNth(
    inputs.filter((one) => !paired.has(one)),
    [...outputs.values()],
  );
  for (const fits of [(input: string, output: string) => input === output, isPair]) {
    for (const input of inputs.filter((one) => !paired.has(one))) {
      const isIts = (output: NamedPort): boolean => isNth(input, output) && fits(input.plain, output.plain);
      pair(input, [...outputs.values()].find(isIts));
    }
  }
  return [
    ...inputs.map((one) => ({ plain: one.plain, place: one.place, input: one.id, output: paired.get(one)?.id })),
    ...[...outputs.values()].map(({ plain, place, id }) => ({ plain, place, input: undefined, output: id })),
  ];
}

/**
 * The pairs of these devices that stay pairs while both ports are there: while one of several alike lacks a port, their order says nothing.
 */
export function surePairs(devices: readonly MidiDevice[], isPair: IsPair, before: SurePairs): SurePairs {
  const lacking = devices.filter(({ input, output }) => input === undefined || output === undefined);
  const isSure = (plain: string): boolean => lacking.every((one) => one.plain !== plain && !isPair(plain, one.plain));
  const pairs = devices.flatMap(({ plain, input, output }) => {
    if (input === undefined || output === undefined) return [];
    return before.get(input) === output || isSure(plain) ? [[input, output] as const] : [];
  });
  return new Map(pairs);
}

/** Whether an input and an output have the same place among those of their names. */
function sameNth(inputs: readonly NamedPort[], outputs: readonly NamedPort[]) {
  const nth = (all: readonly NamedPort[], one: NamedPort): number =>
    all.filter(({ plain }) => plain === one.plain).indexOf(one);
  return (input: NamedPort, output: NamedPort): boolean => nth(inputs, input) === nth(outputs, output);
}

function named(ports: readonly PortInfo[], direction: PortInfo['direction']): NamedPort[] {
  return ports
    .filter((port) => port.direction === direction)
    .map((port) => ({ id: port.id, plain: plainName(port.name), place: placeOf(port) }));
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
