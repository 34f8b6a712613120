import type { AsRunLine } from '../../../contract/desk-api/as-run.ts';
import { type DeskApi, deskApi } from '../../../contract/desk-api/desk-api.ts';
import { type LinkClient, openLink } from '../../../contract/link/link.ts';
import { type Desk, openDesk } from '../../../desk/desk.ts';
import type { DriverPorts } from '../../../surfaces/driver-ports.ts';
import type { WatchFolder } from '../../../desk/live-data/data-ports.ts';
import type { ConnectionPort, DeliveredFile } from '../../../desk/ports.ts';
import { oscSockets } from '../../../node/osc-sockets.ts';
import { remoteServer } from '../../../node/remote-server.ts';
import { readTable } from '../../../node/data/read-table.ts';
import { folderWatch } from '../../../node/folder-watch.ts';
import type { ManualClock } from '../manual-clock.ts';
import { pipePair } from '../../../contract/link/pipe-pair.ts';
import { memoryLog, memorySettings, memoryShow, type MemorySettings, quietShell } from '../desk/scripted-ports.ts';
import type { ScriptedService } from '../service/scripted-service.ts';
import { secretPorts, turningKeychain } from '../desk/secret-ports.ts';
import { recordingLog } from '../desk/recording-log.ts';
import { ServedData } from '../desk/served-data.ts';

/** A desk whose ways lead to scripted services, each at the address `http://NAME` of its show, with one screen. */
export function openServedDesk(
  services: readonly ScriptedService[],
  given: {
    clock: ManualClock;
    lines: AsRunLine[];
    settings?: Record<string, unknown>;
    preparation?: Record<string, unknown>;
    isNew?: boolean;
    show?: Record<string, unknown>;
    writeDemo?: (name: string, text: string) => string;
    watchFolder?: WatchFolder;
    drivers?: DriverPorts;
  },
): {
  desk: Desk;
  screen: LinkClient<DeskApi>;
  data: ServedData;
  files: Record<'settings' | 'preparation' | 'show', MemorySettings>;
  /** What the desk handed out. */
  delivered: readonly DeliveredFile[];
} {
  const { clock, lines, settings, preparation, show, writeDemo, isNew = false } = given;
  const { watchFolder = folderWatch(clock), drivers } = given;
  const data = new ServedData(clock);
  const at = (url: string): ConnectionPort => {
    const found = services.find(({ show }) => new URL(url).host === show.name);
    if (!found) throw new Error(`Nothing is at ${url}.`);
    return found.connection;
  };
  const connection: ConnectionPort = {
    request: (request, signal) => at(request.url).request(request, signal),
    openLive: (url, handlers) => at(url).openLive(url, handlers),
  };
  const files = {
    settings: memorySettings({ version: 1, connections: [], ...settings }),
    preparation: memorySettings(preparation),
    show: memoryShow(show),
  };
  const delivered: DeliveredFile[] = [];
  const desk = openDesk({
    ...files,
    readTable,
    watchFolder,
    openRemoteServer: remoteServer(clock),
    osc: oscSockets,
    isNew,
    clock,
    connection,
    log: recordingLog(),
    asRunLog: memoryLog(lines),
    support: quietShell,
    openRoute: () => ({ ...connection, close: () => undefined }),
    secrets: secretPorts({ keychain: () => Promise.resolve(turningKeychain()) }),
    launchService: () => {
      throw new Error('This desk has no service of its own.');
    },
    accountFile: { file: 'none', read: () => Promise.resolve(undefined), remove: () => Promise.resolve() },
    deliver: (file) => {
      delivered.push(file);
      return Promise.resolve({ how: 'saved', file: file.name });
    },
    openData: data.open,
    sourceFiles: data.files,
    ...(writeDemo && { writeDemo }),
    ...(drivers && { drivers }),
  });
  const pipe = pipePair();
  desk.serve(pipe.far);
  return { desk, files, delivered, data, screen: openLink(pipe.near, deskApi, () => clock.monotonic()) };
}

/**
 * Connect such a desk to the app of a service by a token, in place of what the connection with this id was, if it is given.
 * Gives the id of the connection, which is the key of the app.
 */
export async function connectServed(
  screen: Pick<LinkClient<DeskApi>, 'call'>,
  { show: { name } }: ScriptedService,
  id?: string,
): Promise<string> {
  const { reference } = await screen.call('handOverSecret', { secret: `the token of ${name}` });
  const saved = await screen.call('saveConnection', {
    id,
    kind: 'token',
    name,
    base: `http://${name}`,
    email: '',
    secret: { reference },
    proxy: { use: 'none', address: '', user: '', secret: null },
    certificates: '',
  });
  return saved.id;
}
