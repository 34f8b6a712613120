import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { askBeforeLosing, failurePage, openWindow } from '../../electron/window.ts';
import { ManualClock } from '../kit/manual-clock.ts';
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

/** Whether a window closes that holds unsaved edits, where the operator answers so. */
function closes(lose: boolean): boolean {
  const contents = new EventEmitter();
  askBeforeLosing(contents as unknown as WebContents, () => lose);
  let closed = false;
  contents.emit('will-prevent-unload', { preventDefault: () => (closed = true) });
  return closed;
}

it('a window with unsaved edits closes only where they may be lost', () => {
  expect([closes(true), closes(false)]).toEqual([true, false]);
});
