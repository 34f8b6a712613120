import { Readable } from 'node:stream';
import type { AsRunLine, AsRunQuery } from '../../../contract/desk-api/as-run.ts';
import { asRunMatch } from '../../../desk/log/as-run-match.ts';
import type { Delivery } from '../../../contract/desk-api/delivery.ts';
import { type ControlItem, type ModelItem, preOrder, type UpdateItem } from '../../../contract/model/control.ts';
import type { LiveFrame, ReadyLine, Snapshot } from '../../../contract/service-api/live-channel.ts';
import type {
  Account,
  AsRunLog,
  DeliveredFile,
  DeskPorts,
  HttpAnswer,
  HttpRequest,
  LiveHandlers,
  PortNumbers,
  SettingsPort,
  ShowPort,
  SupportPort,
} from '../../../desk/ports.ts';
import { asksHealth, healthy } from '../service/health-question.ts';
import { oscSockets } from '../../../node/osc-sockets.ts';
import { remoteServer } from '../../../node/remote-server.ts';
import { type ShowVersion, showVersion } from '../../../contract/desk-api/show-file.ts';
import { openShow, packShow } from '../../../node/show/show-pack.ts';
import { readTable } from '../../../node/data/read-table.ts';
import { folderWatch } from '../../../node/folder-watch.ts';
import type { Clock } from '../../../contract/clock.ts';
import { ManualClock, settled } from '../manual-clock.ts';
import { secretPorts, turningKeychain } from './secret-ports.ts';
import { recordingLog } from './recording-log.ts';
import { ServedData } from './served-data.ts';

/** A request that the desk made and that the test answers when it likes. */
export interface AskedRequest {
  request: HttpRequest;
  items: UpdateItem[];
  answer(answer: Partial<HttpAnswer>): Promise<void>;
  fail(): Promise<void>;
}

/** Settings in memory, with everything that was written. Nothing can be while `full` says why. */
export type MemorySettings = SettingsPort & { written: unknown[]; asides: number; full: string };

/**
 * Settings in memory. `content` may be a function that throws, for a file that cannot be read. Nothing can be written
 * while `full` says why.
 */
export function memorySettings(content?: unknown, file = 'settings.json'): MemorySettings {
  const written: unknown[] = [];
  const port = {
    file,
    written,
    asides: 0,
    full: '',
    read: () => (typeof content === 'function' ? (content as () => unknown)() : content),
    write: (settings: unknown) => {
      if (port.full !== '') throw new Error(port.full);
      written.push(settings);
    },
    setAside: () => {
      port.asides++;
      return `${file}.aside`;
    },
  };
  return port;
}

type MemoryShow = MemorySettings & ShowPort;

/** The file of a show in memory. What was written before is its earlier versions, named by their number. */
export function memoryShow(content?: unknown): MemoryShow {
  const port = memorySettings(content, 'show.overlayshow');
  const versionAt = (id: string): Record<string, unknown> => port.written[Number(id)] as Record<string, unknown>;
  return Object.assign(port, {
    version: showVersion,
    versions: () => {
      const before = port.written.slice(0, -1).map((_, at): ShowVersion => {
        return { id: String(at), at: at * 1_000, edit: (versionAt(String(at)).edit ?? '') as string };
      });
      return Promise.resolve(before.reverse());
    },
    readVersion: (id: string) => Promise.resolve(versionAt(id)),
    pack: packShow,
    open: openShow,
  });
}

/** An as-run log that keeps its lines in memory, in which nothing is found. `tell` makes it tell of its troubles. */
function memoryLog(lines: AsRunLine[] = [], left: readonly AsRunLine[] = []) {
  /** `disk`: when it has the notes. */
  const noted = Object.assign(new Set<AsRunLine>(), { disk: Promise.resolve<unknown>(undefined) });
  let troubles: string[] = [];
  let changed = (): void => {};
  const log = {
    append(line: AsRunLine) {
      lines.push(line);
      return Promise.resolve();
    },
    /** Lines of requests under way. */
    noted,
    sending(line: AsRunLine) {
      noted.add(line);
      return { kept: noted.disk, takeBack: () => void noted.delete(line) };
    },
    left,
    troubles: () => troubles,
    onTroubles: (run: () => void) => void (changed = run),
    keepLines: () => {},
    search: ({ query }: { query: AsRunQuery }) => {
      const found = lines.map((line, at) => ({ ...line, seq: at + 1, before: '' })).filter(asRunMatch(query));
      return Promise.resolve({ lines: found.reverse(), next: null, searchedTo: null, problems: [] });
    },
    all: () => Readable.from([]),
    tell(...told: string[]) {
      troubles = told;
      changed();
    },
  };
  return log satisfies AsRunLog;
}

/** A shell that tells no more for support than it must. */
const quietShell: SupportPort = {
  versions: () => ({ desk: '0.0.0' }),
  environment: () => Promise.resolve({}),
  disk: () => Promise.resolve(undefined),
  log: () => [],
};

/** What a desk of a test is given beside its files and its connections; it has no service of its own. */
export function usualPorts(clock: Clock, lines: AsRunLine[], left: readonly AsRunLine[] = []) {
  const delivered: DeliveredFile[] = [];
  return {
    clock,
    readTable,
    watchFolder: folderWatch(clock),
    openRemoteServer: remoteServer(clock),
    osc: oscSockets,
    log: recordingLog(),
    asRunLog: memoryLog(lines, left),
    support: quietShell,
    secrets: secretPorts({ keychain: () => Promise.resolve(turningKeychain()) }),
    launchService: (): never => {
      throw new Error('This desk has no service of its own.');
    },
    accountFile: { file: 'none', read: () => Promise.resolve(undefined), remove: () => Promise.resolve() },
    /** What the desk handed out. */
    delivered,
    deliver: (file: DeliveredFile): Promise<Delivery> => {
      delivered.push(file);
      return Promise.resolve({ how: 'saved', file: file.name });
    },
  };
}

