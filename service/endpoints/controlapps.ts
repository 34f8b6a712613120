import { readControl, readModel, updateControl } from '../../contract/service-api/controlapps.ts';
import { told } from '../../contract/refusal.ts';
import { handler } from './handler.ts';
import { updateShow } from './update-show.ts';

export const controlapps = [
  handler(readControl, ({ app }, { commits }) => {
    commits.flush();
    return { body: app.show.control(), revision: app.revision };
  }),
  handler(readModel, ({ app }, { commits }) => {
    commits.flush();
    return { body: app.show.model(), revision: app.revision };
  }),
  handler(updateControl, async (request, work) => {
    const { revision, warnings } = await updateShow(() => request.app, { items: request.body, request }, work);
    return { body: { success: true as const, ...(warnings.count > 0 && { warnings: told(warnings) }) }, revision };
  }),
];
