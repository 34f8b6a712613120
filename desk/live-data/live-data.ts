import type { z } from 'zod';
import type { dataCalls, dataMembers, LinkView, ShownSource } from '../../contract/desk-api/data-link.ts';
import type { DataUpdate, SourceView } from '../../contract/desk-api/source.ts';
import type { Calls, LinkContract } from '../../contract/link/link.ts';
import type { Payload } from '../../contract/model/field.ts';
import type { Cause } from '../app/presses.ts';
import type { DataAction } from '../operate/carry-out.ts';
import type { Sent } from '../operate/sent.ts';
import type { DataPort } from './data-ports.ts';
import { carriedData, type ShowData } from './edit-sources.ts';
import type { Links } from './links.ts';
import type { ShowSources } from './show-sources.ts';
import type { SourceSecrets } from './source-secrets.ts';

export interface LiveDataPorts {
  data: Pick<DataPort, 'close'>;
  secrets: SourceSecrets;
  sources: ShowSources;
  links: Links;
  /** Sources or links were edited, and must be kept. `name`: what the edit is called. */
  edited(show: ShowData, name: string): void;
  /** What is known of these sources may have changed. */
  changedSources(ids: readonly string[]): void;
  /** Nothing but the age of their data changed, as it does again and again. */
  agedSources(ids: readonly string[]): void;
  /** What is known of these links may have changed. */
  changedLinks(addresses: readonly string[]): void;
  /** The data of these sub-compositions became late, or is so no more. */
  staleChanged(addresses: ReadonlySet<string>): void;
}

/** The live data of a show: its sources, and the links that give it to sub-compositions. */
export class LiveData {
  readonly #ports: LiveDataPorts;
  /** Its links, for what happens around them. */
  readonly links: Links;

  constructor(ports: LiveDataPorts) {
    this.#ports = ports;
    this.links = ports.links;
    ports.sources.read();
    // The secrets are opened after the live data.
    queueMicrotask(() => this.secretsChanged());
  }

  /** Something was read, or could not be. */
  update({ views, ages, cells }: DataUpdate): void {
    const { sources, links, changedSources, agedSources } = this.#ports;
    const isResized = views.some(({ id, rows }) => rows !== sources.view(id)?.rows);
    const turned = sources.take({ views, ages });
    changedSources(views.map(({ id }) => id));
    agedSources(Object.keys(ages));
    this.#staleChanged(turned.flatMap((id) => links.addressesOf(id)));
    links.take(cells);
    if (isResized) links.rowsChanged();
  }

  /**
   * Hands in a text for a source, by its id or its name. Resolves with what is known of the source once it was read: a text that
   * was not understood is its `error`. Rejects with `call-invalid` if no text can be pushed to it.
   */
  push(source: string, bytes: Uint8Array): Promise<SourceView> {
    return this.#ports.sources.push(source, bytes);
  }

