import {
  DEVICE_MODELS2,
  DeviceModelId,
  DeviceModelType,
  type HIDDevice,
  type HIDDeviceEvents,
  type StreamDeck,
  type StreamDeckControlDefinition,
} from '@elgato-stream-deck/core';
import { EventEmitter } from 'eventemitter3';
import type { HidReport } from '../../contract/devices/driver.ts';
import { drawPicture, type KeyPicture, plainColor } from '../faces/drawing/key-picture.ts';
import { encodeJpeg } from '../faces/drawing/jpeg.ts';
import type { PictureOrder } from '../driver-ports.ts';

export type PanelEvent = { control: string } & (
  | { kind: 'down' }
  | { kind: 'up' }
  /** From 0 to 1. */
  | { kind: 'position'; value: number }
  /** Detents; positive to the right. */
  | { kind: 'turned'; by: number }
);

export interface PanelControl {
  name: string;
  kind: 'button' | 'encoder' | 'fader';
  shows: 'picture' | 'color' | 'nothing';
  /** Grid position from the upper left. */
  at: { row: number; column: number };
}

const asksNothing = (): Promise<never> => Promise.reject(new Error('Nothing is asked of a device.'));

class Captured extends EventEmitter<HIDDeviceEvents> implements HIDDevice {
  reports: HidReport[] = [];

  taken(): HidReport[] {
    return this.reports.splice(0);
  }

  readonly close = (): Promise<void> => Promise.resolve();

  sendFeatureReport(bytes: Uint8Array): Promise<void> {
    this.reports.push({ kind: 'feature', bytes: bytes.slice() });
    return Promise.resolve();
  }

  sendReports(reports: Uint8Array[]): Promise<void> {
    for (const bytes of reports) this.reports.push({ kind: 'output', bytes: bytes.slice() });
    return Promise.resolve();
  }

  readonly getFeatureReport = asksNothing;
  readonly getDeviceInfo = asksNothing;
  readonly getChildDeviceInfo = (): Promise<null> => Promise.resolve(null);
}

/** Models whose reports contain only keys. Reports of all other models begin with their type. */
const firstGeneration: ReadonlySet<DeviceModelId> = new Set([
  DeviceModelId.ORIGINAL,
  DeviceModelId.MINI,
  DeviceModelId.MODULE6,
]);

export class Deck {
  readonly usb: { vendor: number; product: number };
  readonly #captured = new Captured();
  readonly #deck: StreamDeck;
  readonly #events: PanelEvent[] = [];
  readonly controls: readonly PanelControl[];
  readonly #known: ReadonlySet<string>;

