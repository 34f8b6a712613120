import type { HeldApp } from '../held-app.ts';
import type { HeldComposition } from '../domain/held-composition.ts';
import { isLoaded, type OutputContent, sharedIds } from '../domain/outputs.ts';
import { inShort, refusal } from '../../contract/refusal.ts';
import type { Work } from '../work.ts';

type LoadPlan<One extends OutputContent = OutputContent> = () => readonly One[];

interface LoadTerms {
  path: string;
  work: Work;
}

/**
 * Sets the outputs' contents with default values, sends live snapshots and returns the revision. Throws `body-invalid`
 * at `path` and stores nothing if a content is unreadable or ids collide. Source: decisions.md "Authentication",
 * "Lifecycle", "Several outputs".
 */
export async function load(app: HeldApp, plan: LoadPlan, { path, work }: LoadTerms): Promise<number> {
  return put(app, await readPlan(plan, app.stored.accountId, work), { path, work });
}

/** Like `load`, without reading contents. */
export function put(app: HeldApp, { shown, read }: ReadPlan, { path, work }: LoadTerms): number {
  const { apps, commits, store, now, ids } = work;
  const { id, token } = app.stored;
  checkIds(shown, (one) => (isLoaded(one) ? app.composition(one.id) : read.get(one.contentId)), path);
  commits.exclusive(() => {
    const at = now();
    store.loadShow(id, shown, { revision: app.revision + 1, at });
    if (token === null && shown.some((one) => one !== null)) store.setAppToken(id, ids.token(), at);
  });
  apps.refresh(id, read);
  return app.revision;
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
    const result = await loads.run('composition', store.content(missing.contentId), account);
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
  throw refusal([{ path, message: `${why}: show them in two app instances` }]);
}
