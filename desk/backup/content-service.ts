import { OverlayError } from '../../contract/errors.ts';
import type { Endpoint } from '../../contract/service-api/endpoint.ts';
import type { AppTarget } from '../app/open-app.ts';
import type { ContentService } from './content-copy.ts';
import type { Clock } from '../../contract/clock.ts';
import { type EndpointCall, call } from '../app/link/service-call.ts';
import { withinDeadline } from '../app/link/within-deadline.ts';

/** Milliseconds for one call. A content may be large, but no operator waits longer. */
const deadline = 30_000;

type ServiceAddress = Pick<AppTarget, 'base' | 'connection' | 'account'> & { media?: string | undefined };

/** `name` is used within sentences. */
export function contentService(clock: Pick<Clock, 'after'>, name: string, address: ServiceAddress): ContentService {
  const { base, connection, account: readAccount, media = base } = address;
  return {
    name,
    call: async (endpoint, request) => {
      const account = await readAccount?.();
      if (!account) {
        const why = `The desk has only a token of ${name}, and a composition is read and written with an account alone.`;
        throw new OverlayError('backup-refused', why);
      }
      return withinDeadline(clock, deadline, async (signal) => {
        const question = { base, endpoint, ...request, account, signal };
        const { answer } = await call(connection, question as unknown as EndpointCall<Endpoint>);
        return answer as never;
      });
    },
    media: (path) =>
      withinDeadline(clock, deadline, async (signal) => {
        const unreachable = (): never => {
          throw new OverlayError('service-unreachable');
        };
        const { status, bytes } = await connection
          .request({ method: 'GET', url: media + path }, signal)
          .catch(unreachable);
        if (status !== 200 || !bytes) throw new OverlayError('id-unknown', `There is no ${path} in ${name}.`);
        return bytes;
      }),
  };
}
