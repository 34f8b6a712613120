import type { AppView } from '../../contract/desk-api/desk-api.ts';
import type { ConnectionView } from '../../contract/desk-api/connections.ts';

/**
 * What apps are called on the screen, by key: by their own name, and where several have the same one, with the name of the
 * connection that leads to them before it, so that they are told apart also where there is no room for the rest; those
 * that are still the same are counted.
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

interface Named {
  key: string;
  name: string;
}

/** The names, with those that several have told apart. */
function distinct(named: readonly Named[], tellApart: (name: string, key: string) => string): Named[] {
  const same = (name: string): boolean => named.filter((one) => one.name === name).length > 1;
  return named.map(({ key, name }) => ({ key, name: same(name) ? tellApart(name, key) : name }));
}
