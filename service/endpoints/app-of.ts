import { OverlayError } from '../../contract/errors.ts';
import type { HeldApp } from '../held-app.ts';
import { outputId } from '../domain/outputs.ts';
import type { User } from '../store/accounts.ts';
import type { StoredApp } from '../store/app-instances.ts';
import type { Work } from './handler.ts';

export interface OwnRequest {
  params: { app_instance_id: number };
  user: User;
}

/** Throws `id-unknown` if it is missing or belongs to another account. */
export function ownStored({ params, user }: OwnRequest, { store }: Pick<Work, 'store'>): StoredApp {
  const stored = store.appInstance(user.accountId, params.app_instance_id);
  if (!stored) throw new OverlayError('id-unknown');
  return stored;
}

/** Throws `id-unknown` if it is missing or belongs to another account. */
export function ownApp({ params, user }: OwnRequest, { apps }: Pick<Work, 'apps'>): HeldApp {
  const app = apps.byId(user.accountId, params.app_instance_id);
  if (!app) throw new OverlayError('id-unknown');
  return app;
}

/** Throws `id-unknown` and `no-output`. */
export function ownWithOutput(request: OwnRequest, work: Pick<Work, 'apps'>): HeldApp {
  return withOutput(ownApp(request, work));
}

/** Returns the place that `?output=ID` names. Throws `id-unknown`. Rows 7 and 8 (extension). */
export function placeOf(output: string | undefined, { stored }: HeldApp): number | undefined {
  if (output === undefined) return undefined;
  const place = stored.outputs.findIndex((_, at) => outputId(at) === output);
  if (place < 0) throw new OverlayError('id-unknown');
  return place;
}

/** Throws `no-output`. Rows 7 to 10. */
export function withOutput(app: HeldApp): HeldApp {
  if (app.stored.outputs.length === 0) throw new OverlayError('no-output');
  return app;
}
