import type { ReadyLine } from '../contract/service-api/live-channel.ts';
import type { AsRunEntry, AsRunLine, AsRunPage } from '../contract/desk-api/as-run.ts';
import type { Delivery } from '../contract/desk-api/delivery.ts';
import type { SecretBackend } from '../contract/desk-api/connections.ts';

/** Everything the desk needs from outside. Each shell (electron/, host/) and each test hands these in. */
export interface DeskPorts {
  /** What the desk is called until the operator names it. */
  name?: string;
  clock: Clock;
  settings: SettingsPort;
  asRunLog: AsRunLog;
  deliver: DeliverFile;
  support: SupportPort;
  /** The direct way to a service. */
  connection: ConnectionPort;
  /** Any other way. */
  openRoute: OpenRoute;
  launchService: LaunchService;
  accountFile: AccountFile;
  secrets: SecretsPort;
}

/** The file in which the embedded service leaves the account of its first user. */
export interface AccountFile {
  /** The file, for messages. */
  file: string;
  /** Undefined where there is none. Rejects with a sentence, which never tells of the content, where it cannot be used. */
  read(): Promise<Account | undefined>;
  remove(): Promise<void>;
}

/** The account of a service, read anew each time; undefined where it is not known. Rejects where it cannot be read. */
export type AccountPort = () => Promise<Account | undefined>;

export interface Account {
  email: string;
  password: string;
}

/**
 * Where secrets are kept, each under an id that tells nothing. What cannot be read is an error, and leaves the store as it
 * is: a keychain that does not answer now has lost nothing.
 */
export interface SecretStore {
  readonly backend: SecretBackend;
  /** Undefined where there is none. Rejects where there is one that cannot be read. */
  get(id: string): Promise<string | undefined>;
  /** Resolves when it is kept as well as this store keeps; where it rejects, what was there before is there still. */
  set(id: string, secret: string): Promise<void>;
  delete(id: string): Promise<void>;
}

/** What the secret stores need from outside. */
export interface SecretsPort {
  file: SecretFile;
  /** The system's keychain, or why there is none that is safe. */
  keychain(): Promise<Keychain | { missing: string }>;
  /** The passphrase of a desk that nobody unlocks; undefined where it was given none. Throws a sentence where it cannot be used. */
  passphrase(): string | undefined;
  random(bytes: number): Uint8Array;
}

/** The file with the sealed secrets, unchecked. */
export interface SecretFile {
  /** The file, for messages. */
  file: string;
  /** Its content, or undefined where there is none yet. Throws where it cannot be read. */
  read(): unknown;
  /** Write it whole, or throw and leave it as it was. */
  write(content: unknown): void;
}

/** Seals texts with a key that the operating system keeps. Both reject where it does not do so now. */
export interface Keychain {
  /** What it is called on this system. */
  name: string;
  seal(text: string): Promise<Uint8Array>;
  open(sealed: Uint8Array): Promise<string>;
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

/** The as-run log. Lines are kept in the order of the calls, and nothing here is waited for by a key press. */
export interface AsRunLog {
  /** Resolves when the line will be there after a power cut too; rejects where it is lost, which `troubles` say too. */
  append(line: AsRunLine): Promise<void>;
  /** What the operator must know of the log now, in sentences. */
  troubles(): readonly string[];
  /** Call this whenever the troubles change. */
  onTroubles(changed: () => void): void;
  /** Keep so many files from the next one on that is begun; null for all. */
  keepFiles(count: number | null): void;
  /** A part of the lines that are kept, newest first. Rejects where the files cannot be read. */
  search(asked: AsRunFilter & { next: string | null; size: number }): Promise<AsRunPage>;
  /** All of the lines that are kept, oldest first, one by one. */
  all(asked: AsRunFilter): AsyncIterable<AsRunEntry>;
}

/** What is looked for in the as-run log. The times (ISO 8601) only save the reading of what cannot match. */
export interface AsRunFilter {
  from: string | undefined;
  until: string | undefined;
  matches(line: AsRunEntry): boolean;
}

/** What only the shell knows, for those who help. */
export interface SupportPort {
  /** The versions of the desk and of what it runs on, by name. */
  versions(): Record<string, string>;
  /** Facts of the machine; nothing that names a person. */
  environment(): Promise<Record<string, unknown>>;
  /** The last lines that the desk and its service said. */
  log(): readonly string[];
}

/** A file on its way to the operator. */
export interface DeliveredFile {
  name: string;
  mediaType: string;
  /** The content, made when it is fetched; called once. */
  content(): AsyncIterable<string | Uint8Array>;
}

/** Hand a file to the operator, in whatever way the shell has. Rejects where it could not be saved. */
export type DeliverFile = (file: DeliveredFile) => Promise<Delivery>;

/** The two ways to a service. */
export interface ConnectionPort {
  /** One HTTP request. Rejects where no answer came at all, or when the signal aborts. */
  request(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer>;
  /** One WebSocket. The handlers are never called after `close`. */
  openLive(url: string, handlers: LiveHandlers): LiveSocket;
}

/** How a connection leads to its service. */
export interface Route {
  /** `environment`: the proxy that the environment names for an address, if it does. An address has no user in it. */
  proxy: 'environment' | 'none' | { address: string; user: string; password: string };
  /** PEM certificates that are trusted beside those that everybody trusts; empty for none. */
  certificates: string;
}

/** Open a way, which keeps its sockets until it is closed. */
export type OpenRoute = (way: Route) => ConnectionPort & { close(): void };

export interface HttpRequest {
  method: string;
  url: string;
  /** Of JSON where `mediaType` does not say otherwise. */
  body?: string | Uint8Array | undefined;
  mediaType?: string | undefined;
  /** Who asks, by HTTP Basic. */
  account?: Account | undefined;
  /** The entity tag of what the asker holds: where that is still the truth, the answer is 304 without a body. */
  ifNoneMatch?: string | undefined;
  /** Called when the request has been handed to the operating system: from here on it may have happened. */
  onSent?: (() => void) | undefined;
}

export interface HttpAnswer {
  status: number;
  body: string;
  /** The body as it came, for what is no text. */
  bytes?: Uint8Array<ArrayBuffer>;
  etag: string | null;
  /** By their names in lower case; one that came several times is one text, joined by commas. */
  headers: Readonly<Record<string, string>>;
}

export interface LiveSocket {
  /** Say a text; lost where the socket is not open. */
  send(text: string): void;
  close(): void;
}

export interface LiveHandlers {
  onText(text: string): void;
  /**
   * `code` is the WebSocket close code, 1006 where the line just broke; `reason` is for people. `failure` tells of one that
   * never opened, where that is known.
   */
  onClose(code: number, reason: string, failure?: LiveFailure): void;
}

/** Why there is no WebSocket: something answered over HTTP in place of one, with this status, or this was thrown. */
export type LiveFailure = { status: number } | { thrown: unknown };

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
