import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { type WebSocket, WebSocketServer } from 'ws';
import { storedState } from '../../contract/model/animation-state.ts';
import type { ControlItem, UpdateItem } from '../../contract/model/control.ts';
import type { Field, Payload } from '../../contract/model/field.ts';
import type { Change, LiveFrame } from '../../contract/service-api/live-channel.ts';
import { beatEvery } from '../../contract/service-api/live-timing.ts';
import { modelItem, snapshot } from '../../test/kit/desk/scripted-ports.ts';
import { moment } from './moments.ts';

/**
 * A service that does no more than it must, in a process of its own: it applies what it is asked in memory, tells it on the
 * live channel, and notes when each request came and was applied. Every app token leads to an app with the same show.
 */

/** A request as it was received. Times are those of {@link moment}. */
export interface Received {
  token: string;
  /** When its first bytes had been read. */
  came: number;
  applied: number;
  items: UpdateItem[];
}

/** What it is told: how long (ms) each answer waits from now on, or that it is to report what came since the last report. */
export type Told = { answersAfter: number } | 'report';

const size = Number(process.argv[2]);
const field: Field = {
  id: 'score',
  title: 'Score',
  type: 'number',
  index: 0,
  immediateUpdate: true,
  defaultValue: '0',
  resetValue: '0',
};
const model = [
  modelItem({
    id: 'root',
    subcompositions: Array.from({ length: size }, (_, at) =>
      modelItem({ id: `sub${at}`, state: 'Out', model: [field] }),
    ),
  }),
];

interface App {
  revision: number;
  control: Map<string, ControlItem>;
  channels: Set<WebSocket>;
}

const apps = new Map<string, App>();
let received: Received[] = [];
let answersAfter = 0;

function appOf(url = ''): { token: string; app: App } {
  const token = url.split('/')[3] ?? '';
  const app = apps.get(token) ?? { revision: 1, control: new Map(), channels: new Set() };
  apps.set(token, app);
  return { token, app };
}

function apply({ control }: App, items: readonly UpdateItem[]): Change[] {
  return items.map(({ subCompositionId: id = '', payload, state: requested }) => {
    const before = control.get(id);
    const state = requested === undefined ? undefined : storedState(requested, false);
    control.set(id, {
      subCompositionId: id,
      subCompositionName: id,
      mainComposition: false,
      state: state ?? before?.state ?? 'Out1',
      payload: { ...before?.payload, ...(payload as Payload | undefined) },
    });
    return { id, ...(payload && { payload: payload as Payload }), ...(state && { state }) };
  });
}

async function update(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const came = moment();
  const items = JSON.parse(await text(request)) as UpdateItem[];
  const { token, app } = appOf(request.url);
  const changes = apply(app, items);
  app.revision += 1;
  received.push({ token, came, applied: moment(), items });
  const { revision } = app;
  tell(app, { type: 'change', revision, now: Date.now(), changes });
  const answer = (): void => {
    response.writeHead(200, { 'content-type': 'application/json', etag: `"${revision}"` }).end('{"success":true}');
  };
  if (answersAfter > 0) setTimeout(answer, answersAfter);
  else answer();
}

function tell({ channels }: App, frame: LiveFrame): void {
  const told = JSON.stringify(frame);
  for (const channel of channels) channel.send(told);
}

const sockets = new WebSocketServer({ noServer: true });
const server = createServer((request, response) => {
  if (request.method === 'PATCH') void update(request, response);
  else response.writeHead(404).end();
});
server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (channel) => {
    const { app } = appOf(request.url);
    const whole = { ...snapshot(model, [...app.control.values()], app.revision), now: Date.now() };
    channel.send(JSON.stringify(whole));
    app.channels.add(channel);
    channel.on('close', () => app.channels.delete(channel));
  });
});
setInterval(() => {
  for (const app of apps.values()) tell(app, { type: 'beat', revision: app.revision, now: Date.now() });
}, beatEvery);
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', (told: Told) => {
  if (told !== 'report') return void ({ answersAfter } = told);
  process.send?.(received);
  received = [];
});
process.on('disconnect', () => process.exit(0));
