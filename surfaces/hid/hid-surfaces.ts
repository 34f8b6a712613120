import { texts } from '../../contract/texts/texts.ts';
import type { DriverSays, PortInfo } from '../../contract/devices/driver.ts';
import type { DrawPicture } from '../driver-ports.ts';
import type { DriverKeeper, DriverUser } from '../drivers.ts';
import { XKeys } from './x-keys.ts';
import type { OpenSurfaces, SurfaceHandlers, SurfaceKind } from '../surface.ts';
import { DeckSurface } from './deck-surface.ts';
import { type HidSurface, PanelPort } from './hid-surface.ts';
import { XKeysSurface } from './x-keys-surface.ts';

/** Milliseconds between attempts to open a panel that another program holds. */
const triedEvery = 2_000;

export function hidSurfaces(driver: DriverKeeper, draw: DrawPicture): OpenSurfaces {
  return (on) => new HidSurfaces(driver, draw, on);
}

interface Plugged {
  port: string;
  isKnown: boolean;
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
    [this.#driver, this.#draw, this.#on] = [driver, draw, on];
    driver.begin(this);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    for (const { surface } of this.#plugged) surface.closed('');
    return this.#driver.close();
  }

  died(why: string): void {
    this.trouble = texts.controls.panelDriverEnded(why);
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
    const gone = before.filter((one) => !this.#plugged.includes(one));
    for (const { surface } of this.#plugged) keepTrouble(surface, gone);
    this.#on.plugged(this.#plugged.map(({ surface }) => surface));
    for (const one of gone) one.surface.closed('');
    for (const { port } of this.#plugged) if (!before.some((one) => one.port === port)) this.#open(port);
  }

  #open(port: string): void {
    const isThere = this.#plugged.some((one) => one.port === port && one.isKnown);
    if (isThere && !this.#isClosed) this.#driver.do({ do: 'open', port });
  }

  #newPanel(info: PortInfo): Plugged {
    const port = new PanelPort(info, this.#driver, this.#on);
    const { id, model } = port;
    if (!model) return { port: id, isKnown: false, surface: unknownPanel(port) };
    const surface = model instanceof XKeys ? new XKeysSurface(model, port) : new DeckSurface(model, port, this.#draw);
    return { port: id, isKnown: true, surface };
  }
}

/** A panel that takes nothing comes back as another port, again and again: it is in trouble until it takes a report. */
function keepTrouble(surface: HidSurface, gone: readonly Plugged[]): void {
  const same = gone.find((one) => one.surface.plain === surface.plain && one.surface.place === surface.place);
  if (same?.surface.trouble) surface.closed(same.surface.trouble);
}

/** A panel of an unknown model. Shown so that the operator does not wait for it; never opened. */
function unknownPanel({ plain, place }: PanelPort): HidSurface {
  const nothing = (): void => undefined;
  return {
    plain,
    place,
    model: texts.controls.unknownPanel,
    trouble: texts.controls.unknownModel,
    controls: [],
    mapped: nothing,
    show: nothing,
    testLamps: nothing,
    opened: nothing,
    closed: nothing,
    written: nothing,
    read: () => [],
  };
}
