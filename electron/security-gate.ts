import type { App, Event, Session, WebContents } from 'electron';
import { isOwnOrigin, isProgramPicture, screenUrl } from './app-protocol.ts';

/**
 * What a page may not do, all in one place. Every rule refuses something, and names the attack it prevents. The gate
 * closes around every page of the app when the page is created, before it loads anything.
 */
export interface PageGate {
  /**
   * The origins of the connected services and of their media, the embedded service included. Empty until one is known.
   */
  programOrigins(): readonly string[];
  /** Called for each refusal, for the log. */
  refused(what: string): void;
}

/** Closes the gate. Call it before the first window is made. */
export function closeGate(app: App, gate: PageGate): void {
  // Windows share a session, which must not get the same handlers once more with each of them.
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

  // Attack: someone between the desk and a server presents a forged certificate.
  app.on('certificate-error', (event, _contents, url, error, _certificate, decide) => {
    event.preventDefault();
    gate.refused(`the certificate of ${url} (${error})`);
    decide(false);
  });

  // Attack: a server requests a client certificate, and gets the machine's first one without the operator's consent.
  app.on('select-client-certificate', (event, _contents, url, _certificates, choose) => {
    event.preventDefault();
    gate.refused(`a client certificate for ${url}`);
    choose();
  });
}

/** Where a frame is about to go. */
export interface Journey {
  url: string;
  isMainFrame: boolean;
}

/**
 * Whether a frame may go there. The window may go only to its own page (a reload). A frame inside it may go only to a
 * connected service, whose on-air page is the program picture, to the page around such a picture, and to the media of a
 * service: the preview, and graphics in either.
 */
export function mayGo({ url, isMainFrame }: Journey, programOrigins: readonly string[]): boolean {
  if (isMainFrame) return url === screenUrl;
  return isProgramPicture(url) || (URL.canParse(url) && programOrigins.includes(new URL(url).origin));
}

// Attack: a link, a script or the program picture leads the window to a foreign page. That page then looks like the
// desk to the operator, and has the desk's pipe. A redirect counts too: its first address is good, the second is not.
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
  // Attack: a page opens a window that looks like the desk, or one that covers it while a show is on air.
  contents.setWindowOpenHandler(({ url }) => {
    gate.refused(`a window for ${url}`);
    return { action: 'deny' };
  });
  // Attack: a page creates a guest page with settings of its own, such as Node.
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
    gate.refused('a guest page');
  });
}

/** What a page wants with a file, as far as the gate decides by it. */
interface FileAccess {
  fileAccessType?: 'readable' | 'writable' | undefined;
  isDirectory?: boolean | undefined;
}

/**
 * Whether a page may have a permission. The desk's own page needs two:
 *
 * - The program picture. Chromium counts the desk's page as part of the public network, which must ask before it shows a
 *   page of this machine or of the studio's network. Chromium first had one permission for both, and then one for each.
 * - Reading a file that the operator picked, which the workshop follows. Never writing one, and never a directory.
 */
export function mayHave(permission: string, origin: string, { fileAccessType, isDirectory }: FileAccess = {}): boolean {
  if (!isOwnOrigin(origin)) return false;
  if (permission === 'fileSystem') return fileAccessType === 'readable' && isDirectory !== true;
  return ['loopback-network', 'local-network', 'local-network-access'].includes(permission);
}

// Attack: a page in the program picture listens to the microphone, reads the clipboard, takes a MIDI or HID device away
// from the desk, or looks for other machines of the studio. (Devices belong to the desk, which is not a page.)
function holdPermissions(session: Session, gate: PageGate): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    const granted = mayHave(permission, details.requestingUrl, 'fileAccessType' in details ? details : {});
    if (!granted) gate.refused(`${permission} to ${details.requestingUrl}`);
    callback(granted);
  });
  // A device that the operator once chose for a page would otherwise be given to it again without a question.
  session.setDevicePermissionHandler(() => false);
  // Chromium checks far more often than pages ask, so a refusal here is not logged.
  session.setPermissionCheckHandler((_contents, permission, origin, details) => mayHave(permission, origin, details));
}

// Attack: a page puts a program into the operator's downloads, under a name that the operator trusts.
function holdDownloads(session: Session, gate: PageGate): void {
  session.on('will-download', (event, item) => {
    event.preventDefault();
    gate.refused(`a download of ${item.getURL()}`);
  });
}
