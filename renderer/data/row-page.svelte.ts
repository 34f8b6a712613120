import type { RowPage, RowPageQuery } from '../../contract/desk-api/source.ts';

/** The rows of a source that are in sight. One page is asked for at a time, the newest wish next. */
export class ShownRows {
  readonly #ask: (query: RowPageQuery) => Promise<RowPage | undefined>;
  #page = $state.raw<RowPage>();
  /** The source of that page. */
  #of = $state('');
  #next: RowPageQuery | undefined;
  #isAsking = false;

  /** `ask` gives a page, or undefined if that failed. */
  constructor(ask: (query: RowPageQuery) => Promise<RowPage | undefined>) {
    this.#ask = ask;
  }

  /** The rows of a source that were asked for last; undefined while there are none of it. */
  of(source: string): RowPage | undefined {
    return this.#of === source ? this.#page : undefined;
  }

  /** These rows are in sight, or are others now. */
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
