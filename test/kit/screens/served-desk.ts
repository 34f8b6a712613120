import type { AsRunLine } from '../../../contract/desk-api/as-run.ts';
import { type DeskApi, deskApi } from '../../../contract/desk-api/desk-api.ts';
import { type LinkClient, openLink } from '../../../contract/link/link.ts';
import { openDesk } from '../../../desk/desk.ts';
import type { ConnectionPort, DeskPorts } from '../../../desk/ports.ts';
import type { ManualClock } from '../manual-clock.ts';
import { pipePair } from '../../../contract/link/pipe-pair.ts';
import { memorySettings, memoryShow, usualPorts } from '../desk/scripted-ports.ts';
import type { ScriptedService } from '../service/scripted-service.ts';
import { ServedData } from '../desk/served-data.ts';

/** A desk whose ways lead to scripted services, each at the address `http://NAME` of its show, with one screen. */
export function openServedDesk(
  services: readonly ScriptedService[],
  given: {
    clock: ManualClock;
    lines: AsRunLine[];
    settings?: Record<string, unknown>;
    preparation?: Record<string, unknown>;
    show?: Record<string, unknown>;
    /** Lines of requests that the desk before left. */
    left?: readonly AsRunLine[];
  } & Partial<Pick<DeskPorts, 'isNew' | 'writeDemo' | 'watchFolder' | 'drivers'>>,
) {
  const { clock, lines, settings, preparation, show, left, ...more } = given;
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
  const { delivered, ...ports } = usualPorts(clock, lines, left);
  const desk = openDesk({
    ...ports,
    ...files,
    connection,
    openRoute: () => ({ ...connection, close: () => undefined }),
    openData: data.open,
    sourceFiles: data.files,
    ...more,
  });
  const pipe = pipePair();
  desk.serve(pipe.far);
  const { noted } = ports.asRunLog;
  const { records } = ports.log;
  return {
    desk,
    files,
    noted,
    records,
    delivered,
    data,
    screen: openLink(pipe.near, deskApi, () => clock.monotonic()),
  };
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
