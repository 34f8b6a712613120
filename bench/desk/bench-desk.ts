import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';
import { deskApi, type DeskApi } from '../../contract/desk-api/desk-api.ts';
import { type LinkClient, openLink } from '../../contract/link/link.ts';
import { addressOf } from '../../contract/model/address.ts';
import { type Desk, openDesk } from '../../desk/desk.ts';
import { openAsRunLog } from '../../node/as-run/as-run-log.ts';
import { systemClock } from '../../node/clock.ts';
import { openDataThread } from '../../node/data/data-thread.ts';
import { openHttpConnection } from '../../node/http/http-connection.ts';
import { showFile } from '../../node/show/show-file.ts';
import type { LaunchDriver } from '../../surfaces/driver-ports.ts';
import type { DeskPorts, HttpRequest } from '../../desk/ports.ts';
import { screenPipe } from '../../host/screen-pipe.ts';
import { pipePair } from '../../contract/link/pipe-pair.ts';
import { memorySettings, ScriptedPorts } from '../../test/kit/desk/scripted-ports.ts';
import { moment } from './moments.ts';
import { ended, startStandIn, type StandIn, started } from './programs.ts';

/** Keys that are mapped to takes, `F1` and so on. */
export const mappedKeys = 8;

export interface BenchDeskWishes {
  subCompositions: number;
  /** Screens that watch it, each on a WebSocket of its own, in another process. */
  screens?: number;
  /** How many apps of the stand-in it controls. */
  apps?: number;
  /** Whether its live data is read in a thread of its own, as in the product. */
  data?: boolean;
  /** Whether `screen` watches nothing, because it would cost this process what it costs a browser. */
  blind?: boolean;
  /** The driver of a controller `Pads`: its first pads toggle what keys take, and its fader 48 sets a number. */
  driver?: LaunchDriver;
}

/** A desk in this process, with a real as-run log and show file, that controls the stand-in of a service in another one. */
export interface BenchDesk {
  standIn: StandIn;
  /** A screen in this process. */
  screen: LinkClient<DeskApi>;
  /** The address of a sub-composition. */
  id(at: number, app?: number): string;
  /** How many bytes the desk has sent that screen so far. */
  bytesToScreen(): number;
  /** Resolves when the operating system has the bytes of the next take: when that was, by {@link moment}. */
  nextSent(): Promise<number>;
  close(): Promise<void>;
}

/** Open it; resolves when it shows all its apps and every screen watches it. */
export async function openBenchDesk({
  subCompositions,
  screens = 0,
  apps = 1,
  data = false,
  blind = false,
  driver,
}: BenchDeskWishes): Promise<BenchDesk> {
  const directory = mkdtempSync(join(tmpdir(), 'overlay-bench-'));
  const standIn = await startStandIn(subCompositions);
  const asRunLog = openAsRunLog(directory, { clock: systemClock });
  const way = notingWay();
  const controllers = driver ? pads(subCompositions) : [];
  const settings = memorySettings({ version: 1, guardTime: 0, keys: keys(subCompositions), controllers });
  const scripted = new ScriptedPorts(settings);
  const show = showFile(join(directory, 'show.overlayshow'), systemClock.now);
  const real: Partial<DeskPorts> = { clock: systemClock, show, asRunLog, openRoute: () => way.connection };
  if (driver) real.drivers = { midi: driver };
  if (data) real.openData = openDataThread(scripted.log);
  const desk = openDesk(Object.assign({}, scripted, real));
  const { screen: first, pipe } = openScreen(desk);
  let bytes = 0;
  pipe.near.onMessage((text) => (bytes += Buffer.byteLength(text)));
  const live = new Promise<void>((resolve) => {
    first.on('changed', ({ apps: shown }) => {
      if (shown?.length === apps && shown.every(({ connection }) => connection.status === 'live')) resolve();
    });
  });
  await first.call('watch', {});
  const tokens = Array.from({ length: apps }, (_, at) => `app${at}`);
  await scripted.serviceReady(standIn.port, tokens);
  const { connections } = await first.call('watch', {});
  await first.call('chooseApps', { id: connections[0]?.id ?? '', apps: tokens.map((_, at) => at + 1) });
  await live;
  const { apps: shown } = await first.call('watch', {});
  if (blind) pipe.close();
  const last = blind ? openScreen(desk) : { screen: first, pipe };
  const watching = await openScreens((socket) => desk.serve(screenPipe(socket)), screens);
  return {
    standIn,
    screen: last.screen,
    nextSent: way.nextSent,
    bytesToScreen: () => bytes,
    id: (at, app = 0) => addressOf(shown[app]?.key ?? '', `sub${at}`),
    async close() {
      last.pipe.close();
      await watching.close();
      await desk.close();
      await asRunLog.close();
      way.connection.close();
      await standIn.kill();
      rmSync(directory, { recursive: true });
    },
  };
}

/** A screen in this process. Until its pipe closes, the desk asks it for the time of its clock. */
function openScreen(desk: Desk) {
  const pipe = pipePair();
  desk.serve(pipe.far);
  return { pipe, screen: openLink(pipe.near, deskApi) };
}

/** Keys of the first app of the desk's own service. */
function keys(subCompositions: number) {
  return Array.from({ length: mappedKeys }, (_, at) => {
    const id = `sub${Math.floor((at * subCompositions) / mappedKeys)}`;
    return { key: `F${at + 1}`, action: { do: 'take', subComposition: addressOf('embedded-1', id), to: 'In' } };
  });
}

/** The real way to a service. It tells an update sent before Node writes it in the same turn: what is noted is the next tick. */
function notingWay() {
  const connection = openHttpConnection();
  const waiting: ((sent: number) => void)[] = [];
  const noting = {
    ...connection,
    request: (request: HttpRequest, signal: AbortSignal) => {
      const onSent = (): void => {
        request.onSent?.();
        // A fader changes values all the while.
        if (request.method !== 'PATCH' || !Buffer.from(request.body ?? '').includes('"state"')) return;
        process.nextTick(() => {
          for (const resolve of waiting.splice(0)) resolve(moment());
        });
      };
      return connection.request({ ...request, onSent }, signal);
    },
  };
  return { connection: noting, nextSent: () => new Promise<number>((resolve) => waiting.push(resolve)) };
}

/** What the pads and the fader of a controller do with what the keys take. */
function pads(subCompositions: number) {
  const on = keys(subCompositions).map(({ action }) => action.subComposition);
  const toggles = on.map((subComposition, at) => ({
    device: 'Pads',
    control: `note 1/${at}`,
    action: { do: 'toggle', subComposition },
  }));
  const set = { do: 'set', subComposition: on[0], field: 'score', value: null };
  return [
    ...toggles,
    { device: 'Pads', control: 'cc 1/48', action: set, fader: { from: 0, to: 127, takeover: 'jump' } },
  ];
}

async function openScreens(serve: (socket: WebSocket) => void, count: number) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  server.on('connection', serve);
  await once(server, 'listening');
  const { child } = await started('screens.ts', [String((server.address() as AddressInfo).port), String(count)]);
  return {
    close: async () => {
      await ended(child);
      server.close();
    },
  };
}
