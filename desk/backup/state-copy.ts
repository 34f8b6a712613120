import { preOrder } from '../../contract/model/control.ts';
import type { OperationItem, Outcome } from '../app/operation.ts';
import { asItems, type Difference, differences, isRefusal, withoutValues } from './drift.ts';
import type { Side } from './paired-apps.ts';

export interface BringingPorts {
  sides(): { from: Side; to: Side };
  /** Send one request; gives how it ended, and never rejects. */
  send(items: OperationItem[]): Promise<Outcome>;
}

/** What was brought over, and the names of what could not be. */
export interface Brought {
  outcome: Outcome;
  items: OperationItem[];
  left: string[];
}

/** Nothing was to be brought. */
export const nothingBrought: Brought = { outcome: { result: 'confirmed', revision: null }, items: [], left: [] };
/** How often what changed meanwhile is brought too, before that is given up. */
const mostRounds = 10;

/**
 * Brings one side to what the other shows, by jumps and as one request. What is refused is found out one by one and left,
 * so that it keeps nothing else back.
 */
export class Bringing {
  readonly #ports: BringingPorts;
  /** The ids of what is refused, whole or its values alone. */
  readonly #refused: Set<string>;

  /** `refused`: ids whose values are known to be refused. */
  constructor(refused: Iterable<string>, ports: BringingPorts) {
    this.#refused = new Set(refused);
    this.#ports = ports;
  }

  /** Bring over what differs now. */
  async once(): Promise<Brought> {
    const found = this.#found();
    if (found.length === 0) return nothingBrought;
    const items = jumps(found);
    const outcome = await this.#ports.send(items);
    if (!isRefusal(outcome)) return { outcome, items, left: [] };
    return this.#each(found);
  }

  /** Bring over what differs until nothing does. What is not confirmed ends it. */
  async whole(): Promise<Brought> {
    const all: Brought = { ...nothingBrought };
    for (let round = 0; round < mostRounds; round++) {
      const { outcome, items, left } = await this.once();
      all.items = [...all.items, ...items];
      all.left = [...all.left, ...left];
      if (items.length === 0) return all;
      all.outcome = outcome;
      if (outcome.result !== 'confirmed') return all;
    }
    return all;
  }

  /** Everything out there, whatever is known of it. */
  async out(): Promise<Brought> {
    const { from, to } = this.#ports.sides();
    const stated = [...preOrder(from.model)].filter(({ id }) => to.get(id)?.item.state !== undefined);
    const items = stated.map(({ id }): OperationItem => ({ subCompositionId: id, state: 'Out', action: 'jump' }));
    if (items.length === 0) return nothingBrought;
    return { outcome: await this.#ports.send(items), items, left: [] };
  }

  #found(ids = this.#all): Difference[] {
    const { from, to } = this.#ports.sides();
    return differences(from, to, ids).flatMap((one) => (this.#refused.has(one.id) ? withoutValues(one) : [one]));
  }

  get #all(): string[] {
    return [...preOrder(this.#ports.sides().from.model)].map(({ id }) => id);
  }

  /** Each as it differs when its turn comes: a panic may have come between. */
  async #each(found: Difference[]): Promise<Brought> {
    const brought: Brought = { ...nothingBrought };
    for (const { id } of found) {
      const [one] = this.#found([id]);
      if (!one) continue;
      let [outcome, items] = [await this.#ports.send(jumps([one])), jumps([one])];
      if (isRefusal(outcome)) {
        this.#refused.add(one.id);
        brought.left = [...brought.left, one.name];
        items = jumps(withoutValues(one));
        if (items.length === 0) continue;
        outcome = await this.#ports.send(items);
        if (isRefusal(outcome)) continue;
      }
      brought.items = [...brought.items, ...items];
      brought.outcome = outcome;
      if (outcome.result !== 'confirmed') return brought;
    }
    return brought;
  }
}

/** What was brought over one after the other. */
export function together(all: readonly [Brought, ...Brought[]]): Brought {
  const [first, ...later] = all;
  return later.reduce((before, { outcome, items, left }) => {
    const last = outcome.result === 'confirmed' ? before.outcome : outcome;
    return { outcome: last, items: [...before.items, ...items], left: [...before.left, ...left] };
  }, first);
}

function jumps(found: readonly Difference[]): OperationItem[] {
  return asItems(found, () => 'jump');
}
