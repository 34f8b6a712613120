import { type ModelItem, preOrder } from '../model/control.ts';
import type { SnapshotOutput } from '../service-api/live-channel.ts';
import type { ConnectionView } from './connections.ts';
import type { AppView } from './desk-api.ts';

type ConnectedApp = Pick<AppView, 'key' | 'name' | 'kind'> & { connection: Pick<AppView['connection'], 'service'> };

/**
 * App instances' names on screens and in the log, by key. Duplicates get their connection's name in front, where narrow places
 * still show it; remaining duplicates are numbered.
 */
export function appNames(
  apps: readonly ConnectedApp[],
  connections: readonly Pick<ConnectionView, 'kind' | 'base' | 'name'>[],
): Map<string, string> {
  const connectionOf = ({ kind, connection }: ConnectedApp): string =>
    connections.find((one) => one.kind === kind && one.base === connection.service)?.name ?? '';
  const names = distinct(
    apps.map((app) => ({ key: app.key, name: app.name })),
    (name, key) => {
      const app = apps.find((one) => one.key === key);
      const connection = app ? connectionOf(app) : '';
      return connection === '' ? name : `${connection}: ${name}`;
    },
  );
  return new Map(numbered(names).map(({ key, name }) => [key, name]));
}

type PlacedOutputs = readonly Pick<SnapshotOutput, 'name' | 'root'>[];

/** What tells the roots of an app instance apart, by id: the outputs that show it, or its composition if none does. */
export function rootPlaces(roots: readonly ModelItem[], outputs: PlacedOutputs = []): Map<string, string> {
  const placeOf = ({ id, name }: ModelItem): string =>
    outputs.flatMap((output) => (output.root === id ? output.name : [])).join(', ') || name;
  const places = numbered(roots.map((root) => ({ key: root.id, name: placeOf(root) })));
  return new Map(places.map(({ key, name }) => [key, name]));
}

/** Graphics' names within their app instance, by id. A name that several roots have gets the root's place in front. */
export function graphicNames(roots: readonly ModelItem[], outputs: PlacedOutputs = []): Map<string, string> {
  const places = rootPlaces(roots, outputs);
  const all = roots.flatMap((root) => [...preOrder([root])].map(({ id, name }) => ({ id, name, root: root.id })));
  const rootsOf = new Map<string, Set<string>>();
  for (const { name, root } of all) rootsOf.set(name, (rootsOf.get(name) ?? new Set()).add(root));
  const named = ({ name, root }: (typeof all)[number]): string =>
    (rootsOf.get(name)?.size ?? 0) > 1 ? `${places.get(root) ?? ''}: ${name}` : name;
  return new Map(all.map((one) => [one.id, named(one)]));
}

interface DistinctName {
  key: string;
  name: string;
}

function distinct(named: readonly DistinctName[], disambiguate: (name: string, key: string) => string): DistinctName[] {
  const same = (name: string): boolean => named.filter((one) => one.name === name).length > 1;
  return named.map(({ key, name }) => ({ key, name: same(name) ? disambiguate(name, key) : name }));
}

function numbered(named: readonly DistinctName[]): DistinctName[] {
  const counts = new Map<string, number>();
  return distinct(named, (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${name} ${count}`;
  });
}
