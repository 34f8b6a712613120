import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DeskApi, deskApi, type DeskView } from '../../contract/desk-api/desk-api.ts';
import { type LinkClient, openLink } from '../../contract/link/link.ts';
import { preOrder } from '../../contract/model/control.ts';
import type { ReadyLine } from '../../contract/service-api/live-channel.ts';
import { openDesk } from '../../desk/desk.ts';
import { accountFile } from '../../desk/node-ports/account-file.ts';
import { systemClock } from '../../desk/node-ports/clock.ts';
import { openHttpConnection } from '../../desk/node-ports/http-connection.ts';
import type { ConnectionPort, DeskPorts } from '../../desk/ports.ts';
import { serviceIn } from '../../host/service-process.ts';
import { pipePair } from './pipe-pair.ts';
import { memorySettings } from './scripted-ports.ts';

/** A real desk on a real embedded service with the demo show, and one screen that watches it. */
export interface RunningShow {
  screen: LinkClient<DeskApi>;
  /** What the screen shows now. */
  view: DeskView;
  /** Resolves when the screen shows what is asked for; fails after some seconds with what it shows instead. */
  until(shows: (view: DeskView) => boolean): Promise<void>;
  /** The id of the sub-composition with this name. */
  id(name: string): string;
  ready: ReadyLine;
  close(): Promise<void>;
}

/** Start a show in a directory of its own; `watched` may stand between the desk and its service. */
export async function startShow(
  watched: (real: ConnectionPort) => ConnectionPort = (real) => real,
): Promise<RunningShow> {
  const directory = mkdtempSync(join(tmpdir(), 'overlay-show-'));
  const connection = openHttpConnection();
  const launched = Promise.withResolvers<ReadyLine>();
  const launch = serviceIn(join(directory, 'service'), () => undefined);
  const ports: DeskPorts = {
    clock: systemClock,
    settings: memorySettings(),
    asRunLog: { append: () => Promise.resolve() },
    connection: watched(connection),
    launchService: (request) => {
      const process = launch(request);
      process.ready.then(launched.resolve, launched.reject);
      return process;
    },
    account: accountFile(join(directory, 'service')),
  };
  const desk = openDesk(ports);
  const pipe = pipePair();
  desk.serve(pipe.far);
  const screen = openLink(pipe.near, deskApi);
  const view = await screen.call('watch', {});
  const watchers = new Set<() => void>();
  screen.on('changed', ({ subs, ...members }) => {
    Object.assign(view, members);
    Object.assign(view.subs, subs);
    watchers.forEach((look) => look());
  });
  const until = untilShown(view, watchers);
  await until(({ connection }) => connection.status === 'live');
  return {
    screen,
    view,
    until,
    ready: await launched.promise,
    id: (name) => {
      const item = [...preOrder(view.model)].find((one) => one.name === name);
      if (!item) throw new Error(`The show has no "${name}".`);
      return item.id;
    },
    close: async () => {
      await desk.close();
      connection.close();
      rmSync(directory, { recursive: true });
    },
  };
}

function untilShown(view: DeskView, watchers: Set<() => void>): RunningShow['until'] {
  return (shows) =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!shows(view)) return;
        watchers.delete(look);
        clearTimeout(late);
        resolve();
      };
      const late = setTimeout(() => {
        watchers.delete(look);
        reject(
          new Error(
            `The screen never showed it. It shows: ${JSON.stringify(view.connection)} ${JSON.stringify(view.subs)}`,
          ),
        );
      }, 10_000);
      watchers.add(look);
      look();
    });
}
