import { readFileSync, realpathSync } from 'node:fs';

/*
 * Where USB devices are plugged in, such as `usb-0000:00:14.0-2.1`: the controller of the machine, and the ports from there on. What the
 * system does not say, or says otherwise, is undefined: a place only tells alike devices apart, and everything works without.
 */

/** Where a panel is plugged in, by its path in the HID library. macOS gives another path at each plug. */
export function placeOfPanel(path: string, { system = process.platform, root = '/sys' } = {}): string | undefined {
  // Without a serial number Windows names a device after its port.
  if (system === 'win32') return path.toLowerCase();
  const name = /^\/dev\/(hidraw\d+)$/.exec(path)?.[1];
  if (system !== 'linux' || name === undefined) return undefined;
  const facts = unlessMissing(() => readFileSync(`${root}/class/hidraw/${name}/device/uevent`, 'utf8'));
  return /^HID_PHYS=(usb-[^/\n]+)/m.exec(facts ?? '')?.[1];
}

/** The first client of the ALSA sequencer that belongs to a sound card, how many each card has, and the first that belongs to none. */
const [firstOfCards, perCard, firstOfPrograms] = [16, 4, 128];

/** Where a MIDI controller is plugged in, by the name of its port, which on Linux ends with its client: `Pads:Pads MIDI 1 24:0`. */
export function placeOfMidi(name: string, { system = process.platform, root = '/sys' } = {}): string | undefined {
  const client = Number(/ (\d+):\d+$/.exec(name)?.[1]);
  if (system !== 'linux' || !(client >= firstOfCards && client < firstOfPrograms)) return undefined;
  const card = Math.floor((client - firstOfCards) / perCard);
  const device = unlessMissing(() => realpathSync(`${root}/class/sound/card${card}/device`));
  const [, controller, ports] = /\/([^/]+)\/usb\d+\/(?:.+\/)?\d+-([\d.]+)\/[^/]+$/.exec(device ?? '') ?? [];
  return controller === undefined ? undefined : `usb-${controller}-${ports}`;
}

function unlessMissing<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    // A device that went meanwhile is nowhere, and a machine may have no such list.
    return undefined;
  }
}
