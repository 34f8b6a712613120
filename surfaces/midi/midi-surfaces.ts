import type { DeviceProfile } from '../profiles/device-profile.ts';
import type { DriverDoes, DriverSays, PortInfo } from '../../contract/devices/driver.ts';
import type { LaunchDriver } from '../driver-ports.ts';
import type { Clock } from '../../contract/clock.ts';
import { DriverKeeper } from '../drivers.ts';
import type { OpenSurfaces, SurfaceHandlers, SurfaceKind } from '../surface.ts';
import { devicesOf, type MidiDevice, type SurePairs, surePairs } from '../profiles/device-names.ts';
import { MidiSurface } from './midi-surface.ts';

export interface MidiProfiles {
  of(device: string): DeviceProfile;
  isPair(input: string, output: string): boolean;
  close(): void;
}

export interface MidiSurfacesPorts {
  clock: Clock;
  launch: LaunchDriver;
  /** `changed`: devices may have other profiles. */
  profiles(changed: () => void): MidiProfiles;
}

/** Milliseconds until a failed or lost port is tried again. */
const triedEvery = 2_000;

export function midiSurfaces(ports: MidiSurfacesPorts): OpenSurfaces {
  return (on) => new MidiSurfaces(ports, on);
}

class MidiSurfaces implements SurfaceKind {
  readonly #on: SurfaceHandlers;
  readonly #clock: Pick<Clock, 'after' | 'monotonic'>;
  readonly #profiles: MidiProfiles;
  readonly #driver: DriverKeeper;
  #surfaces: readonly MidiSurface[] = [];
  #pairs: SurePairs = new Map();
  #ports: readonly PortInfo[] = [];
  #trouble: string | null = null;

  constructor({ clock, launch, profiles }: MidiSurfacesPorts, on: SurfaceHandlers) {
    this.#on = on;
    this.#clock = clock;
    this.#profiles = profiles(() => this.#profilesChanged());
    this.#driver = new DriverKeeper({
      clock,
      launch,
      says: (message) => this.#hear(message),
      died: (why) => {
        this.#trouble = `The MIDI driver has ended and is started again: ${why}`;
        this.#plug([]);
      },
    });
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

  #hear(message: DriverSays): void {
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
    this.#clock.after(triedEvery, () => {
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
    const ports = { clock: this.#clock, tell: (message: DriverDoes) => this.#driver.do(message) };
    return new MidiSurface(device, this.#profiles.of(device.plain), ports);
  }

  #profilesChanged(): void {
    // Profiles may pair ports.
    this.#pairs = new Map();
    this.#plug(this.#ports);
    for (const surface of this.#surfaces) surface.become(this.#profiles.of(surface.plain));
    this.#on.changed();
  }
}

function isOf({ input, output }: MidiSurface, device: MidiDevice): boolean {
  return input === device.input && (input !== undefined || output === device.output);
}
