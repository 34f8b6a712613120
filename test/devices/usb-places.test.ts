import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { placeOfMidi, placeOfPanel } from '../../devices/usb-places.ts';

/** The folder that Linux has at `/sys`, with these sound cards, by the folder of their device, and this panel. */
function linux({ cards = {}, panel = '' }: { cards?: Record<string, string>; panel?: string }) {
  const root = mkdtempSync(join(tmpdir(), 'sys-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [card, device] of Object.entries(cards)) {
    mkdirSync(join(root, device), { recursive: true });
    mkdirSync(join(root, 'class/sound', card), { recursive: true });
    symlinkSync(join(root, device), join(root, 'class/sound', card, 'device'));
  }
  mkdirSync(join(root, 'class/hidraw/hidraw3/device'), { recursive: true });
  writeFileSync(join(root, 'class/hidraw/hidraw3/device/uevent'), panel);
  return { system: 'linux' as const, root };
}

const bus = 'devices/pci0000:00/0000:00:14.0/usb1';

it('Linux says at which port and behind which hub a MIDI controller is', () => {
  const at = linux({
    cards: {
      card0: 'devices/pci0000:00/0000:00:1f.3',
      card1: `${bus}/1-2/1-2:1.0`,
      card2: `${bus}/1-4/1-4.1/1-4.1.3/1-4.1.3:1.1`,
    },
  });
  const places = ['16:0', '20:0', '23:1', '24:0', '28:0', '14:0', '129:0'].map((client) =>
    placeOfMidi(`BeatStep:BeatStep MIDI 1 ${client}`, at),
  );
  expect(places).toEqual([
    undefined, // A card in the machine.
    'usb-0000:00:14.0-2',
    'usb-0000:00:14.0-2',
    'usb-0000:00:14.0-4.1.3',
    undefined,
    undefined,
    undefined, // No such card, the ports of the system, a program.
  ]);
});

it('Linux says at which port a panel is', () => {
  const at = linux({ panel: 'DRIVER=hid-generic\nHID_PHYS=usb-0000:00:14.0-1.2/input0\nHID_UNIQ=\n' });
  expect(placeOfPanel('/dev/hidraw3', at)).toBe('usb-0000:00:14.0-1.2');
  expect(placeOfPanel('/dev/hidraw4', at)).toBe(undefined);
  expect(placeOfPanel('/dev/../etc/hidraw3', at)).toBe(undefined);
  expect(placeOfPanel('/dev/hidraw3', linux({ panel: 'HID_PHYS=bluetooth' }))).toBe(undefined);
});

it('Windows names a panel after its port, in letters of either case, and says nothing of MIDI', () => {
  const path = String.raw`\\?\HID#VID_05F3&PID_0405&MI_00#8&2F8C6A&0&0000#{4d1e55b2-f16f-11cf-88cb-001111000030}`;
  expect(placeOfPanel(path, { system: 'win32' })).toBe(path.toLowerCase());
  expect(placeOfMidi('2- BeatStep', { system: 'win32' })).toBe(undefined);
});

it('macOS says nothing', () => {
  expect(placeOfPanel('DevSrvsID:4294970123', { system: 'darwin' })).toBe(undefined);
  expect(placeOfMidi('BeatStep 24:0', { system: 'darwin' })).toBe(undefined);
});
