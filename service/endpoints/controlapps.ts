import { OverlayError } from '../../contract/errors.ts';
import type { UpdateItem } from '../../contract/model/control.ts';
import { commandControlApp, readControlApp } from '../../contract/service-api/controlapp-extras.ts';
import { readControl, readModel, updateControl } from '../../contract/service-api/controlapps.ts';
import { told } from '../../contract/refusal.ts';
import type { HeldApp } from '../held-app.ts';
import { afterRefresh, type OutputContent } from '../domain/outputs.ts';
import { AppAnswers } from './app-instance-answer.ts';
import { handler } from './handler.ts';
import type { Work } from '../work.ts';
import { load } from './loading.ts';

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
  handler(readControlApp, ({ params, app: { stored } }, work) => {
    const { addresses } = work;
    const root = addresses.controlApp(params.appToken);
    const outputUrl = addresses.onair(stored.outputs[0]?.token);
    return {
      body: {
        id: stored.id,
        name: stored.name,
        type: 'controlapp' as const,
        createdAt: stored.createdAt,
        updatedAt: stored.updatedAt,
        accountId: stored.accountId,
        userId: stored.userId,
        thumbnail: new AppAnswers(work).thumbnail(stored),
        outputUrl,
        broadcastOutputUrl: outputUrl,
        publicControlUrl: addresses.control(params.appToken),
        publicControlApiUrl: `${root}/control`,
        publicCommandUrl: `${root}/command`,
        publicCommandApiUrl: `${root}/command`,
        publicModelApiUrl: `${root}/model`,
        appTemplateId: stored.templateId,
        appTemplateVersion: stored.templateVersion,
        folder: stored.folder,
        compositionId: stored.outputs[0]?.loaded?.compositionId ?? null,
      },
    };
  }),
  handler(commandControlApp, async ({ app, body, params }, work) => {
    const revision = await commands[body.action](app, work, params.appToken);
    return { body: { success: true as const }, revision };
  }),
];

const commands = { TakeOutAllOutput: takeOutAll, RefreshComposition: loadAnew };

/** Takes all graphics out in one change. Keeps the revision if none is In. */
async function takeOutAll(app: HeldApp, work: Work): Promise<number> {
  const out: UpdateItem[] = app.show
    .control()
    .filter(({ state }) => state === 'In')
    .map(({ subCompositionId }) => ({ subCompositionId, state: 'Out1' }));
  return (await work.commits.update(app, out)).revision;
}

/** Reloads every composition; a deleted composition keeps its content. */
async function loadAnew(app: HeldApp, work: Work, token: string): Promise<number> {
  const { commits, apps, store } = work;
  const { accountId } = app.stored;
  if (app.stored.outputs.every(({ loaded }) => loaded === null)) {
    // All earlier requests are on disk before the answer.
    commits.flush();
    return app.revision;
  }
  const plan = (): OutputContent[] => {
    if (!apps.opensStill(token, app)) throw new OverlayError('token-unknown');
    return afterRefresh(app.stored.outputs, ({ compositionId, contentId }) => ({
      compositionId,
      contentId: store.composition(accountId, compositionId)?.contentId ?? contentId,
    }));
  };
  return (await load(app, plan, { path: 'action', work })).revision;
}
