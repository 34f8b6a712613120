import { ControllerBinding } from '../../../contract/desk-api/controller.ts';
import type { PortInfo } from '../../../contract/devices/driver.ts';
import type { KnownDevice } from '../../../surfaces/identity.ts';
import { openedControllers } from './opened-controllers.ts';

const xKeys = { name: 'XK-24 HID', direction: 'both' as const, usb: { vendor: 0x05f3, product: 1029 } };

export type Port = Partial<PortInfo> & { id: string };

/** What was kept of devices without a place. */
export const seen = (...names: string[]): KnownDevice[] => names.map((name) => ({ name }));

/** MIDI controllers and panels of which these have something mapped: the pad 36, or the first key. */
export function alikeDevices(mapped: readonly string[], known: readonly KnownDevice[] = []) {
  const all = openedControllers({ known });
  const { controllers, driver, panels } = all;
  const bindings = mapped.map((device) =>
    ControllerBinding.parse({
      device,
      control: device.startsWith('X-keys') ? 'key 1' : 'note 1/36',
      action: { do: 'recallLook', look: device },
    }),
  );
  controllers.become(bindings);
  /** By whose mapping something was fired since the last time. */
  const fired = (): string[] =>
    all.actions.splice(0).map((action) => (action.do === 'recallLook' ? action.look : action.do));
  const midi = (...ports: Port[]): void =>
    driver().on.says({
      say: 'ports',
      trouble: null,
      ports: ports.map((port) => ({ name: 'BeatStep', direction: 'in', ...port })),
    });
  return {
    ...all,
    /** These MIDI inputs are there now, by their ids. */
    plug: (...ids: string[]): void => midi(...ids.map((id) => ({ id }))),
    midi,
    /** An operator tells which of two alike devices the first one is that is asked for. */
    answer(is: string): void {
      const asked = controllers.view.devices.find(({ could }) => could.length > 0);
      controllers.nameDevice(asked?.name ?? '', is);
    },
    hid(...ports: Port[]): void {
      panels.on.says({ say: 'ports', ports: ports.map((port) => ({ ...xKeys, ...port })), trouble: null });
      for (const { id } of ports) panels.on.says({ say: 'opened', port: id });
    },
    press(id: string): string[] {
      all.play([0x90, 36, 127, 0x80, 36, 0], undefined, id);
      return fired();
    },
    pressKey(id: string): string[] {
      const up = Array<number>(32).fill(0);
      const at = all.clock.monotonic();
      for (const bytes of [up, up.with(2, 1), up]) panels.on.says({ say: 'bytes', port: id, bytes, at });
      return fired();
    },
    /** Each device with its name, and who it could be where that is asked. */
    devices: () => controllers.view.devices.map(({ name, could }) => [name, ...could].join(' | ')),
  };
}
