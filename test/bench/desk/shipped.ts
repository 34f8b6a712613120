import { setTimeout as pause } from 'node:timers/promises';
import type { ConnectionPort } from '../../../desk/ports.ts';
import { type RunningDesk, startDesk } from '../../kit/desk/running-desk.ts';
import type { Figure } from '../service/figure.ts';
import { startService } from '../service/programs.ts';
import { addOwner, addShow, compositionOfSize, dataDirectory, fill } from '../service/stored-show.ts';
import { type Extent, moment, timesFigure } from './moments.ts';

const changes = 100;
const warmUp = 10;

/** The same changes at the service as it ships, from the first press until the desk hears that they are on its disk. */
export async function shippedFigures({ quick }: Extent): Promise<Figure[]> {
  const data = dataDirectory();
  const show = compositionOfSize({ subs: 500, fieldsEach: 10 });
  for (const { fields } of show.root.subcompositions) for (const field of fields) field.immediateUpdate = true;
  const { app } = fill(data.path, (store) => addShow(store, addOwner(store), show));
  const service = await startService(data.path);
  const answers: number[] = [];
  const desk = await startDesk({ watched: (real) => noting(real, answers) });
  await desk.connect({ kind: 'token', name: 'Bench', base: service.url, secret: app.token });
  const measured: number[] = [];
  let requests = 0;
  for (let round = 0; round < warmUp + (quick ? 40 : 150); round++) {
    const fired = await fireTogether(desk, { round, answers });
    if (round < warmUp) continue;
    measured.push(fired.time);
    requests = Math.max(requests, fired.requests);
  }
  await desk.close();
  await service.kill();
  data.remove();
  return [
    timesFigure(`${changes} changes fired together -> the built service has them on its disk`, measured, 5),
    { name: '... as so many requests', value: requests, unit: '', target: { atMost: 1 } },
  ];
}

/** Every change is another press, and all of them come in one turn of the desk. */
async function fireTogether({ screen, view, until }: RunningDesk, at: { round: number; answers: number[] }) {
  const ids = view.model[0]?.subcompositions.slice(0, changes).map(({ id }) => id) ?? [];
  const value = `Ada Lovelace ${at.round}`;
  at.answers.length = 0;
  const start = moment();
  for (const id of ids) void screen.call('do', { action: { do: 'set', subComposition: id, field: 'field0', value } });
  await until(({ subs }) => ids.every((id) => subs[id]?.values.field0 === value) && at.answers.length > 0);
  // Were there a second request, it would be on its way by now.
  await pause(50);
  return { time: Math.max(...at.answers) - start, requests: at.answers.length };
}

/** The way, which notes when an update was answered as applied. */
function noting(real: ConnectionPort, answers: number[]): ConnectionPort {
  return {
    openLive: (url, handlers) => real.openLive(url, handlers),
    request: async (request, signal) => {
      const answer = await real.request(request, signal);
      if (request.method === 'PATCH' && answer.status === 200) answers.push(moment());
      return answer;
    },
  };
}
