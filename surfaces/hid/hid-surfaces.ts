import type { DriverSays, PortInfo } from '../../contract/devices/driver.ts';
import type { DrawPicture } from '../driver-ports.ts';
import { XKeys } from './x-keys.ts';
import type { DriverKeeper, DriverUser } from '../drivers.ts';
import type { OpenSurfaces, SurfaceHandlers, SurfaceKind, ControlEvent } from '../surface.ts';
import { DeckSurface } from './deck-surface.ts';
import type { HidSurface } from './hid-surface.ts';
import { PanelPort } from './panel-port.ts';
import { XKeysSurface } from './x-keys-surface.ts';

/** Milliseconds between attempts to open a panel that another program holds. */
const triedEvery = 2_000;

export function hidSurfaces(driver: DriverKeeper, draw: DrawPicture): OpenSurfaces {
  return (on) => new HidSurfaces(driver, draw, on);
}

interface Plugged {
  port: string;
  surface: HidSurface;
}

class HidSurfaces implements SurfaceKind, DriverUser {
  readonly #driver: DriverKeeper;
  readonly #draw: DrawPicture;
  readonly #on: SurfaceHandlers;
  #plugged: readonly Plugged[] = [];
  #isClosed = false;
  trouble: string | null = null;

  constructor(driver: DriverKeeper, draw: DrawPicture, on: SurfaceHandlers) {
    this.#driver = driver;
    this.#draw = draw;
    this.#on = on;
    driver.begin(this);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    for (const { surface } of this.#plugged) surface.closed('');
    return this.#driver.close();
  }

  died(why: string): void {
    this.trouble = `The driver of panels has ended and is started again: ${why}`;
    this.#plug([]);
  }

  says(message: DriverSays): void {
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
        this.#driver.clock.after(triedEvery, () => this.#open(message.port));
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
    if (isThere && !this.#isClosed) this.#driver.do({ do: 'open', port });
  }

  #newPanel(info: PortInfo): Plugged {
    const port = new PanelPort(info, this.#driver, this.#on);
    return { port: info.id, surface: this.#surface(port) };
  }

  #surface(port: PanelPort): HidSurface {
    const { model } = port;
    if (model instanceof XKeys) return new XKeysSurface(model, port);
    return model ? new DeckSurface(model, port, this.#draw) : new UnknownPanel(port);
  }
}

/** A panel of an unknown model. Shown so that the operator does not wait for it. */
class UnknownPanel implements HidSurface {
  readonly plain: string;
  readonly place: string | undefined;
  readonly model = 'an unknown panel';
  trouble = 'The desk does not know this model, so nothing is sent to it and nothing heard from it.';
  readonly controls = [];

  constructor({ plain, place }: PanelPort) {
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
