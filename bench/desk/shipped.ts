import { setTimeout as pause } from 'node:timers/promises';
import type { LinkClient } from '../../contract/link/link.ts';
import type { DeskApi } from '../../contract/desk-api/desk-api.ts';
import type { ConnectionPort } from '../../desk/ports.ts';
import { startDesk } from '../../test/kit/desk/running-desk.ts';
import { type Connection, openConnection, requestBytes } from '../service/connection.ts';
import type { Figure } from '../service/figure.ts';
import { programs, start, startService } from '../service/programs.ts';
import { addOwner, addShow, compositionOfSize, dataDirectory, fill } from '../service/stored-show.ts';
import { type Extent, moment, timesFigure } from './moments.ts';

const changes = 100;
const warmUp = 10;

/** The last request of the desk, and when it and all others of a round were answered as applied. */
interface Noted {
  body: string;
  answers: number[];
}

/** The same changes at the service as it ships, from the first press until the desk hears that they are on its disk. */
export async function shippedFigures({ quick }: Extent): Promise<Figure[]> {
  const data = dataDirectory();
  const show = compositionOfSize({ subs: 500, fieldsEach: 10 });
  for (const { fields } of show.root.subcompositions) for (const field of fields) field.immediateUpdate = true;
  const { app } = fill(data.path, (store) => addShow(store, addOwner(store), show));
  const [service, sketch] = [await startService(data.path), await start(programs.sketch, [data.path])];
  const bare = { url: sketch.url, line: await openConnection(sketch.url) };
  const noted: Noted = { body: '', answers: [] };
  const desk = await startDesk({ watched: (real) => noting(real, noted) });
  await desk.connect({ kind: 'token', name: 'Bench', base: service.url, secret: app.token });
  const ids = desk.view.model[0]?.subcompositions.slice(0, changes).map(({ id }) => id) ?? [];
  const screen = desk.blind();
  const measured: number[] = [];
  const alone: number[] = [];
  let requests = 0;
  for (let round = 0; round < warmUp + (quick ? 40 : 150); round++) {
    const fired = await fireTogether(screen, { ids, round, noted });
    const held = await hold(bare, noted.body);
    if (round < warmUp) continue;
    measured.push(fired.time);
    alone.push(held);
    requests = Math.max(requests, fired.requests);
  }
  bare.line.close();
  await desk.close();
  for (const program of [service, sketch]) await program.kill();
  data.remove();
  return [
    timesFigure(`${changes} changes fired together -> the built service has them on its disk`, measured, 5),
    timesFigure('... the same request, written down by a bare program as one row, in turn with it', alone),
    { name: '... as so many requests', value: requests, unit: '', target: { atMost: 1 } },
  ];
}

/** Every change is another press, and all of them come in one turn of the desk. */
async function fireTogether(
  screen: LinkClient<DeskApi>,
  { ids, round, noted }: { ids: readonly string[]; round: number; noted: Noted },
) {
  const value = `Ada Lovelace ${round}`;
  noted.answers.length = 0;
  const start = moment();
  const fired = ids.map((id) =>
    screen.call('do', { action: { do: 'set', subComposition: id, field: 'field0', value } }),
  );
  await Promise.all(fired);
  // Were there a second request, it would be on its way by then.
  while (noted.answers.length === 0) await pause(50);
  await pause(50);
  const sent = JSON.parse(noted.body) as { payload?: { field0?: unknown } }[];
  if (sent.length !== changes || sent.some(({ payload }) => payload?.field0 !== value)) {
    throw new Error('The service was asked for something else.');
  }
  return { time: Math.max(...noted.answers) - start, requests: noted.answers.length };
}

/** How long (ms) a request takes until it is answered by the bare program. */
async function hold({ url, line }: { url: string; line: Connection }, body: string): Promise<number> {
  const request = requestBytes(url, { method: 'PATCH', path: '/', body: JSON.parse(body) as unknown });
  const start = moment();
  await line.ask(request);
  const time = moment() - start;
  await pause(50);
  return time;
}

/** The way, which notes what an update asked and when it was answered as applied. */
function noting(real: ConnectionPort, noted: Noted): ConnectionPort {
  return {
    openLive: (url, handlers) => real.openLive(url, handlers),
    request: async (request, signal) => {
      const answer = await real.request(request, signal);
      if (request.method !== 'PATCH' || answer.status !== 200) return answer;
      noted.answers.push(moment());
      noted.body = Buffer.from(request.body ?? '').toString();
      return answer;
    },
  };
}
