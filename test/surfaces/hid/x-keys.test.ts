import { describe, expect, it } from 'vitest';
import type { HidReport } from '../../../contract/devices/driver.ts';
import { XKeys } from '../../../surfaces/hid/x-keys.ts';

/* Reports as P.I. Engineering publishes them for each model, without the number of the report. */

function panel(product: number): XKeys {
  const found = XKeys.open({ vendor: 0x05f3, product });
  if (!found) throw new Error(`no X-keys ${product}`);
  return found;
}

/** A report with these bytes at these places. */
function report(bytes: Record<number, number> = {}): Uint8Array {
  const all = new Uint8Array(33);
  for (const [place, value] of Object.entries(bytes)) all[Number(place)] = value;
  return all;
}

/** The bytes of reports up to the last that is not 0. Each is 36 long. */
const sent = (reports: readonly HidReport[]): number[][] =>
  reports.map(({ kind, bytes }) => {
    expect([kind, bytes.length]).toEqual(['output', 36]);
    return [...bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1)];
  });

const down = (control: string) => ({ control, kind: 'down' });
const up = (control: string) => ({ control, kind: 'up' });

describe('the keys of X-keys', () => {
  it.each([
    // The third row of the second column.
    { product: 1029, name: 'X-keys XK-24', byte: 3, bit: 2, key: 'key 10', light: 10, further: 32 },
    { product: 1089, name: 'X-keys XK-80', byte: 11, bit: 7, key: 'key 80', light: 79, further: 80 },
    { product: 1121, name: 'X-keys XK-60', byte: 2, bit: 3, key: 'key 31', light: 3, further: 80 },
    { product: 1062, name: 'X-keys XK-12 Jog-Shuttle', byte: 5, bit: 0, key: 'key 4', light: 24, further: 32 },
    { product: 1065, name: 'X-keys XK-12 Joystick', byte: 2, bit: 2, key: 'key 9', light: 2, further: 32 },
    { product: 1114, name: 'X-keys XK-68 Jog-Shuttle', byte: 2, bit: 0, key: 'key 1', light: 0, further: 80 },
    { product: 1117, name: 'X-keys XK-68 Joystick', byte: 2, bit: 1, key: 'key 11', light: 1, further: 80 },
    { product: 1325, name: 'X-keys XKE-64 Jog T-bar', byte: 3, bit: 0, key: 'key 2', light: 8, further: 80 },
    { product: 1275, name: 'X-keys XKE-124 T-bar', byte: 17, bit: 0, key: 'key 16', light: 120, further: 128 },
    { product: 1227, name: 'X-keys XKE-128', byte: 2, bit: 7, key: 'key 113', light: 7, further: 128 },
  ])(
    '$name tell presses and releases, and are lit blue and red',
    ({ product, name, byte, bit, key, light, further }) => {
      const keys = panel(product);
      expect(keys.name).toBe(name);
      expect(keys.read(report({ [byte]: 1 << bit })).filter(({ kind }) => kind !== 'position')).toEqual([down(key)]);
      expect(keys.read(report())).toEqual([up(key)]);
      expect(sent(keys.light(key, { blue: 'blink', red: 'on' }))).toEqual([
        [0, 181, light, 2, 1],
        [0, 181, light + further, 1, 1],
      ]);
      expect(sent(keys.dark())).toEqual([
        [0, 182],
        [0, 182, 1],
      ]);
      expect(sent(keys.brightness(0.5))).toEqual([[0, 187, 128, 128]]);
    },
  );

  it.each([
    { product: 1127, name: 'X-keys XK-4 Stick', byte: 5, bit: 0, key: 'key 4', light: 3 },
    { product: 1130, name: 'X-keys XK-8 Stick', byte: 4, bit: 1, key: 'key 7', light: 8 },
    { product: 1049, name: 'X-keys XK-16 Stick', byte: 3, bit: 3, key: 'key 14', light: 17 },
  ])('$name have one light', ({ product, name, byte, bit, key, light }) => {
    const keys = panel(product);
    expect(keys.name).toBe(name);
    expect(keys.read(report({ [byte]: 1 << bit }))).toEqual([down(key)]);
    expect(keys.read(report())).toEqual([up(key)]);
    expect(sent(keys.light(key, { blue: 'on', red: 'off' }))).toEqual([[0, 181, light, 0, 1]]);
    expect(sent(keys.light(key, { blue: 'off', red: 'on' }))).toEqual([[0, 181, light, 1, 1]]);
  });

  it('have none where the jog or the T-bar is', () => {
    expect(panel(1121).controls.filter(({ kind }) => kind === 'button').length).toBe(80 - 18);
    expect(panel(1114).controls.filter(({ kind }) => kind === 'button').length).toBe(68);
    expect(panel(1275).controls.filter(({ kind }) => kind === 'button').length).toBe(124);
    // Row 6 of column 4 is under the jog.
    expect(panel(1114).read(report({ 5: 0x20 }))).toEqual([{ control: 'shuttle', kind: 'position', value: 0.5 }]);
  });
});