  /** The sources and links as they go to another machine. */
  get carried(): ShowData {
    return carriedData(this.#ports.sources.show);
  }

  /** Adds what another machine made. Throws `call-invalid` if a link is wrong. */
  addCarried(carried: ShowData): void {
    this.#ports.sources.addCarried(carried);
  }

  /** The links as they are stored. */
  get stored(): ShowData['links'] {
    return this.#ports.sources.show.links;
  }

  /** Makes these the links, as an edit with this name. */
  relink(links: ShowData['links'], name: string): void {
    this.#ports.sources.relink(links, name);
  }

  /** Makes the live data of an earlier version the present one, without secrets that are gone. */
  restore(version: ShowData, name: string): void {
    this.#ports.sources.restore(version, name);
  }

  /** Secrets may have been unlocked. */
  secretsChanged(): void {
    void this.#ports.secrets.read(this.#ports.sources.show.sources);
  }

  /** Every secret that could be read. */
  get knownSecrets(): string[] {
    return this.#ports.secrets.all;
  }

  /** Carries out an action. Throws `call-invalid` or `press-refused`. */
  carryOut(action: DataAction, cause: Cause): Sent[] {
    const sent = this.links.carryOut(action, cause);
    // What is sent while it is on air replaces what cues typed.
    if (action.do === 'dataMode') this.#ports.staleChanged(new Set([action.subComposition]));
    return sent;
  }

  /**
   * The name of the source whose late or broken data a sub-composition has; undefined for none. `typed` has the fields that are left to no
   * data, unless that is sent while it is on air: then it replaces them.
   */
  staleSource(address: string, typed: Payload = {}): string | undefined {
    const { sources, links } = this.#ports;
    const link = sources.show.links.find(({ subComposition }) => subComposition === address);
    if (!link || !sources.isStale(link.source)) return undefined;
    const isLive = links.view(address)?.mode === 'live';
    const isLeft = isLive || Object.keys(link.fields).some((field) => !(field in typed));
    return isLeft ? sources.find(link.source)?.name : undefined;
  }

  /** The show was edited. */
  showEdited(before: ShowData, name: string): void {
    const { sources, links, edited, changedSources } = this.#ports;
    const { show } = sources;
    const changed = before.sources.filter((source) => !show.sources.includes(source));
    for (const source of changed) if (isReadOtherwise(source.id, before, show)) links.forgetSource(source.id);
    sources.read();
    const fitted = links.fit(show.links);
    edited(show, name);
    changedSources(changed.map(({ id }) => id));
    this.#staleChanged([...fitted, ...changed.flatMap(({ id }) => links.addressesOf(id))]);
  }

  /** Nothing is read or given any more. */
  async close(): Promise<void> {
    this.links.close();
    await this.#ports.data.close();
  }

  readonly calls: Calls<{ calls: typeof dataCalls; events: LinkContract['events'] }> = {
    editSources: (edit) => this.#ports.sources.edit(edit),
    sourceRows: (query) => this.#ports.sources.page(query),
    setSourceSecret: (secret) => this.#ports.sources.setSecret(secret),
  };

  // What is shown.

  readonly members: { [Name in keyof typeof dataMembers]: () => z.infer<(typeof dataMembers)[Name]> } = {
    sources: () => [...this.#ports.sources.show.sources],
    dataLinks: () => [...this.#ports.sources.show.links],
    sourceViews: () => this.#bySource((id) => this.sourceView(id)),
    sourceAges: () => this.#bySource((id) => this.sourceAge(id)),
    linkViews: () =>
      Object.fromEntries(
        this.links.addresses.flatMap((address): [string, LinkView][] => {
          const view = this.links.view(address);
          return view ? [[address, view]] : [];
        }),
      ),
  };

  sourceView(id: string): ShownSource | undefined {
    const view = this.#ports.sources.view(id);
    if (!view) return undefined;
    const { at: _, ...shown } = view;
    return shown;
  }

  sourceAge(id: string): number | undefined {
    return this.#ports.sources.view(id)?.at ?? undefined;
  }

  #bySource<Shown>(find: (id: string) => Shown | undefined): Record<string, Shown> {
    const entries = this.#ports.sources.show.sources.map(({ id }) => [id, find(id)] as const);
    return Object.fromEntries(entries.flatMap(([id, shown]) => (shown === undefined ? [] : [[id, shown]])));
  }

  #staleChanged(addresses: readonly string[]): void {
    this.#ports.changedLinks(addresses);
    this.#ports.staleChanged(new Set(addresses));
  }
}

/** Whether more of a source is another than its name and its secret. */
function isReadOtherwise(id: string, before: ShowData, after: ShowData): boolean {
  const read = ({ sources }: ShowData): string => {
    const source = sources.find((one) => one.id === id);
    const from = source?.from.kind === 'http' ? { ...source.from, secret: undefined } : source?.from;
    return JSON.stringify({ ...source, from, name: '' });
  };
  return read(before) !== read(after);
}
