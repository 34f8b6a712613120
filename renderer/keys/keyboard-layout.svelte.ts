import type { CheckedKeyboard } from '../../contract/desk-api/show-check.ts';
import { keyCaption, type PrintedKeys } from '../../contract/model/key-caption.ts';

/** The part of the browser's `navigator.keyboard` that is used here. Chromium has it, other browsers do not. */
interface BrowserKeyboard {
  getLayoutMap(): Promise<PrintedKeys>;
}

export class KeyboardLayout {
  readonly #browser: { keyboard?: BrowserKeyboard; userAgent?: string };
  readonly #isWindow: boolean;
  #printed = $state.raw<PrintedKeys>(new Map());

  /** `browser` is the `navigator` of the page; `isWindow`: the page is in a window of the desk's own. */
  constructor(browser: object, isWindow = false) {
    this.#browser = browser;
    this.#isWindow = isWindow;
  }

  get checked(): CheckedKeyboard {
    const { userAgent = '' } = this.#browser;
    const system = userAgent.includes('Windows') ? 'windows' : userAgent.includes('Mac') ? 'mac' : 'linux';
    return { printed: this.known ? Object.fromEntries(this.#printed) : null, browser: !this.#isWindow, system };
  }

  get isMac(): boolean {
    return this.checked.system === 'mac';
  }

  /** Whether the browser tells the layout. Otherwise captions are those of an American keyboard. */
  get known(): boolean {
    return this.#printed.size > 0;
  }

  /** Reads the layout. The system reports no change of it, so it is read again whenever the window gets the focus. */
  async read(): Promise<void> {
    // A browser that refuses to tell its layout is one that has none to tell.
    this.#printed = (await this.#browser.keyboard?.getLayoutMap().catch(() => undefined)) ?? new Map();
  }

  /** The name of a key as printed on this keyboard, with its modifiers: `Ctrl+Shift+T`. */
  caption(key: string): string {
    return keyCaption(key, this.#printed);
  }
}
