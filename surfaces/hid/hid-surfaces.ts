import type { DriverDoes, DriverSays, PortInfo } from '../../contract/devices/driver.ts';
import type { DrawPicture, LaunchDriver } from '../driver-ports.ts';
import { Deck } from './deck.ts';
import { XKeys } from './x-keys.ts';
import type { Clock } from '../../contract/clock.ts';
import { DriverKeeper } from '../drivers.ts';
import type { OpenSurfaces, SurfaceHandlers, SurfaceKind, ControlEvent } from '../surface.ts';
import { DeckSurface } from './deck-surface.ts';
import type { HidPort, HidSurface, PanelIdentity } from './hid-surface.ts';
import { XKeysSurface } from './x-keys-surface.ts';

export interface HidSurfacesPorts {
  clock: Clock;
  launch: LaunchDriver;
  draw: DrawPicture;
}

/** Milliseconds between attempts to open a panel that another program holds. */
const triedEvery = 2_000;

export function hidSurfaces(ports: HidSurfacesPorts): OpenSurfaces {
  return (on) => new HidSurfaces(ports, on);
}

interface Plugged {
  port: string;
  surface: HidSurface;
}

class HidSurfaces implements SurfaceKind {
  readonly #ports: HidSurfacesPorts;
  readonly #on: SurfaceHandlers;
  readonly #driver: DriverKeeper;
  #plugged: readonly Plugged[] = [];
  #isClosed = false;
  trouble: string | null = null;

  constructor(ports: HidSurfacesPorts, on: SurfaceHandlers) {
    this.#ports = ports;
    this.#on = on;
    this.#driver = new DriverKeeper({
      clock: ports.clock,
      launch: ports.launch,
      says: (message) => this.#hear(message),
      died: (why) => {
        this.trouble = `The driver of panels has ended and is started again: ${why}`;
        this.#plug([]);
      },
    });
  }

  close(): Promise<void> {
    this.#isClosed = true;
    for (const { surface } of this.#plugged) surface.closed('');
    return this.#driver.close();
  }

  #hear(message: DriverSays): void {
    if (message.say === 'ports') {
      this.trouble = message.trouble;
      return this.#plug(message.ports);
    }
    const surface = this.#plugged.find(({ port }) => port === message.port)?.surface;
    if (!surface) return;
    switch (message.say) {
      case 'bytes':
        for (const event of surface.read(Uint8Array.from(message.bytes), message.at)) this.#on.happened(surface, event);
        return;
      case 'written':
        return surface.written();
      case 'opened':
        surface.opened();
        return this.#on.changed();
      default:
        surface.closed(message.reason);
        this.#on.lost(surface);
        this.#on.changed();
        this.#ports.clock.after(triedEvery, () => this.#open(message.port));
    }
  }

  #plug(ports: readonly PortInfo[]): void {
    const before = this.#plugged;
    this.#plugged = ports.map((port) => before.find((one) => one.port === port.id) ?? this.#newPanel(port));
    this.#on.plugged(this.#plugged.map(({ surface }) => surface));
    for (const one of before) if (!this.#plugged.includes(one)) one.surface.closed('');
    for (const { port } of this.#plugged) if (!before.some((one) => one.port === port)) this.#open(port);
  }

  #open(port: string): void {
    const isThere = this.#plugged.some((one) => one.port === port && !(one.surface instanceof UnknownPanel));
    if (isThere && !this.#isClosed) this.#tell({ do: 'open', port });
  }

  #newPanel(info: PortInfo): Plugged {
    const { id: port, usb, name, place } = info;
    const model = modelOf(info);
    const identity = { plain: panelName(info, model?.name ?? (name.trim() || 'Panel')), place };
    const told: HidPort = {
      write: (reports) => this.#tell({ do: 'write', port, reports: [...reports] }),
      writeLast: (reports) => this.#tell({ do: 'writeLast', port, reports: [...reports] }),
    };
    return { port, surface: this.#surface(identity, { usb, model, told }) };
  }

  #surface(identity: PanelIdentity, { usb, model, told }: Protocol): HidSurface {
    if (model instanceof XKeys) return new XKeysSurface(identity, model, told);
    if (!model || !usb) return new UnknownPanel(identity);
    const { clock, draw } = this.#ports;
    return new DeckSurface({ ...identity, usb, deck: model, clock, draw, ...told, changed: () => this.#on.changed() });
  }

  #tell(message: DriverDoes): void {
    this.#driver.do(message);
  }
}

type PanelSurface = Deck | XKeys;

interface Protocol {
  usb: PortInfo['usb'];
  model: PanelSurface | undefined;
  told: HidPort;
}

/** Returns undefined for an unknown model. */
function modelOf({ usb }: PortInfo): PanelSurface | undefined {
  return usb && (XKeys.open(usb) ?? Deck.open(usb));
}

/**
 * Model and serial number, so that a mapping survives a replug elsewhere. Panels without a serial number share a name.
 */
function panelName({ serial }: PortInfo, model: string): string {
  return [model, plainSerial(serial)].join(' ').trim();
}

/** Some panels report zeros or one digit, which identify nothing. */
function plainSerial(serial = ''): string {
  const plain = serial.replaceAll(/[^\x20-\x7e]/g, '').trim();
  return /^0*\d?$/.test(plain) ? '' : plain;
}

/** A panel of an unknown model. Shown so that the operator does not wait for it. */
class UnknownPanel implements HidSurface {
  readonly plain: string;
  readonly place: string | undefined;
  readonly model = 'an unknown panel';
  trouble = 'The desk does not know this model, so nothing is sent to it and nothing heard from it.';
  readonly controls = [];

  constructor({ plain, place }: PanelIdentity) {
    this.plain = plain;
    this.place = place;
  }

  mapped(): void {
    // No controls.
  }

  show(): void {
    // No displays.
  }

  testLamps(): void {
    // No lamps.
  }

  opened(): void {
    // Never opened.
  }

  closed(): void {
    // Never opened.
  }

  written(): void {
    // Never written to.
  }

  read(): ControlEvent[] {
    return [];
  }
}
