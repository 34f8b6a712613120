import { EventEmitter } from 'node:events';

/** A window of which the test says what happens to its page. */
export class ScriptedWindow extends EventEmitter {
  static last: ScriptedWindow;
  /** What the shell did to the window, in order. */
  readonly done: string[] = [];
  readonly webContents = Object.assign(new EventEmitter(), {
    forcefullyCrashRenderer: () => {
      this.done.push('crash');
      this.webContents.emit('render-process-gone', {}, { reason: 'killed' });
    },
  });
  readonly options: { webPreferences: object };

  constructor(options: { webPreferences: object }) {
    super();
    this.options = options;
    ScriptedWindow.last = this;
  }
  loadURL(url: string): Promise<void> {
    this.done.push(`load ${url.slice(0, 20)}`);
    return Promise.resolve();
  }
  show(): void {
    this.done.push('show');
  }
  isDestroyed(): boolean {
    return false;
  }
}
