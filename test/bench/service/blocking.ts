import { builtService } from '../../kit/built.ts';
import { apiClient } from '../../kit/service/api-client.ts';
import { type HostileRequest, hostileRequests } from '../../kit/service/hostile-requests.ts';
import { startServiceWith } from '../../kit/service/service-program.ts';
import { firstAccount } from '../../kit/service/small-service.ts';
import type { BenchOptions, Figure } from './figure.ts';
import { median } from './rounds.ts';
import { dataDirectory } from './stored-show.ts';

/** What a request by token does that is the first one after a start: it reads the content of the app instance. */
const firstUse: HostileRequest = {
  what: 'the first use of such a content after a start',
  status: 200,
  ask: async (target) => (await apiClient(target).get(`/apiv2/controlapps/${target.token}/control`)).status,
};

/** For how long the service answered nobody while it did what takes as long as a client wants. */
export async function blockingFigures({ rounds }: BenchOptions): Promise<Figure[]> {
  const measured = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    const data = dataDirectory();
    // Others store a content and load it; the last one finds it on the disk.
    for (const request of [...hostileRequests, firstUse]) {
      const blocked = await blockedBy(request, data.path);
      measured.set(request.what, [...(measured.get(request.what) ?? []), blocked]);
    }
    data.remove();
  }
  return [...measured].map(([what, times]) => ({
    ...{ name: `nobody is answered during ${what}`, value: median(times), unit: 'ms', target: { atMost: 25 } },
    note: `worst ${Math.max(...times).toFixed(0)} ms, n ${times.length}`,
  }));
}

async function blockedBy({ what, status, ask }: HostileRequest, data: string): Promise<number> {
  const service = await startServiceWith({ program: builtService }, '--data', data, '--seed', 'demo', '--port', '0');
  const { url, apps } = service.ready;
  const answered = await ask({ url, account: firstAccount, token: apps[0]?.token ?? '' });
  if (answered !== status) throw new Error(`The service answered ${answered} to ${what}.`);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  service.process.kill('SIGTERM');
  await service.ended;
  return Number(/^overlay_loop_longest_block_seconds (\S+)$/m.exec(metrics)?.[1]) * 1000;
}
