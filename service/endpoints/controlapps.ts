import { readControl, readModel, updateControl } from '../../contract/service-api/controlapps.ts';
import { controlApp } from './app-of.ts';
import { handler } from './handler.ts';

/** Rows 29, 30 and 31. Each throws `token-unknown` for a token that is not an app token, the output token included. */
export const controlapps = [
  handler(readControl, ({ params }, { apps, commits }) => {
    const app = controlApp(params, apps);
    commits.flush();
    return { body: app.show.control(), revision: app.revision };
  }),
  handler(readModel, ({ params }, { apps }) => ({ body: controlApp(params, apps).show.model() })),
  handler(updateControl, async ({ params, body }, { apps, commits }) => {
    const revision = await commits.update(controlApp(params, apps), body);
    return { body: { success: true as const }, revision };
  }),
];
