import { EventEmitter } from 'node:events';
import type { Session, WebContents } from 'electron';
import type { Chromium } from './chromium.ts';

type CheckHandler = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;
type RequestHandler = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type Permission = Parameters<CheckHandler>[1];

/** Electron's names of permissions, with Chromium's. */
const permissions: [Permission, { name: string; sysex?: boolean }][] = [
  ['notifications', { name: 'notifications' }],
  ['geolocation', { name: 'geolocation' }],
  ['media', { name: 'camera' }],
  ['media', { name: 'microphone' }],
  ['midi', { name: 'midi' }],
  ['midiSysex', { name: 'midi', sysex: true }],
  ['clipboard-read', { name: 'clipboard-read' }],
  ['idle-detection', { name: 'idle-detection' }],
  ['window-management', { name: 'window-management' }],
  ['loopback-network', { name: 'loopback-network' }],
  ['local-network', { name: 'local-network' }],
  ['local-network-access', { name: 'local-network-access' }],
];

/** The browser session of every window. */
export class SessionDouble
  extends EventEmitter
  implements Pick<Session, 'setPermissionCheckHandler' | 'setPermissionRequestHandler' | 'setDevicePermissionHandler'>
{
  #check: CheckHandler | null = null;
  #request: RequestHandler | null = null;

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.#check = handler;
  }

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.#request = handler;
  }

  /** No page of the double has a device to ask for. */
  setDevicePermissionHandler(): void {}

  /**
   * Ask the shell about each permission before the page can, and have Chromium keep to the answers: for the origin that
   * the shell calls `url` and Chromium `origin`, and then, with neither, for all others.
   */
  async settle(chromium: Chromium, contents: WebContents, own?: { url: string; origin: string }): Promise<void> {
    const url = own?.url ?? 'https://elsewhere.invalid/';
    for (const [name, permission] of permissions) {
      const granted = this.#granted(contents, name, url);
      const setting = granted ? 'granted' : 'denied';
      await chromium.root.send('Browser.setPermission', { permission, setting, ...(own && { origin: own.origin }) });
    }
  }

  #granted(contents: WebContents, name: Permission, requestingUrl: string): boolean {
    const details = { requestingUrl, isMainFrame: true };
    let granted = this.#check?.(contents, name, requestingUrl, details) ?? true;
    const answer = (given: boolean): void => void (granted &&= given);
    this.#request?.(contents, name, answer, details);
    return granted;
  }
}
