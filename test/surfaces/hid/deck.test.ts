import jpeg from 'jpeg-js';
import { describe, expect, it } from 'vitest';
import type { HidReport } from '../../../contract/devices/driver.ts';
import { Deck, OrderDrawing } from '../../../surfaces/hid/deck.ts';
import { drawPicture, type KeyPicture } from '../../../surfaces/faces/drawing/key-picture.ts';

/*
 * Reports as Elgato publishes them (Stream Deck HID API: input report 01, output report 02, feature reports 03, 05 and 0B), without the number of
 * an input report.
 */

const elgato = 0x0fd9;
const onAir: KeyPicture = { kind: 'face', state: 'onAir', name: 'Title', left: 12, position: undefined };

function deck(product: number): Deck {
  const found = Deck.open({ vendor: elgato, product });
  if (!found) throw new Error(`no Stream Deck ${product}`);
  return found;
}

const hex = ({ kind, bytes }: HidReport, most = bytes.length): string =>
  `${kind} ${Buffer.from(bytes.subarray(0, most))
    .toString('hex')
    .replaceAll(/(..)(?=.)/g, '$1 ')}`;

/** A report of some keys that are down, of so many. */
const keys = (count: number, ...down: number[]): number[] =>
  Array.from({ length: count }, (_, key) => (down.includes(key) ? 1 : 0));

/** The models whose reports of keys begin with the kind and the number of them, and whose pictures are JPEG. */
const second = [
  { product: 0x006c, name: 'Stream Deck XL', count: 32, size: 96, flipped: true },
  { product: 0x008f, name: 'Stream Deck XL', count: 32, size: 96, flipped: true },
  { product: 0x006d, name: 'Stream Deck', count: 15, size: 72, flipped: true },
  { product: 0x0080, name: 'Stream Deck MK.2', count: 15, size: 72, flipped: true },
  { product: 0x00a5, name: 'Stream Deck MK.2 (Scissor)', count: 15, size: 72, flipped: true },
  { product: 0x00b9, name: 'Stream Deck 15 Module', count: 15, size: 72, flipped: true },
  { product: 0x00ba, name: 'Stream Deck 32 Module', count: 32, size: 96, flipped: true },
  { product: 0x0084, name: 'Stream Deck +', count: 8, size: 120, flipped: false },
  { product: 0x009a, name: 'Stream Deck Neo', count: 8, size: 96, flipped: true },
];

describe.each(second)('$name ($product)', ({ product, name, count, size, flipped }) => {
  const report = (...down: number[]): Uint8Array => Uint8Array.from([0, count, 0, ...keys(count + 2, ...down)]);

  it('tells presses and releases', () => {
    const panel = deck(product);
    expect(panel.name).toBe(name);
    expect(panel.read(report(0))).toEqual([{ control: 'key 1', kind: 'down' }]);
    expect(panel.read(report(0, count - 1))).toEqual([{ control: `key ${count}`, kind: 'down' }]);
    expect(panel.read(report())).toEqual([
      { control: 'key 1', kind: 'up' },
      { control: `key ${count}`, kind: 'up' },
    ]);
  });

  it('is sent a picture in parts, each with its key, its length and its number', async () => {
    const reports = await deck(product).picture('key 3', onAir);
    const lengths = reports.map(({ bytes }) => (bytes[4] ?? 0) + (bytes[5] ?? 0) * 256);
    expect(reports.map((one) => hex(one, 8))).toEqual(
      reports.map((_, part) => {
        const length = lengths[part] ?? 0;
        const two = (value: number): string => value.toString(16).padStart(2, '0');
        const isLast = part === reports.length - 1;
        return `output 02 07 02 ${isLast ? '01' : '00'} ${two(length & 255)} ${two(length >> 8)} ${two(part)} 00`;
      }),
    );
    expect(new Set(reports.map(({ bytes }) => bytes.length))).toEqual(new Set([1_024]));
    expect(new Set(lengths.slice(0, -1))).toEqual(new Set(reports.length > 1 ? [1_016] : []));

    const file = Buffer.concat(reports.map(({ bytes }, part) => bytes.subarray(8, 8 + (lengths[part] ?? 0))));
    const shown = jpeg.decode(file, { useTArray: true });
    const drawn = drawPicture(onAir, size, size);
    expect([shown.width, shown.height]).toEqual([size, size]);
    // The displays of most hang upside down.
    const corner = (x: number, y: number): number => drawn.pixels[((size - 1 - y) * size + size - 1 - x) * 4] ?? 0;
    const upright = (x: number, y: number): number => drawn.pixels[(y * size + x) * 4] ?? 0;
    const differs = [...Array(size * size).keys()].filter((at) => {
      const [x, y] = [at % size, Math.floor(at / size)];
      return Math.abs((shown.data[at * 4] ?? 0) - (flipped ? corner(x, y) : upright(x, y))) > 70;
    });
    expect(differs.length).toBeLessThan(size);
  });

  it('takes a brightness, and the logo of its maker', () => {
    expect(
      deck(product)
        .brightness(0.5)
        .map((one) => hex(one, 4)),
    ).toEqual(['feature 03 08 32 00']);
    expect(
      deck(product)
        .logo()
        .map((one) => hex(one, 4)),
    ).toEqual(['feature 03 02 00 00']);
  });
});

