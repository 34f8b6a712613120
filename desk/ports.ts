import type { Language } from '../contract/texts/language.ts';
import type { Clock } from '../contract/clock.ts';
import type { RegisterGlobalKeys } from '../surfaces/press/global-keys.ts';
import type { OpenData, ReadTable, SourceFilesPort, WatchFolder } from './live-data/data-ports.ts';
import type { DriverPorts } from '../surfaces/driver-ports.ts';
import type { OscSocketPorts } from './osc-ports.ts';
import type { UpdatePorts } from './update-ports.ts';
import type { ReadyLine } from '../contract/service-api/live-channel.ts';
import type { AsRunEntry, AsRunLine, AsRunPage, AsRunQuery } from '../contract/desk-api/as-run.ts';
import type { Delivery } from '../contract/desk-api/delivery.ts';
import type { ShowVersion } from '../contract/desk-api/show-file.ts';
import type { SecretBackend } from '../contract/desk-api/connections.ts';

export interface DeskPorts {
  name?: string;
  clock: Clock;
  log: Log;
  settings: SettingsPort;
  preparation: SettingsPort;
  show: ShowPort;
  /** With no saved data, the desk starts with the demo rundown. */
  isNew?: boolean;
  readTable: ReadTable;
  watchFolder: WatchFolder;
  openRemoteServer: OpenRemoteServer;
  osc: OscSocketPorts;
  sourceFiles: SourceFilesPort;
  /** Returns the absolute path. If absent, the demo show has no live data. */
  writeDemo?(name: string, text: string): string;
  asRunLog: AsRunLog;
  deliver: DeliverFile;
  support: SupportPort;
  connection: ConnectionPort;
  openRoute: OpenRoute;
  launchService: LaunchService;
  accountFile: AccountFile;
  secrets: SecretsPort;
  openData: OpenData;
  globalKeys?: RegisterGlobalKeys;
  drivers?: DriverPorts;
  updates?: UpdatePorts;
  /** The desk speaks this language now. Threads and drivers that start afterwards do too. */
  speaks?(language: Language): void;
}

/**
 * `error`: a required action failed. `warn`: a tolerable or upcoming failure. `info`: normal actions. `debug`: only for
 * diagnosis.
 */
type LogLevel = 'error' | 'warn' | 'info' | 'debug';

export interface LogRecord {
  level: LogLevel;
  where: string;
  message: string;
  id?: string;
  cause?: unknown;
  fields?: Readonly<Record<string, unknown>>;
}

export interface Log {
  /** Returns immediately and never throws. */
  write(record: LogRecord): void;
  conceal(secret: string): void;
  /** JSON lines, oldest first. Rejects if unreadable. */
  recent(): Promise<readonly string[]>;
}

export interface AccountFile {
  file: string;
  /** Undefined if the file does not exist. Rejects with a sentence that never reveals the content. */
  read(): Promise<Account | undefined>;
  remove(): Promise<void>;
}

/** Undefined if the account is unknown. Rejects if it is unreadable. */
export type AccountPort = () => Promise<Account | undefined>;

export interface Account {
  email: string;
  password: string;
}

/**
 * Stores secrets under opaque ids. An unreadable secret is an error and stays: an unresponsive keychain has lost
 * nothing.
 */
export interface SecretStore {
  readonly backend: SecretBackend;
  /** Undefined if none; rejects if unreadable. */
  get(id: string): Promise<string | undefined>;
  /** Resolves when stored as safely as possible. On rejection, the previous secret remains. */
  set(id: string, secret: string): Promise<void>;
  delete(id: string): Promise<void>;
}

export interface SecretsPort {
  file: SecretFile;
  /** The system's keychain, or the reason why no safe keychain exists. */
  keychain(): Promise<Keychain | { missing: string }>;
  /** Undefined if an unattended desk has no passphrase. Throws a sentence if it is unusable. */
  passphrase(): string | undefined;
  random(bytes: number): Uint8Array;
}

export interface SecretFile {
  file: string;
  /** Undefined if the file does not exist. Throws if unreadable, with the line if known. */
  read(): unknown;
  lineOf?(path: readonly PropertyKey[]): number | undefined;
  /** Atomic: on an error the old file remains. */
  write(content: unknown): void;
}

/** Seals texts with a key of the operating system. Both methods reject while the key is unavailable. */
export interface Keychain {
  name: string;
  seal(text: string): Promise<Uint8Array>;
  open(sealed: Uint8Array): Promise<string>;
}

/** Unchecked: the desk checks the content against its schema. */
export interface SettingsPort {
  file: string;
  version?: number;
  /** Undefined if the file does not exist. Throws if unreadable, with the line if known. */
  read(): unknown;
  /** The line (from 1) of a path in the file; undefined if unknown. */
  lineOf?(path: readonly PropertyKey[]): number | undefined;
  /** Atomic, possibly deferred. Throws or rejects on failure; the old file then remains. */
  write(settings: unknown): void | Promise<void>;
  /** Renames an unreadable file and returns its new path. */
  setAside(): string;
  /** The fault and the fallback that was read, as a sentence; empty for none. Absent if no fallback exists. */
  problem?(): string;
}

export interface ShowPort extends SettingsPort {
  /** Newest first. */
  versions(): Promise<ShowVersion[]>;
  /** Returns unchecked content. Rejects if unreadable. */
  readVersion(id: string): Promise<Record<string, unknown>>;
  /** Packs a show, optionally with media, for another machine. */
  pack(content: Readonly<Record<string, unknown>>, media?: readonly PackedMedia[]): AsyncIterable<Uint8Array>;
  /** Rejects with a sentence for a damaged file or a newer version. */
  open(given: ShowGiven): Promise<OpenedShow>;
}

