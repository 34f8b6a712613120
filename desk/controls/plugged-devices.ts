import type { DeviceBrightness } from '../../contract/desk-api/controller.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { PressedDevice } from './firing.ts';
import type { Surface } from './surface.ts';

/** A surface as it is plugged in now. */
export interface PluggedDevice extends PressedDevice {
  surface: Surface;
  last: string | null;
  /** The controls with a position that are down as buttons: a knob that is turned on goes on telling where it stands. */
  down: Set<string>;
  /** The control that holds a page open, and the page that was open before; undefined for none. */
  held: { control: string; before: number } | undefined;
  /** Where those of its controls stand that were used, from 0 to 1. */
  stands: Map<string, number>;
  /** When another page was opened, by the monotonic clock. */
  turnedAt: number;
}

/** The surfaces of every kind that are plugged in now, and how bright each is. */
export class PluggedDevices {
  /** By kind, in their order. */
  readonly #byKind: PluggedDevice[][] = [];
  /** How bright devices are of which somebody chose it, also while they are unplugged. */
  readonly #brightness: Map<string, number>;

  constructor(brightness: readonly DeviceBrightness[]) {
    this.#brightness = new Map(brightness.map(({ device, value }) => [device, value]));
  }

  get all(): PluggedDevice[] {
    return this.#byKind.flat();
  }

  /** A device by its name; undefined if it is not there. */
  named(name: string): PluggedDevice | undefined {
    return this.all.find((one) => one.name === name);
  }

  /** As `named`. Throws `call-invalid` if there is no such device. */
  find(name: string): PluggedDevice {
    const device = this.named(name);
    if (!device) throw new OverlayError('call-invalid', `There is no controller ${name}.`);
    return device;
  }

  /** The device of a surface; undefined if it was unplugged. */
  of(surface: Surface): PluggedDevice | undefined {
    return this.all.find((one) => one.surface === surface);
  }

  /** These surfaces of a kind are plugged in now. Returns the devices that are new, and those that are gone. */
  plug(kind: number, surfaces: readonly Surface[]): { added: PluggedDevice[]; gone: PluggedDevice[] } {
    const before = this.#byKind[kind] ?? [];
    const now = surfaces.map((surface) => before.find((one) => one.surface === surface) ?? this.#open(surface));
    this.#byKind[kind] = now;
    return {
      added: now.filter((one) => !before.includes(one)),
      gone: before.filter((one) => !now.includes(one)),
    };
  }

  /** How bright a device is, from 0 to 1; null where the desk cannot change that. */
  brightness({ surface, name }: PluggedDevice): number | null {
    return surface.brightness ? (this.#brightness.get(name) ?? 1) : null;
  }

  /** Makes a device as bright as this. Returns what was chosen for every device. Throws `call-invalid` where that cannot be done. */
  setBrightness({ device, value }: DeviceBrightness): DeviceBrightness[] {
    const { surface } = this.find(device);
    if (!surface.brightness) throw new OverlayError('call-invalid', `The brightness of ${device} cannot be changed.`);
    this.#brightness.set(device, value);
    surface.brightness(value);
    return [...this.#brightness].map(([name, one]) => ({ device: name, value: one }));
  }

  #open(surface: Surface): PluggedDevice {
    const { name } = surface;
    const brightness = this.#brightness.get(name);
    if (brightness !== undefined) surface.brightness?.(brightness);
    return {
      ...{ surface, name, keyboard: {}, last: null, held: undefined, turnedAt: -Infinity },
      ...{ down: new Set<string>(), stands: new Map<string, number>() },
    };
  }
}
