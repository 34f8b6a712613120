/** A queue in which accounts take turns: one that brings a hundred things delays another one by a single thing. */
export class FairQueue<Item extends { account: number }> {
  readonly #mostEach: number;
  /** The account whose turn it is comes first. */
  readonly #waiting = new Map<number, Item[]>();

  /** `mostEach`: how many things of one account may wait. */
  constructor(mostEach: number) {
    this.#mostEach = mostEach;
  }

  /** Whether there was room for it. */
  add(item: Item): boolean {
    const own = this.#waiting.get(item.account) ?? [];
    if (own.length >= this.#mostEach) return false;
    own.push(item);
    this.#waiting.set(item.account, own);
    return true;
  }

  /** Takes the next thing out. */
  take(): Item | undefined {
    const [turn] = this.#waiting;
    if (!turn) return undefined;
    const [account, own] = turn;
    const item = own.shift();
    this.#waiting.delete(account);
    if (own.length > 0) this.#waiting.set(account, own);
    return item;
  }

  /** Takes everything out. */
  clear(): Item[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    return all;
  }
}
