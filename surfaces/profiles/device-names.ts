import type { PortInfo } from '../../contract/devices/driver.ts';

export interface MidiDevice {
  /** The name without the suffix that systems add at each plug-in. Alike devices share it. */
  plain: string;
  place: string | undefined;
  input: string | undefined;
  output: string | undefined;
}

type NamedPort = Pick<MidiDevice, 'plain' | 'place'> & { id: string };

type IsPair = (input: string, output: string) => boolean;

/** Input id to the output id that certainly belongs to it. */
export type SurePairs = ReadonlyMap<string, string>;

/**
 * The devices behind ports, named by their inputs. The output is the certain pair, else the same name, else a name that
 * `isPair` accepts. Among alike devices the first input gets the first output.
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
  const unpaired = inputs.filter((one) => !paired.has(one));
  const isNth = sameNth(unpaired, [...outputs.values()]);
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

/** Pairs that stay while both ports exist. If one of several alike devices lacks a port, the order proves nothing. */
export function surePairs(devices: readonly MidiDevice[], isPair: IsPair, before: SurePairs): SurePairs {
  const lacking = devices.filter(({ input, output }) => input === undefined || output === undefined);
  const isSure = (plain: string): boolean => lacking.every((one) => one.plain !== plain && !isPair(plain, one.plain));
  const pairs = devices.flatMap(({ plain, input, output }) => {
    if (input === undefined || output === undefined) return [];
    return before.get(input) === output || isSure(plain) ? [[input, output] as const] : [];
  });
  return new Map(pairs);
}

/** Whether input and output have the same index among ports of their name. */
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

/** The prefix of Windows, also within brackets: `MIDIIN2 (2- LPX MIDI)`. */
const placeOnWindows = /^(MIDI(?:IN|OUT)\d+ \()?(\d+-) /;

/** The prefix of Windows belongs to the place and is the same at each plug-in there. */
function placeOf({ name, place }: PortInfo): string | undefined {
  return place ?? placeOnWindows.exec(name.trim())?.[2];
}

/**
 * Strips the changing parts of a port name. Windows: `2- ` before a device in a new place. ALSA: `CLIENT:PORT 20:0`
 * with new numbers each time. JACK's `system:midi_capture_1` stays.
 */
export function plainName(name: string): string {
  const withoutNumbers = name
    .trim()
    .replace(/ \d+:\d+$/, '')
    .replace(placeOnWindows, '$1');
  const [client = '', port] = withoutNumbers.split(/:(.*)/s);
  // ALSA names most ports after their client: `APC mini mk2:APC mini mk2 MIDI 1`.
  return port?.trim() && port.startsWith(client) ? port.trim() : withoutNumbers;
}
