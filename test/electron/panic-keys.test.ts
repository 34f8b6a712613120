import { EventEmitter } from 'node:events';
import type { BrowserWindow, Input } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import { hearPanicKeys } from '../../electron/panic-keys.ts';

let contents: EventEmitter;
let window: EventEmitter;
/** What the desk heard, in order. */
let heard: string[];

beforeEach(() => {
  contents = new EventEmitter();
  window = Object.assign(new EventEmitter(), { webContents: contents });
  heard = [];
  hearPanicKeys(window as unknown as BrowserWindow, {
    down(key) {
      heard.push(`down ${key}`);
      return key === 'Escape' || key === 'Shift+F12';
    },
    up: (key) => heard.push(`up ${key}`),
  });
});

/** A key goes down or comes up in the window; whether it was kept from its pages. */
function stroke(type: 'keyDown' | 'keyUp', code: string, more: Partial<Input> = {}): boolean {
  let prevented = false;
  const modifiers = { shift: false, control: false, alt: false, meta: false };
  const input = { type, code, key: code, isAutoRepeat: false, isComposing: false, ...modifiers, ...more };
  contents.emit('before-input-event', { preventDefault: () => (prevented = true) }, input);
  return prevented;
}

describe('the keyboard of a window', () => {
  it('brings a panic to the desk before any page hears it, and its release', () => {
    expect([stroke('keyDown', 'Escape'), stroke('keyUp', 'Escape')]).toEqual([true, true]);
    expect(heard).toEqual(['down Escape', 'up Escape']);
  });

  it('counts a key that repeats once, and releases it by the name with which it was pressed', () => {
    stroke('keyDown', 'F12', { shift: true });
    expect(stroke('keyDown', 'F12', { isAutoRepeat: true })).toBe(true);
    stroke('keyUp', 'F12');
    expect(heard).toEqual(['down Shift+F12', 'up Shift+F12']);
  });

  it('leaves the pages what is no panic, what types, and what an input method uses', () => {
    const left = [
      stroke('keyDown', 'F5'),
      stroke('keyUp', 'F5'),
      stroke('keyDown', 'KeyP'),
      stroke('keyDown', 'Escape', { isComposing: true }),
    ];
    expect(left).toEqual([false, false, false, false]);
    expect(heard).toEqual(['down F5']);
  });

  it('releases a key when the window loses the keyboard, or when Meta hides its release', () => {
    stroke('keyDown', 'Escape');
    window.emit('blur');
    stroke('keyDown', 'Escape');
    stroke('keyDown', 'MetaLeft', { meta: true });
    expect(heard).toEqual(['down Escape', 'up Escape', 'down Escape', 'up Escape']);
  });

  it('begins anew with a key whose release was missed', () => {
    stroke('keyDown', 'Escape');
    stroke('keyDown', 'Escape');
    expect(heard).toEqual(['down Escape', 'up Escape', 'down Escape']);
  });
});
