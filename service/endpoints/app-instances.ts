import { warningDetails } from '../../contract/service-api/common.ts';
import * as contract from '../../contract/service-api/app-instances.ts';
import { numberIn, plannedApp } from '../domain/app-creation.ts';
import { afterLoad, afterUnload, type Loadable, loadedIn, outputId } from '../domain/outputs.ts';
import type { Updated } from '../commit-queue.ts';
import { refusal, type ListedDetails } from '../../contract/refusal.ts';
import type { User } from '../store/accounts.ts';
import type { StoredApp } from '../store/app-instances.ts';
import { AppAnswers } from './app-instance-answer.ts';
import { found, handler, type CheckedRequest } from './handler.ts';
import type { Work } from '../work.ts';
import { checkIds, load, put, readPlan } from './loading.ts';
import type { FirstUpdateItem } from '../../contract/model/app-instance.ts';
import type { HeldApp } from '../held-app.ts';
import {
  firstControl,
  firstModel,
  inFirstPath,
  inFirstWords,
  subCompositionList,
  updateItems,
} from '../domain/first-generation.ts';
import { OverlayError } from '../../contract/errors.ts';

const ok = { body: 'Ok' as const };

/** Rows 3, 5, 6, 9 and 10, each by account and by token. */
const firstGenerationControl = [
  handler(contract.readFirstModel, (request, work) => model(ownApp(request, work), work)),
  handler(contract.readFirstModelByToken, ({ app }, work) => model(app, work)),
  handler(contract.readFirstControl, (request, work) => control(ownApp(request, work), work)),
  handler(contract.readFirstControlByToken, ({ app }, work) => control(app, work)),
  handler(contract.listSubCompositions, (request, work) => subCompositions(ownApp(request, work), work)),
  handler(contract.listSubCompositionsByToken, ({ app }, work) => subCompositions(app, work)),
  handler(
    contract.updateFirstControl,
    (request, work) => update(() => ownWithOutput(request, work), request, work),
    ownWithOutput,
  ),
  handler(
    contract.updateFirstControlByToken,
    (request, work) => update(() => withOutput(request.app), request, work),
    ({ app }) => withOutput(app),
  ),
];

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
      const keepState = params.keep === 'state';
      const loaded = await load(ownWithOutput(request, work), plan, { path: 'refId', keepState, work });
      return okWith(loaded);
    },
    ownWithOutput,
  ),
  handler(contract.readLoadedContents, (request, work) => {
    const contents = loadedIn(ownStored(request, work).outputs).map(({ contentId }) => work.store.content(contentId));
    return { text: `[${contents.join(',')}]` };
  }),
  handler(contract.unloadComposition, (request, work) => {
    const app = ownWithOutput(request, work);
    const shown = afterUnload(app.stored.outputs, placeOf(request.params.output, app));
    return { ...ok, revision: put(app, { shown, read: new Map() }, { path: '', work }).revision };
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
function namedComposition(refId: string, user: User, work: Work): Loadable {
  const composition = presentOf(numberIn(refId) ?? null, user, work);
  if (!composition) throw refusal([{ path: 'refId', message: 'there is no composition with this id' }]);
  return composition;
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

function model({ show, stored }: HeldApp, work: Work) {
  work.commits.flush();
  const thumbnails = { roots: new AppAnswers(work).thumbnails(stored), other: work.addresses.thumbnail(undefined) };
  return { body: firstModel(show.model(), show.control(), thumbnails) };
}

function control(app: HeldApp, { commits }: Work) {
  commits.flush();
  return { body: firstControl(app.show.control()), revision: app.revision };
}

function subCompositions({ show }: HeldApp, { commits }: Work) {
  commits.flush();
  return { body: subCompositionList(show.model()) };
}

type UpdateRequest = CheckedRequest<unknown, readonly FirstUpdateItem[]>;

async function update(find: () => HeldApp, request: UpdateRequest, work: Work) {
  const items = updateItems(request.body);
  try {
    const { revision, warnings } = await work.commits.updateAsSent(find, items, request);
    const { first, count } = warnings;
    return okWith({ revision, warnings: { first: first.map(inFirstPath), count } });
  } catch (thrown) {
    throw inFirstWords(thrown);
  }
}

function okWith({ revision, warnings }: Updated) {
  return { ...ok, revision, ...(warnings.count > 0 && { headers: warningHeader(warnings) }) };
}

/** Rows 7, 9 and 10 must answer `Ok`, so warnings go into a header, as ASCII JSON. */
function warningHeader({ first }: ListedDetails): Record<string, string> {
  const written = JSON.stringify(first.slice(0, mostWarnings));
  const ascii = written.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return { [warningDetails]: ascii };
}

/** Limited by the header length that clients accept. */
const mostWarnings = 20;

interface OwnRequest {
  params: { app_instance_id: number };
  user: User;
}

/** Throws `id-unknown` if it is missing or belongs to another account. */
function ownStored({ params, user }: OwnRequest, { store }: Pick<Work, 'store'>): StoredApp {
  return found(store.appInstance(user.accountId, params.app_instance_id));
}

/** Throws `id-unknown` if it is missing or belongs to another account. */
function ownApp({ params, user }: OwnRequest, { apps }: Pick<Work, 'apps'>): HeldApp {
  return found(apps.byId(user.accountId, params.app_instance_id));
}

/** Throws `id-unknown` and `no-output`. */
function ownWithOutput(request: OwnRequest, work: Pick<Work, 'apps'>): HeldApp {
  return withOutput(ownApp(request, work));
}

/** Returns the place that `?output=ID` names. Throws `id-unknown`. Rows 7 and 8 (extension). */
function placeOf(output: string | undefined, { stored }: HeldApp): number | undefined {
  if (output === undefined) return undefined;
  const place = stored.outputs.findIndex((_, at) => outputId(at) === output);
  if (place < 0) throw new OverlayError('id-unknown');
  return place;
}

/** Throws `no-output`. Rows 7 to 10. */
function withOutput(app: HeldApp): HeldApp {
  if (app.stored.outputs.length === 0) throw new OverlayError('no-output');
  return app;
}
