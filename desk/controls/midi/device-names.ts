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

/** The devices behind some ports. Of several alike, the first input belongs to the first output. */
export function devicesOf(ports: readonly PortInfo[]): MidiDevice[] {
  const devices = new Map<string, MidiDevice>();
  for (const direction of ['in', 'out'] as const) {
    const seen = new Map<string, number>();
    for (const port of ports.filter((one) => one.direction === direction)) {
      const plain = plainName(port.name);
      const count = (seen.get(plain) ?? 0) + 1;
      seen.set(plain, count);
      const key = `${plain} ${count}`;
      const device = devices.get(key) ?? { plain, place: placeOf(port), input: undefined, output: undefined };
      devices.set(key, direction === 'in' ? { ...device, input: port.id } : { ...device, output: port.id });
    }
  }
  return [...devices.values()];
}

/** What Windows puts before a name belongs to the place where the device is plugged in, and is the same whenever it is there. */
function placeOf({ name, place }: PortInfo): string | undefined {
  return place ?? /^\d+- /.exec(name.trim())?.[0].trim();
}

/**
 * The name of a port without what changes: Windows puts `2- ` before a device that was plugged in elsewhere, ALSA writes
 * `CLIENT:PORT 20:0` with numbers that it gives anew, and JACK has `system:midi_capture_1`, which stays as it is.
 */
export function plainName(name: string): string {
  const withoutNumbers = name
    .trim()
    .replace(/ \d+:\d+$/, '')
    .replace(/^\d+- /, '');
  const [client = '', port] = withoutNumbers.split(/:(.*)/s);
  // ALSA names most ports after their client, with a number of their own: `APC mini mk2:APC mini mk2 MIDI 1`.
  return port?.trim() && port.startsWith(client) ? port.trim() : withoutNumbers;
}
