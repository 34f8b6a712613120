import { OverlayError } from '../../contract/errors.ts';
import type { AppInstance } from '../app-instances.ts';
import { outputId } from '../domain/outputs.ts';
import type { User } from '../store/accounts.ts';
import type { StoredApp } from '../store/app-instances.ts';
import type { Work } from './handler.ts';

/** The signed-in user, and the id in the address. */
export interface OwnRequest {
  params: { app_instance_id: number };
  user: User;
}

/**
 * The stored row of the caller's app instance. Throws `id-unknown` if there is none, or if it belongs to another
 * account.
 */
export function ownStored({ params, user }: OwnRequest, { store }: Pick<Work, 'store'>): StoredApp {
  const stored = store.appInstance(user.accountId, params.app_instance_id);
  if (!stored) throw new OverlayError('id-unknown');
  return stored;
}

/**
 * The caller's app instance with its show. Throws `id-unknown` if there is none, or if it belongs to another account.
 */
export function ownApp({ params, user }: OwnRequest, { apps }: Pick<Work, 'apps'>): AppInstance {
  const app = apps.byId(user.accountId, params.app_instance_id);
  if (!app) throw new OverlayError('id-unknown');
  return app;
}

/** The caller's app instance, with an output to show something at. Throws `id-unknown` and `no-output`. */
export function ownWithOutput(request: OwnRequest, work: Pick<Work, 'apps'>): AppInstance {
  return withOutput(ownApp(request, work));
}

/**
 * The place of the output that `?output=ID` names; undefined if it names none. Throws `id-unknown`. Rows 7 and 8
 * (extension).
 */
export function placeOf(output: string | undefined, { stored }: AppInstance): number | undefined {
  if (output === undefined) return undefined;
  const place = stored.outputs.findIndex((_, at) => outputId(at) === output);
  if (place < 0) throw new OverlayError('id-unknown');
  return place;
}

/** Gives the app instance back if it has an output to show something at. Throws `no-output`. Rows 7 to 10. */
export function withOutput(app: AppInstance): AppInstance {
  if (app.stored.outputs.length === 0) throw new OverlayError('no-output');
  return app;
}
