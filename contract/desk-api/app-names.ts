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
  const counts = new Map<string, number>();
  return new Map(
    distinct(names, (name) => {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return `${name} ${count}`;
    }).map(({ key, name }) => [key, name]),
  );
}

interface NamedApp {
  key: string;
  name: string;
}

function distinct(named: readonly NamedApp[], disambiguate: (name: string, key: string) => string): NamedApp[] {
  const same = (name: string): boolean => named.filter((one) => one.name === name).length > 1;
  return named.map(({ key, name }) => ({ key, name: same(name) ? disambiguate(name, key) : name }));
}
