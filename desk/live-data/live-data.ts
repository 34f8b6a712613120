import { dropReplaced } from './replaced-edits.ts';
import type { z } from 'zod';
import type { ActionOf } from '../../contract/actions/actions.ts';
import type { dataCalls, dataMembers, ShownSource } from '../../contract/desk-api/data-link.ts';
import type { DataUpdate } from '../../contract/desk-api/source.ts';
import type { Calls } from '../../contract/link/link.ts';
import type { Payload } from '../../contract/model/field.ts';
import type { ActionRun, ActionRuns } from '../operate/carry-out.ts';
import { addressOf } from '../../contract/model/address.ts';
import type { Ground, SentValues, UndonePart } from '../ground.ts';
import type { Actions } from '../operate/actions.ts';
import type { ShowData } from './edit-sources.ts';
import { Links } from './links.ts';
import { ShowSources, type SourceSecretStore } from './show-sources.ts';

export class LiveData {
  readonly #ground: Ground;
  readonly links: Links;
  /** Runs throw `call-invalid` or `press-refused`. */
  readonly actions: Pick<ActionRuns, 'nextRow' | 'chooseRow' | 'dataMode'>;
  readonly sources: ShowSources;

  /** Restores the links from the last run. */
  constructor(ground: Ground, actions: Actions, store: SourceSecretStore) {
    this.#ground = ground;
    this.sources = new ShowSources(ground, store, {
      update: (update) => this.#update(update),
      edited: (before, name) => this.#showEdited(before, name),
    });
    this.links = new Links(ground, actions, this.sources);
    const { sources } = this;
    const act: ActionRun<ActionOf<'nextRow' | 'chooseRow' | 'dataMode'>> = {
      run: (action, cause) => this.links.carryOut(action, cause),
      requests: (action) => [this.links.requests(action)],
    };
    this.actions = { nextRow: act, chooseRow: act, dataMode: act };
    sources.read();
    sources.readSecrets();
    ground.facts.secrets.on(() => sources.readSecrets());
    ground.facts.lookSent.on((targets) => dropReplaced(ground, targets, this.links));
    ground.facts.undone.on(({ what, plans }) => {
      // After an undo of values, what was typed since stays to be corrected.
      if (what === 'take') dropReplaced(ground, plans.flatMap(valuesOf), this.links);
    });
  }

  #update({ views, ages, cells }: DataUpdate): void {
    const { sources, links } = this;
    const isResized = views.some(({ id, rows }) => rows !== sources.view(id)?.rows);
    const turned = sources.take({ views, ages });
    this.sources.news.sources(views.map(({ id }) => id));
    this.sources.news.ages(Object.keys(ages));
    this.#staleChanged(turned.flatMap((id) => links.addressesOf(id)));
    links.take(cells);
    if (isResized) links.wantSoon();
  }

  /** The name of the stale or broken source of a sub-composition; undefined if none. Fields in `typed` need no data. */
  staleSource(address: string, typed: Payload = {}): string | undefined {
    const { sources } = this;
    const link = sources.show.links.find(({ subComposition }) => subComposition === address);
    if (!link || !sources.isStale(link.source)) return undefined;
    const isLeft = Object.keys(link.fields).some((field) => !Object.hasOwn(typed, field));
    return isLeft ? sources.find(link.source)?.name : undefined;
  }

  #showEdited(before: ShowData, name: string): void {
    const { sources, links } = this;
    const { show } = sources;
    const changed = before.sources.filter((source) => !show.sources.includes(source));
    for (const source of changed) if (isReadOtherwise(source.id, before, show)) links.cells.forget(source.id);
    sources.read();
    const fitted = links.fit(show.links);
    this.#ground.show.saveAll({ edit: name, sources: show.sources, dataLinks: show.links });
    this.#ground.screens.changed();
    this.sources.news.sources(changed.map(({ id }) => id));
    this.#staleChanged([...fitted, ...changed.flatMap(({ id }) => links.addressesOf(id))]);
  }

  async close(): Promise<void> {
    this.links.close();
    await this.sources.data.close();
  }

  readonly calls: Calls<{ calls: typeof dataCalls }> = {
    editSources: (edit) => this.sources.edit(edit),
    sourceRows: (query) => this.sources.data.page(query),
    setSourceSecret: (secret) => this.sources.setSecret(secret),
  };

  readonly members: { [Name in keyof typeof dataMembers]: () => z.infer<(typeof dataMembers)[Name]> } = {
    sources: () => [...this.sources.show.sources],
    dataLinks: () => [...this.sources.show.links],
    sourceViews: () => foundOf(this.#sourceIds, (id) => this.sourceView(id)),
    sourceAges: () => foundOf(this.#sourceIds, (id) => this.sourceAge(id)),
    linkViews: () => foundOf(this.links.addresses, (address) => this.links.view(address)),
  };

  get #sourceIds(): string[] {
    return this.sources.show.sources.map(({ id }) => id);
  }

  sourceView(id: string): ShownSource | undefined {
    const view = this.sources.view(id);
    if (!view) return undefined;
    const { at: _, ...shown } = view;
    return shown;
  }

  sourceAge(id: string): number | undefined {
    return this.sources.view(id)?.at ?? undefined;
  }

  #staleChanged(addresses: readonly string[]): void {
    this.sources.news.links(addresses);
    this.#ground.facts.stale.tell(new Set(addresses));
  }
}

function foundOf<Shown>(keys: readonly string[], find: (key: string) => Shown | undefined): Record<string, Shown> {
  const entries = keys.map((key) => [key, find(key)] as const);
  return Object.fromEntries(entries.flatMap(([key, shown]) => (shown === undefined ? [] : [[key, shown]])));
}

/** True if the source differs in more than its name and secret. */
function isReadOtherwise(id: string, before: ShowData, after: ShowData): boolean {
  const read = ({ sources }: ShowData): string => {
    const source = sources.find((one) => one.id === id);
    const from = source?.from.kind === 'http' ? { ...source.from, secret: undefined } : source?.from;
    return JSON.stringify({ ...source, from, name: '' });
  };
  return read(before) !== read(after);
}

function valuesOf({ app, plan }: UndonePart): SentValues[] {
  return plan.items.map(({ id, payload = {} }) => ({
    subComposition: addressOf(app.identity.key, id),
    values: payload as Payload,
  }));
}
