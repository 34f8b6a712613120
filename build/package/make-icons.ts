import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { root } from '../set-up.js';
import { testBrowser } from '../test-browser.ts';

/**
 * `node build/package/make-icons.ts` draws `renderer/icon.svg` in Chromium and writes `icon.png`, `icon.ico` and
 * `icon.icns` beside this file.
 */
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const;
type IconSize = (typeof sizes)[number];

/** 256 is the largest size; the format stores it as 0. */
const windowsSizes: IconSize[] = [16, 24, 32, 48, 64, 128, 256];
const macTypes: [string, IconSize][] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
];

const drawn = await draw();
write('icon.png', at(512));
write('icon.ico', windowsIcon());
write('icon.icns', macIcon());

async function draw(): Promise<Map<IconSize, Buffer>> {
  const picture = readFileSync(join(root, 'renderer/icon.svg')).toString('base64');
  const browser = await chromium.launch({ executablePath: testBrowser(), args: ['--no-sandbox'] });
  const page = await browser.newPage();
  const pngs = new Map<IconSize, Buffer>();
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>body{margin:0}</style><img width=${String(size)} height=${String(size)} src="data:image/svg+xml;base64,${picture}">`,
    );
    await page.evaluate(() => document.querySelector('img')?.decode());
    pngs.set(size, await page.screenshot({ omitBackground: true }));
  }
  await browser.close();
  return pngs;
}

function at(size: IconSize): Buffer {
  const png = drawn.get(size);
  if (!png) throw new Error(`No picture of ${String(size)} pixels was drawn.`);
  return png;
}

/** ICO format: a header, a row of 16 bytes per picture, then the pictures. */
function windowsIcon(): Buffer {
  const header = Buffer.alloc(6 + 16 * windowsSizes.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(windowsSizes.length, 4);
  let offset = header.length;
  windowsSizes.forEach((size, index) => {
    const row = 6 + 16 * index;
    header.writeUInt8(size % 256, row);
    header.writeUInt8(size % 256, row + 1);
    header.writeUInt16LE(1, row + 4);
    header.writeUInt16LE(32, row + 6);
    header.writeUInt32LE(at(size).length, row + 8);
    header.writeUInt32LE(offset, row + 12);
    offset += at(size).length;
  });
  return Buffer.concat([header, ...windowsSizes.map(at)]);
}

/** ICNS format: chunks of a four-letter type, a length that includes these 8 bytes, and a picture. */
function macIcon(): Buffer {
  const chunk = (type: string, content: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(content.length + 8, 4);
    return Buffer.concat([head, content]);
  };
  return chunk('icns', Buffer.concat(macTypes.map(([type, size]) => chunk(type, at(size)))));
}

function write(name: string, content: Buffer): void {
  writeFileSync(join(root, 'build/package', name), content);
}
