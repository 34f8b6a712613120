import type { RowPage, RowPageQuery } from '../../contract/desk-api/source.ts';

/** The visible rows of a source. One page is requested at a time; the newest request goes next. */
export class ShownRows {
  readonly #ask: (query: RowPageQuery) => Promise<RowPage | undefined>;
  #page = $state.raw<RowPage>();
  #of = $state('');
  #next: RowPageQuery | undefined;
  #isAsking = false;

  /** `ask` resolves with a page; undefined if the call failed. */
  constructor(ask: (query: RowPageQuery) => Promise<RowPage | undefined>) {
    this.#ask = ask;
  }

  /** The last page of a source; undefined while it has none. */
  of(source: string): RowPage | undefined {
    return this.#of === source ? this.#page : undefined;
  }

  /** Requests these rows: they are visible, or may have changed. */
  want(query: RowPageQuery): void {
    this.#next = query;
    if (!this.#isAsking) void this.#askNext();
  }

  async #askNext(): Promise<void> {
    this.#isAsking = true;
    for (let query = this.#next; query; query = this.#next) {
      this.#next = undefined;
      const page = await this.#ask(query);
      if (!page) continue;
      this.#page = page;
      this.#of = query.source;
    }
    this.#isAsking = false;
  }
}
