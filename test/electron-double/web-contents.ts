import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Event, WebContents, WebFrameMain, WebPreferences } from 'electron';
import type { Chromium, Session } from './chromium.ts';
import { binding, isolatedWorld, pageScripts } from './page-worlds.ts';
import { schemes } from './schemes.ts';
import type { SessionDouble } from './session.ts';

/** An event whose default can be prevented, as the shell gets it. */
export function preventable<Details extends object>(details: Details): Event<Details> {
  let defaultPrevented = false;
  return {
    ...details,
    preventDefault: () => void (defaultPrevented = true),
    get defaultPrevented() {
      return defaultPrevented;
    },
  };
}

type WindowOpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0];
type Frame = Pick<WebFrameMain, 'url'>;
interface DocumentRequest {
  request: { url: string };
  frameId: string;
  redirectedRequestId?: string;
}

/** A page in a real Chromium, with the events and questions of Electron's. */
export class WebContentsDouble
  extends EventEmitter
  implements Pick<WebContents, 'send' | 'isDestroyed' | 'setWindowOpenHandler'>
{
  readonly session: SessionDouble;
  readonly mainFrame: Frame = { url: '' };
  readonly #chromium: Chromium;
  readonly #innerFrames = new Map<string, Frame>();
  /** Execution contexts of the preload's world, with their frames. */
  readonly #worlds = new Map<number, string>();
  #page: Session | undefined;
  #targetId = '';
  #openHandler: WindowOpenHandler = () => ({ action: 'allow' });
  /** The address of the window that a page last asked for. */
  #wanted = '';
  readonly #settled = new Set<string>();
  /** The address that the shell itself is loading, about which it is not asked. */
  #loading: string | undefined;
  #destroyed = false;
  readonly #ipc: EventEmitter;

  constructor(chromium: Chromium, session: SessionDouble, ipc: EventEmitter) {
    super();
    this.#chromium = chromium;
    this.session = session;
    this.#ipc = ipc;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#openHandler = handler;
  }

  send(channel: string, ...given: unknown[]): void {
    const [contextId] = [...this.#worlds].find(([, frameId]) => frameId === this.#targetId) ?? [];
    if (contextId === undefined) return;
    const expression = `${binding.fromShell}(${[channel, ...given].map((each) => JSON.stringify(each)).join()})`;
    // A page that went meanwhile hears nothing, as under Electron.
    this.#page?.send('Runtime.evaluate', { expression, contextId }).catch(() => undefined);
  }

  /** Take over an empty page of Chromium. */
  async take(targetId: string, page: Session, preferences: WebPreferences): Promise<void> {
    const { preload, contextIsolation, sandbox, nodeIntegration } = preferences;
    if (!preload || contextIsolation === false || sandbox === false || nodeIntegration) {
      throw new Error('The double has isolated, sandboxed windows with a preload, and no others.');
    }
    this.#targetId = targetId;
    this.#page = page;
    this.#hear(page);
    await page.send('Page.enable');
    await page.send('Runtime.enable');
    await page.send('Inspector.enable');
    await page.send('Runtime.addBinding', { name: binding.toShell, executionContextName: isolatedWorld });
    const scripts = pageScripts(readFileSync(preload, 'utf8'), randomUUID());
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.page });
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.isolated, worldName: isolatedWorld });
  }

  async load(url: string): Promise<void> {
    const address = schemes.toBrowser(url);
    await this.#settle(url, new URL(address).origin);
    this.#loading = address;
    const { errorText } = (await this.#page?.send('Page.navigate', { url: address })) ?? {};
    if (!errorText) return;
    this.emit('did-fail-load', {}, errorText === 'net::ERR_ABORTED' ? -3 : -2, errorText, url, true);
    throw new Error(errorText);
  }

  async #settle(url: string, origin: string): Promise<void> {
    if (this.#settled.has(origin)) return;
    this.#settled.add(origin);
    const contents = this as unknown as WebContents;
    if (this.#settled.size === 1) await this.session.settle(this.#chromium, contents);
    if (origin !== 'null') await this.session.settle(this.#chromium, contents, { url, origin });
  }

  async close(): Promise<void> {
    if (this.#destroyed) return;
    const gone = new Promise((resolve) => this.once('destroyed', resolve));
    // Chromium knows no page that is on its way out already, and says so: it goes all the same.
    this.#chromium.root.send('Target.closeTarget', { targetId: this.#targetId }).catch(() => undefined);
    await gone;
  }

  destroy(): void {
    this.#destroyed = true;
    this.emit('destroyed');
  }

  /** Whether this is the main frame, or a frame inside of it. */
  owns(frameId: string): boolean {
    return frameId === this.#targetId || this.#innerFrames.has(frameId);
  }

  /** Whether the window that the page asked for may be: the shell's answer. */
  mayOpen(): boolean {
    const referrer = { url: this.mainFrame.url, policy: 'default' as const };
    const details = {
      url: this.#wanted,
      frameName: '',
      features: '',
      disposition: 'new-window' as const,
      referrer,
    };
    return this.#openHandler(details).action === 'allow';
  }

  #hear(page: Session): void {
    page.on('Runtime.executionContextCreated', ({ context }) => {
      const frameId = (context.auxData as { frameId?: string } | undefined)?.frameId;
      if (context.name === isolatedWorld && frameId) this.#worlds.set(context.id, frameId);
    });
    page.on('Runtime.executionContextDestroyed', ({ executionContextId }) => this.#worlds.delete(executionContextId));
    page.on('Runtime.executionContextsCleared', () => {
      this.#worlds.clear();
    });
    page.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name !== binding.toShell) return;
      const [channel, ...sent] = JSON.parse(payload) as [string, ...unknown[]];
      const senderFrame = this.#frame(this.#worlds.get(executionContextId));
      this.#ipc.emit(channel, { sender: this, senderFrame }, ...sent);
    });
    page.on('Page.frameAttached', ({ frameId }) => this.#innerFrames.set(frameId, { url: '' }));
    page.on('Page.frameNavigated', ({ frame }) => {
      Object.assign(this.#frame(frame.id) ?? {}, { url: schemes.toShell(frame.url) });
    });
    page.on('Page.windowOpen', ({ url }) => (this.#wanted = schemes.toShell(url)));
    page.on('Page.loadEventFired', () => this.emit('did-finish-load'));
    page.on('Inspector.targetCrashed', () => {
      this.#worlds.clear();
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    });
  }

  #frame(frameId: string | undefined): Frame | null {
    return frameId === this.#targetId ? this.mainFrame : (this.#innerFrames.get(frameId ?? '') ?? null);
  }

  /** Whether a document may come into one of its frames: the shell's answer, unless the shell itself is loading it. */
  mayGo({ request, frameId, redirectedRequestId }: DocumentRequest): boolean {
    const isMainFrame = frameId === this.#targetId;
    if (isMainFrame && request.url === this.#loading) {
      this.#loading = undefined;
      return true;
    }
    const journey = preventable({ url: schemes.toShell(request.url), isMainFrame, isSameDocument: false });
    // A way that was prevented is not asked about again.
    const events = redirectedRequestId
      ? ['will-redirect']
      : ['will-frame-navigate', ...(isMainFrame ? ['will-navigate'] : [])];
    for (const event of events) if (!journey.defaultPrevented) this.emit(event, journey);
    return !journey.defaultPrevented;
  }
}
