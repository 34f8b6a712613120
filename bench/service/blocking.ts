import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { builtService } from '../../test/kit/built.ts';
import { hostileRequests } from '../../test/kit/service/hostile-requests.ts';
import { startServiceWith } from '../../test/kit/service/service-program.ts';
import { openConnection, requestBytes } from './connection.ts';
import type { BenchOptions, Figure } from './figure.ts';
import { median } from './rounds.ts';
import { dataDirectory } from './stored-show.ts';

/** How often (ms) somebody else asks something small. */
const each = 2;

/**
 * How long others wait at most while the service does what takes as long as a client wants: a client in a process of its own
 * sends it, and another one asks for the state of the show again and again.
 */
export async function blockingFigures({ rounds }: BenchOptions): Promise<Figure[]> {
  const data = dataDirectory();
  const service = await startServiceWith(
    { program: builtService },
    '--data',
    data.path,
    '--seed',
    'demo',
    '--port',
    '0',
  );
  const { url, apps } = service.ready;
  const token = apps[0]?.token ?? '';
  const client = fork(join(import.meta.dirname, 'hostile-client.ts'), [url, token], { execArgv: [] });
  await once(client, 'message');
  const path = `/apiv2/controlapps/${token}/control`;
  const small = requestBytes(url, { method: 'GET', path });
  const connection = await openConnection(url);
  const measured = hostileRequests.map((): number[] => []);
  for (let round = 0; round < rounds + 1; round++) {
    for (const [number, { what, status }] of hostileRequests.entries()) {
      const answered = once(client, 'message');
      const work = { done: false };
      client.send(number);
      void answered.then(() => (work.done = true));
      let longest = 0;
      for (; !work.done; await pause(each)) {
        const began = performance.now();
        await connection.ask(small);
        longest = Math.max(longest, performance.now() - began);
      }
      const [given] = (await answered) as [number];
      if (given !== status) throw new Error(`The service answered ${given} to ${what}.`);
      // In the first round the code of the service is compiled.
      if (round > 0) measured[number]?.push(longest);
    }
  }
  connection.close();
  client.disconnect();
  service.process.kill('SIGKILL');
  await service.ended;
  data.remove();
  return hostileRequests.map(({ what }, at) => ({
    name: `others wait for ${what}`,
    value: median(measured[at] ?? []),
    unit: 'ms',
    target: { atMost: 25 },
    note: `median of the longest wait in each of ${rounds}; the worst ${Math.max(...(measured[at] ?? [])).toFixed(0)} ms`,
  }));
}
