/** A queue in which accounts take turns, so that a hundred items delay other accounts by only one. */
export class FairQueue<Item extends { account: number }> {
  readonly #mostEach: number;
  readonly #waiting = new Map<number, Item[]>();

  constructor(mostEach: number) {
    this.#mostEach = mostEach;
  }

  /** Returns false if there is no room. */
  add(item: Item): boolean {
    const own = this.#waiting.get(item.account) ?? [];
    if (own.length >= this.#mostEach) return false;
    own.push(item);
    this.#waiting.set(item.account, own);
    return true;
  }

  take(): Item | undefined {
    const [turn] = this.#waiting;
    if (!turn) return undefined;
    const [account, own] = turn;
    const item = own.shift();
    this.#waiting.delete(account);
    if (own.length > 0) this.#waiting.set(account, own);
    return item;
  }

  clear(): Item[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    return all;
  }
}
