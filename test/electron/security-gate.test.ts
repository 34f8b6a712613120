import { EventEmitter } from 'node:events';
import type { App } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import { closeGate, mayGo, mayHave } from '../../electron/security-gate.ts';

const program = 'http://127.0.0.1:4100';
const media = 'http://127.0.0.1:4102';

describe('where a frame may go', () => {
  it.each([
    { what: 'the window, loaded again', url: 'overlay-desk://app/index.html', isMainFrame: true, may: true },
    { what: 'the window, to another file of the app', url: 'overlay-desk://app/x.svg', isMainFrame: true, may: false },
    { what: 'the window, to a foreign page', url: 'https://example.com/', isMainFrame: true, may: false },
    { what: 'the window, to the program picture', url: `${program}/onair/t`, isMainFrame: true, may: false },
    { what: 'the window, to a file', url: 'file:///etc/passwd', isMainFrame: true, may: false },
    { what: 'the window, to a page in an address', url: 'data:text/html,hello', isMainFrame: true, may: false },
    { what: 'a frame, to the program picture', url: `${program}/onair/t?aspect=16:9`, isMainFrame: false, may: true },
    { what: 'a frame, to the preview', url: `${media}/preview/`, isMainFrame: false, may: true },
    { what: 'the window, to the preview', url: `${media}/preview/`, isMainFrame: true, may: false },
    { what: 'a frame, to another port', url: 'http://127.0.0.1:4101/onair/t', isMainFrame: false, may: false },
    { what: 'a frame, to a port that begins alike', url: 'http://127.0.0.1:41000/', isMainFrame: false, may: false },
    {
      what: 'a frame, to the page around a picture from elsewhere',
      url: 'overlay-desk://app/program-picture?of=https%3A%2F%2Fgraphics.example%2F',
      isMainFrame: false,
      may: true,
    },
    { what: 'a frame, to the screen itself', url: 'overlay-desk://app/index.html', isMainFrame: false, may: false },
    { what: 'a frame, to a host that begins alike', url: `${program}.example.com/`, isMainFrame: false, may: false },
    { what: 'a frame, to a host behind a user name', url: `${program}@example.com/`, isMainFrame: false, may: false },
    { what: 'a frame, to the desk itself', url: 'overlay-desk://app/index.html', isMainFrame: false, may: false },
    { what: 'a frame, to no address at all', url: 'http://', isMainFrame: false, may: false },
  ])('$what: $may', ({ url, isMainFrame, may }) => {
    expect(mayGo({ url, isMainFrame }, [program, media])).toBe(may);
  });

  it('is nowhere for a frame as long as no service runs', () => {
    expect(mayGo({ url: `${program}/onair/t`, isMainFrame: false }, [])).toBe(false);
  });
});

describe('what a page may have', () => {
  it.each([
    { permission: 'loopback-network', origin: 'overlay-desk://app/', may: true },
    { permission: 'local-network-access', origin: 'overlay-desk://app/index.html', may: true },
    { permission: 'local-network', origin: 'overlay-desk://app/', may: true },
    { permission: 'local-network', origin: `${program}/`, may: false },
    { permission: 'loopback-network', origin: `${program}/`, may: false },
    { permission: 'loopback-network', origin: 'overlay-desk://app.example.com/', may: false },
    { permission: 'loopback-network', origin: '', may: false },
    { permission: 'notifications', origin: 'overlay-desk://app/', may: false },
    { permission: 'midiSysex', origin: 'overlay-desk://app/', may: false },
    { permission: 'hid', origin: 'overlay-desk://app/', may: false },
    { permission: 'media', origin: `${program}/`, may: false },
    { permission: 'openExternal', origin: 'overlay-desk://app/', may: false },
    { permission: 'a permission of next year', origin: 'overlay-desk://app/', may: false },
  ])('$permission for "$origin": $may', ({ permission, origin, may }) => {
    expect(mayHave(permission, origin)).toBe(may);
  });

  it.each([
    { what: 'reading a file that the operator picked', fileAccessType: 'readable', isDirectory: false, may: true },
    { what: 'writing a file', fileAccessType: 'writable', isDirectory: false, may: false },
    { what: 'reading a directory', fileAccessType: 'readable', isDirectory: true, may: false },
    { what: 'a file of which nothing is said', may: false },
  ] as const)('$what: $may, and never for the program picture', ({ may, ...access }) => {
    expect(mayHave('fileSystem', 'overlay-desk://app/', access)).toBe(may);
    expect(mayHave('fileSystem', `${program}/`, access)).toBe(false);
  });
});

