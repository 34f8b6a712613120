import { readControl, readModel, updateControl } from '../../contract/service-api/controlapps.ts';
import { handler } from './handler.ts';

/** Rows 29, 30 and 31. */
export const controlapps = [
  handler(readControl, ({ app }, { commits }) => {
    commits.flush();
    return { body: app.show.control(), revision: app.revision };
  }),
  handler(readModel, ({ app }, { commits }) => {
    commits.flush();
    return { body: app.show.model(), revision: app.revision };
  }),
  handler(updateControl, async ({ app, body, ...request }, { commits }) => {
    const { revision, warnings } = await commits.update(app, body, request);
    return { body: { success: true as const, ...(warnings.length > 0 && { warnings: [...warnings] }) }, revision };
  }),
];
