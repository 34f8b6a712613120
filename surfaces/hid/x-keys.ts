import type { HidReport } from '../../contract/devices/driver.ts';
import type { PanelControl, PanelEvent } from './deck.ts';

/*
 * X-keys of P.I. Engineering. Source: HID data reports at xkeys.com (developer pages). Byte positions exclude the
 * report number: two less than in the documents.
 */

interface XKeysModel {
  name: string;
  products: readonly number[];
  /** One byte per column, one bit per row. */
  columns: number;
  rows: number;
  /** A stick has one row: each byte has every fourth key. */
  isStick?: true;
  missing?: readonly number[];
  jog?: number;
  shuttle?: number;
  tbar?: number;
  joystick?: number;
  /** The red light of a key is so many places after the blue light; absent for keys with a blue light only. */
  red?: number;
}

/** Missing keys are numbered as in the report: by column, from 1. */
const models: readonly XKeysModel[] = [
  { name: 'XK-24', products: [1029, 1027], columns: 4, rows: 6, red: 32 },
  { name: 'XK-12 Jog-Shuttle', products: [1062, 1064], columns: 4, rows: 3, jog: 6, shuttle: 7, red: 32 },
  { name: 'XK-12 Joystick', products: [1065, 1067], columns: 4, rows: 3, joystick: 6, red: 32 },
  {
    name: 'XK-60',
    products: [1121, 1123, 1231, 1234],
    columns: 10,
    rows: 8,
    red: 80,
    missing: [2, 10, 18, 26, 34, 42, 50, 58, 66, 74, 19, 20, 21, 22, 23, 59, 60, 61],
  },
  { name: 'XK-80', products: [1089, 1091, 1217, 1220], columns: 10, rows: 8, red: 80 },
  {
    name: 'XK-68 Jog-Shuttle',
    products: [1114, 1116],
    columns: 10,
    rows: 8,
    jog: 16,
    shuttle: 17,
    missing: [30, 31, 32, 38, 39, 40, 46, 47, 48, 54, 55, 56],
    red: 80,
  },
  {
    name: 'XK-68 Joystick',
    products: [1117, 1119],
    columns: 10,
    rows: 8,
    joystick: 14,
    missing: [28, 29, 30, 36, 37, 38, 44, 45, 46, 52, 53, 54],
    red: 80,
  },
  {
    name: 'XKE-64 Jog T-bar',
    products: [1325, 1326, 1327, 1328, 1329, 1330, 1331],
    columns: 10,
    rows: 8,
    tbar: 17,
    jog: 18,
    shuttle: 19,
    red: 80,
    missing: [6, 7, 8, 14, 15, 16, 22, 23, 24, 30, 31, 32, 73, 74, 75],
  },
  {
    name: 'XKE-124 T-bar',
    products: [1275, 1278],
    columns: 16,
    rows: 8,
    tbar: 28,
    red: 128,
    missing: [109, 110, 111, 112],
  },
  { name: 'XKE-128', products: [1227, 1230], columns: 16, rows: 8, red: 128 },
  { name: 'XK-4 Stick', products: [1127, 1129], columns: 4, rows: 1, isStick: true },
  { name: 'XK-8 Stick', products: [1130, 1132], columns: 4, rows: 2, isStick: true },
  { name: 'XK-16 Stick', products: [1049, 1051, 1213, 1216], columns: 4, rows: 4, isStick: true },
];

const xKeysVendor = 0x05f3;

/** A shuttle reads -7 to 7. */
const shuttleEnd = 7;
/** Bytes of an output report, with its number. */
const reportLength = 36;
const blinkStep = 32;

export type Light = 'off' | 'on' | 'blink';

export interface Lights {
  blue: Light;
  red: Light;
}

export class XKeys {
  readonly #model: XKeysModel;
  readonly #down = new Set<string>();
  readonly #positions = new Map<string, number>();

  private constructor(model: XKeysModel) {
    this.#model = model;
  }

  /** Undefined for an unknown model. */
  static open({ vendor, product }: { vendor: number; product: number }): XKeys | undefined {
    const model = vendor === xKeysVendor ? models.find(({ products }) => products.includes(product)) : undefined;
    return model && new XKeys(model);
  }

  get name(): string {
    return `X-keys ${this.#model.name}`;
  }

