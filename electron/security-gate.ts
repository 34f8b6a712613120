import type { App, Event, Session, WebContents } from 'electron';
import { isOwnOrigin, isProgramPicture, screenUrl } from './app-protocol.ts';

/**
 * All restrictions on pages. Each rule names the attack that it prevents, and applies to every page from its creation,
 * before it loads.
 */
export interface PageGate {
  /** Origins of connected services and their media, including the embedded service. Empty until known. */
  programOrigins(): readonly string[];
  refused(what: string): void;
}

/** Call before the first window is created. */
export function closeGate(app: App, gate: PageGate): void {
  // Windows share a session, which must get the handlers only once.
  const sessions = new WeakSet<Session>();
  app.on('web-contents-created', (_event, contents) => {
    holdNavigation(contents, gate);
    holdWindows(contents, gate);
    const { session } = contents;
    if (sessions.has(session)) return;
    sessions.add(session);
    holdPermissions(session, gate);
    holdDownloads(session, gate);
  });

  // Attack: a forged certificate between the desk and a server.
  app.on('certificate-error', (event, _contents, url, error, _certificate, decide) => {
    event.preventDefault();
    gate.refused(`the certificate of ${url} (${error})`);
    decide(false);
  });

  // Attack: a server requests a client certificate and gets one without the operator's consent.
  app.on('select-client-certificate', (event, _contents, url, _certificates, choose) => {
    event.preventDefault();
    gate.refused(`a client certificate for ${url}`);
    choose();
  });
}

export interface Journey {
  url: string;
  isMainFrame: boolean;
}

/**
 * The window may only reload its own page. Frames may only go to a program picture, its page, and the media of a
 * connected service.
 */
export function mayGo({ url, isMainFrame }: Journey, programOrigins: readonly string[]): boolean {
  if (isMainFrame) return url === screenUrl;
  return isProgramPicture(url) || (URL.canParse(url) && programOrigins.includes(new URL(url).origin));
}

// Attack: a link, script or redirect leads the window to a foreign page, which looks like the desk and gets its pipe.
function holdNavigation(contents: WebContents, gate: PageGate): void {
  const hold = (journey: Event<Journey>): void => {
    if (mayGo(journey, gate.programOrigins())) return;
    journey.preventDefault();
    gate.refused(`a way to ${journey.url}`);
  };
  contents.on('will-navigate', hold);
  contents.on('will-frame-navigate', hold);
  contents.on('will-redirect', hold);
}

function holdWindows(contents: WebContents, gate: PageGate): void {
  // Attack: a page opens a window that imitates or covers the desk.
  contents.setWindowOpenHandler(({ url }) => {
    gate.refused(`a window for ${url}`);
    return { action: 'deny' };
  });
  // Attack: a page creates a guest page with its own settings, such as Node.
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
    gate.refused('a guest page');
  });
}

interface FileAccess {
  fileAccessType?: 'readable' | 'writable' | undefined;
  isDirectory?: boolean | undefined;
}

/**
 * Permissions of the desk's own page:
 *
 * Local network access, because Chromium treats the page as public, and the program picture is on this machine or in
 * the studio. Older Chromium has one permission, newer two.
 *
 * Reading a file picked by the operator; never writing, never a directory.
 */
export function mayHave(permission: string, origin: string, { fileAccessType, isDirectory }: FileAccess = {}): boolean {
  if (!isOwnOrigin(origin)) return false;
  if (permission === 'fileSystem') return fileAccessType === 'readable' && isDirectory !== true;
  return ['loopback-network', 'local-network', 'local-network-access'].includes(permission);
}

// Attack: the program picture listens to the microphone, reads the clipboard, takes a MIDI or HID device, or scans the
// studio network.
function holdPermissions(session: Session, gate: PageGate): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    const granted = mayHave(permission, details.requestingUrl, 'fileAccessType' in details ? details : {});
    if (!granted) gate.refused(`${permission} to ${details.requestingUrl}`);
    callback(granted);
  });
  // Otherwise a device once chosen for a page would be granted again without asking.
  session.setDevicePermissionHandler(() => false);
  // Not logged: Chromium checks far more often than pages ask.
  session.setPermissionCheckHandler((_contents, permission, origin, details) => mayHave(permission, origin, details));
}

// Attack: a page puts a program into the operator's downloads under a trusted name.
function holdDownloads(session: Session, gate: PageGate): void {
  session.on('will-download', (event, item) => {
    event.preventDefault();
    gate.refused(`a download of ${item.getURL()}`);
  });
}
