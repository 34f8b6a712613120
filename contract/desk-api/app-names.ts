import { type ModelItem, preOrder } from '../model/control.ts';
import type { SnapshotOutput } from '../service-api/live-channel.ts';
import type { ConnectionView } from './connections.ts';
import type { AppView } from './desk-api.ts';

/** `connection`: the id of the connection that opens the app instance. A fail-over does not change it. */
export function appKey(connection: string, app: number): string {
  return `${connection}-${app}`;
}

/**
 * App instances' names on screens and in the log, by key. Duplicates get the name of the connection that opens them in
 * front, where narrow places still show it; remaining duplicates are numbered.
 */
export function appNames(
  apps: readonly Pick<AppView, 'key' | 'name'>[],
  connections: readonly Pick<ConnectionView, 'id' | 'name'>[],
): Map<string, string> {
  const names = distinct(
    apps.map(({ key, name }) => ({ key, name })),
    (name, key) => {
      // The key of a connection by token, which opens one app instance, is its id.
      const connection = connections.find(({ id }) => key === id || key.slice(0, key.lastIndexOf('-')) === id);
      return connection ? `${connection.name}: ${name}` : name;
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
