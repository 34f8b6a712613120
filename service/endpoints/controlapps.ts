import { OverlayError } from '../../contract/errors.ts';
import { readControl, readModel, updateControl } from '../../contract/service-api/controlapps.ts';
import type { AppInstance, AppInstances } from '../app-instances.ts';
import { handler } from './handler.ts';

/** Rows 29, 30 and 31. Each throws `token-unknown` for a token that is not an app token, the output token included. */
export const controlapps = [
  handler(readControl, ({ params }, { apps, commits }) => {
    const app = appOf(apps, params.appToken);
    commits.flush();
    return { body: app.show.control(), revision: app.revision };
  }),
  handler(readModel, ({ params }, { apps }) => ({ body: appOf(apps, params.appToken).show.model() })),
  handler(updateControl, async ({ params, body }, { apps, commits }) => {
    const revision = await commits.update(appOf(apps, params.appToken), body);
    return { body: { success: true as const }, revision };
  }),
];

function appOf(apps: AppInstances, token: string): AppInstance {
  const app = apps.find(token, ['app']);
  if (!app) throw new OverlayError('token-unknown');
  return app;
}
