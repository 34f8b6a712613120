import type { Clock } from '../contract/clock.ts';
import type { RegisterGlobalKeys } from '../surfaces/press/global-keys.ts';
import type { OpenData, ReadTable, SourceFilesPort, WatchFolder } from './live-data/data-ports.ts';
import type { DriverPorts } from '../surfaces/driver-ports.ts';
import type { OscPorts } from './osc-ports.ts';
import type { UpdatePorts } from './update-ports.ts';
import type { KnownError } from '../contract/errors.ts';
import type { ReadyLine } from '../contract/service-api/live-channel.ts';
import type { AsRunEntry, AsRunLine, AsRunPage } from '../contract/desk-api/as-run.ts';
import type { Delivery } from '../contract/desk-api/delivery.ts';
import type { ShowVersion } from '../contract/desk-api/show-file.ts';
import type { SecretBackend } from '../contract/desk-api/connections.ts';

/** Everything the desk needs from outside. Each shell (electron/, host/) and each test provides it. */
export interface DeskPorts {
  /** The name of the desk until the operator chooses one. */
  name?: string;
  clock: Clock;
  log: Log;
  settings: SettingsPort;
  /** The file of what operators prepared and did not send yet. */
  preparation: SettingsPort;
  /** The file of the show: its rundowns, looks, sources, links, what keys and controls do, and the layout. */
  show: ShowPort;
  /** Nothing was kept yet, so the desk begins with the rundown of the demo show. */
  isNew?: boolean;
  readTable: ReadTable;
  watchFolder: WatchFolder;
  openRemoteServer: OpenRemoteServer;
  /** The sockets of OSC. */
  osc: OscPorts;
  /** The files that sources read, for a show that goes to another machine and comes from there. */
  sourceFiles: SourceFilesPort;
  /** Writes a file of the demo show, and gives its absolute path. Absent: the demo show has no live data. */
  writeDemo?(name: string, text: string): string;
  asRunLog: AsRunLog;
  deliver: DeliverFile;
  support: SupportPort;
  /** The direct route to a service. */
  connection: ConnectionPort;
  /** Opens any other route. */
  openRoute: OpenRoute;
  launchService: LaunchService;
  accountFile: AccountFile;
  secrets: SecretsPort;
  openData: OpenData;
  /** Hears keys while other programs have the keyboard. Absent where the shell cannot. */
  globalKeys?: RegisterGlobalKeys;
  /** The drivers of devices. Absent: the desk has none. */
  drivers?: DriverPorts;
  /** What updates from a folder need. Absent: the desk cannot be updated. */
  updates?: UpdatePorts;
}

/**
 * How much a record of the log matters. `error`: something failed that must not. `warn`: something failed that may, or
 * soon will. `info`: what the program did. `debug`: only for those who look for a fault.
 */
type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/** One record of the log. */
export interface LogRecord {
  level: LogLevel;
  /** The part of the program that writes it: `link`, `service`. */
  where: string;
  message: string;
  /** The id that the operator's sentence names. */
  id?: string;
  /** What was thrown. The log has its stack, and those of its causes. */
  cause?: unknown;
  fields?: Readonly<Record<string, unknown>>;
}

/** The log of the desk, for support. */
export interface Log {
  /** Writes a record. Nobody waits for it, and it never throws. */
  write(record: LogRecord): void;
  /** Keeps this text out of every record from now on. */
  conceal(secret: string): void;
  /** The newest records as lines of JSON, oldest first. Rejects if they cannot be read. */
  recent(): Promise<readonly string[]>;
}

/** The file in which the embedded service leaves the account of its first user. */
export interface AccountFile {
  /** The path of the file, for messages. */
  file: string;
  /** Undefined if there is none. Rejects with a sentence, which never reveals the content, if it cannot be used. */
  read(): Promise<Account | undefined>;
  remove(): Promise<void>;
}

/** Reads the account of a service; undefined if it is unknown. Rejects if it cannot be read. */
export type AccountPort = () => Promise<Account | undefined>;

export interface Account {
  email: string;
  password: string;
}

/**
 * Stores secrets under ids that reveal nothing. A secret that cannot be read is an error and stays in the store: a
 * keychain that does not answer now has lost nothing.
 */
export interface SecretStore {
  readonly backend: SecretBackend;
  /** Undefined if there is none. Rejects if there is one that cannot be read. */
  get(id: string): Promise<string | undefined>;
  /**
   * Resolves when the secret is stored as safely as this store can. If it rejects, the previous secret is still there.
   */
  set(id: string, secret: string): Promise<void>;
  delete(id: string): Promise<void>;
}

