import type { ModelItem } from '../../../contract/model/control.ts';

/** Finds sub-compositions by address or by unique name. */
export class NamedSubs {
  readonly #byName: ReadonlyMap<string, readonly ModelItem[]>;
  readonly #byAddress: ReadonlyMap<string, ModelItem>;

  constructor(subs: readonly ModelItem[]) {
    this.#byAddress = new Map(subs.map((sub) => [sub.id, sub]));
    this.#byName = Map.groupBy(subs, ({ name }) => plainName(name));
  }

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

/** Ignores case and repeated spaces. */
export function plainName(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}