export interface PackedMedia {
  /** The media path at the service, if any. Contains the SHA-256 of the bytes. */
  path: string;
  compress?: true;
  read(): Promise<Uint8Array>;
}

export type ShowGiven = { bytes: Uint8Array } | { path: string };

export interface OpenedShow {
  content: Record<string, unknown>;
  /** Undefined if the file lacks the medium, has only part of it, or it exceeds `most` bytes. */
  media(path: string, most?: number): Promise<Uint8Array<ArrayBuffer> | undefined>;
  close(): void;
}

export interface RequestNote {
  /** Resolves when the note outlives a killed desk, or cannot be written. */
  kept: Promise<unknown>;
  /** Takes effect once the line of the request is stored. */
  takeBack(): void;
}

/** Stores lines in call order. No press waits for the log, and a request only briefly for its note. */
export interface AsRunLog {
  /** Resolves when the line would survive a power cut. Rejects if it is lost, which `troubles` also reports. */
  append(line: AsRunLine): Promise<void>;
  sending(line: AsRunLine): RequestNote;
  /** Notes that the desk before did not take back, because it was killed. */
  left: readonly AsRunLine[];
  troubles(): readonly string[];
  onTroubles(changed: () => void): void;
  /** Takes effect with the next write; null keeps all lines. */
  keepLines(count: number | null): void;
  /** Newest first. `next` comes from the page before. Rejects if the log is unreadable. */
  search(request: { query: AsRunQuery; next: string | null; size: number }): Promise<AsRunPage>;
  /** Oldest first. */
  all(query: AsRunQuery): AsyncIterable<AsRunEntry>;
}

export interface SupportPort {
  versions(): Record<string, string>;
  /** Contains no personal data. */
  environment(): Promise<Record<string, unknown>>;
  /** MiB on the data directory's disk; undefined if the file system does not report it. */
  disk(): Promise<{ totalMiB: number; freeMiB: number } | undefined>;
  log(): readonly string[];
}

export interface DeliveredFile {
  name: string;
  mediaType: string;
  /** Called once, when the file is fetched. */
  content(): AsyncIterable<string | Uint8Array>;
}

export type DeliverFile = (file: DeliveredFile) => Promise<Delivery>;

export interface ConnectionPort {
  /** Rejects without an answer, or when the signal aborts. */
  request(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer>;
  /** Handlers are never called after `close`. */
  openLive(url: string, handlers: LiveHandlers): LiveSocket;
}

export interface Route {
  /** `environment`: the proxy from environment variables, if any. `address` contains no user. */
  proxy: 'environment' | 'none' | { address: string; user: string; password: string };
  /** PEM certificates to trust additionally; empty for none. */
  certificates: string;
}

/** Keeps its sockets until closed. */
export type OpenRoute = (route: Route) => ConnectionPort & { close(): void };

export interface HttpRequest {
  method: string;
  url: string;
  body?: string | Uint8Array | undefined;
  mediaType?: string | undefined;
  account?: Account | undefined;
  /** If this entity tag is still current, the answer is 304 without a body. */
  ifNoneMatch?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Called when the operating system has the request. From then on it may be carried out. */
  onSent?: (() => void) | undefined;
}

export interface HttpAnswer {
  status: number;
  body: string;
  bytes?: Uint8Array<ArrayBuffer>;
  etag: string | null;
  /** Lower-case names; repeated headers are joined by commas. */
  headers: Readonly<Record<string, string>>;
}

export interface LiveSocket {
  /** The text is lost if the socket is not open. */
  send(text: string): void;
  close(): void;
}

export interface LiveHandlers {
  onText(text: string): void;
  /** `code`: WebSocket close code, 1006 for a broken line. `failure`: the known reason if the socket never opened. */
  onClose(code: number, reason: string, failure?: LiveFailure): void;
}

/** The HTTP status that came instead of a WebSocket, or the thrown error. */
export type LiveFailure = { status: number } | { thrown: unknown };

/** API and media ports of the embedded service; 0 reuses the last ports. */
export interface PortNumbers {
  port: number;
  mediaPort: number;
}

export type LaunchService = (ports: PortNumbers) => ServiceProcess;

export interface ServiceProcess {
  /** Resolves with the single stdout line. Rejects with the last stderr output if the process ends first. */
  ready: Promise<ReadyLine>;
  /** Resolves at any end with the last stderr output. */
  ended: Promise<string>;
  stop(): void;
}

export interface RemoteRequest {
  method: string;
  target: string;
  address: string;
  host: string | undefined;
  origin: string | undefined;
  authorization: string | undefined;
  /** Arrival of the first line (monotonic ms). */
  at: number;
  /** The token is right, so the connection keeps its place. */
  admitted(): void;
  /** Rejects with `body-too-large` beyond `most` bytes. */
  body(most: number): Promise<Uint8Array>;
}

export interface RemoteAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** A WebSocket reader that is too slow is closed. */
export interface RemoteReader {
  send(text: string): void;
}

export interface RemoteHandlers {
  answer(request: RemoteRequest): Promise<RemoteAnswer>;
  /** `serve` starts sending and returns the stop function. `client` is for {@link RemoteServer.closeClient}. */
  open(request: RemoteRequest): { client: string; serve(reader: RemoteReader): () => void } | RemoteAnswer;
}

export interface RemoteServer {
  /** Spares connections from addresses that `mayStay` accepts. */
  closeClient(client: string, mayStay: (address: string) => boolean): void;
  close(): Promise<void>;
}

/** Rejects with a sentence if listening fails. */
export type OpenRemoteServer = (at: { host: string; port: number }, handlers: RemoteHandlers) => Promise<RemoteServer>;
