import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import { ShowConnection } from '../../contract/desk-api/show-file.ts';
import type { OpenApps } from '../app/open-apps.ts';
import type { Settings } from '../screens/settings.ts';

/** How many app instances that are gone are remembered. */
const mostGone = 100;

export interface ShowConnectionsPorts {
  apps: OpenApps;
  show: Settings;
  /** What is remembered has changed. */
  changed(): void;
}

/** The app instances that the show is for, kept with it, so that one that is gone still has its name. */
export class ShowConnections {
  readonly #ports: ShowConnectionsPorts;
  /** Those that are open first, in their order. */
  #kept: readonly ShowConnection[];

  constructor(ports: ShowConnectionsPorts) {
    this.#ports = ports;
    this.#kept = ports.show.list('connections', ShowConnection) ?? [];
  }

  /** Those that the desk has. */
  get present(): ShowConnection[] {
    return this.#ports.apps.all.map((app) => {
      const { identity, name, kind, state } = app;
      return { app: identity.key, name, kind, service: state.connection.service };
    });
  }

  /** Those that the desk does not have any more, or never had. */
  get gone(): ShowConnection[] {
    return this.#goneOf(this.#kept);
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
    this.#keep(this.#goneOf([...all, ...this.#kept.filter(({ app }) => !added.has(app))]));
  }

  /** Remembers what is here now. It is called at each frame of each app, and nearly always finds nothing new. */
  note(): void {
    const isKept = this.#ports.apps.all.every((app, place) => {
      const kept = this.#kept[place];
      const { identity, name, kind, state } = app;
      if (kept?.app !== identity.key || kept.name !== name || kept.kind !== kind) return false;
      return kept.service === keptService(kind, state.connection.service);
    });
    if (!isKept) this.#keep(this.gone);
  }

  #goneOf(all: readonly ShowConnection[]): ShowConnection[] {
    return all.filter(({ app }) => !this.#ports.apps.get(app));
  }

  #keep(gone: readonly ShowConnection[]): void {
    const present = this.present.map((one) => ({ ...one, service: keptService(one.kind, one.service) }));
    const all = [...present, ...gone.slice(0, mostGone)];
    if (JSON.stringify(all) === JSON.stringify(this.#kept)) return;
    this.#kept = all;
    // It is for people only, so it is no reason for a version of the show.
    this.#ports.show.saveLater({ connections: all });
    this.#ports.changed();
  }
}

/** The address of the service that the desk runs itself is another one after each start, so it is not kept. */
function keptService(kind: ShowConnection['kind'], service: string): string {
  return kind === 'embedded' ? '' : service;
}
