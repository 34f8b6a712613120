import { texts } from '../contract/texts/texts.ts';
import type { DeviceBrightness } from '../contract/desk-api/controller.ts';
import { OverlayError } from '../contract/errors.ts';
import type { ControllerPages } from './pages/pages.ts';
import type { Mapped, PressedDevice } from './press/firing.ts';
import { freeName, identify, type DeviceIdentity, type KnownDevice, plainOf, remember } from './identity.ts';
import type { Surface } from './surface.ts';

export interface PluggedDevice extends PressedDevice {
  surface: Surface;
  /** Possible names of an unidentified device, which fires nothing. Undefined once identified. */
  could: readonly string[] | undefined;
  last: string | null;
  /** Controls with a position that are down as buttons: a turned knob keeps sending its position. */
  down: Set<string>;
  held: { control: string; before: number } | undefined;
  stands: Map<string, number>;
  turnedAt: number;
  /** When operators can have read the open page (monotonic ms). */
  readFrom: number;
}

/** Facts about devices, kept for the next start of the desk. */
export interface KeptDevices {
  brightness: readonly DeviceBrightness[];
  keepBrightness(all: DeviceBrightness[]): void;
  known: readonly KnownDevice[];
  keepKnown(all: KnownDevice[]): void;
}

export class PluggedDevices {
  readonly pages: ControllerPages<Mapped>;
  readonly #kept: KeptDevices;
  readonly #byKind: PluggedDevice[][] = [];
  readonly #brightness: Map<string, number>;
  #known: readonly KnownDevice[];

  constructor(pages: ControllerPages<Mapped>, kept: KeptDevices) {
    [this.pages, this.#kept] = [pages, kept];
    this.#brightness = new Map(kept.brightness.map(({ device, value }) => [device, value]));
    this.#known = kept.known;
  }

  get all(): PluggedDevice[] {
    return this.#byKind.flat();
  }

  named(name: string): PluggedDevice | undefined {
    return this.all.find((one) => one.name === name);
  }

  /** Throws `call-invalid` for an unknown device. */
  find(name: string): PluggedDevice {
    const device = this.named(name);
    if (!device) throw new OverlayError('call-invalid', texts.controls.none(name));
    return device;
  }

  of(surface: Surface): PluggedDevice | undefined {
    return this.all.find((one) => one.surface === surface);
  }

  /** `isBlind`: the kind cannot see its surfaces, so none need have left. `begun`: came, or were identified. */
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

  /** Names devices that need no question. Returns the newly named. `gone`: the devices that just left. */
  settle(gone: readonly PluggedDevice[] = []): PluggedDevice[] {
    const families = new Set([...this.all, ...gone].map(({ surface }) => plainOf(surface.plain)));
    const named = [...families].flatMap((plain) => this.#identify(plain));
    const known = [...families].reduce((all, plain) => {
      const devices = this.#family(plain).map(({ name, could, surface: { place } }) => {
        return { identity: could ? { could } : { name }, place };
      });
      return remember(all, plain, devices);
    }, this.#known);
    if (JSON.stringify(known) !== JSON.stringify(this.#known)) this.#kept.keepKnown([...known]);
    this.#known = known;
    return named;
  }

  /** The operator's answer; null for none. Returns the devices identified by it. Throws `call-invalid` if not asked. */
  name(device: string, is: string | null): PluggedDevice[] {
    const one = this.named(device);
    const could = one?.could;
    if (!could || (is !== null && !could.includes(is))) {
      throw new OverlayError('call-invalid', texts.controls.knownNow(device));
    }
    const taken = new Set([...this.all.map(({ name }) => name), ...could]);
    this.#setName(one, is ?? freeName(plainOf(one.surface.plain), taken));
    return [one, ...this.settle()];
  }

  /** From 0 to 1; null where the desk cannot change it. */
  brightness({ surface, name, could }: PluggedDevice): number | null {
    return surface.brightness && !could ? (this.#brightness.get(name) ?? 1) : null;
  }

  /** Throws `call-invalid` if the device cannot change. */
  setBrightness({ device, value }: DeviceBrightness): void {
    const { surface, could } = this.find(device);
    if (!surface.brightness || could) throw new OverlayError('call-invalid', texts.controls.brightnessFixed(device));
    this.#brightness.set(device, value);
    surface.brightness(value);
    this.#kept.keepBrightness([...this.#brightness].map(([name, one]) => ({ device: name, value: one })));
  }

  #family(plain: string): PluggedDevice[] {
    return this.all.filter(({ surface }) => plainOf(surface.plain) === plain);
  }

  #identify(plain: string): PluggedDevice[] {
    const nameless = this.#family(plain).filter(({ could }) => could !== undefined);
    const taken = new Set(this.all.map(({ name }) => name));
    const places = nameless.map(({ surface }) => surface.place);
    const identities = identify(places, { plain, taken, known: this.#known, mapped: this.pages.devices });
    return nameless.filter((device, at) => {
      const identity = identities[at];
      return identity && this.#become(device, identity);
    });
  }

  #become(device: PluggedDevice, identity: DeviceIdentity): boolean {
    if ('name' in identity) {
      this.#setName(device, identity.name);
      return true;
    }
    device.could = identity.could;
    const taken = new Set(this.all.map(({ name }) => name));
    if (device.name === '') device.name = freeName(plainOf(device.surface.plain), taken, '?');
    return false;
  }

  #setName(device: PluggedDevice, name: string): void {
    device.name = name;
    device.could = undefined;
    const brightness = this.#brightness.get(name);
    if (brightness !== undefined) device.surface.brightness?.(brightness);
  }
}

function opened(surface: Surface): PluggedDevice {
  return {
    surface,
    name: '',
    could: [],
    hand: {},
    last: null,
    held: undefined,
    turnedAt: -Infinity,
    readFrom: -Infinity,
    down: new Set<string>(),
    stands: new Map<string, number>(),
  };
}
