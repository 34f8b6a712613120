import { describe, expect, it } from 'vitest';
import { type KeptBy, keptBy } from '../../contract/desk-api/kept-keys.ts';
import type { CheckedKeyboard } from '../../contract/desk-api/show-check.ts';

const systems = ['windows', 'linux', 'mac'] as const;

/** What keeps each key on Windows, Linux and a Mac, in the desktop window and in a browser; `-` for nothing. */
const keys: [string, window: string, browser: string][] = [
  ['Ctrl+KeyN', '- - -', 'browser browser -'],
  ['Ctrl+KeyT', '- - -', 'browser browser -'],
  ['Ctrl+KeyW', '- - -', 'browser browser -'],
  ['Ctrl+Shift+KeyN', '- - -', 'browser browser -'],
  ['Ctrl+Shift+KeyT', '- - -', 'browser browser -'],
  ['Ctrl+Shift+KeyW', '- - -', 'browser browser -'],
  ['Ctrl+Shift+KeyP', '- - -', 'browser browser -'],
  ['Ctrl+Shift+KeyQ', '- - -', 'browser browser -'],
  ['Ctrl+F4', '- - -', 'browser browser -'],
  ['Ctrl+Tab', '- - -', 'browser browser browser'],
  ['Ctrl+Shift+Tab', '- - -', 'browser browser browser'],
  ['Ctrl+PageDown', '- - -', 'browser browser browser'],
  ['Ctrl+Digit1', '- - -', 'some some -'],
  ['Ctrl+Digit8', '- - -', 'some some -'],
  ['Ctrl+KeyL', '- - -', 'some some -'],
  ['Ctrl+KeyP', '- - -', 'some some -'],
  ['Ctrl+KeyQ', '- - -', 'some some -'],
  ['Alt+ArrowLeft', '- - -', 'some some -'],
  ['F11', '- - system', 'some some system'],
  ['Alt+F4', 'system system -', 'system system -'],
  ['Alt+Tab', 'system system -', 'system system -'],
  ['Alt+Shift+Escape', 'system system -', 'system system -'],
  ['Alt+Space', 'system system -', 'system system -'],
  ['Alt+F2', '- system -', '- system -'],
  ['Ctrl+Alt+Delete', 'system system -', 'system system -'],
  ['Ctrl+Alt+F1', '- system -', '- system -'],
  ['Ctrl+Shift+Escape', 'system - -', 'system - -'],
  ['PrintScreen', 'system system -', 'system system -'],
  ['Meta+KeyL', 'system system -', 'system system some'],
  ['Meta+KeyB', 'system system -', 'system system -'],
  ['Shift+Meta+KeyS', 'system system -', 'system system -'],
  ['Meta+KeyQ', 'system system system', 'system system system'],
  ['Meta+Tab', 'system system system', 'system system system'],
  ['Meta+KeyW', 'system system -', 'system system browser'],
  ['Shift+Meta+KeyT', 'system system -', 'system system browser'],
  ['Meta+Digit1', 'system system -', 'system system some'],
  ['Shift+Meta+Digit4', 'system system system', 'system system system'],
  ['Alt+Meta+Escape', 'system system system', 'system system system'],
  ['Ctrl+Space', '- - system', '- - system'],
  ['Ctrl+ArrowUp', '- - system', '- - system'],
  // The keys of the first mapping, and of the presets.
  ...['Digit1', 'Alt+Digit1', 'Alt+Shift+Digit1', 'Ctrl+Shift+Digit1', 'KeyT', 'KeyG', 'Shift+KeyW'].map(free),
  ...['F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F9', 'F12', 'Shift+F9', 'Space', 'Escape', 'NumpadEnter', 'F13'].map(free),
  ...['Ctrl+KeyG', 'Ctrl+Numpad1', 'Ctrl+Shift+F2'].map(free),
];

function free(key: string): [string, string, string] {
  return [key, '- - -', '- - -'];
}

const keptOn = (key: string, keyboard: Pick<CheckedKeyboard, 'browser'>): string =>
  systems
    .map((system) => keptBy(key, { printed: null, ...keyboard, system }))
    .map((by) => (by === 'some browsers' ? 'some' : (by ?? '-')))
    .join(' ');

describe('what keeps a key on Windows, Linux and a Mac', () => {
  it.each(keys)('%s: in the desktop window %s, in a browser %s', (key, window, browser) => {
    expect([keptOn(key, { browser: false }), keptOn(key, { browser: true })]).toEqual([window, browser]);
  });

  it('goes by what the key types', () => {
    const printed = { KeyZ: 'w', KeyW: 'z', Digit1: '&' };
    const kept = (key: string): KeptBy | undefined => keptBy(key, { printed, browser: true, system: 'linux' });
    expect(['Ctrl+KeyZ', 'Ctrl+KeyW', 'Ctrl+Digit1'].map(kept)).toEqual(['browser', undefined, 'some browsers']);
  });
});