/** The outside world of a desk, in which nothing happens but what the test does. */
export class ScriptedPorts implements DeskPorts {
  readonly clock = new ManualClock();
  readonly log = recordingLog();
  readonly lines: AsRunLine[] = [];
  readonly asked: AskedRequest[] = [];
  readonly channels: { url: string; handlers: LiveHandlers; closed: boolean; said: string[] }[] = [];
  readonly launches: {
    port: number;
    mediaPort: number;
    ready: (line: ReadyLine) => void;
    end: (lastWords: string) => void;
    stopped: boolean;
  }[] = [];
  readonly asRunLog = memoryLog(this.lines);
  readonly settings: ReturnType<typeof memorySettings>;
  readonly preparation: ReturnType<typeof memorySettings>;
  readonly show: MemoryShow;
  readonly readTable = readTable;
  readonly watchFolder = folderWatch(this.clock);
  readonly openRemoteServer = remoteServer(this.clock);
  readonly osc = oscSockets;
  /** The account that the desk finds; a test may take it away. */
  account = (): Promise<Account | undefined> => Promise.resolve({ email: 'admin@overlay.local', password: 'secret' });
  readonly accountFile = { file: 'admin-password', read: () => this.account(), remove: () => Promise.resolve() };
  readonly secrets = secretPorts();
  /** The files that the desk handed out. */
  readonly delivered: DeliveredFile[] = [];
  readonly deliver = (file: DeliveredFile): Promise<Delivery> => {
    this.delivered.push(file);
    return Promise.resolve({ how: 'saved', file: file.name });
  };
  readonly support = quietShell;
  readonly data = new ServedData(this.clock);
  readonly openData = this.data.open;
  readonly sourceFiles = this.data.files;
  /** Every way leads to the same place. */
  readonly openRoute = () => ({ ...this.connection, close: () => undefined });

  constructor(settings = memorySettings(), preparation = memorySettings(), show = memoryShow()) {
    this.settings = settings;
    this.preparation = preparation;
    this.show = show;
  }

  readonly connection = {
    request: (request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> =>
      new Promise((resolve, reject) => {
        if (asksHealth(request)) return resolve(healthy);
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        request.onSent?.();
        this.asked.push({
          request,
          items: itemsIn(request),
          answer: (answer) => {
            resolve({ status: 200, body: '{"success":true}', etag: null, headers: {}, ...answer });
            return settled();
          },
          fail: () => {
            reject(new Error('ECONNRESET'));
            return settled();
          },
        });
      }),
    openLive: (url: string, handlers: LiveHandlers) => {
      const channel = { url, handlers, closed: false, said: [] as string[] };
      this.channels.push(channel);
      return { send: (text: string) => void channel.said.push(text), close: () => void (channel.closed = true) };
    },
  };

  launchService = ({ port, mediaPort }: PortNumbers) => {
    const ready = Promise.withResolvers<ReadyLine>();
    const ended = Promise.withResolvers<string>();
    const launch = { port, mediaPort, ready: ready.resolve, end: ended.resolve, stopped: false };
    this.launches.push(launch);
    const stop = (): void => {
      launch.stopped = true;
      ended.resolve('');
    };
    return { ready: ready.promise, ended: ended.promise, stop };
  };

  /** The service starts and is ready on this port, with an app for each token. */
  async serviceReady(port = 4000, tokens = ['tok']): Promise<void> {
    const url = `http://127.0.0.1:${port}`;
    this.launches.at(-1)?.ready({
      ready: true,
      url,
      mediaUrl: 'http://127.0.0.1:4001',
      apps: tokens.map((token, at) => ({ id: at + 1, name: 'Show', token, onairUrl: `${url}/onair/o` })),
    });
    await settled();
  }

  /** The service says something on the newest live channel, or the newest of the app with this token. */
  async hear(frame: LiveFrame, token = ''): Promise<void> {
    this.channels.findLast(({ url }) => url.includes(token))?.handlers.onText(JSON.stringify(frame));
    await settled();
  }

  /** The newest request. */
  get request(): AskedRequest {
    const request = this.asked.at(-1);
    if (!request) throw new Error('The desk has asked for nothing.');
    return request;
  }
}

/** The items of an update; none in the form of a file. */
function itemsIn({ body = '[]', mediaType }: HttpRequest): UpdateItem[] {
  return mediaType === undefined ? (JSON.parse(Buffer.from(body).toString()) as UpdateItem[]) : [];
}

/** A sub-composition of a model, with no more than the test says. */
export function modelItem(item: Partial<ModelItem> & { id: string }): ModelItem {
  return {
    name: item.id,
    model: [],
    logicLayer: null,
    snapshot: null,
    secondTimeline: false,
    subcompositions: [],
    ...item,
  };
}

/** A snapshot of a show. What `control` does not name is Out and has no values. */
export function snapshot(model: ModelItem[], control: Snapshot['control'] = [], revision = 1): Snapshot {
  const named = new Set(control.map(({ subCompositionId }) => subCompositionId));
  const others = [...preOrder(model)].filter(({ id }) => !named.has(id));
  const out = others.map(({ id, name, state }): ControlItem => ({
    subCompositionId: id,
    subCompositionName: name,
    mainComposition: state === undefined,
    state: 'Out1',
    payload: {},
  }));
  return {
    type: 'snapshot',
    revision,
    now: 0,
    app: { id: 1, name: 'Show', onairUrl: 'http://127.0.0.1:4000/onair/o', mediaUrl: 'http://127.0.0.1:4001' },
    model,
    control: [...control, ...out],
  };
}
