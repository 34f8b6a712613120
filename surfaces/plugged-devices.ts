import type { DeviceBrightness } from '../contract/desk-api/controller.ts';
import { OverlayError } from '../contract/errors.ts';
import type { PressedDevice } from './press/firing.ts';
import { freeName, identify, type Identity, type KnownDevice, plainOf, remember } from './identity.ts';
import type { Surface } from './surface.ts';

/** A surface as it is plugged in now. */
export interface PluggedDevice extends PressedDevice {
  surface: Surface;
  /** The names that it could have, while nobody can tell which one it is: it fires nothing. Undefined for one that is known. */
  could: readonly string[] | undefined;
  last: string | null;
  /** The controls with a position that are down as buttons: a knob that is turned on goes on telling where it stands. */
  down: Set<string>;
  /** The control that holds a page open, and the page that was open before; undefined for none. */
  held: { control: string; before: number } | undefined;
  /** Where those of its controls stand that were used, from 0 to 1. */
  stands: Map<string, number>;
  /** When another page was opened, by the monotonic clock. */
  turnedAt: number;
  /** From when somebody has read the page that is open, by the same clock. */
  readFrom: number;
}

export interface PluggedDevicesPorts {
  /** How bright devices are of which somebody chose it, also while they are unplugged. */
  brightness: readonly DeviceBrightness[];
  /** By which names devices were known when the desk ended. */
  known: readonly KnownDevice[];
  /** Saves that after a change. */
  keepKnown(all: KnownDevice[]): void;
  /** The names of the devices of which something is mapped. */
  mapped(): readonly string[];
}

/** The surfaces of every kind that are plugged in now, which one each of them is, and how bright. */
export class PluggedDevices {
  readonly #ports: PluggedDevicesPorts;
  /** By kind, in their order. */
  readonly #byKind: PluggedDevice[][] = [];
  readonly #brightness: Map<string, number>;
  #known: readonly KnownDevice[];

  constructor(ports: PluggedDevicesPorts) {
    this.#ports = ports;
    this.#brightness = new Map(ports.brightness.map(({ device, value }) => [device, value]));
    this.#known = ports.known;
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

  /**
   * These surfaces of a kind are plugged in now; `isBlind` says that nobody can see them, and none need have left. Returns the devices that
   * came, or are known by this, and those that are gone.
   */
  plug(
    kind: number,
    surfaces: readonly Surface[],
    isBlind: boolean,
  ): { begun: PluggedDevice[]; gone: PluggedDevice[] } {
    const before = this.#byKind[kind] ?? [];
    const now = surfaces.map((surface) => before.find((one) => one.surface === surface) ?? opened(surface));
    this.#byKind[kind] = now;
    const gone = before.filter((one) => !now.includes(one));
    const known = isBlind ? [] : this.settle(gone);
    return { begun: [...new Set([...now.filter((one) => !before.includes(one)), ...known])], gone };
  }

  /** Names what nobody has to be asked about. Returns the devices that have a name since. `gone` were there just now. */
  settle(gone: readonly PluggedDevice[] = []): PluggedDevice[] {
    const families = new Set([...this.all, ...gone].map(({ surface }) => plainOf(surface.plain)));
    const left = new Set(gone.map(({ name }) => name));
    // One that left may be what came, and no order tells whether it is.
    const before = this.#known.map((one) => (left.has(one.name) ? { ...one, was: 'asked' as const } : one));
    const named = [...families].flatMap((plain) => this.#identify(plain, before));
    const known = [...families].reduce((all, plain) => {
      const devices = this.#family(plain).map(({ name, could, surface: { place } }) => {
        return { identity: could ? { could } : { name }, place };
      });
      return remember(all, plain, devices);
    }, this.#known);
    if (JSON.stringify(known) !== JSON.stringify(this.#known)) this.#ports.keepKnown([...known]);
    this.#known = known;
    return named;
  }

  /**
   * An operator says which one a device is; null for none of those that it could be. Returns all that are known by that. Throws
   * `call-invalid` if that is not asked.
   */
  name(device: string, is: string | null): PluggedDevice[] {
    const one = this.named(device);
    const could = one?.could;
    if (!could || (is !== null && !could.includes(is))) {
      throw new OverlayError('call-invalid', `Nobody is asked any more which one ${device} is.`);
    }
    const taken = new Set([...this.all.map(({ name }) => name), ...could]);
    this.#setName(one, is ?? freeName(plainOf(one.surface.plain), taken));
    return [one, ...this.settle()];
  }

  /** How bright a device is, from 0 to 1; null where the desk cannot change that. */
  brightness({ surface, name, could }: PluggedDevice): number | null {
    return surface.brightness && !could ? (this.#brightness.get(name) ?? 1) : null;
  }

  /** Makes a device as bright as this. Returns what was chosen for every device. Throws `call-invalid` where that cannot be done. */
  setBrightness({ device, value }: DeviceBrightness): DeviceBrightness[] {
    const { surface, could } = this.find(device);
    if (!surface.brightness || could) {
      throw new OverlayError('call-invalid', `The brightness of ${device} cannot be changed.`);
    }
    this.#brightness.set(device, value);
    surface.brightness(value);
    return [...this.#brightness].map(([name, one]) => ({ device: name, value: one }));
  }

  /** All of a family, in their order. */
  #family(plain: string): PluggedDevice[] {
    return this.all.filter(({ surface }) => plainOf(surface.plain) === plain);
  }

  /** Names those of a family that are known now, and returns them. */
  #identify(plain: string, known: readonly KnownDevice[]): PluggedDevice[] {
    const nameless = this.#family(plain).flatMap((device) => {
      const { could, surface } = device;
      return could ? [{ device, place: surface.place, isAsked: could.length > 0 }] : [];
    });
    const taken = new Set(this.all.map(({ name }) => name));
    const identities = identify(nameless, { plain, taken, known, mapped: this.#ports.mapped() });
    return nameless.flatMap(({ device }, at) => {
      const identity = identities[at];
      return identity && this.#become(device, identity) ? [device] : [];
    });
  }

  /** Returns whether a device is known by this. */
  #become(device: PluggedDevice, identity: Identity): boolean {
    if ('name' in identity) {
      this.#setName(device, identity.name);
      return true;
    }
    device.could = identity.could;
    if (device.name === '') device.name = this.#nameToAsk(plainOf(device.surface.plain));
    return false;
  }

  #setName(device: PluggedDevice, name: string): void {
    device.name = name;
    device.could = undefined;
    const brightness = this.#brightness.get(name);
    if (brightness !== undefined) device.surface.brightness?.(brightness);
  }

  /** What a device is called while somebody is asked which one it is: `Pads (?)`, and `Pads (? 2)` for another one. */
  #nameToAsk(plain: string): string {
    const taken = new Set(this.all.map(({ name }) => name));
    const numbered = (count: number): string => `${plain} (?${count === 1 ? '' : ` ${count}`})`;
    let count = 1;
    while (taken.has(numbered(count))) count += 1;
    return numbered(count);
  }
}

/** A device that has no name yet. */
function opened(surface: Surface): PluggedDevice {
  return {
    surface,
    name: '',
    could: [],
    keyboard: {},
    last: null,
    held: undefined,
    turnedAt: -Infinity,
    readFrom: -Infinity,
    down: new Set<string>(),
    stands: new Map<string, number>(),
  };
}