/** What the secret stores need from outside. */
export interface SecretsPort {
  file: SecretFile;
  /** The system's keychain, or why there is no safe one. */
  keychain(): Promise<Keychain | { missing: string }>;
  /** The passphrase of an unattended desk; undefined if it was given none. Throws a sentence if it cannot be used. */
  passphrase(): string | undefined;
  random(bytes: number): Uint8Array;
}

/** The file with the sealed secrets, unchecked. */
export interface SecretFile {
  /** The path of the file, for messages. */
  file: string;
  /** Its content; undefined if it does not exist yet. Throws if it cannot be read, and names the line if it can. */
  read(): unknown;
  /** The line, from 1, at which something stood in the file that was read; undefined if nobody can tell. */
  lineOf?(path: readonly PropertyKey[]): number | undefined;
  /** Writes it completely, or throws and leaves it as it was. */
  write(content: unknown): void;
}

/** Seals texts with a key that the operating system keeps. Both methods reject if it does not do so now. */
export interface Keychain {
  /** Its name on this system. */
  name: string;
  seal(text: string): Promise<Uint8Array>;
  open(sealed: Uint8Array): Promise<string>;
}

/** A file of settings, unchecked: the desk checks it against its own schema. */
export interface SettingsPort {
  /** The path of the file, for messages. */
  file: string;
  /** The version of such files that this program reads and writes; 1 if it is absent. */
  version?: number;
  /** Its content; undefined if it does not exist yet. Throws if it cannot be read, and names the line if it can. */
  read(): unknown;
  /** The line, from 1, at which something stood in the file that was read; undefined if nobody can tell. */
  lineOf?(path: readonly PropertyKey[]): number | undefined;
  /** Writes it completely, at once or later. Throws or rejects if that fails, and leaves the file as it was. */
  write(settings: unknown): void | Promise<void>;
  /** Renames an unreadable file. Returns its new path. */
  setAside(): string;
  /** What was wrong with the file, and what was read instead, in a sentence; empty for nothing. Absent if nothing else is ever read. */
  problem?(): string;
}

/** The file of the show, with its earlier versions. */
export interface ShowPort extends SettingsPort {
  /** The earlier versions, newest first. */
  versions(): Promise<ShowVersion[]>;
  /** The content of an earlier version, unchecked. Rejects if it cannot be read. */
  readVersion(id: string): Promise<Record<string, unknown>>;
  /** A show as a file for another machine; with its media where some are given. */
  pack(content: Readonly<Record<string, unknown>>, media?: readonly PackedMedia[]): AsyncIterable<Uint8Array>;
  /** Opens such a file. Rejects with a sentence if it is damaged, or a newer version wrote it. */
  open(given: ShowGiven): Promise<OpenedShow>;
}

/** A picture, font, video or sound, or a file of a source, on its way into a file. */
export interface PackedMedia {
  /** On the media address of its service, if it has one. It has the SHA-256 of the bytes. */
  path: string;
  /** It is a text, which becomes smaller. */
  compress?: true;
  read(): Promise<Uint8Array>;
}

/** A show file as it comes: its bytes, or its absolute path on the machine of the desk. */
export type ShowGiven = { bytes: Uint8Array } | { path: string };

/** A show file that was opened. Its content is unchecked. */
export interface OpenedShow {
  content: Record<string, unknown>;
  /** The bytes at the path of a medium; undefined if the file does not have it, not whole, or with more than `most` bytes. */
  media(path: string, most?: number): Promise<Uint8Array<ArrayBuffer> | undefined>;
  close(): void;
}

/** The as-run log. Lines are stored in the order of the calls. No key press waits for it. */
export interface AsRunLog {
  /** Resolves when the line would survive a power cut. Rejects if it is lost, which `troubles` reports too. */
  append(line: AsRunLine): Promise<void>;
  /** What is wrong with the log now, in sentences for the operator. */
  troubles(): readonly string[];
  /** Sets the function to call whenever the troubles change. */
  onTroubles(changed: () => void): void;
  /** Keeps this many files, starting when the next file begins; null for all. */
  keepFiles(count: number | null): void;
  /** One page of matching lines, newest first. Rejects if the files cannot be read. */
  search(query: AsRunFilter & { next: string | null; size: number }): Promise<AsRunPage>;
  /** All matching lines, oldest first, one by one. */
  all(filter: AsRunFilter): AsyncIterable<AsRunEntry>;
}

/** Selects lines of the as-run log. The times (ISO 8601) only avoid reading files that cannot match. */
export interface AsRunFilter {
  from: string | undefined;
  until: string | undefined;
  matches(line: AsRunEntry): boolean;
}

/** What only the shell knows, for support. */
export interface SupportPort {
  /** The versions of the desk and of what it runs on, by name. */
  versions(): Record<string, string>;
  /** Facts about the machine; nothing that names a person. */
  environment(): Promise<Record<string, unknown>>;
  /** Room on the disk of the data directory, in MiB; undefined if the file system does not report it. */
  disk(): Promise<{ totalMiB: number; freeMiB: number } | undefined>;
  /** The latest log lines of the desk and its service. */
  log(): readonly string[];
}

