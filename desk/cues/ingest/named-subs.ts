import type { ModelItem } from '../../../contract/model/control.ts';

/** The sub-compositions of a show, as files of cues name them: by address, or by a name that only one of them has. */
export class NamedSubs {
  readonly #byName: ReadonlyMap<string, readonly ModelItem[]>;
  readonly #byAddress: ReadonlyMap<string, ModelItem>;

  constructor(subs: readonly ModelItem[]) {
    this.#byAddress = new Map(subs.map((sub) => [sub.id, sub]));
    this.#byName = Map.groupBy(subs, ({ name }) => plainName(name));
  }

  /** The sub-composition with this address or name, or what is wrong with it. */
  find(named: string): ModelItem | string {
    const at = this.#byAddress.get(named);
    if (at) return at;
    const [first, ...more] = this.#byName.get(plainName(named)) ?? [];
    if (!first) return `There is no sub-composition called ${named} in this show`;
    if (more.length === 0) return first;
    const all = [first, ...more].map(({ id }) => id).join(' or ');
    return `${more.length + 1} sub-compositions are called ${named}. Write the address of one: ${all}`;
  }
}

/** A name without what people write differently each time. */
export function plainName(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}