describe('the first generation', () => {
  it.each([0x0063, 0x0090, 0x00b3, 0x00b8])(
    'Mini %i: keys, a picture as a bitmap, brightness and logo',
    async (product) => {
      const panel = deck(product);
      expect(panel.read(Uint8Array.from(keys(6, 5)))).toEqual([{ control: 'key 6', kind: 'down' }]);
      expect(panel.read(Uint8Array.from(keys(6)))).toEqual([{ control: 'key 6', kind: 'up' }]);
      const reports = await panel.picture('key 2', onAir);
      const size = 54 + 80 * 80 * 3;
      expect(reports.length).toBe(Math.ceil(size / 1_008));
      expect(hex(reports[0]!, 18)).toBe('output 02 01 00 00 00 02 00 00 00 00 00 00 00 00 00 00 42 4d');
      expect(hex(reports.at(-1)!, 6)).toBe(`output 02 01 ${(reports.length - 1).toString(16)} 00 01 02`);
      expect(panel.brightness(1).map((one) => hex(one, 7))).toEqual(['feature 05 55 aa d1 01 64 00']);
      expect(panel.logo().map((one) => hex(one, 3))).toEqual(['feature 0b 63 00']);
    },
  );

  it('the original: keys from right to left, a picture in two long parts', async () => {
    const panel = deck(0x0060);
    expect(panel.read(Uint8Array.from(keys(15, 4)))).toEqual([{ control: 'key 1', kind: 'down' }]);
    expect(panel.read(Uint8Array.from(keys(15)))).toEqual([{ control: 'key 1', kind: 'up' }]);
    const reports = await panel.picture('key 1', onAir);
    expect(reports.map((one) => [one.bytes.length, hex(one, 6)])).toEqual([
      [8_191, 'output 02 01 01 00 00 05'],
      [8_191, 'output 02 01 02 00 01 05'],
    ]);
  });

  it('the pedal: presses, and nothing to draw on', async () => {
    const panel = deck(0x0086);
    expect(panel.read(Uint8Array.from([0, 3, 0, 0, 1, 0]))).toEqual([{ control: 'key 2', kind: 'down' }]);
    expect(panel.read(Uint8Array.from([0, 3, 0, 0, 0, 0]))).toEqual([{ control: 'key 2', kind: 'up' }]);
    expect(await panel.picture('key 2', onAir)).toEqual([]);
    expect(panel.controls.map(({ shows }) => shows)).toEqual(['nothing', 'nothing', 'nothing']);
  });
});

