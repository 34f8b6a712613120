import type { AsRunLine } from '../../contract/desk-api/desk-api.ts';
import type { ModelItem, UpdateItem } from '../../contract/model/control.ts';
import type { LiveFrame, ReadyLine, Snapshot } from '../../contract/service-api/live-channel.ts';
import type {
  Account,
  DeskPorts,
  HttpAnswer,
  HttpRequest,
  LiveHandlers,
  ServicePorts,
  SettingsPort,
} from '../../desk/ports.ts';
import { ManualClock, settled } from './manual-clock.ts';

/** A request that the desk made and that the test answers when it likes. */
export interface AskedRequest {
  request: HttpRequest;
  items: UpdateItem[];
  answer(answer: Partial<HttpAnswer>): Promise<void>;
  fail(): Promise<void>;
}

/** Settings in memory. `content` may be a function that throws, for a file that cannot be read. */
export function memorySettings(content?: unknown): SettingsPort & { written: unknown[]; asides: number } {
  const written: unknown[] = [];
  const port = {
    file: 'settings.json',
    written,
    asides: 0,
    read: () => (typeof content === 'function' ? (content as () => unknown)() : content),
    write: (settings: unknown) => void written.push(settings),
    setAside: () => {
      port.asides++;
      return 'settings.json.aside';
    },
  };
  return port;
}

/** The outside world of a desk, in which nothing happens but what the test does. */
export class ScriptedPorts implements DeskPorts {
  readonly clock = new ManualClock();
  readonly lines: AsRunLine[] = [];
  readonly asked: AskedRequest[] = [];
  readonly channels: { url: string; handlers: LiveHandlers; closed: boolean }[] = [];
  readonly launches: {
    port: number;
    mediaPort: number;
    ready: (line: ReadyLine) => void;
    end: (lastWords: string) => void;
    stopped: boolean;
  }[] = [];
  readonly asRunLog = {
    append: (line: AsRunLine): Promise<void> => {
      this.lines.push(line);
      return Promise.resolve();
    },
  };
  readonly settings: ReturnType<typeof memorySettings>;
  /** The account that the desk finds; a test may take it away. */
  account = (): Promise<Account | undefined> => Promise.resolve({ email: 'admin@overlay.local', password: 'secret' });

  constructor(settings = memorySettings()) {
    this.settings = settings;
  }

  readonly connection = {
    request: (request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        request.onSent?.();
        this.asked.push({
          request,
          items: JSON.parse(typeof request.body === 'string' ? request.body : '[]') as UpdateItem[],
          answer: (answer) => {
            resolve({ status: 200, body: '{"success":true}', etag: null, ...answer });
            return settled();
          },
          fail: () => {
            reject(new Error('ECONNRESET'));
            return settled();
          },
        });
      }),
    openLive: (url: string, handlers: LiveHandlers) => {
      const channel = { url, handlers, closed: false };
      this.channels.push(channel);
      return { close: () => void (channel.closed = true) };
    },
  };

  launchService = ({ port, mediaPort }: ServicePorts) => {
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

  /** The service starts and is ready on this port. */
  async serviceReady(port = 4000): Promise<void> {
    const url = `http://127.0.0.1:${port}`;
    this.launches.at(-1)?.ready({
      ready: true,
      url,
      mediaUrl: 'http://127.0.0.1:4001',
      apps: [{ id: 1, name: 'Show', token: 'tok', onairUrl: `${url}/onair/o` }],
    });
    await settled();
  }

  /** The service says something on the newest live channel. */
  async hear(frame: LiveFrame): Promise<void> {
    this.channels.at(-1)?.handlers.onText(JSON.stringify(frame));
    await settled();
  }

  /** The newest request. */
  get request(): AskedRequest {
    const request = this.asked.at(-1);
    if (!request) throw new Error('The desk has asked for nothing.');
    return request;
  }
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

/** A snapshot of a show. */
export function snapshot(model: ModelItem[], control: Snapshot['control'] = [], revision = 1): Snapshot {
  return {
    type: 'snapshot',
    revision,
    now: 0,
    app: { id: 1, name: 'Show', onairUrl: 'http://127.0.0.1:4000/onair/o', mediaUrl: 'http://127.0.0.1:4001' },
    model,
    control,
  };
}
