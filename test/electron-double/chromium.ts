import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { CDPSession } from 'playwright';

/** One conversation with the browser or with one page of it, in the DevTools protocol. */
export type Session = Pick<CDPSession, 'send' | 'on' | 'once'>;

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const flags = [
  '--headless',
  '--no-first-run',
  '--no-startup-window',
  '--log-level=3',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The double speaks through the pipe, so that the browser ends with it; the port is for whoever drives the page.
  '--remote-debugging-pipe',
  '--remote-debugging-port=0',
];

/** The one Chromium of a double. Its stderr, with the address of its DevTools port, is the double's. */
export class Chromium {
  readonly #process: ChildProcess;
  readonly #sessions = new Map<string, EventEmitter>();
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  /** The browser as a whole. */
  readonly root: Session;
  #lastId = 0;

  constructor(profile: string) {
    const browser = process.env.OVERLAY_BROWSER ?? places.find((place) => existsSync(place));
    if (browser === undefined) throw new Error('There is no Chromium here: name one in OVERLAY_BROWSER.');
    const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    this.#process = spawn(browser, [...flags, ...asRoot, `--user-data-dir=${profile}`], {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'],
    });
    // A browser that ends leaves unread what was sent to it last, and the pipe then fails. Its exit is what counts.
    for (const pipe of [this.#process.stdio[3], this.#process.stdio[4]]) pipe?.on('error', () => undefined);
    this.root = this.session('');
    process.once('exit', () => this.#process.kill('SIGKILL'));
    this.#listen(this.#process.stdio[4] as Readable);
  }

  /** The conversation with this id, the same one each time. */
  session(sessionId: string): Session {
    const known = this.#sessions.get(sessionId);
    if (known) return known as unknown as Session;
    const send = (method: string, params: object = {}): Promise<unknown> => {
      const id = ++this.#lastId;
      const message = { id, method, params, ...(sessionId && { sessionId }) };
      (this.#process.stdio[3] as Writable).write(`${JSON.stringify(message)}\0`);
      return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    };
    const session = Object.assign(new EventEmitter(), { send });
    this.#sessions.set(sessionId, session);
    return session as unknown as Session;
  }

  async close(): Promise<void> {
    const gone = once(this.#process, 'exit');
    this.root.send('Browser.close').catch(() => undefined);
    await gone;
  }

  #listen(pipe: Readable): void {
    let rest = '';
    pipe.setEncoding('utf8').on('data', (chunk: string) => {
      const texts = (rest + chunk).split('\0');
      rest = texts.pop() ?? '';
      for (const text of texts) this.#receive(JSON.parse(text) as Message);
    });
  }

  #receive({ id, sessionId, method, params, result, error }: Message): void {
    if (id === undefined) {
      this.#sessions.get(sessionId ?? '')?.emit(String(method), params);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
}
