import { texts } from '../../contract/texts/texts.ts';
import type { DeviceProfile } from '../profiles/device-profile.ts';
import type { DriverSays, PortInfo } from '../../contract/devices/driver.ts';
import type { DriverKeeper, DriverUser } from '../drivers.ts';
import type { OpenSurfaces, SurfaceHandlers, SurfaceKind } from '../surface.ts';
import { devicesOf, type MidiDevice, type SurePairs, surePairs } from '../profiles/device-names.ts';
import { MidiSurface } from './midi-surface.ts';

export interface MidiProfiles {
  of(device: string): DeviceProfile;
  isPair(input: string, output: string): boolean;
  close(): void;
}

/** `changed`: devices may have other profiles. */
type OpenProfiles = (changed: () => void) => MidiProfiles;

/** Milliseconds until a failed or lost port is tried again. */
const triedEvery = 2_000;

export function midiSurfaces(driver: DriverKeeper, profiles: OpenProfiles): OpenSurfaces {
  return (on) => new MidiSurfaces(driver, profiles, on);
}

class MidiSurfaces implements SurfaceKind, DriverUser {
  readonly #on: SurfaceHandlers;
  readonly #profiles: MidiProfiles;
  readonly #driver: DriverKeeper;
  #surfaces: readonly MidiSurface[] = [];
  #pairs: SurePairs = new Map();
  #ports: readonly PortInfo[] = [];
  #trouble: string | null = null;

  constructor(driver: DriverKeeper, profiles: OpenProfiles, on: SurfaceHandlers) {
    [this.#on, this.#driver] = [on, driver];
    this.#profiles = profiles(() => this.#profilesChanged());
    driver.begin(this);
  }

  get trouble(): string | null {
    return this.#trouble;
  }

  close(): Promise<void> {
    for (const surface of this.#surfaces) surface.end();
    this.#surfaces = [];
    this.#profiles.close();
    return this.#driver.close();
  }

  died(why: string): void {
    this.#trouble = texts.controls.midiDriverEnded(why);
    this.#plug([]);
  }

  says(message: DriverSays): void {
    if (message.say === 'ports') {
      this.#trouble = message.trouble;
      return this.#plug(message.ports);
    }
    const surface = this.#with(message.port);
    if (!surface) return;
    switch (message.say) {
      case 'bytes':
        for (const event of surface.read(message.bytes, message.at)) this.#on.happened(surface, event);
        return;
      case 'opened':
        surface.opened(message.port);
        return this.#on.changed();
      case 'written':
        return;
      case 'refused':
        surface.refused(message.port, { reason: message.reason, isTaken: message.taken ?? false });
        return this.#tryAgain(message.port);
      case 'closed':
        surface.closed(message.port, message.reason);
        if (surface.input === message.port) this.#on.lost(surface);
        return this.#tryAgain(message.port);
    }
  }

  #tryAgain(port: string): void {
    this.#driver.clock.after(triedEvery, () => {
      if (this.#with(port)) this.#driver.do({ do: 'open', port });
    });
    this.#on.changed();
  }

  #with(port: string): MidiSurface | undefined {
    return this.#surfaces.find(({ input, output }) => input === port || output === port);
  }

  /** A device with the same input stays; its output alone may come or go. */
  #plug(ports: readonly PortInfo[]): void {
    this.#ports = ports;
    const isPair = (input: string, output: string): boolean => this.#profiles.isPair(input, output);
    const devices = devicesOf(ports, isPair, this.#pairs);
    this.#pairs = surePairs(devices, isPair, this.#pairs);
    const before = this.#surfaces;
    this.#surfaces = devices.map((device) => before.find((one) => isOf(one, device)) ?? this.#newSurface(device));
    const outputs = new Map(this.#surfaces.map((surface, at) => [surface, devices[at]?.output]));
    // Leave every output before another device gets it.
    for (const surface of before) if (surface.output !== outputs.get(surface)) surface.leaveOutput();
    for (const [surface, output] of outputs) surface.moved(output);
    this.#on.plugged(this.#surfaces);
  }

  #newSurface(device: MidiDevice): MidiSurface {
    return new MidiSurface(device, this.#profiles.of(device.plain), this.#driver);
  }

  #profilesChanged(): void {
    this.#pairs = new Map();
    this.#plug(this.#ports);
    for (const surface of this.#surfaces) surface.become(this.#profiles.of(surface.plain));
    this.#on.changed();
  }
}

function isOf({ input, output }: MidiSurface, device: MidiDevice): boolean {
  return input === device.input && (input !== undefined || output === device.output);
}
