import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type {
  App,
  BrowserWindow as Window,
  BrowserWindowConstructorOptions,
  Dialog,
  GlobalShortcut,
  Menu as MenuType,
  SaveDialogOptions,
  Shell,
} from 'electron';
import { Chromium } from './chromium.ts';
import { guardRequests } from './requests.ts';
import { claimInstance, hearSecond, tellFirst } from './single-instance.ts';
import { safeStorage } from './safe-storage.ts';
import { schemes } from './schemes.ts';
import { SessionDouble } from './session.ts';
import { utilityProcess } from './utility-process.ts';
import { preventable, WebContentsDouble } from './web-contents.ts';

/**
 * A stand-in for the module `electron` as far as the shell uses it. What is real in it and what it does not prove is in
 * README.md beside it. Each part is checked against Electron's own types, so that it cannot drift away unseen.
 */
class AppDouble
  extends EventEmitter
  implements
    Pick<
      App,
      | 'whenReady'
      | 'getPath'
      | 'setPath'
      | 'getVersion'
      | 'requestSingleInstanceLock'
      | 'quit'
      | 'exit'
      | 'enableSandbox'
      | 'setAboutPanelOptions'
    >
{
  readonly #paths = new Map<string, string>();
  readonly #ready = Promise.withResolvers<undefined>();
  quitting = false;
  /** Whether every page has a sandbox. */
  sandboxed = false;

  constructor() {
    super();
    // Electron is ready only after the main script ran to its end.
    setImmediate(() => {
      openBrowser().then(
        () => this.#ready.resolve(undefined),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.quit());
  }

  async whenReady(): Promise<void> {
    await this.#ready.promise;
  }

  getPath(name: string): string {
    // The operator's own directory is not for tests.
    const path = this.#paths.get(name === 'documents' ? 'userData' : name);
    if (path === undefined) throw new Error(`The double has no directory "${name}": start it with --data DIR.`);
    return path;
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }

  enableSandbox(): void {
    if (browser) throw new Error('The sandbox is enabled before the app is ready.');
    this.sandboxed = true;
  }

  /** Nobody opens it here. */
  setAboutPanelOptions(): void {}

  getVersion(): string {
    return '0.0.0';
  }

  requestSingleInstanceLock(): boolean {
    const owner = claimInstance(this.getPath('userData'));
    if (owner !== undefined) tellFirst(this.getPath('userData'), owner);
    else hearSecond(this.getPath('userData'), ({ words, folder }) => this.emit('second-instance', {}, words, folder));
    return owner === undefined;
  }

  quit(): void {
    if (this.quitting) return;
    const event = preventable({});
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.quitting = true;
    void Promise.all(BrowserWindow.getAllWindows().map((window) => window.webContents.close())).then(() =>
      this.exit(0),
    );
  }

  exit(code = 0): void {
    if (!browser) process.exit(code);
    void browser.close().then(() => process.exit(code));
  }
}

let browser: Chromium | undefined;
/** Whether Chromium is making the page of a window. */
let making = false;
const session = new SessionDouble();

export const app = new AppDouble();
export const ipcMain = new EventEmitter();
export const protocol = schemes;
export { safeStorage, utilityProcess };

async function openBrowser(): Promise<void> {
  browser = new Chromium(app.getPath('sessionData'));
  await guardRequests(browser, {
    making: () => making,
    owner(frameId) {
      const contents = BrowserWindow.getAllWindows().map((window) => window.webContents);
      return contents.find((each) => each.owns(frameId)) ?? contents[0];
    },
  });
}

export class BrowserWindow
  extends EventEmitter
  implements Pick<Window, 'loadURL' | 'show' | 'focus' | 'restore' | 'isMinimized' | 'isDestroyed'>
{
  static readonly #all = new Set<BrowserWindow>();
  readonly webContents: WebContentsDouble;
  readonly #made: Promise<void>;

  static getAllWindows(): BrowserWindow[] {
    return [...BrowserWindow.#all];
  }

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    if (!browser) throw new Error('A window is made after the app is ready.');
    if (!app.sandboxed) throw new Error('The double has sandboxed pages, and no others.');
    BrowserWindow.#all.add(this);
    this.webContents = new WebContentsDouble(browser, session, ipcMain);
    this.webContents.once('destroyed', () => {
      this.#closed();
    });
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'));
    app.emit('web-contents-created', {}, this.webContents);
    this.#made = this.#make(browser, options);
  }

  async loadURL(url: string): Promise<void> {
    await this.#made;
    await this.webContents.load(url);
  }

  isDestroyed(): boolean {
    return this.webContents.isDestroyed();
  }

  isMinimized(): boolean {
    return false;
  }

  close(): void {
    void this.webContents.close();
  }

  show(): void {}
  focus(): void {}
  restore(): void {}

  async #make(chromium: Chromium, { width = 800, height = 600, webPreferences = {} }: BrowserWindowConstructorOptions) {
    making = true;
    const page = await chromium.root.send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      width,
      height,
    });
    making = false;
    const { targetId } = page;
    const { sessionId } = await chromium.root.send('Target.attachToTarget', { targetId, flatten: true });
    chromium.root.on('Target.detachedFromTarget', (gone) => {
      if (gone.sessionId === sessionId) this.webContents.destroy();
    });
    await this.webContents.take(targetId, chromium.session(sessionId), webPreferences);
  }

  #closed(): void {
    BrowserWindow.#all.delete(this);
    this.emit('closed');
    if (BrowserWindow.#all.size === 0 && !app.quitting) app.emit('window-all-closed');
  }
}

export const Menu = {
  buildFromTemplate: (template) => ({ items: template }) as unknown as MenuType,
  setApplicationMenu: () => undefined,
} satisfies Pick<typeof MenuType, 'buildFromTemplate' | 'setApplicationMenu'>;

/** Dialogs in which the operator always takes what is proposed, and of folders always the one that is called `stick`. */
export const dialog = {
  showOpenDialog: () => Promise.resolve({ canceled: false, filePaths: [join(app.getPath('documents'), 'stick')] }),
  showSaveDialog: (of: object, asked?: SaveDialogOptions) =>
    Promise.resolve({ canceled: false, filePath: (asked ?? (of as SaveDialogOptions)).defaultPath ?? '' }),
  showErrorBox: (title, content) => {
    console.error(`${title}: ${content}`);
  },
  showMessageBox: () => Promise.resolve({ response: 0, checkboxChecked: false }),
} satisfies Pick<Dialog, 'showErrorBox' | 'showMessageBox' | 'showOpenDialog' | 'showSaveDialog'>;

/** A system that opens nothing. */
export const shell = {
  openPath: () => Promise.resolve('the double opens nothing'),
} satisfies Pick<Shell, 'openPath'>;

/** No key of other programs is ever heard. */
export const globalShortcut = {
  register: () => true,
  unregisterAll: () => undefined,
} satisfies Pick<GlobalShortcut, 'register' | 'unregisterAll'>;

export default {
  app,
  BrowserWindow,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  protocol,
  safeStorage,
  shell,
  utilityProcess,
};
