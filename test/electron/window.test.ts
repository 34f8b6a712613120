import { EventEmitter } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { askBeforeLosing, failurePage, openWindow } from '../../electron/window.ts';
import { root } from '../../build/set-up.js';
import { ManualClock, settled } from '../kit/manual-clock.ts';
import { ScriptedWindow } from './scripted-window.ts';

vi.mock('electron', async () => ({
  BrowserWindow: (await import('./scripted-window.ts')).ScriptedWindow,
  dialog: {},
}));

let clock: ManualClock;
let window: ScriptedWindow;
const load = 'load overlay-desk://app/i';

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  clock = new ManualClock();
  openWindow('preload.cjs', clock);
  window = ScriptedWindow.last;
});

describe('the window of the desk', () => {
  it('is shown when its page has drawn, once', async () => {
    expect(window.done).toEqual([load]);
    window.emit('ready-to-show');
    await clock.pass(60_000);
    expect(window.done).toEqual([load, 'show']);
  });

  it('is shown after ten seconds if its page draws nothing', async () => {
    await clock.pass(9_999);
    expect(window.done).toEqual([load]);
    await clock.pass(1);
    expect(window.done).toEqual([load, 'show']);
  });

  it('ends screens that hang, and loads them again', async () => {
    window.emit('ready-to-show');
    window.webContents.emit('unresponsive');
    await clock.pass(4_999);
    expect(window.done).toEqual([load, 'show']);
    await clock.pass(1);
    expect(window.done).toEqual([load, 'show', 'crash', load]);
  });

  it('leaves screens alone that answer again', async () => {
    window.emit('ready-to-show');
    window.webContents.emit('unresponsive');
    await clock.pass(4_000);
    window.webContents.emit('responsive');
    await clock.pass(60_000);
    expect(window.done).toEqual([load, 'show']);
  });

  it('sends no word of a show to a server of dictionaries, and has a sandbox', () => {
    expect(window.options.webPreferences).toMatchObject({ spellcheck: false, sandbox: true, contextIsolation: true });
  });
});

describe('the page that stands where the screens should be', () => {
  it('says why, and shows the reason as it is', () => {
    const page = decodeURIComponent(failurePage('ERR_FAILED <script>take()</script> & more'));
    expect(page).toMatch(/^data:text\/html;charset=utf-8,<!doctype html>/);
    expect(page).toContain('<p>ERR_FAILED &#60;script&#62;take()&#60;/script&#62; &#38; more</p>');
  });
});

describe('a window with unsaved edits', () => {
  const unload = { preventDefault: vi.fn() };
  let answer: (lose: boolean) => void;
  const asked = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)));
  const closing = { webContents: new EventEmitter(), destroy: vi.fn() };
  const close = () => closing.webContents.emit('will-prevent-unload', unload);

  beforeEach(() => {
    vi.clearAllMocks();
    closing.webContents.removeAllListeners();
    askBeforeLosing(closing as unknown as BrowserWindow, asked);
  });

  it('stays open until the question is answered, is asked once at a time, and closes only where they may be lost', async () => {
    close();
    close();
    expect(asked).toHaveBeenCalledOnce();
    answer(false);
    await settled();
    expect(closing.destroy).not.toHaveBeenCalled();
    close();
    expect(asked).toHaveBeenCalledTimes(2);
    answer(true);
    await settled();
    expect(closing.destroy).toHaveBeenCalledOnce();
    expect(unload.preventDefault).not.toHaveBeenCalled();
  });
});

it('no dialog stops the main process, where keys, devices and the lane run', () => {
  const sources = globSync('electron/**/*.ts', { cwd: root }).map((file) => [
    file,
    readFileSync(join(root, file), 'utf8'),
  ]);
  expect(sources.length).toBeGreaterThan(10);
  expect(sources.filter(([, text]) => /dialog\s*\.\w+Sync\b/.test(text!)).map(([file]) => file)).toEqual([]);
});
