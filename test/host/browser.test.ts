import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { browserPlaces, hasDisplay, openWindow, windowArguments } from '../../host/browser.ts';

describe('a browser for the desk', () => {
  it('is looked for on Linux by name in every folder of the path, Chromium before Chrome before Edge', () => {
    expect(browserPlaces({ platform: 'linux', env: { PATH: '/a:/b:' }, home: '/home/ada' })).toEqual([
      '/a/chromium',
      '/b/chromium',
      '/a/chromium-browser',
      '/b/chromium-browser',
      '/a/google-chrome',
      '/b/google-chrome',
      '/a/google-chrome-stable',
      '/b/google-chrome-stable',
      '/a/microsoft-edge',
      '/b/microsoft-edge',
      '/a/microsoft-edge-stable',
      '/b/microsoft-edge-stable',
    ]);
  });

  it('is looked for on a Mac among the programs of all and of the user', () => {
    const places = browserPlaces({ platform: 'darwin', env: {}, home: '/Users/ada' });
    expect(places).toHaveLength(6);
    expect(places[2]).toBe('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
    expect(places[5]).toBe('/Users/ada/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge');
  });

  it('is looked for on Windows where its installers put it', () => {
    const env = { PROGRAMFILES: 'C:\\Program Files', LOCALAPPDATA: 'C:\\Local' };
    expect(browserPlaces({ platform: 'win32', env, home: 'C:\\Users\\ada' })).toEqual([
      'C:\\Program Files\\Chromium\\Application\\chrome.exe',
      'C:\\Local\\Chromium\\Application\\chrome.exe',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Local\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe',
      'C:\\Local\\Microsoft\\Edge\\Application\\msedge.exe',
    ]);
  });

  it('is before all the one that OVERLAY_BROWSER names', () => {
    expect(browserPlaces({ platform: 'linux', env: { OVERLAY_BROWSER: '/mine' }, home: '/home/ada' })).toEqual([
      '/mine',
    ]);
  });

  it.each([
    ['linux', {}, false],
    ['linux', { DISPLAY: ':0' }, true],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['darwin', {}, true],
    ['win32', {}, true],
  ] as const)('can show a window on %s with %j: %s', (platform, env, can) => {
    expect(hasDisplay({ platform, env, home: '' })).toBe(can);
  });

  it('shows the desk alone, in a profile of its own, and without its sandbox only where it must', () => {
    const plain = [
      '--app=file:///data/window.html',
      '--user-data-dir=/data/browser',
      '--no-first-run',
      '--no-default-browser-check',
    ];
    expect(windowArguments({ data: '/data', asRoot: false })).toEqual(plain);
    expect(windowArguments({ data: '/data', asRoot: true })).toEqual([...plain, '--no-sandbox']);
  });

  it('is led to its address by a page that only its user may read', () => {
    const data = mkdtempSync(join(tmpdir(), 'browser-'));
    onTestFinished(() => rmSync(data, { recursive: true }));
    const file = join(data, 'window.html');
    writeFileSync(file, 'of an older start', { mode: 0o644 });
    const address = 'http://127.0.0.1:1/?token=t';
    openWindow({ browser: '/no/browser', address, data, asRoot: false }, () => undefined);
    expect(readFileSync(file, 'utf8')).toContain(`content="0; url=${address}"`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