  private constructor(deck: StreamDeck, captured: Captured, usb: Deck['usb']) {
    [this.usb, this.#deck, this.#captured] = [usb, deck, captured];
    this.controls = this.#controls();
    this.#known = new Set(this.controls.map(({ name }) => name));
    const add = (event: PanelEvent): void => void this.#events.push(event);
    deck.on('down', (control) => add({ control: pressName(control), kind: 'down' }));
    deck.on('up', (control) => add({ control: pressName(control), kind: 'up' }));
    deck.on('rotate', (control, by) => add({ control: `encoder ${control.index + 1}`, kind: 'turned', by }));
    const touched = ({ pixelSize }: { pixelSize: { width: number } }, { x }: { x: number }): void => {
      const part = pixelSize.width / Math.max(1, this.#encoders.length);
      const control = `touch ${Math.floor(x / part) + 1}`;
      add({ control, kind: 'down' });
      add({ control, kind: 'up' });
    };
    deck.on('lcdShortPress', touched);
    deck.on('lcdLongPress', touched);
  }

  static open({ vendor, product }: Deck['usb']): Deck | undefined {
    const model = Object.values(DEVICE_MODELS2).find(
      ({ vendorId, productIds, type }) =>
        vendorId === vendor && productIds.includes(product) && type !== DeviceModelType.NETWORK_DOCK,
    );
    const captured = new Captured();
    const encodeJPEG = (pixels: Uint8Array, width: number, height: number): Promise<Uint8Array> =>
      Promise.resolve(encodeJpeg(pixels, width, height));
    const deck = model?.factory(captured, { encodeJPEG });
    // A promise means a model that needs a dialogue first.
    return deck && !(deck instanceof Promise) ? new Deck(deck, captured, { vendor, product }) : undefined;
  }

  get name(): string {
    return this.#deck.PRODUCT_NAME;
  }

  /** Reads a report without its number. A truncated or foreign report gives no events. */
  read(report: Uint8Array): PanelEvent[] {
    if (report.length < this.#reads(report)) return [];
    try {
      this.#captured.emit('input', report);
    } catch {
      // The library reads past the end of a truncated report, so its events are unreliable.
      this.#events.splice(0);
    }
    return this.#events.splice(0).filter((event) => {
      return this.#known.has(event.control) && (event.kind !== 'turned' || Number.isInteger(event.by));
    });
  }

  brightness(value: number): HidReport[] {
    void this.#deck.setBrightness(Math.round(value * 100));
    return this.#captured.taken();
  }

  logo(): HidReport[] {
    void this.#deck.resetToLogo();
    return this.#captured.taken();
  }

  async picture(name: string, picture: KeyPicture): Promise<HidReport[]> {
    const button = this.#deck.CONTROLS.find((one) => one.type === 'button' && pressName(one) === name);
    if (button?.type === 'button') await this.#drawKey(button, picture);
    else await this.#drawAbove(Number(/^encoder (\d+)$/.exec(name)?.[1]) - 1, picture);
    return this.#captured.taken();
  }

  /** Bytes of a report with key states. A missing key would count as released, then as pressed by the next report. */
  #reads([about, , , what]: Uint8Array): number {
    const end = (type: 'button' | 'encoder'): number =>
      Math.max(...this.#deck.CONTROLS.flatMap((one) => (one.type === type ? one.hidIndex + 1 : 0)));
    if (firstGeneration.has(this.#deck.MODEL)) return end('button');
    if (about === 0) return 3 + end('button');
    return about === 3 && what === 0 ? 4 + end('encoder') : 0;
  }

  get #encoders(): readonly StreamDeckControlDefinition[] {
    return this.#deck.CONTROLS.filter(({ type }) => type === 'encoder');
  }

  /** The strip above the encoders. The display of a Neo does not count: it is above no knob. */
  get #strip(): Extract<StreamDeckControlDefinition, { type: 'lcd-segment' }> | undefined {
    return this.#deck.CONTROLS.filter((control) => control.type === 'lcd-segment').find((one) => one.drawRegions);
  }

  #controls(): PanelControl[] {
    const strip = this.#strip;
    return this.#deck.CONTROLS.flatMap((control): PanelControl[] => {
      const { row, column } = control;
      switch (control.type) {
        case 'button': {
          const shows = ({ lcd: 'picture', rgb: 'color', none: 'nothing' } as const)[control.feedbackType];
          return [{ name: pressName(control), kind: 'button', shows, at: { row, column } }];
        }
        case 'encoder': {
          const turned = `encoder ${control.index + 1}`;
          const pressed = { kind: 'button', shows: 'nothing' } as const;
          const touch: PanelControl[] = strip
            ? [{ name: `touch ${control.index + 1}`, ...pressed, at: { row: strip.row, column } }]
            : [];
          return [
            { name: turned, kind: 'encoder', shows: strip ? 'picture' : 'nothing', at: { row, column } },
            // The press has the place of the knob itself, so it is drawn below.
            { name: `${turned} press`, ...pressed, at: { row: row + 1, column } },
            ...touch,
          ];
        }
        case 'lcd-segment':
          return [];
      }
    });
  }

  async #drawKey(button: Extract<StreamDeckControlDefinition, { type: 'button' }>, picture: KeyPicture): Promise<void> {
    if (button.feedbackType === 'rgb') await this.#deck.fillKeyColor(button.index, ...plainColor(picture));
    if (button.feedbackType !== 'lcd') return;
    const { width, height } = button.pixelSize;
    await this.#deck.fillKeyBuffer(button.index, drawPicture(picture, width, height).pixels, { format: 'rgba' });
  }

  async #drawAbove(encoder: number, picture: KeyPicture): Promise<void> {
    const strip = this.#strip;
    if (!strip || !(encoder >= 0)) return;
    const width = Math.floor(strip.pixelSize.width / this.#encoders.length);
    const { height } = strip.pixelSize;
    const { pixels } = drawPicture(picture, width, height);
    await this.#deck.fillLcdRegion(strip.id, encoder * width, 0, pixels, { format: 'rgba', width, height });
  }
}

function pressName({ type, index }: { type: 'button' | 'encoder'; index: number }): string {
  return type === 'button' ? `key ${index + 1}` : `encoder ${index + 1} press`;
}

const mostKept = 512;

/** Draws pictures for Stream Decks and caches them, because states recur. */
export class OrderDrawing {
  readonly #decks = new Map<string, Deck>();
  readonly #drawn = new Map<string, HidReport[]>();
  #before: Promise<unknown> = Promise.resolve();

  /** Rejects for an unknown model. */
  draw(order: PictureOrder): Promise<HidReport[]> {
    const drawn = this.#before.then(() => this.#draw(order));
    // One at a time: parallel pictures would mix their reports.
    this.#before = drawn.catch(() => undefined);
    return drawn;
  }

  async #draw(order: PictureOrder): Promise<HidReport[]> {
    const key = JSON.stringify(order);
    const reports = this.#drawn.get(key) ?? (await this.#deckOf(order).picture(order.control, order.picture));
    this.#drawn.delete(key);
    this.#drawn.set(key, reports);
    const [oldest] = this.#drawn.keys();
    if (this.#drawn.size > mostKept && oldest !== undefined) this.#drawn.delete(oldest);
    return reports;
  }

  #deckOf({ usb }: PictureOrder): Deck {
    const key = `${usb.vendor}:${usb.product}`;
    const deck = this.#decks.get(key) ?? Deck.open(usb);
    if (!deck) throw new Error(`There is no Stream Deck with the numbers ${key}.`);
    this.#decks.set(key, deck);
    return deck;
  }
}
