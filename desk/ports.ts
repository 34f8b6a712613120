import type { ReadyLine } from '../contract/service-api/live-channel.ts';
import type { AsRunLine } from '../contract/desk-api/desk-api.ts';

/** Everything the desk needs from outside. Each shell (electron/, host/) and each test hands these in. */
export interface DeskPorts {
  clock: Clock;
  settings: SettingsPort;
  asRunLog: AsRunLog;
  connection: ConnectionPort;
  launchService: LaunchService;
  account: AccountPort;
}

/** The account of the embedded service, read anew each time; undefined where it is not known. Rejects where it cannot be read. */
export type AccountPort = () => Promise<Account | undefined>;

export interface Account {
  email: string;
  password: string;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds that never jump, from any start. */
  monotonic(): number;
  /** Run once after this many milliseconds; gives the way to call it off. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The settings file as it is, unchecked: the desk checks it against its own schema. */
export interface SettingsPort {
  /** The file, for messages. */
  file: string;
  /** Its content, or undefined where there is none yet. Throws where it cannot be read. */
  read(): unknown;
  write(settings: unknown): void;
  /** Put an unreadable file aside under another name, which it gives. */
  setAside(): string;
}

/** The as-run log. Lines are kept in the order of the calls. */
export interface AsRunLog {
  /** Resolves when the line will be there after a power cut too; rejects with why it could not be kept. */
  append(line: AsRunLine): Promise<void>;
}

/** The two ways to a service. */
export interface ConnectionPort {
  /** One HTTP request. Rejects where no answer came at all, or when the signal aborts. */
  request(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer>;
  /** One WebSocket. The handlers are never called after `close`. */
  openLive(url: string, handlers: LiveHandlers): { close(): void };
}

export interface HttpRequest {
  method: string;
  url: string;
  /** Of JSON where `mediaType` does not say otherwise. */
  body?: string | Uint8Array | undefined;
  mediaType?: string | undefined;
  /** Who asks, by HTTP Basic. */
  account?: Account | undefined;
  /** Called when the request has been handed to the operating system: from here on it may have happened. */
  onSent?: (() => void) | undefined;
}

export interface HttpAnswer {
  status: number;
  body: string;
  etag: string | null;
}

export interface LiveHandlers {
  onText(text: string): void;
  /** `code` is the WebSocket close code, 1006 where the line just broke; `reason` is for people. */
  onClose(code: number, reason: string): void;
}

/** The ports of the embedded service, 0 for those of the last time: that of its API, and that of its media. */
export interface ServicePorts {
  port: number;
  mediaPort: number;
}

/** Start the embedded service in a process of its own. */
export type LaunchService = (ports: ServicePorts) => ServiceProcess;

export interface ServiceProcess {
  /** Resolves with its one line on stdout; rejects with its last words on stderr when it ends before that. */
  ready: Promise<ReadyLine>;
  /** Resolves when it has ended, however it did, with its last words on stderr. */
  ended: Promise<string>;
  /** Ask it to end cleanly; `ended` tells when it has. */
  stop(): void;
}
