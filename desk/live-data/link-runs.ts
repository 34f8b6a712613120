import type { DataLink } from '../../contract/desk-api/data-link.ts';
import { parseAddress } from '../../contract/model/address.ts';
import { type KeptLink, LinkRun } from './link-run.ts';

export class LinkRuns {
  readonly #runs = new Map<string, LinkRun>();
  #bySource: ReadonlyMap<string, readonly LinkRun[]> = new Map();
  #byApp: ReadonlyMap<string, ReadonlyMap<string, LinkRun>> = new Map();

  constructor(links: readonly DataLink[], kept: Readonly<Record<string, KeptLink>>) {
    for (const link of links) this.#runs.set(link.subComposition, new LinkRun(link, kept[link.subComposition]));
    this.#index();
  }

  get all(): LinkRun[] {
    return [...this.#runs.values()];
  }

  find(address: string): LinkRun | undefined {
    return this.#runs.get(address);
  }

  ofSource(source: string): readonly LinkRun[] {
    return this.#bySource.get(source) ?? [];
  }

  inApp(key: string): ReadonlyMap<string, LinkRun> {
    return this.#byApp.get(key) ?? new Map<string, LinkRun>();
  }

  #index(): void {
    this.#bySource = Map.groupBy(this.all, ({ link }) => link.source);
    const byApp = Map.groupBy(this.all, ({ link }) => parseAddress(link.subComposition).app);
    const byId = (runs: LinkRun[]) => new Map(runs.map((run) => [parseAddress(run.link.subComposition).id, run]));
    this.#byApp = new Map([...byApp].map(([key, runs]) => [key, byId(runs)]));
  }

  /** Applies edited links; a changed link restarts. Returns removed and new runs. */
  fit(links: readonly DataLink[]): { gone: LinkRun[]; begun: LinkRun[] } {
    const stay = new Set(links);
    const gone = this.all.filter(({ link }) => !stay.has(link));
    for (const { link } of gone) this.#runs.delete(link.subComposition);
    const begun = links.filter(({ subComposition }) => !this.#runs.has(subComposition));
    for (const link of begun) this.#runs.set(link.subComposition, new LinkRun(link, undefined));
    this.#index();
    return { gone, begun: begun.flatMap(({ subComposition }) => this.find(subComposition) ?? []) };
  }

  get kept(): Record<string, KeptLink> {
    return Object.fromEntries([...this.#runs].map(([address, run]) => [address, run.kept]));
  }
}
