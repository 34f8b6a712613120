import { expect, it } from 'vitest';
import { startPage } from '../../build/stick/start-page.ts';

const hash = 'a'.repeat(64);
const files = [
  { name: 'overlay-desk-0.2.0-rc.1-linux-x64.deb', size: 120_000_000, hash },
  { name: 'overlay-desk-0.2.0-rc.1.cdx.json', size: 700, hash },
];
const page = startPage({ version: '0.2.0-rc.1', expires: '2037-11-24', key: undefined, aptKey: undefined, files });

it('the page to begin with has commands that can be typed as they are, with the files of this stick', () => {
  expect(page).not.toContain('VERSION');
  expect(page).toContain('apt install ./overlay-desk-0.2.0-rc.1-linux-x64.deb');
  // Debian writes a pre-release with a tilde.
  expect(page).toContain('apt install ./overlay-desk-host_0.2.0~rc.1_amd64.deb');
});

it('the page to begin with tells the size of each file, also of a small one', () => {
  expect([...page.matchAll(/<td>([\d.]+ \w+)<\/td><\/tr>/g)].map(([, size]) => size)).toEqual(['114.4 MiB', '1 KiB']);
});