/** A file for the operator. */
export interface DeliveredFile {
  name: string;
  mediaType: string;
  /** The content, produced when the file is fetched. Called once. */
  content(): AsyncIterable<string | Uint8Array>;
}

/** Delivers a file to the operator, in the way of the shell. Rejects if it could not be saved. */
export type DeliverFile = (file: DeliveredFile) => Promise<Delivery>;

/** HTTP and the live channel of a service. */
export interface ConnectionPort {
  /** One HTTP request. Rejects if no answer came at all, or when the signal aborts. */
  request(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer>;
  /** One WebSocket. The handlers are never called after `close`. */
  openLive(url: string, handlers: LiveHandlers): LiveSocket;
}

/** How a connection reaches its service. */
export interface Route {
  /** `environment`: the proxy that the environment names for an address, if any. `address` contains no user. */
  proxy: 'environment' | 'none' | { address: string; user: string; password: string };
  /** PEM certificates to trust besides the usual authorities; empty for none. */
  certificates: string;
}

/** Opens a route. It keeps its sockets until it is closed. */
export type OpenRoute = (route: Route) => ConnectionPort & { close(): void };

export interface HttpRequest {
  method: string;
  url: string;
  /** JSON, unless `mediaType` says otherwise. */
  body?: string | Uint8Array | undefined;
  mediaType?: string | undefined;
  /** The account for HTTP Basic authentication. */
  account?: Account | undefined;
  /** The entity tag of the known version. If it is still current, the answer is 304 without a body. */
  ifNoneMatch?: string | undefined;
  /** Further headers, by lower-case name. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Called when the request has been handed to the operating system. From then on it may be carried out. */
  onSent?: (() => void) | undefined;
}

export interface HttpAnswer {
  status: number;
  body: string;
  /** The raw body, for anything other than text. */
  bytes?: Uint8Array<ArrayBuffer>;
  etag: string | null;
  /** By lower-case name. A header that came several times is one text, joined by commas. */
  headers: Readonly<Record<string, string>>;
}

export interface LiveSocket {
  /** Sends a text. Lost if the socket is not open. */
  send(text: string): void;
  close(): void;
}

export interface LiveHandlers {
  onText(text: string): void;
  /**
   * `code` is the WebSocket close code, 1006 for a broken line; `reason` is for people. `failure` says why it never
   * opened, if that is known.
   */
  onClose(code: number, reason: string, failure?: LiveFailure): void;
}

/** Why there is no WebSocket: an HTTP answer with this status came instead, or this was thrown. */
export type LiveFailure = { status: number } | { thrown: unknown };

/** The ports of the embedded service for its API and its media; 0 for the ones it used last. */
export interface ServicePorts {
  port: number;
  mediaPort: number;
}

/** Starts the embedded service in its own process. */
export type LaunchService = (ports: ServicePorts) => ServiceProcess;

export interface ServiceProcess {
  /** Resolves with its one line on stdout. Rejects with its last words on stderr if it ends before that. */
  ready: Promise<ReadyLine>;
  /** Resolves when it has ended, for whatever reason, with its last words on stderr. */
  ended: Promise<string>;
  /** Asks it to end cleanly; `ended` resolves when it has. */
  stop(): void;
}

/** A request of the desk's HTTP API, as it came. */
export interface RemoteRequest {
  method: string;
  /** Path and query. */
  target: string;
  /** The address that it comes from. */
  address: string;
  origin: string | undefined;
  authorization: string | undefined;
  /** When its first line came, by the monotonic clock (ms). */
  at: number;
  /** Its body of at most so many bytes. Rejects with `body-too-large`. */
  body(most: number): Promise<Uint8Array>;
}

export interface RemoteAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body: string;
}

/** The reader of a WebSocket. One that does not keep up is closed. */
export interface RemoteReader {
  send(text: string): void;
}

/** What answers the requests of the HTTP API. */
export interface RemoteHandlers {
  answer(request: RemoteRequest): Promise<RemoteAnswer>;
  /** `serve` begins to send and returns what ends it. `client` is closed with {@link RemoteServer.closeClient}. */
  open(request: RemoteRequest): { client: string; serve(reader: RemoteReader): () => void } | RemoteAnswer;
}

export interface RemoteServer {
  /** Closes the WebSockets of a client, but those from addresses that may stay. */
  closeClient(client: string, mayStay: (address: string) => boolean): void;
  close(): Promise<void>;
}

/** Listens for the desk's HTTP API. Rejects with a sentence if it cannot. */
export type OpenRemoteServer = (at: { host: string; port: number }, handlers: RemoteHandlers) => Promise<RemoteServer>;
