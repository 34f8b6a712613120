import type { ServiceCall } from '../../contract/desk-api/authoring.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Endpoint } from '../../contract/service-api/endpoint.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { OpenApps } from '../app/open-apps.ts';
import { type AuthoringRequest, callService } from './authoring.ts';
import type { Clock } from '../ports.ts';
import { type Call, call } from '../requests/service-call.ts';

/**
 * The app that authors work for: that of the embedded service, or else of the first service that the desk has an account
 * of. A copy that is operated there in place of its main is nobody's workshop.
 */
export function appForAuthors({ all }: OpenApps): OpenApp | undefined {
  const own = all.find(({ identity, target }) => identity.kind === 'embedded' && target?.kind === 'embedded');
  return own ?? all.find(({ backup, target }) => target?.account && backup?.inUse !== 'backup');
}

/** The calls of authors go to the service of their app. */
export function callForAuthors(apps: OpenApps, clock: Clock, asked: ServiceCall): Promise<unknown> {
  const app = appForAuthors(apps);
  const target = app?.target;
  if (!target) throw new OverlayError('not-connected');
  const { base, connection } = target;
  const send = async (request: AuthoringRequest): Promise<unknown> =>
    (await call(connection, { base, ...request } as Call<Endpoint>)).answer;
  const account = target.account ?? (() => Promise.resolve(undefined));
  return callService({ clock, account, app: () => app.state.confirmed.app?.id, send }, asked);
}
