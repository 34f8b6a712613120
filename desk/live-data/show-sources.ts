import type { z } from 'zod';
import type { dataCalls, SourceEdit } from '../../contract/desk-api/data-link.ts';
import type { DataUpdate, RowPage, RowPageQuery, Source, SourceView } from '../../contract/desk-api/source.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { DataPort } from './data-ports.ts';
import {
  carriedData,
  editedData,
  type EditPorts,
  restoredData,
  type ShowData,
  sourceEditName,
  sourceOf,
  withCarried,
} from './edit-sources.ts';
import { secretId, type SourceSecrets } from './source-secrets.ts';

export interface ShowSourcesPorts extends EditPorts {
  data: Pick<DataPort, 'read' | 'push' | 'page'>;
  secrets: SourceSecrets;
  edited(before: ShowData, name: string): void;
  /** Logs a failure in the background. */
  fault(thrown: unknown): void;
}

export class ShowSources {
  readonly #ports: ShowSourcesPorts;
  readonly #views = new Map<string, SourceView>();
  #show: ShowData;
  #byId: ReadonlyMap<string, Source>;

  constructor(show: ShowData, ports: ShowSourcesPorts) {
    this.#show = show;
    this.#byId = byId(show);
    this.#ports = ports;
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
    const { secrets, data } = this.#ports;
    data.read(
      this.#show.sources.map((source) => {
        const secret = secrets.of(source);
        return { source, ...(secret !== undefined && { secret }) };
      }),
    );
  }

  page(query: RowPageQuery): Promise<RowPage> {
    return this.#ports.data.page(query);
  }

  /**
   * Pushes a text to a source. Resolves with the view once read; a parse error is its `error`. Rejects with
   * `call-invalid` if the source takes no pushes.
   */
  async push(idOrName: string, bytes: Uint8Array): Promise<SourceView> {
    const { id, name, from } = this.#pushed(idOrName);
    if (from.kind !== 'push') throw new OverlayError('call-invalid', `Nothing can be pushed to the source ${name}.`);
    const view = await this.#ports.data.push(id, bytes);
    if (view) return view;
    throw new OverlayError('call-invalid', `The source ${name} could not be read just now. Push it again.`);
  }

  #pushed(idOrName: string): Source {
    const named = this.#show.sources.filter(({ id, name }) => id === idOrName || name === idOrName);
    if (named.length < 2) return named[0] ?? sourceOf(this.#show, idOrName);
    throw new OverlayError('call-invalid', `Several sources are called "${idOrName}". Push to its id.`);
  }

  /** Returns the id of an added source, else null. Throws `call-invalid`. */
  edit(edit: SourceEdit): string | null {
    let added: string | null = null;
    const newId = (): string => (added = this.#ports.newId());
    const name = sourceEditName(this.#show, edit);
    this.#become(editedData(this.#show, edit, { ...this.#ports, newId }), name);
    return added;
  }

  get carried(): ShowData {
    return carriedData(this.#show);
  }

  /** Imports live data from another machine. Throws `call-invalid` if a link is wrong. */
  addCarried(carried: ShowData): void {
    this.#become(withCarried(this.#show, carried, this.#ports), 'Import live data');
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
    if (from.kind !== 'http') {
      throw new OverlayError('call-invalid', `The source ${name} is no HTTP address, so it sends no secret.`);
    }
    const { secret: _, ...rest } = from;
    const kept = secret === null ? undefined : { id: this.#ports.newId(), header };
    if (kept && secret !== null) await this.#ports.secrets.set(kept.id, secret);
    if (this.find(id) !== source) {
      // Never send a secret to an address that the operator has not seen.
      if (kept) this.#forget(kept.id);
      throw new OverlayError('call-invalid', `The source ${name} was changed meanwhile.`);
    }
    const changed: Source = { ...source, from: { ...rest, ...(kept && { secret: kept }) } };
    const sources = this.#show.sources.map((one) => (one === source ? changed : one));
    this.#become({ ...this.#show, sources }, `Change source ${name}`);
  }

  #become(after: ShowData, name: string): void {
    const before = this.#show;
    this.#show = after;
    this.#byId = byId(after);
    const ids = (show: ShowData): string[] => show.sources.flatMap((source) => secretId(source) ?? []);
    const stay = new Set(ids(after));
    for (const id of ids(before)) if (!stay.has(id)) this.#forget(id);
    for (const id of [...this.#views.keys()]) if (!this.find(id)) this.#views.delete(id);
    this.#ports.edited(before, name);
  }

  /** An unreferenced secret is useless, so no caller waits for its deletion. */
  #forget(id: string): void {
    this.#ports.secrets.forget(id).catch((thrown: unknown) => this.#ports.fault(thrown));
  }
}

function byId({ sources }: ShowData): ReadonlyMap<string, Source> {
  return new Map(sources.map((source) => [source.id, source]));
}
