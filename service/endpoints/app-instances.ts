import * as contract from '../../contract/service-api/app-instances.ts';
import { numberIn, plannedApp } from '../domain/app-creation.ts';
import { afterLoad, afterUnload, type Loadable } from '../domain/outputs.ts';
import { refusal } from '../../contract/refusal.ts';
import type { User } from '../store/accounts.ts';
import type { StoredApp } from '../store/app-instances.ts';
import { AppAnswers } from './app-instance-answer.ts';
import { type OwnRequest, ownStored, ownWithOutput, placeOf } from './app-of.ts';
import { firstGenerationControl } from './first-generation-control.ts';
import { handler, type Work } from './handler.ts';
import { checkIds, load, put, readPlan } from './loading.ts';

const ok = { body: 'Ok' as const };

/** Rows 1 to 12, and the token extension. Another account's app instances count as missing. */
export const appInstances = [
  handler(contract.listAppInstances, ({ user }, work) => {
    const answers = new AppAnswers(work);
    return { body: work.store.appInstances(user.accountId).map((app) => answers.appInstance(app)) };
  }),
  handler(contract.readAppInstance, (request, work) => ({
    body: { ...new AppAnswers(work).appInstance(ownStored(request, work)), dontUpdateTS: false },
  })),
  handler(contract.listOutputs, (request, work) => ({
    body: new AppAnswers(work).outputs(ownStored(request, work)),
  })),
  handler(
    contract.loadComposition,
    async (request, work) => {
      const { params, body, user } = request;
      const plan = () => {
        const app = ownWithOutput(request, work);
        const composition = namedComposition(body.refId, user, work);
        return afterLoad(app.stored.outputs, composition, placeOf(params.output, app));
      };
      return { ...ok, revision: await load(ownWithOutput(request, work), plan, { path: 'refId', work }) };
    },
    ownWithOutput,
  ),
  handler(contract.unloadComposition, (request, work) => {
    const app = ownWithOutput(request, work);
    const shown = afterUnload(app.stored.outputs, placeOf(request.params.output, app));
    return { ...ok, revision: put(app, { shown, read: new Map() }, { path: '', work }) };
  }),
  handler(contract.createAppInstance, async ({ body, user }, work) => {
    const made = await create(body, user, work);
    const { apptemplate_id, ...answer } = new AppAnswers(work).appInstance(made);
    return {
      body: { ...answer, apptemplate_id: String(apptemplate_id), refId: made.id, type: 'appinstance' as const },
    };
  }),
  handler(contract.deleteAppInstance, (request, { apps, commits, store, now }) => {
    const { id } = ownStored(request, { store });
    commits.exclusive(() => store.deleteAppInstance(id, now()));
    apps.forget(id);
    return ok;
  }),
  handler(contract.rotateAppToken, (request, work) => {
    const access_token = work.ids.token();
    setToken(request, access_token, work);
    return { body: { access_token } };
  }),
  handler(contract.revokeAppToken, (request, work) => {
    setToken(request, null, work);
    return ok;
  }),
  ...firstGenerationControl,
];

/** Throws `body-invalid`, because row 7 has no 404 for an unknown composition. */
function namedComposition(refId: string, { accountId }: User, { store }: Work): Loadable {
  const id = numberIn(refId);
  const composition = id === undefined ? undefined : store.composition(accountId, id);
  if (!composition) throw refusal([{ path: 'refId', message: 'there is no composition with this id' }]);
  return { compositionId: composition.id, contentId: composition.contentId };
}

async function create(body: contract.AppCreation, user: User, work: Work): Promise<StoredApp> {
  const { apps, commits, store, now, ids } = work;
  const { accountId } = user;
  const inSight = {
    folder: (fid: string) => store.folder(accountId, fid) !== undefined,
    account: (id: number) => id === accountId,
    user: (id: number) => store.userById(id)?.accountId === accountId,
    composition: (id: number) => store.composition(accountId, id) !== undefined,
  };
  const { userId, outputs, ...app } = plannedApp(body, inSight, work.terms.limits);
  const plan = (): (Loadable | null)[] => outputs.map(({ compositionId }) => presentOf(compositionId, user, work));
  const { shown, read } = await readPlan(plan, accountId, work);
  checkIds(shown, ({ contentId }) => read.get(contentId), 'outputList');
  const stored = commits.exclusive(() =>
    store.addAppInstance(
      {
        ...app,
        accountId,
        userId: userId ?? user.id,
        token: app.shared || shown.some((one) => one !== null) ? ids.token() : null,
        outputs: outputs.map(({ name }, at) => ({ name, token: ids.token(), shown: shown[at] ?? null })),
      },
      { at: now(), fid: ids.uuid() },
    ),
  );
  apps.add(stored, read);
  return stored;
}

/** Returns null for none, or if the composition was deleted meanwhile. */
function presentOf(id: number | null, { accountId }: User, { store }: Work): Loadable | null {
  const composition = id === null ? undefined : store.composition(accountId, id);
  return composition ? { compositionId: composition.id, contentId: composition.contentId } : null;
}

/** Closes only the previous token's live channels: the output page has its own token. */
function setToken(request: OwnRequest, token: string | null, { apps, commits, store, now }: Work): void {
  const { id } = ownStored(request, { store });
  commits.exclusive(() => store.setAppToken(id, token, now()));
  apps.refresh(id);
}