describe('a Stream Deck +', () => {
  it('tells how far knobs are turned, and their presses', () => {
    const panel = deck(0x0084);
    expect(panel.read(Uint8Array.of(3, 5, 0, 1, 0, 2, 0xfd, 0))).toEqual([
      { control: 'encoder 2', kind: 'turned', by: 2 },
      { control: 'encoder 3', kind: 'turned', by: -3 },
    ]);
    expect(panel.read(Uint8Array.of(3, 5, 0, 0, 0, 0, 0, 1))).toEqual([{ control: 'encoder 4 press', kind: 'down' }]);
    expect(panel.read(Uint8Array.of(3, 5, 0, 0, 0, 0, 0, 0))).toEqual([{ control: 'encoder 4 press', kind: 'up' }]);
  });

  it('tells which part of its strip is touched', () => {
    const at = (kind: number, x: number): Uint8Array => Uint8Array.of(2, 10, 0, kind, 0, x & 255, x >> 8, 40, 0);
    const touch = (control: string) => [
      { control, kind: 'down' },
      { control, kind: 'up' },
    ];
    const panel = deck(0x0084);
    expect(panel.read(at(1, 0))).toEqual(touch('touch 1'));
    expect(panel.read(at(2, 799))).toEqual(touch('touch 4'));
    expect(panel.read(at(1, 400))).toEqual(touch('touch 3'));
  });

  it('hears nothing in a report that was cut off, or that names what it does not have', () => {
    const panel = deck(0x0084);
    const [touch, turn] = [Uint8Array.of(2, 10, 0, 1, 0, 10, 0, 40, 0), Uint8Array.of(3, 5, 0, 1, 0, 2, 0xfd, 0)];
    for (let length = 0; length < 9; length += 1) expect(panel.read(touch.subarray(0, length))).toEqual([]);
    expect(panel.read(turn.subarray(0, 6))).toEqual([{ control: 'encoder 2', kind: 'turned', by: 2 }]);
    expect(panel.read(Uint8Array.of(2, 10, 0, 1, 0, 0xff, 0xff, 40, 0))).toEqual([]);
    // A Neo has a display that is touched nowhere.
    expect(deck(0x009a).read(touch)).toEqual([]);
  });

  it('shows above each knob what it is', async () => {
    const picture: KeyPicture = { kind: 'face', state: undefined, name: 'Score', left: undefined, position: 0.5 };
    const reports = await deck(0x0084).picture('encoder 3', picture);
    // 400 pixels from the left, 200 wide, 100 high.
    expect(hex(reports[0]!, 10)).toBe('output 02 0c 90 01 00 00 c8 00 64 00');
    expect(reports.map(({ bytes }) => [bytes[10], bytes[11]])).toEqual(
      reports.map((_, part) => [part === reports.length - 1 ? 1 : 0, part]),
    );
  });
});

it.each([
  { product: 0x006c, whole: [0, 32, 0, ...keys(32, 31)] },
  { product: 0x0084, whole: [0, 8, 0, ...keys(8, 7)] },
  { product: 0x0084, whole: [3, 5, 0, 0, ...keys(4, 3)] },
  { product: 0x0063, whole: keys(6, 5) },
  { product: 0x0060, whole: keys(15, 0) },
])('what is held on $product stays held through a report that was cut off, and is not pressed again', (held) => {
  const panel = deck(held.product);
  const whole = Uint8Array.from(held.whole);
  expect(panel.read(whole).map(({ kind }) => kind)).toEqual(['down']);
  for (let length = 0; length < whole.length; length += 1) {
    expect([...panel.read(whole.subarray(0, length)), ...panel.read(whole)]).toEqual([]);
  }
});

it('the touch keys of a Neo have one color each', async () => {
  expect((await deck(0x009a).picture('key 9', onAir)).map((one) => hex(one, 6))).toEqual(['feature 03 06 08 ff 00 00']);
});

it('a device that is none is not opened', () => {
  expect([Deck.open({ vendor: elgato, product: 1 }), Deck.open({ vendor: 1, product: 0x006c })]).toEqual([
    undefined,
    undefined,
  ]);
});

describe('the drawing of keys', () => {
  const usb = { vendor: elgato, product: 0x006c };
  it('redraws 32 keys, each with its own picture, and draws none a second time', async () => {
    const drawing = new OrderDrawing();
    const draw = (name: string) =>
      Promise.all(
        [...Array(32).keys()].map((key) =>
          drawing.draw({ usb, control: `key ${key + 1}`, picture: { ...onAir, name: `${name} ${key}` } }),
        ),
      );
    const drawn = await draw('Title');
    expect(drawn.map(([first]) => first?.bytes[2])).toEqual([...Array(32).keys()]);
    expect(new Set(drawn.map((reports) => String(reports.map(({ bytes }) => bytes)))).size).toBe(32);
    const again = await draw('Title');
    expect(again.every((reports, key) => reports === drawn[key])).toBe(true);
  });

  it('says which model it does not know, and goes on', async () => {
    const drawing = new OrderDrawing();
    const unknown = drawing.draw({ usb: { vendor: elgato, product: 1 }, control: 'key 1', picture: onAir });
    await expect(unknown).rejects.toThrow('There is no Stream Deck with the numbers 4057:1.');
    expect((await drawing.draw({ usb, control: 'key 1', picture: onAir })).length).toBeGreaterThan(0);
  });
});