/** Something that the shell may prevent. */
class Chance {
  prevented = false;
  preventDefault(): void {
    this.prevented = true;
  }
}

class SessionOfWindows extends EventEmitter {
  mayUseDevice: (() => boolean) | undefined;
  setPermissionRequestHandler(): void {}
  setPermissionCheckHandler(): void {}
  setDevicePermissionHandler(handler: () => boolean): void {
    this.mayUseDevice = handler;
  }
}

class Contents extends EventEmitter {
  session = new SessionOfWindows();
  setWindowOpenHandler(): void {}
}

describe('the gate', () => {
  let app: EventEmitter;
  let contents: Contents;
  let refused: string[];

  beforeEach(() => {
    app = new EventEmitter();
    contents = new Contents();
    refused = [];
    closeGate(app as App, { programOrigins: () => [program, media], refused: (what) => refused.push(what) });
    app.emit('web-contents-created', {}, contents);
  });

  it('refuses a certificate that does not hold', () => {
    const chance = new Chance();
    const decided: boolean[] = [];
    const decide = (trusted: boolean): number => decided.push(trusted);
    app.emit(
      'certificate-error',
      chance,
      contents,
      'https://a.example/',
      'net::ERR_CERT_AUTHORITY_INVALID',
      {},
      decide,
    );
    expect({ prevented: chance.prevented, decided, refused }).toEqual({
      prevented: true,
      decided: [false],
      refused: ['the certificate of https://a.example/ (net::ERR_CERT_AUTHORITY_INVALID)'],
    });
  });

  it("hands over none of the machine's own certificates", () => {
    const chance = new Chance();
    const chosen: unknown[][] = [];
    const choose = (...given: unknown[]): number => chosen.push(given);
    app.emit('select-client-certificate', chance, contents, 'https://a.example/', [{}], choose);
    expect({ prevented: chance.prevented, chosen }).toEqual({ prevented: true, chosen: [[]] });
  });

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('holds a foreign address at %s', (event) => {
    const chance = Object.assign(new Chance(), { url: 'https://example.com/', isMainFrame: true });
    contents.emit(event, chance);
    expect({ prevented: chance.prevented, refused }).toEqual({
      prevented: true,
      refused: ['a way to https://example.com/'],
    });
  });

  it('lets the program picture through', () => {
    const chance = Object.assign(new Chance(), { url: `${program}/onair/t`, isMainFrame: false });
    contents.emit('will-frame-navigate', chance);
    expect({ prevented: chance.prevented, refused }).toEqual({ prevented: false, refused: [] });
  });

  it('makes no guest page', () => {
    const chance = new Chance();
    contents.emit('will-attach-webview', chance, {}, {});
    expect({ prevented: chance.prevented, refused }).toEqual({ prevented: true, refused: ['a guest page'] });
  });

  it('gives no page a device', () => {
    expect(contents.session.mayUseDevice?.()).toBe(false);
  });

  it('asks once about what the session of several windows does', () => {
    const second = Object.assign(new Contents(), { session: contents.session });
    app.emit('web-contents-created', {}, second);
    contents.session.emit('will-download', new Chance(), { getURL: () => 'blob:x' });
    expect(refused).toEqual(['a download of blob:x']);
  });

  it('keeps downloads out', () => {
    const chance = new Chance();
    contents.session.emit('will-download', chance, { getURL: () => 'blob:x' });
    expect({ prevented: chance.prevented, refused }).toEqual({ prevented: true, refused: ['a download of blob:x'] });
  });
});
