import { errorTable } from '../../../contract/errors.ts';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SelfReporter } from '../../../service/self-report.ts';
import { apiClient } from '../../kit/service/api-client.ts';
import { readLive } from '../../kit/service/live-reader.ts';
import { type SmallService, startWithDatabase } from '../../kit/service/small-service.ts';

let service: SmallService;
let database: DatabaseSync;
beforeEach(async () => {
  ({ service, database } = await startWithDatabase());
});
afterEach(() => service.close());

const ask = async (path: string): Promise<unknown> => {
  const { status, body } = await apiClient(service).get(path);
  return [status, body];
};

describe('a service that runs', () => {
  it('is alive and ready', async () => {
    expect([await ask('/healthz'), await ask('/readyz')]).toEqual([
      [200, { status: 'ok' }],
      [200, { status: 'ready' }],
    ]);
  });

  it('is alive, and not ready, where its disk takes nothing; which is no failure to fill the log with', async () => {
    database.exec('PRAGMA query_only = ON');
    expect([await ask('/healthz'), await ask('/readyz')]).toEqual([
      [200, { status: 'ok' }],
      [
        503,
        {
          error: { message: errorTable['storage-failed'].operator, code: 503 },
        },
      ],
    ]);
    expect(service.logged).toEqual([]);
  });

  it('counts what it does', async () => {
    const client = apiClient(service);
    const item = { subCompositionName: 'Home', payload: { goals: 1 } };
    for (const _ of [1, 2]) await client.patch(`/apiv2/controlapps/${service.token}/control`, [item]);
    await client.patch(`/apiv2/controlapps/${service.token}/control`, {});
    await client.get('/nothing');
    await readLive(service, service.token).next();
    const response = await fetch(`${service.url}/metrics`);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const lines = (await response.text()).split('\n');
    const wanted = [
      'overlay_requests_total{endpoint="updateControl",status="200"} 2',
      'overlay_requests_total{endpoint="updateControl",status="400"} 1',
      'overlay_requests_total{endpoint="none",status="404"} 1',
      'overlay_request_seconds_count{endpoint="updateControl"} 3',
      'overlay_commit_requests_bucket{le="1"} 2',
      'overlay_commit_requests_sum 2',
      'overlay_commit_seconds_count 2',
      'overlay_live_subscribers 1',
    ];
    expect(wanted.filter((line) => !lines.includes(line))).toEqual([]);
    const value = (name: string): number => Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1]);
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(value('overlay_connections')).toBeGreaterThanOrEqual(2);
  });
});

describe('readiness', () => {
  let now = 0;
  let writes = 0;
  let problem: Error | undefined;
  const reporter = (): SelfReporter => {
    now = writes = 0;
    problem = undefined;
    const write = (): void => {
      writes += 1;
      if (problem) throw problem;
    };
    return new SelfReporter(write, '', () => now);
  };

  it('is tried on the disk once in a second, however often it is asked for', () => {
    const self = reporter();
    expect([self.unready(), self.unready()]).toEqual([undefined, undefined]);
    now = 999;
    problem = new Error('The disk is full.');
    expect([self.unready(), writes]).toEqual([undefined, 1]);
    now = 1_000;
    expect([self.unready(), writes]).toEqual(['The disk is full.', 2]);
    problem = undefined;
    now = 2_000;
    expect([self.unready(), writes]).toEqual([undefined, 3]);
  });

  it('ends when the service is stopping', () => {
    const self = reporter();
    self.stopping();
    expect([self.unready(), writes]).toEqual(['The service is stopping.', 0]);
  });
});
