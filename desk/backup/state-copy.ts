import { preOrder } from '../../contract/model/control.ts';
import type { OperationItem, Outcome } from '../app/operation.ts';
import { repairItems, type SubDrift, findDrift, isRefusal, withoutValues } from './drift.ts';
import type { PairedApp } from './paired-apps.ts';

export interface StateCopyPorts {
  sides(): { from: PairedApp; to: PairedApp };
  /** Send one request; gives how it ended, and never rejects. */
  send(items: OperationItem[]): Promise<Outcome>;
}

/** What was brought over, and the names of what could not be. */
export interface Copied {
  outcome: Outcome;
  items: OperationItem[];
  left: string[];
}

/** Nothing was to be brought. */
export const nothingCopied: Copied = { outcome: { result: 'confirmed', revision: null }, items: [], left: [] };
/** How often what changed meanwhile is brought too, before that is given up. */
const mostRounds = 10;

/**
 * Brings one side to what the other shows, by jumps and as one request. What is refused is found out one by one and left,
 * so that it keeps nothing else back.
 */
export class StateCopy {
  readonly #ports: StateCopyPorts;
  /** The ids of what is refused, whole or its values alone. */
  readonly #refused: Set<string>;

  /** `refused`: ids whose values are known to be refused. */
  constructor(refused: Iterable<string>, ports: StateCopyPorts) {
    this.#refused = new Set(refused);
    this.#ports = ports;
  }

  /** Bring over what differs now. */
  async copyOnce(): Promise<Copied> {
    const drift = this.#drift();
    if (drift.length === 0) return nothingCopied;
    const items = jumps(drift);
    const outcome = await this.#ports.send(items);
    if (!isRefusal(outcome)) return { outcome, items, left: [] };
    return this.#copyEach(drift);
  }

  /** Bring over what differs until nothing does. What is not confirmed ends it. */
  async copyUntilSame(): Promise<Copied> {
    const all: Copied = { ...nothingCopied };
    for (let round = 0; round < mostRounds; round++) {
      const { outcome, items, left } = await this.copyOnce();
      all.items = [...all.items, ...items];
      all.left = [...all.left, ...left];
      if (items.length === 0) return all;
      all.outcome = outcome;
      if (outcome.result !== 'confirmed') return all;
    }
    return all;
  }

  /** Everything out there, whatever is known of it. */
  async takeAllOut(): Promise<Copied> {
    const { from, to } = this.#ports.sides();
    const stated = [...preOrder(from.model)].filter(({ id }) => to.get(id)?.item.state !== undefined);
    const items = stated.map(({ id }): OperationItem => ({ id, state: 'Out', action: 'jump' }));
    if (items.length === 0) return nothingCopied;
    return { outcome: await this.#ports.send(items), items, left: [] };
  }

  #drift(ids = this.#all): SubDrift[] {
    const { from, to } = this.#ports.sides();
    return findDrift(from, to, ids).flatMap((one) => (this.#refused.has(one.id) ? withoutValues(one) : [one]));
  }

  get #all(): string[] {
    return [...preOrder(this.#ports.sides().from.model)].map(({ id }) => id);
  }

  /** Each as it differs when its turn comes: a panic may have come between. */
  async #copyEach(drift: SubDrift[]): Promise<Copied> {
    const copied: Copied = { ...nothingCopied };
    for (const { id } of drift) {
      const [one] = this.#drift([id]);
      if (!one) continue;
      let [outcome, items] = [await this.#ports.send(jumps([one])), jumps([one])];
      if (isRefusal(outcome)) {
        this.#refused.add(one.id);
        copied.left = [...copied.left, one.name];
        items = jumps(withoutValues(one));
        if (items.length === 0) continue;
        outcome = await this.#ports.send(items);
        if (isRefusal(outcome)) continue;
      }
      copied.items = [...copied.items, ...items];
      copied.outcome = outcome;
      if (outcome.result !== 'confirmed') return copied;
    }
    return copied;
  }
}

/** What was brought over one after the other. */
export function together(all: readonly [Copied, ...Copied[]]): Copied {
  const [first, ...later] = all;
  return later.reduce((before, { outcome, items, left }) => {
    const last = outcome.result === 'confirmed' ? before.outcome : outcome;
    return { outcome: last, items: [...before.items, ...items], left: [...before.left, ...left] };
  }, first);
}

function jumps(drift: readonly SubDrift[]): OperationItem[] {
  return repairItems(drift, () => 'jump');
}
