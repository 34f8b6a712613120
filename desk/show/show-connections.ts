import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import { ShowConnection } from '../../contract/desk-api/show-file.ts';
import type { Ground } from '../ground.ts';

const mostGone = 100;

/** The app instances of a show, saved with it, so that a missing app instance still has a name. */
export class ShowConnections {
  readonly #ground: Ground;
  #kept: readonly ShowConnection[];

  constructor(ground: Ground) {
    this.#ground = ground;
    this.#kept = ground.show.list('connections', ShowConnection) ?? [];
    ground.facts.app.on(() => this.#note());
    ground.facts.closed.on(() => this.#note());
  }

  get present(): ShowConnection[] {
    return this.#ground.apps.all.map((app) => {
      const { identity, name, kind, state } = app;
      return { app: identity.key, name, kind, service: state.connection.service };
    });
  }

  get gone(): ShowConnection[] {
    return this.#goneOf(this.#kept);
  }

  /** `awaited`: app instances that a connection will open. */
  absent(awaited: readonly { key: string; name: string }[]): DeskView['absentApps'] {
    const keys = new Set(awaited.map(({ key }) => key));
    const gone = this.gone.filter(({ app }) => !keys.has(app));
    return [
      ...awaited.map(({ key, name }) => ({ app: key, name, awaited: true })),
      ...gone.map(({ app, name, service }) => ({ app, name: service ? `${name} (${service})` : name, awaited: false })),
    ];
  }

  add(all: readonly ShowConnection[]): void {
    const added = new Set(all.map(({ app }) => app));
    this.#keep(this.#goneOf([...all, ...this.#kept.filter(({ app }) => !added.has(app))]));
  }

  #note(): void {
    const isKept = this.#ground.apps.all.every((app, place) => {
      const kept = this.#kept[place];
      const { identity, name, kind, state } = app;
      if (kept?.app !== identity.key || kept.name !== name || kept.kind !== kind) return false;
      return kept.service === keptService(kind, state.connection.service);
    });
    if (!isKept) this.#keep(this.gone);
  }

  #goneOf(all: readonly ShowConnection[]): ShowConnection[] {
    return all.filter(({ app }) => !this.#ground.apps.get(app));
  }

  #keep(gone: readonly ShowConnection[]): void {
    const present = this.present.map((one) => ({ ...one, service: keptService(one.kind, one.service) }));
    const all = [...present, ...gone.slice(0, mostGone)];
    if (JSON.stringify(all) === JSON.stringify(this.#kept)) return;
    this.#kept = all;
    // For people only, so no reason for a new version of the show.
    this.#ground.show.saveLater({ connections: all });
    this.#ground.screens.changed();
  }
}

/** The embedded service has another address after each start. */
function keptService(kind: ShowConnection['kind'], service: string): string {
  return kind === 'embedded' ? '' : service;
}
