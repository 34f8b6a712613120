import { MediaQuery } from 'svelte/reactivity';

/** Rows made beyond the visible rows, so that scrolling shows no gap. */
const spare = 8;

/** The part of a long list that is in view. Its rows are of one height (px), larger where a finger has to hit them. */
export class RowsInView {
  readonly #narrow = new MediaQuery('(max-width: 1180px)');
  #top = $state(0);
  /** Of the list (px), bound by its component. */
  height = $state(600);
  /** What scrolls, bound by its component. */
  scroller = $state<HTMLElement>();

  /** Height of a row (px). */
  get row(): number {
    return this.#narrow.current ? 46 : 38;
  }

  get first(): number {
    return Math.max(0, Math.floor(this.#top / this.row) - spare);
  }

  /** The index behind the last row to make. */
  get end(): number {
    return Math.ceil((this.#top + this.height) / this.row) + spare;
  }

  readonly scrolled = (): void => {
    this.#top = this.scroller?.scrollTop ?? 0;
  };

  /** Scrolls as little as brings the row into view. Without effect for a negative place. */
  reveal(place: number): void {
    const list = this.scroller;
    if (!list || place < 0) return;
    const [from, to] = [place * this.row, (place + 1) * this.row];
    if (from < list.scrollTop) list.scrollTop = from;
    else if (to > list.scrollTop + list.clientHeight) list.scrollTop = to - list.clientHeight;
    this.scrolled();
  }
}
