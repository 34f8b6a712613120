import { readFileSync, realpathSync } from 'node:fs';

/* USB locations such as `usb-0000:00:14.0-2.1` (controller, port chain), only to distinguish identical devices. */

/** Undefined on macOS, where the path changes at each plug. */
export function placeOfPanel(path: string, { system = process.platform, root = '/sys' } = {}): string | undefined {
  // Without a serial number, Windows names a device after its port.
  if (system === 'win32') return path.toLowerCase();
  const name = /^\/dev\/(hidraw\d+)$/.exec(path)?.[1];
  if (system !== 'linux' || name === undefined) return undefined;
  const facts = unlessMissing(() => readFileSync(`${root}/class/hidraw/${name}/device/uevent`, 'utf8'));
  return /^HID_PHYS=(usb-[^/\n]+)/m.exec(facts ?? '')?.[1];
}

/** ALSA sequencer: first client of a sound card, clients per card, first client without a card. */
const [firstOfCards, perCard, firstOfPrograms] = [16, 4, 128];

/** On Linux the port name ends with its client: `Pads:Pads MIDI 1 24:0`. */
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
    // The device may be unplugged by now, or the machine may lack this list.
    return undefined;
  }
}
