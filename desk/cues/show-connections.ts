import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import { ShowConnection } from '../../contract/desk-api/show-file.ts';
import type { OpenApps } from '../app/open-apps.ts';
import type { Settings } from '../screens/settings.ts';

/** How many app instances that are gone are remembered. */
const mostGone = 100;

/** The app instances that the show is for, kept with it, so that one that is gone still has its name. */
export class ShowConnections {
  readonly #apps: OpenApps;
  readonly #show: Settings;
  #gone: ShowConnection[];
  #kept: string;

  constructor(apps: OpenApps, show: Settings) {
    [this.#apps, this.#show] = [apps, show];
    this.#gone = show.list('connections', ShowConnection) ?? [];
    this.#kept = JSON.stringify(this.#gone);
  }

  /** Those that the desk has. */
  get present(): ShowConnection[] {
    return this.#apps.all.map((app) => {
      const { kind, connection } = app.view();
      return { app: app.identity.key, name: app.name, kind, service: connection.service };
    });
  }

  /** Those that the desk does not have any more, or never had. */
  get gone(): ShowConnection[] {
    return this.#gone.filter(({ app }) => !this.#apps.get(app));
  }

  /** Those that the desk has not open: `awaited` are the ones that a connection is to open. */
  absent(awaited: readonly { key: string; name: string }[]): DeskView['absentApps'] {
    const keys = new Set(awaited.map(({ key }) => key));
    const gone = this.gone.filter(({ app }) => !keys.has(app));
    return [
      ...awaited.map(({ key, name }) => ({ app: key, name, awaited: true })),
      ...gone.map(({ app, name, service }) => ({ app, name: service ? `${name} (${service})` : name, awaited: false })),
    ];
  }

  /** Remembers those that a show from elsewhere is for. */
  add(all: readonly ShowConnection[]): void {
    const added = new Set(all.map(({ app }) => app));
    this.#gone = [...all, ...this.#gone.filter(({ app }) => !added.has(app))];
    this.note();
  }

  /** Remembers what is here now. */
  note(): void {
    // The address of the service that the desk runs itself is another one after each start.
    const present = this.present.map((one) => (one.kind === 'embedded' ? { ...one, service: '' } : one));
    const all = [...present, ...this.gone.slice(0, mostGone)];
    this.#gone = all;
    if (JSON.stringify(all) === this.#kept) return;
    this.#kept = JSON.stringify(all);
    // It is for people only, so it is no reason for a version of the show.
    this.#show.saveLater({ connections: all });
  }
}