  get controls(): readonly PanelControl[] {
    const { jog, shuttle, tbar, joystick } = this.#model;
    const keys = this.#places.map(({ name, row, column }): PanelControl => {
      return { name, kind: 'button', shows: 'color', at: { row, column } };
    });
    const others = [
      { name: 'jog', kind: 'encoder', byte: jog },
      { name: 'shuttle', kind: 'fader', byte: shuttle },
      { name: 'tbar', kind: 'fader', byte: tbar },
      { name: 'joystick x', kind: 'fader', byte: joystick },
      { name: 'joystick y', kind: 'fader', byte: joystick },
    ] as const;
    // Their places are undocumented, so they are drawn below the keys.
    const below = Math.max(...keys.map(({ at }) => at.row)) + 1;
    return [
      ...keys.sort((one, other) => numberOf(one.name) - numberOf(other.name)),
      ...others
        .filter(({ byte }) => byte !== undefined)
        .map(({ name, kind }, column): PanelControl => ({ name, kind, shows: 'nothing', at: { row: below, column } })),
    ];
  }

  /** A report that was requested gives the current state and no presses. */
  read(report: Uint8Array): PanelEvent[] {
    const kind = report[1] ?? 0;
    // Skips answers about the version, and truncated reports, which say nothing about missing keys.
    if (kind > 3 || report.length < this.#reads) return [];
    const events = [...this.#keys(report), ...this.#movements(report)];
    return (kind & 2) === 2 ? [] : events;
  }

  /** Requests the key states, sets the blink rhythm and darkens the lights. */
  hello(): HidReport[] {
    return [message(177), message(180, blinkStep), ...this.dark()];
  }

  dark(): HidReport[] {
    const blue = message(182, 0, 0);
    return this.#model.red === undefined ? [blue] : [blue, message(182, 1, 0)];
  }

  /** From 0 to 1. */
  brightness(value: number): HidReport[] {
    const step = Math.round(value * 255);
    return [this.#model.red === undefined ? message(187, step) : message(187, step, step)];
  }

  light(control: string, { blue, red }: Lights): HidReport[] {
    const place = this.#places.find(({ name }) => name === control);
    if (!place) return [];
    const { red: further } = this.#model;
    if (further === undefined) return [message(181, stickLight(place.column), lightStep(oneOf({ blue, red })), 1)];
    const light = place.column * 8 + place.row;
    return [message(181, light, lightStep(blue), 1), message(181, light + further, lightStep(red), 1)];
  }

  get #reads(): number {
    const { columns, jog = 0, shuttle = 0, tbar = 0, joystick = 0 } = this.#model;
    return 1 + Math.max(1 + columns, jog, shuttle, tbar, joystick && joystick + 1);
  }

  /** Keys with byte and bit in the report, and grid place from 0. Names count row by row. */
  get #places(): { name: string; byte: number; bit: number; column: number; row: number }[] {
    const { columns, rows, isStick, missing = [] } = this.#model;
    return Array.from({ length: columns * rows }, (_, nth) => {
      const [byte, bit] = [Math.floor(nth / rows), nth % rows];
      const place = isStick ? { column: bit * columns + byte, row: 0 } : { column: byte, row: bit };
      const width = isStick ? columns * rows : columns;
      return { name: `key ${place.row * width + place.column + 1}`, byte, bit, ...place, nth: nth + 1 };
    }).filter(({ nth }) => !missing.includes(nth));
  }

  #keys(report: Uint8Array): PanelEvent[] {
    return this.#places.flatMap(({ name, byte, bit }): PanelEvent[] => {
      const isDown = (((report[2 + byte] ?? 0) >> bit) & 1) === 1;
      if (isDown === this.#down.has(name)) return [];
      this.#down[isDown ? 'add' : 'delete'](name);
      return [{ control: name, kind: isDown ? 'down' : 'up' }];
    });
  }

  #movements(report: Uint8Array): PanelEvent[] {
    const { jog, shuttle, tbar, joystick } = this.#model;
    const by = jog === undefined ? 0 : signed(report[jog] ?? 0);
    const turned: PanelEvent[] = by === 0 ? [] : [{ control: 'jog', kind: 'turned', by }];
    const at = (control: string, byte: number | undefined, part: (value: number) => number): PanelEvent[] =>
      byte === undefined ? [] : this.#moved(control, part(report[byte] ?? 0));
    return [
      ...turned,
      ...at('shuttle', shuttle, (value) => (signed(value) + shuttleEnd) / (2 * shuttleEnd)),
      ...at('tbar', tbar, (value) => value / 255),
      ...at('joystick x', joystick, (value) => (signed(value) + 128) / 255),
      ...at('joystick y', joystick === undefined ? undefined : joystick + 1, (value) => (127 - signed(value)) / 255),
    ];
  }

  #moved(control: string, told: number): PanelEvent[] {
    const value = Math.max(0, Math.min(1, told));
    const before = this.#positions.get(control);
    this.#positions.set(control, value);
    return value === before ? [] : [{ control, kind: 'position', value }];
  }
}

/** Shows two lights with one: red wins, and only a blinking blue shows. */
function oneOf({ blue, red }: Lights): Light {
  return red === 'off' ? (blue === 'blink' ? 'blink' : 'off') : red;
}

function lightStep(light: Light): number {
  return { off: 0, on: 1, blink: 2 }[light];
}

/** Lights of a stick come in groups of six, two unused places apart. */
function stickLight(column: number): number {
  return column + 2 * Math.floor(column / 6);
}

function message(...bytes: number[]): HidReport {
  const report = new Uint8Array(reportLength);
  report.set(bytes, 1);
  return { kind: 'output', bytes: report };
}

function signed(value: number): number {
  return value < 128 ? value : value - 256;
}

function numberOf(control: string): number {
  return Number(control.split(' ')[1]);
}
