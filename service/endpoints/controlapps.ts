import { readControl, readModel, updateControl } from '../../contract/service-api/controlapps.ts';
import { told } from '../../contract/refusal.ts';
import { handler } from './handler.ts';

export const controlapps = [
  handler(readControl, ({ app }, { commits }) => {
    commits.flush();
    return { body: app.show.control(), revision: app.revision };
  }),
  handler(readModel, ({ app }, { commits }) => {
    commits.flush();
    return { body: app.show.model(), revision: app.revision };
  }),
  handler(updateControl, async (request, { commits }) => {
    const { revision, warnings } = await commits.updateAsSent(() => request.app, request.body, request);
    return { body: { success: true as const, ...(warnings.count > 0 && { warnings: told(warnings) }) }, revision };
  }),
];
