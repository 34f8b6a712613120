import type { AppInstance } from '../app-instances.ts';
import type { HeldComposition } from '../domain/held-composition.ts';
import { isLoaded, type Shown, sharedIds } from '../domain/outputs.ts';
import { inShort, refusal } from '../../contract/refusal.ts';
import type { Work } from './handler.ts';

/** Finds what the outputs are to show, in their order. */
export type Plan<One extends Shown = Shown> = () => readonly One[];

/**
 * Sets what the outputs of an app instance show. What is loaded has all states Out and its values at their defaults, and
 * every reader of the live channel gets a snapshot. Gives the revision. An app instance without a token gets one. Throws
 * `body-invalid`, at `path`, if a content cannot be read or two compositions share ids; then nothing is stored, and the
 * program stays on air. Source: decisions.md "Authentication", "Lifecycle", "Several outputs".
 */
export async function load(
  app: AppInstance,
  plan: Plan,
  { path, work }: { path: string; work: Work },
): Promise<number> {
  return put(app, await readPlan(plan, app.stored.accountId, work), { path, work });
}

/** As `load`, for what needs no content to be read. */
export function put(app: AppInstance, { shown, read }: ReadPlan, { path, work }: { path: string; work: Work }): number {
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

/** What the outputs are to show, and what was read for it, by the ids of the contents. */
export interface ReadPlan<One extends Shown = Shown> {
  shown: readonly One[];
  read: ReadonlyMap<number, HeldComposition>;
}

/**
 * Reads what a plan needs, in a thread of its own. The plan is asked again afterwards, because meanwhile a content may
 * have been replaced. Stored contents may come from another version of the program, or from a restored database. Throws
 * `body-invalid` if one cannot be read.
 */
export async function readPlan<One extends Shown>(
  plan: Plan<One>,
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

/**
 * Throws `body-invalid` at a path if two compositions that are to be shown share ids. `compositionOf` gives a composition
 * if it can be read.
 */
export function checkIds(
  shown: readonly Shown[],
  compositionOf: (one: NonNullable<Shown>) => HeldComposition | undefined,
  path: string,
): void {
  const each = new Map(shown.flatMap((one) => (one ? [[one.compositionId, compositionOf(one)]] : [])));
  const shared = sharedIds([...each.values()].flatMap((held) => held?.controlled ?? []));
  if (!shared) return;
  const [one, other] = shared;
  const why = `"${one}" and "${other}" have sub-compositions with the same ids, as a composition and its copy have`;
  throw refusal([{ path, message: `${why}: show them in two app instances` }]);
}
