import { preOrder } from '../../contract/model/control.ts';
import type { OperationItem, Outcome } from '../app/operation.ts';
import { findDrift, isRefusal, namesFields, repairItems, restated, type SubDrift, withoutValues } from './drift.ts';
import type { AppPair } from './paired-apps.ts';

export interface Copied {
  outcome: Outcome;
  items: OperationItem[];
  left: string[];
}

export const nothingCopied: Copied = { outcome: { result: 'confirmed', revision: null }, items: [], left: [] };
/** Maximum rounds for copying changes made in the meantime. */
const mostRounds = 10;

/** Copies the active app's state to the standby by jumps. Refused items are isolated and left out. */
export class StateCopy {
  readonly #pair: () => AppPair;
  readonly #send: (items: OperationItem[]) => Promise<Outcome>;
  readonly #refused: Set<string>;

  /** `refused`: ids known to refuse their values. `send` never rejects. */
  constructor(refused: Iterable<string>, pair: () => AppPair, send: (items: OperationItem[]) => Promise<Outcome>) {
    this.#refused = new Set(refused);
    [this.#pair, this.#send] = [pair, send];
  }

  async copyOnce(): Promise<Copied> {
    const drift = this.#drift();
    if (drift.length === 0) return nothingCopied;
    const items = jumps(drift);
    const outcome = await this.#send(items);
    if (!isRefusal(outcome)) return { outcome, items, left: [] };
    return this.#copyEach(drift);
  }

  /** Stops at the first request that is not confirmed. */
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

  /** Includes sub-compositions already known as Out. */
  async takeAllOut(): Promise<Copied> {
    const { to } = this.#pair();
    const stated = [...preOrder(to.model)].filter(({ id }) => to.get(id)?.item.state !== undefined);
    const items = stated.map(({ id }): OperationItem => ({ id, state: 'Out', action: 'jump' }));
    if (items.length === 0) return nothingCopied;
    return { outcome: await this.#send(items), items, left: [] };
  }

  /** Pending requests may still run, so their targets are restated after them. */
  #drift(ids = this.#all): SubDrift[] {
    const pair = this.#pair();
    const found = ids.flatMap((id) => restated(id, pair) ?? findDrift(pair.from, pair.to, [id]));
    const some = found.filter((one) => one.state !== undefined || namesFields(one));
    return some.flatMap((one) => (this.#refused.has(one.id) ? withoutValues(one) : [one]));
  }

  get #all(): string[] {
    const { from, to } = this.#pair();
    return [...new Set([...preOrder(from.model), ...preOrder(to.model)].map(({ id }) => id))];
  }

  /** Compares each item again just before sending, because a panic may have happened meanwhile. */
  async #copyEach(drift: SubDrift[]): Promise<Copied> {
    const copied: Copied = { ...nothingCopied };
    for (const { id } of drift) {
      const [one] = this.#drift([id]);
      if (!one) continue;
      let [outcome, items] = [await this.#send(jumps([one])), jumps([one])];
      if (isRefusal(outcome)) {
        this.#refused.add(one.id);
        copied.left = [...copied.left, one.name];
        items = jumps(withoutValues(one));
        if (items.length === 0) continue;
        outcome = await this.#send(items);
        if (isRefusal(outcome)) continue;
      }
      copied.items = [...copied.items, ...items];
      copied.outcome = outcome;
      if (outcome.result !== 'confirmed') return copied;
    }
    return copied;
  }
}

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
