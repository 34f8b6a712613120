import { preOrder } from '../../contract/model/control.ts';
import type { OperationItem, Outcome } from '../app/operation.ts';
import { findDrift, isRefusal, namesFields, repairItems, restated, type SubDrift, withoutValues } from './drift.ts';
import type { PairedApp } from './paired-apps.ts';

export interface StateCopyPorts {
  pair(): { from: PairedApp; to: PairedApp };
  /** Sends one request. Returns its outcome and never rejects. */
  send(items: OperationItem[]): Promise<Outcome>;
}

/** What was copied, and the names of what was not. */
export interface Copied {
  outcome: Outcome;
  items: OperationItem[];
  left: string[];
}

/** There was nothing to copy. */
export const nothingCopied: Copied = { outcome: { result: 'confirmed', revision: null }, items: [], left: [] };
/** How often changes made in the meantime are copied too before giving up. */
const mostRounds = 10;

/**
 * Makes the standby show what the active app shows, by jumps in one request. What is refused is found by sending items
 * one by one, and is left out, so that it holds back nothing else.
 */
export class StateCopy {
  readonly #ports: StateCopyPorts;
  /** The ids of what is refused, completely or in its values. */
  readonly #refused: Set<string>;

  /** `refused`: the ids that are known to refuse their values. */
  constructor(refused: Iterable<string>, ports: StateCopyPorts) {
    this.#refused = new Set(refused);
    this.#ports = ports;
  }

  /** Copies what differs now. */
  async copyOnce(): Promise<Copied> {
    const drift = this.#drift();
    if (drift.length === 0) return nothingCopied;
    const items = jumps(drift);
    const outcome = await this.#ports.send(items);
    if (!isRefusal(outcome)) return { outcome, items, left: [] };
    return this.#copyEach(drift);
  }

  /** Copies until nothing differs. Stops at the first request that is not confirmed. */
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

  /** Takes everything Out there, whatever is known of it. */
  async takeAllOut(): Promise<Copied> {
    const { from, to } = this.#ports.pair();
    const stated = [...preOrder(from.model)].filter(({ id }) => to.get(id)?.item.state !== undefined);
    const items = stated.map(({ id }): OperationItem => ({ id, state: 'Out', action: 'jump' }));
    if (items.length === 0) return nothingCopied;
    return { outcome: await this.#ports.send(items), items, left: [] };
  }

  /** Requests under way there may still be carried out, so what they name is stated anew, after them. */
  #drift(ids = this.#all): SubDrift[] {
    const pair = this.#ports.pair();
    const found = ids.flatMap((id) => restated(id, pair) ?? findDrift(pair.from, pair.to, [id]));
    const some = found.filter((one) => one.state !== undefined || namesFields(one));
    return some.flatMap((one) => (this.#refused.has(one.id) ? withoutValues(one) : [one]));
  }

  get #all(): string[] {
    return [...preOrder(this.#ports.pair().from.model)].map(({ id }) => id);
  }

  /** Compares each item again when its turn comes, because a panic may have happened in between. */
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

/** The result of several copies, one after the other. */
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