describe('what is turned and moved', () => {
  it('a jog, by what each report says', () => {
    const keys = panel(1062);
    keys.read(report());
    expect(keys.read(report({ 6: 1 }))).toEqual([{ control: 'jog', kind: 'turned', by: 1 }]);
    expect(keys.read(report({ 6: 0xfe }))).toEqual([{ control: 'jog', kind: 'turned', by: -2 }]);
    expect(keys.read(report())).toEqual([]);
  });

  it('a shuttle, from one end to the other', () => {
    const keys = panel(1062);
    keys.read(report());
    expect(keys.read(report({ 7: 7 }))).toEqual([{ control: 'shuttle', kind: 'position', value: 1 }]);
    expect(keys.read(report({ 7: 0xf9 }))).toEqual([{ control: 'shuttle', kind: 'position', value: 0 }]);
    expect(keys.read(report({ 7: 0xf9 }))).toEqual([]);
    expect(keys.read(report())).toEqual([{ control: 'shuttle', kind: 'position', value: 0.5 }]);
  });

  it('a T-bar', () => {
    const keys = panel(1275);
    keys.read(report());
    expect(keys.read(report({ 28: 255 }))).toEqual([{ control: 'tbar', kind: 'position', value: 1 }]);
  });

  it('a joystick, whose upper end is above', () => {
    const keys = panel(1065);
    keys.read(report());
    expect(keys.read(report({ 6: 0x7f, 7: 0x80 }))).toEqual([
      { control: 'joystick x', kind: 'position', value: 1 },
      { control: 'joystick y', kind: 'position', value: 1 },
    ]);
  });
});

describe('what is no press', () => {
  it('is a report that was cut off: what is held stays held, and what stands somewhere stays there', () => {
    const keys = panel(1062);
    keys.read(report());
    expect(keys.read(report({ 2: 1, 7: 7 }))).toEqual([
      down('key 1'),
      { control: 'shuttle', kind: 'position', value: 1 },
    ]);
    for (let length = 0; length < 8; length += 1) expect(keys.read(report({ 2: 1 }).subarray(0, length))).toEqual([]);
    expect(keys.read(report({ 2: 1, 7: 7 }).subarray(0, 8))).toEqual([]);
  });

  it('is no position beyond the ends', () => {
    const keys = panel(1062);
    keys.read(report());
    expect(keys.read(report({ 7: 0x7f }))).toEqual([{ control: 'shuttle', kind: 'position', value: 1 }]);
    expect(keys.read(report({ 7: 0x80 }))).toEqual([{ control: 'shuttle', kind: 'position', value: 0 }]);
  });

  it('is the answer to what it was asked: how its keys stand', () => {
    const keys = panel(1029);
    expect(sent(keys.hello()).slice(0, 2)).toEqual([
      [0, 177],
      [0, 180, 32],
    ]);
    // Held while it was plugged in.
    expect(keys.read(report({ 1: 2, 2: 1 }))).toEqual([]);
    expect(keys.read(report({ 2: 3 }))).toEqual([down('key 5')]);
    expect(keys.read(report({ 2: 2 }))).toEqual([up('key 1')]);
  });

  it('is its version', () => {
    expect(panel(1029).read(report({ 1: 214, 2: 255 }))).toEqual([]);
  });

  it('is what comes of a model that nobody knows', () => {
    expect([XKeys.open({ vendor: 0x05f3, product: 1 }), XKeys.open({ vendor: 1, product: 1029 })]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
