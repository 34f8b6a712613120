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
import { drawPicture, type Picture, plainColor } from '../faces/drawing/key-picture.ts';
import { encodeJpeg } from '../faces/drawing/jpeg.ts';

/** What happened to a control of a panel. */
export type PanelEvent = { control: string } & (
  | { kind: 'down' }
  | { kind: 'up' }
  /** It stands somewhere between its ends, from 0 to 1. */
  | { kind: 'position'; value: number }
  /** It was turned so many detents, above 0 to the right. */
  | { kind: 'turned'; by: number }
);

/** A control of a panel, and what it has to show something with. */
export interface PanelControl {
  name: string;
  kind: 'button' | 'encoder' | 'fader';
  shows: 'picture' | 'color' | 'nothing';
  /** Where it lies, in a grid from the upper left corner. */
  at: { row: number; column: number };
}

/** Stands where the protocol expects a device, and keeps what that would be sent. */
class Captured extends EventEmitter<HIDDeviceEvents> implements HIDDevice {
  reports: HidReport[] = [];

  taken(): HidReport[] {
    return this.reports.splice(0);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  sendFeatureReport(bytes: Uint8Array): Promise<void> {
    this.reports.push({ kind: 'feature', bytes: bytes.slice() });
    return Promise.resolve();
  }

  sendReports(reports: Uint8Array[]): Promise<void> {
    for (const bytes of reports) this.reports.push({ kind: 'output', bytes: bytes.slice() });
    return Promise.resolve();
  }

  getFeatureReport(): Promise<Uint8Array> {
    return Promise.reject(new Error('Nothing is asked of a device.'));
  }

  getDeviceInfo(): Promise<never> {
    return Promise.reject(new Error('Nothing is asked of a device.'));
  }

  getChildDeviceInfo(): Promise<null> {
    return Promise.resolve(null);
  }
}

/** The models whose reports are their keys alone. Those of all others begin with what they are about. */
const firstGeneration: ReadonlySet<DeviceModelId> = new Set([
  DeviceModelId.ORIGINAL,
  DeviceModelId.MINI,
  DeviceModelId.MODULE6,
]);

/** The protocol of one Stream Deck: what its reports mean, and the reports that it is to be sent. It knows no device. */
export class Deck {
  readonly #captured = new Captured();
  readonly #deck: StreamDeck;
  readonly #events: PanelEvent[] = [];
  readonly controls: readonly PanelControl[];
  /** Their names. */
  readonly #known: ReadonlySet<string>;

  private constructor(deck: StreamDeck, captured: Captured) {
    this.#deck = deck;
    this.#captured = captured;
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

  /** Undefined if there is no such model that is plugged in by USB. */
  static open({ vendor, product }: { vendor: number; product: number }): Deck | undefined {
    const model = Object.values(DEVICE_MODELS2).find(
      ({ vendorId, productIds, type }) =>
        vendorId === vendor && productIds.includes(product) && type !== DeviceModelType.NETWORK_DOCK,
    );
    const captured = new Captured();
    const encodeJPEG = (pixels: Uint8Array, width: number, height: number): Promise<Uint8Array> =>
      Promise.resolve(encodeJpeg(pixels, width, height));
    const deck = model?.factory(captured, { encodeJPEG });
    // A promise is a model that has to be talked to first.
    return deck && !(deck instanceof Promise) ? new Deck(deck, captured) : undefined;
  }

  get name(): string {
    return this.#deck.PRODUCT_NAME;
  }

  /** What a report of the device means, without the number of the report. One that was cut off, or is none of this model, means nothing. */
  read(report: Uint8Array): PanelEvent[] {
    if (report.length < this.#reads(report)) return [];
    try {
      this.#captured.emit('input', report);
    } catch {
      // The protocol reads on where a report that was cut off has ended. What it told until then is no more certain.
      this.#events.splice(0);
    }
    return this.#events.splice(0).filter((event) => {
      return this.#known.has(event.control) && (event.kind !== 'turned' || Number.isInteger(event.by));
    });
  }

  /** What makes its displays as bright as this, from 0 to 1. */
  brightness(value: number): HidReport[] {
    void this.#deck.setBrightness(Math.round(value * 100));
    return this.#captured.taken();
  }

  /** What makes it show the logo of its maker, as when it is plugged in. */
  logo(): HidReport[] {
    void this.#deck.resetToLogo();
    return this.#captured.taken();
  }

  /** What draws a picture on a key, or on the part of the strip above an encoder. */
  async picture(name: string, picture: Picture): Promise<HidReport[]> {
    const button = this.#deck.CONTROLS.find((one) => one.type === 'button' && pressName(one) === name);
    if (button?.type === 'button') await this.#drawKey(button, picture);
    else await this.#drawAbove(Number(/^encoder (\d+)$/.exec(name)?.[1]) - 1, picture);
    return this.#captured.taken();
  }

  /** How many bytes of a report say what is held: a key that it lacks would count as released, and as pressed again by the next one. */
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

  /** The strip above the encoders. The display of a Neo is none: it stands above no knob. */
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
            // It is the knob itself, so it lies nowhere else: it is drawn below the knob.
            { name: `${turned} press`, ...pressed, at: { row: row + 1, column } },
            ...touch,
          ];
        }
        case 'lcd-segment':
          return [];
      }
    });
  }

  async #drawKey(button: Extract<StreamDeckControlDefinition, { type: 'button' }>, picture: Picture): Promise<void> {
    if (button.feedbackType === 'rgb') await this.#deck.fillKeyColor(button.index, ...plainColor(picture));
    if (button.feedbackType !== 'lcd') return;
    const { width, height } = button.pixelSize;
    await this.#deck.fillKeyBuffer(button.index, drawPicture(picture, width, height).pixels, { format: 'rgba' });
  }

  async #drawAbove(encoder: number, picture: Picture): Promise<void> {
    const strip = this.#strip;
    if (!strip || !(encoder >= 0)) return;
    const width = Math.floor(strip.pixelSize.width / this.#encoders.length);
    const { height } = strip.pixelSize;
    const { pixels } = drawPicture(picture, width, height);
    await this.#deck.fillLcdRegion(strip.id, encoder * width, 0, pixels, { format: 'rgba', width, height });
  }
}

/** The name of a control that is pressed. */
function pressName({ type, index }: { type: 'button' | 'encoder'; index: number }): string {
  return type === 'button' ? `key ${index + 1}` : `encoder ${index + 1} press`;
}
