import { type RunningDesk } from '../../test/kit/desk/running-desk.ts';
import { builtService } from '../../test/kit/built.ts';
import { type ServiceProgram, startServiceWith } from '../../test/kit/service/service-program.ts';

/** Start the service as it ships, with the demo show. `port` 0: any that is free. */
export function startShipped(data: string, port = 0): Promise<ServiceProgram> {
  return startServiceWith({ program: builtService }, '--data', data, '--seed', 'demo', '--port', String(port));
}

/** Let a desk control the show of a service; gives the key of the app. */
export function connectTo(desk: RunningDesk, { ready }: Pick<ServiceProgram, 'ready'>): Promise<string> {
  return desk.connect({ kind: 'token', name: 'News', base: ready.url, secret: ready.apps[0]?.token ?? '' });
}

/** End services as an operator does. */
export async function stopped(...services: ServiceProgram[]): Promise<void> {
  for (const service of services) {
    service.process.kill('SIGTERM');
    await service.ended;
  }
}
