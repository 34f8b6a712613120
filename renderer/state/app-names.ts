import type { AppView } from '../../contract/desk-api/desk-api.ts';
import type { ConnectionView } from '../../contract/desk-api/connections.ts';

/**
 * App instances' names on the screen, by key. Duplicates get their connection's name in front, where narrow places
 * still show it; remaining duplicates are numbered.
 */
export function appNames(
  apps: readonly AppView[],
  connections: readonly Pick<ConnectionView, 'kind' | 'base' | 'name'>[],
): Map<string, string> {
  const connectionOf = ({ kind, connection }: AppView): string =>
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
