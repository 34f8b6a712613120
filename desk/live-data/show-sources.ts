import { texts } from '../../contract/texts/texts.ts';
import type { z } from 'zod';
import { type dataCalls, DataLink, type SourceEdit } from '../../contract/desk-api/data-link.ts';
import { type DataUpdate, Source, type SourceView } from '../../contract/desk-api/source.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Ground } from '../ground.ts';
import { DataNews } from './data-news.ts';
import type { DataPort } from './data-ports.ts';
import { demoData, demoTable } from './demo-data.ts';
import {
  carriedData,
  checkLink,
  editedData,
  restoredData,
  type ShowData,
  sourceEditName,
  sourceOf,
} from './edit-sources.ts';
import type { SecretStore } from '../ports.ts';

interface SourceEvents {
  update(update: DataUpdate): void;
  edited(before: ShowData, name: string): void;
}

export class ShowSources {
  readonly #ground: Ground;
  readonly data: DataPort;
  readonly news: DataNews;
  readonly #secrets: ReturnType<typeof sourceSecrets>;
  readonly #on: SourceEvents;
  readonly #views = new Map<string, SourceView>();
  #show: ShowData;
  #byId: ReadonlyMap<string, Source>;

  constructor(ground: Ground, store: SourceSecretStore, on: SourceEvents) {
    [this.#ground, this.#on, this.news] = [ground, on, new DataNews(ground)];
    this.data = ground.outside.openData((update) => on.update(update));
    this.#secrets = sourceSecrets(store, () => this.read());
    this.#show = begun(ground);
    this.#byId = byId(this.#show);
  }

  get show(): ShowData {
    return this.#show;
  }

  find(id: string): Source | undefined {
    return this.#byId.get(id);
  }

  view(id: string): SourceView | undefined {
    return this.find(id) && this.#views.get(id);
  }

  /** The only place that decides whether data is stale or broken. */
  isStale(id: string): boolean {
    const state = this.view(id)?.state;
    return state === 'STALE' || state === 'BROKEN';
  }

  take({ views, ages }: Pick<DataUpdate, 'views' | 'ages'>): string[] {
    const before = new Set(views.flatMap(({ id }) => (this.isStale(id) ? id : [])));
    for (const view of views) this.#views.set(view.id, view);
    for (const [id, at] of Object.entries(ages)) {
      const view = this.#views.get(id);
      if (view) this.#views.set(id, { ...view, at });
    }
    return views.flatMap(({ id }) => (before.has(id) === this.isStale(id) ? [] : id));
  }

  /** Sends the sources to the reader; no other code does. */
  read(): void {
    this.data.read(
      this.#show.sources.map((source) => {
        const secret = this.#secrets.known.get(secretId(source) ?? '');
        return { source, ...(secret !== undefined && { secret }) };
      }),
    );
  }

  readSecrets(): void {
    void this.#secrets.read(this.#show.sources);
  }

  get knownSecrets(): string[] {
    return [...this.#secrets.known.values()];
  }

  nameOf({ source }: ShowData['links'][number]): string {
    return this.find(source)?.name ?? source;
  }

  readonly titleOf = (address: string, field: string): string =>
    this.#ground.apps.sub(address)?.fields.get(field)?.title ?? field;

  /**
   * Pushes a text to a source. Resolves with the view once read; a parse error is its `error`. Rejects with
   * `call-invalid` if the source takes no pushes.
   */
  async push(idOrName: string, bytes: Uint8Array): Promise<SourceView> {
    const { id, name, from } = this.#pushed(idOrName);
    if (from.kind !== 'push') throw new OverlayError('call-invalid', texts.data.noPush(name));
    const view = await this.data.push(id, bytes);
    if (view) return view;
    throw new OverlayError('call-invalid', texts.data.pushAgain(name));
  }

  #pushed(idOrName: string): Source {
    const named = this.#show.sources.filter(({ id, name }) => id === idOrName || name === idOrName);
    if (named.length < 2) return named[0] ?? sourceOf(this.#show, idOrName);
    throw new OverlayError('call-invalid', texts.data.severalSources(idOrName));
  }

  /** Returns the id of an added source, else null. Throws `call-invalid`. */
  edit(edit: SourceEdit): string | null {
    let added: string | null = null;
    const newId = (): string => (added = this.#ground.newId());
    const name = sourceEditName(this.#show, edit);
    this.#become(editedData(this.#show, edit, { newId, titleOf: this.titleOf }), name);
    return added;
  }

  get carried(): ShowData {
    return carriedData(this.#show);
  }

  /** Throws `call-invalid` if an added link is wrong. */
  becomeJoined(joined: ShowData, name: string): void {
    for (const link of joined.links) if (!this.#show.links.includes(link)) checkLink(joined, link, this.titleOf);
    this.#become(joined, name);
  }

  /** Restores an earlier version, without secrets that are gone. */
  restore(version: ShowData, name: string): void {
    this.#become(restoredData(this.#show, version), name);
  }

  relink(links: ShowData['links'], name: string): void {
    this.#become({ ...this.#show, links }, name);
  }

  async setSecret({ source: id, secret, header }: z.infer<typeof dataCalls.setSourceSecret.takes>): Promise<void> {
    const source = sourceOf(this.#show, id);
    const { from, name } = source;
    if (from.kind !== 'http') throw new OverlayError('call-invalid', texts.data.noSecret(name));
    const { secret: _, ...rest } = from;
    const kept = secret === null ? undefined : { id: this.#ground.newId(), header };
    if (kept && secret !== null) await this.#secrets.set(kept.id, secret);
    if (this.find(id) !== source) {
      // Never send a secret to an address that the operator has not seen.
      if (kept) this.#forget(kept.id);
      throw new OverlayError('call-invalid', texts.data.changedMeanwhile(name));
    }
    const changed: Source = { ...source, from: { ...rest, ...(kept && { secret: kept }) } };
    const sources = this.#show.sources.map((one) => (one === source ? changed : one));
    this.#become({ ...this.#show, sources }, texts.data.changeSource(name));
  }

  #become(after: ShowData, name: string): void {
    const before = this.#show;
    this.#show = after;
    this.#byId = byId(after);
    const ids = (show: ShowData): string[] => show.sources.flatMap((source) => secretId(source) ?? []);
    const stay = new Set(ids(after));
    for (const id of ids(before)) if (!stay.has(id)) this.#forget(id);
    for (const id of [...this.#views.keys()]) if (!this.find(id)) this.#views.delete(id);
    this.#on.edited(before, name);
  }

  /** An unreferenced secret is useless, so no caller waits for its deletion. */
  #forget(id: string): void {
    this.#secrets.forget(id).catch((thrown: unknown) => this.#ground.faults.in('live data')(thrown));
  }
}

/** Reads the live data of the show. A new desk gets the demo data and saves it. */
function begun({ show: file, faults, outside: { isNew = false, writeDemo } }: Ground): ShowData {
  const sources = file.list('sources', Source);
  const links = file.list('dataLinks', DataLink) ?? [];
  if (sources || !isNew || !writeDemo) return { sources: sources ?? [], links };
  try {
    const demo = demoData(writeDemo('guests.csv', demoTable()));
    file.saveAll({ edit: texts.cues.beginWithDemo, sources: demo.sources, dataLinks: demo.links });
    return demo;
  } catch (thrown) {
    // The disk problem is reported elsewhere; the demo show works without its guests.
    faults.in('live data')(thrown);
    return { sources: [], links };
  }
}

function byId({ sources }: ShowData): ReadonlyMap<string, Source> {
  return new Map(sources.map((source) => [source.id, source]));
}

export type SourceSecretStore = Pick<SecretStore, 'get' | 'set' | 'delete'>;

/**
 * The readable secrets of sources. Secrets never appear in show files, views or the log. `found`: called when secrets
 * became readable.
 */
function sourceSecrets(store: SourceSecretStore, found: () => void) {
  const known = new Map<string, string>();
  const read = async (id: string): Promise<boolean> => {
    // While the secret is unreadable, the source shows the server's answer without it.
    const secret = await store.get(placeOf(id)).catch(() => undefined);
    if (secret !== undefined) known.set(id, secret);
    return secret !== undefined;
  };
  return {
    known,
    async read(sources: readonly Source[]): Promise<void> {
      const ids = sources.flatMap((source) => secretId(source) ?? []).filter((id) => !known.has(id));
      if ((await Promise.all(ids.map(read))).includes(true)) found();
    },
    async set(id: string, secret: string): Promise<void> {
      await store.set(placeOf(id), secret);
      known.set(id, secret);
    },
    async forget(id: string): Promise<void> {
      known.delete(id);
      await store.delete(placeOf(id));
    },
  };
}

function secretId({ from }: Source): string | undefined {
  return from.kind === 'http' ? from.secret?.id : undefined;
}

/** In the secret store. A show file can only name secrets of sources, never of a connection. */
function placeOf(id: string): string {
  return `source ${id}`;
}
