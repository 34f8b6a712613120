import type { HeldApp } from '../held-app.ts';
import type { HeldComposition } from '../domain/held-composition.ts';
import type { ErrorDetail } from '../../contract/errors.ts';
import type { Updated } from '../commit-queue.ts';
import { keptState } from '../domain/kept-state.ts';
import { isLoaded, loadedIn, type OutputContent, sharedIds } from '../domain/outputs.ts';
import { inShort, listed, refusal } from '../../contract/refusal.ts';
import type { Work } from '../work.ts';

type LoadPlan<One extends OutputContent = OutputContent> = () => readonly One[];

interface LoadTerms {
  path: string;
  keepState?: boolean;
  work: Work;
}

/**
 * Sets the outputs' contents with default values, sends live snapshots and returns the revision. Throws `body-invalid`
 * at `path` and stores nothing if a content is unreadable or ids collide. Source: decisions.md "Authentication",
 * "Lifecycle", "Several outputs".
 */
export async function load(app: HeldApp, plan: LoadPlan, terms: LoadTerms): Promise<Updated> {
  return put(app, await readPlan(plan, app.stored.accountId, terms.work), terms);
}

export function put(app: HeldApp, { shown, read }: ReadPlan, { path, keepState, work }: LoadTerms): Updated {
  const { apps, commits, store, now, ids } = work;
  const { id, token } = app.stored;
  checkIds(shown, (one) => (isLoaded(one) ? app.composition(one.id) : read.get(one.contentId)), path);
  const keeps = keepState === true && !app.isUnreadable;
  const lost = commits.exclusive(() => {
    const at = now();
    store.loadShow(id, shown, { revision: app.revision + 1, at });
    if (token === null && shown.some((one) => one !== null)) store.setAppToken(id, ids.token(), at);
    return keeps ? keep(app, { shown, read }, work) : [];
  });
  apps.refresh(id, read, keeps ? 'kept' : 'anew');
  return { revision: app.revision, warnings: listed(lost) };
}

/** Call right after the store loaded these. Returns the values that fell to their default. */
function keep(app: HeldApp, { shown, read }: ReadPlan, { store, terms }: Work): ErrorDetail[] {
  const { accountId, id } = app.stored;
  const present = new Set(shown.filter(isLoaded).map((one) => one.id));
  const loaded = loadedIn(store.appInstance(accountId, id)?.outputs ?? []).filter((one) => !present.has(one.id));
  return loaded.flatMap(({ id: loadedId, contentId }) => {
    const composition = read.get(contentId)?.controlled;
    if (!composition) return [];
    const { changes, lost } = keptState(composition, app.show, terms.limits);
    store.commit([{ appId: id, revision: app.revision + 1, changes, loadedOf: () => loadedId }]);
    return lost;
  });
}

interface ReadPlan<One extends OutputContent = OutputContent> {
  shown: readonly One[];
  read: ReadonlyMap<number, HeldComposition>;
}

/**
 * Reads the contents in a separate thread, then asks the plan again, because contents may change. Throws `body-invalid`
 * for an unreadable content, such as from another version.
 */
export async function readPlan<One extends OutputContent>(
  plan: LoadPlan<One>,
  account: number,
  { store, loads }: Pick<Work, 'store' | 'loads'>,
): Promise<ReadPlan<One>> {
  const read = new Map<number, HeldComposition>();
  for (;;) {
    const shown = plan();
    const missing = shown.find((one) => one !== null && !isLoaded(one) && !read.has(one.contentId));
    if (!missing) return { shown, read };
    const result = await loads.run('composition', { file: store.contentBytes(missing.contentId) }, account);
    if ('problems' in result) {
      const why = `what is stored of this composition cannot be read: ${inShort(result.problems)}`;
      throw refusal([{ path: '', message: why }]);
    }
    read.set(missing.contentId, result.composition);
  }
}

/** Throws `body-invalid` at `path` if compositions share ids. Unreadable compositions are undefined. */
export function checkIds(
  shown: readonly OutputContent[],
  compositionOf: (one: NonNullable<OutputContent>) => HeldComposition | undefined,
  path: string,
): void {
  const each = new Map(shown.flatMap((one) => (one ? [[one.compositionId, compositionOf(one)]] : [])));
  const shared = sharedIds([...each.values()].flatMap((held) => held?.controlled ?? []));
  if (!shared) return;
  const [one, other] = shared;
  const why = `"${one}" and "${other}" have sub-compositions with the same ids, as a composition and its copy have`;
  throw refusal([{ path, message: `${why}: show them in two app instances, or copy one with ?ids=new` }]);
}
