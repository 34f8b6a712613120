import type { DataLink } from '../../contract/desk-api/data-link.ts';
import { type KeptLink, LinkRun } from './link-run.ts';

/** The links of the show at work, by the address of their sub-composition. */
export class LinkRuns {
  readonly #runs = new Map<string, LinkRun>();

  /** `kept`: where links stood when the desk ended. */
  constructor(links: readonly DataLink[], kept: Readonly<Record<string, KeptLink>>) {
    for (const link of links) this.#runs.set(link.subComposition, new LinkRun(link, kept[link.subComposition]));
  }

  get all(): LinkRun[] {
    return [...this.#runs.values()];
  }

  find(address: string): LinkRun | undefined {
    return this.#runs.get(address);
  }

  ofSource(source: string): LinkRun[] {
    return this.all.filter(({ link }) => link.source === source);
  }

  /** The links were edited. One that is another one begins anew. Returns those that are gone, and those that are new. */
  fit(links: readonly DataLink[]): { gone: LinkRun[]; begun: LinkRun[] } {
    const stay = new Set(links);
    const gone = this.all.filter(({ link }) => !stay.has(link));
    for (const { link } of gone) this.#runs.delete(link.subComposition);
    const begun = links.filter(({ subComposition }) => !this.#runs.has(subComposition));
    for (const link of begun) this.#runs.set(link.subComposition, new LinkRun(link, undefined));
    return { gone, begun: begun.flatMap(({ subComposition }) => this.find(subComposition) ?? []) };
  }

  /** Where links stand, for the next start. */
  get kept(): Record<string, KeptLink> {
    return Object.fromEntries([...this.#runs].map(([address, run]) => [address, run.kept]));
  }
}
