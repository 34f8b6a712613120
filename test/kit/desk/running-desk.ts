import type { AsRunLine } from '../../../contract/desk-api/as-run.ts';
import { preOrder } from '../../../contract/model/control.ts';
import { deskApi, type DeskApi } from '../../../contract/desk-api/desk-api.ts';
import { type LinkClient, openLink } from '../../../contract/link/link.ts';
import { pipePair } from '../../../contract/link/pipe-pair.ts';
import { openDesk } from '../../../desk/desk.ts';
import { systemClock } from '../../../node/clock.ts';
import { openDataThread } from '../../../node/data/data-thread.ts';
import { openHttpConnection } from '../../../node/http/http-connection.ts';
import { sourceFiles } from '../../../node/show/source-files.ts';
import type { ConnectionPort, DeskPorts, LaunchService, OpenRoute, DeliveredFile } from '../../../desk/ports.ts';
import { memorySettings, memoryShow, usualPorts } from './scripted-ports.ts';
import { type ScreenOfDesk, screenOf } from './screen-of.ts';
import { recordingLog } from './recording-log.ts';
import { ServedData } from './served-data.ts';

/** Where a desk goes, as an operator says it; straight and with what everybody trusts where nothing else is said. */
type Wished = {
  proxy?: { address: string; user: string; password: string };
  certificates?: string;
} & (
  | { kind: 'token'; name: string; base: string; secret: string }
  | { kind: 'account'; name: string; base: string; secret: string; email: string; apps: number[] }
);

/** A real desk that controls real services, with one screen that watches it. */
export interface RunningDesk extends ScreenOfDesk {
  /** The as-run log. */
  lines: AsRunLine[];
  /** The files that it handed out. */
  delivered: readonly DeliveredFile[];
  /** The address of the sub-composition with this name, in the first app or in the one with this key. */
  id(name: string, app?: string): string;
  /** Resolves with the key of the app when the connection has been made. */
  connect(wished: Wished): Promise<string>;
  /** Puts a screen that watches nothing in place of the one that does: that costs its process what it costs a browser. */
  blind(): LinkClient<DeskApi>;
  close(): Promise<void>;
}

export interface RunningDeskWishes {
  /** What stands between the desk and its services. */
  watched?: (real: ConnectionPort) => ConnectionPort;
  /** What leads to services elsewhere; by default all go straight. */
  openRoute?: OpenRoute;
  /** Its own service; without it there is none. */
  launch?: LaunchService;
  accountFile?: DeskPorts['accountFile'];
  /** The drivers of its devices; by default it hears none. */
  drivers?: DeskPorts['drivers'];
  /** Its data directory, for the files of its sources; without it they are in memory. */
  data?: string;
}

/** Start a desk; it controls nothing yet, but its own service where it is given one. */
export async function startDesk({
  watched = (real) => real,
  openRoute,
  launch,
  accountFile,
  drivers,
  data,
}: RunningDeskWishes = {}): Promise<RunningDesk> {
  const connection = openHttpConnection();
  const lines: AsRunLine[] = [];
  const { delivered, ...ports } = usualPorts(systemClock, lines);
  const desk = openDesk({
    ...ports,
    settings: memorySettings(launch ? undefined : { version: 1, connections: [] }),
    preparation: memorySettings(),
    show: memoryShow(),
    connection: watched(connection),
    openRoute: openRoute ?? (() => ({ ...watched(connection), close: () => undefined })),
    ...(launch && { launchService: launch }),
    ...(accountFile && { accountFile }),
    ...sourcesIn(data),
    ...(drivers && { drivers }),
  });
  const { screen, view, until, ...first } = await screenOf(desk);
  let { leave } = first;
  return {
    screen,
    view,
    lines,
    until,
    delivered,
    leave: () => leave(),
    id: (name, app) => {
      const wanted = [...preOrder(view.model)].find(
        (one) => one.name === name && (!app || one.id.startsWith(`${app}/`)),
      );
      if (!wanted) throw new Error(`The desk shows no "${name}".`);
      return wanted.id;
    },
    connect: (wished) => connect(wished, { screen, view, until }),
    blind: () => {
      leave();
      const pipe = pipePair();
      leave = () => pipe.close();
      desk.serve(pipe.far);
      return openLink(pipe.near, deskApi);
    },
    close: async () => {
      await desk.close();
      leave();
      connection.close();
    },
  };
}

/** What reads the sources of a desk. */
function sourcesIn(data: string | undefined): Pick<DeskPorts, 'openData' | 'sourceFiles'> {
  const served = new ServedData(systemClock);
  if (data === undefined) return { openData: served.open, sourceFiles: served.files };
  return {
    openData: openDataThread(recordingLog()),
    sourceFiles: sourceFiles(data, systemClock),
  };
}

async function connect(
  wished: Wished,
  { screen, view, until }: Pick<RunningDesk, 'screen' | 'view' | 'until'>,
): Promise<string> {
  const { reference } = await screen.call('handOverSecret', { secret: wished.secret });
  const { proxy, certificates = '' } = wished;
  const password = proxy ? await screen.call('handOverSecret', { secret: proxy.password }) : null;
  const { id } = await screen.call('saveConnection', {
    kind: wished.kind,
    name: wished.name,
    base: wished.base,
    email: wished.kind === 'account' ? wished.email : '',
    secret: { reference },
    proxy: proxy
      ? { use: 'address', address: proxy.address, user: proxy.user, secret: password }
      : { use: 'none', address: '', user: '', secret: null },
    certificates,
  });
  await until(({ connections }) => connections.some((one) => one.id === id && one.status === 'open'));
  if (wished.kind === 'account') await screen.call('chooseApps', { id, apps: wished.apps });
  await until(({ apps }) => apps.some(({ key, connection }) => key.startsWith(id) && connection.status === 'live'));
  return view.apps.find(({ key }) => key.startsWith(id))?.key ?? '';
}
