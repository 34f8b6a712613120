import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';

/**
 * Makes the letters for the keys of panels: `OVERLAY_BROWSER=CHROMIUM node build/make-key-font.ts` writes
 * `surfaces/faces/drawing/key-font.json`. Chromium draws each letter of Inter once, white on black; a pixel is stored
 * as its covered share, in 16 steps. Includes Latin, Greek, Cyrillic and everyday signs.
 */
const size = 28;
const subsets = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic'];
const ranges = [
  [0x20, 0x7e],
  [0xa1, 0x17f],
  [0x218, 0x21b],
  [0x386, 0x3ce],
  [0x400, 0x45f],
  [0x490, 0x491],
  [0x1ea0, 0x1ef9],
  [0x2013, 0x2014],
  [0x2018, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x20ac, 0x20ac],
] as const;

const folder = fileURLToPath(new URL('../node_modules/@fontsource-variable/inter/files/', import.meta.url));
const target = fileURLToPath(new URL('../surfaces/faces/drawing/key-font.json', import.meta.url));
const fonts = subsets.map((subset) => {
  return `data:font/woff2;base64,${readFileSync(`${folder}inter-${subset}-wght-normal.woff2`).toString('base64')}`;
});
const letters = ranges.flatMap(([from = 0, to = 0]) => {
  return Array.from({ length: to - from + 1 }, (_, nth) => String.fromCodePoint(from + nth));
});

const browser = await chromium.launch({ executablePath: process.env.OVERLAY_BROWSER ?? '' });
const page = await browser.newPage();
const drawn = await page.evaluate(
  async ({ fonts, letters, size }) => {
    const faces = fonts.map((source, nth) => new FontFace(`Key ${nth}`, `url(${source})`, { weight: '100 900' }));
    for (const face of await Promise.all(faces.map((face) => face.load()))) document.fonts.add(face);
    const canvas = new OffscreenCanvas(size * 3, size * 3);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('This browser draws nothing.');
    context.font = `600 ${size}px ${faces.map(({ family }) => family).join(', ')}`;
    // Letters missing from the font look like this letter.
    const signature = (letter: string): string => {
      context.clearRect(0, 0, canvas.width, canvas.height);
      context.fillStyle = '#fff';
      context.fillText(letter, size, size * 2);
      return String(context.getImageData(0, 0, canvas.width, canvas.height).data);
    };
    const missing = signature('\u{10FFFD}');
    return letters.flatMap((letter) => {
      if (signature(letter) === missing) return [];
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      let [left, top, right, bottom] = [canvas.width, canvas.height, -1, -1];
      for (let y = 0; y < canvas.height; y += 1) {
        for (let x = 0; x < canvas.width; x += 1) {
          if ((data[(y * canvas.width + x) * 4 + 3] ?? 0) < 8) continue;
          [left, right] = [Math.min(left, x), Math.max(right, x)];
          [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
        }
      }
      const [width, height] = [Math.max(0, right - left + 1), Math.max(0, bottom - top + 1)];
      const alpha = Array.from({ length: width * height }, (_, at) => {
        const [x, y] = [left + (at % width), top + Math.floor(at / width)];
        return Math.round((data[(y * canvas.width + x) * 4 + 3] ?? 0) / 17);
      });
      const advance = Math.round(context.measureText(letter).width * 100) / 100;
      const place = width > 0 ? [left - size, top - size * 2] : [0, 0];
      return [
        { letter, measures: [advance, ...place, width, height], alpha: alpha.map((one) => one.toString(16)).join('') },
      ];
    });
  },
  { fonts, letters, size },
);
await browser.close();

const glyphs = Object.fromEntries(drawn.map(({ letter, measures, alpha }) => [letter, [...measures, packed(alpha)]]));
writeFileSync(target, `${JSON.stringify({ size, glyphs })}\n`);

function packed(alpha: string): string {
  return Buffer.from(alpha.padEnd(alpha.length + (alpha.length % 2), '0'), 'hex').toString('base64');
}
