/** The two pages of the screen: the show, and the workshop for compositions. */
export type Page = 'show' | 'workshop';

/** Which page is looked at. It stands in the address too, so that a reload and the browser's back lead to the same one. */
export class Pages {
  readonly #window: Window;
  #now = $state<Page>('show');

  constructor(page: Window) {
    this.#window = page;
    this.#read();
    page.addEventListener('hashchange', () => this.#read());
  }

  get now(): Page {
    return this.#now;
  }

  go(page: Page): void {
    this.#window.location.hash = page === 'show' ? '' : page;
    this.#now = page;
  }

  #read(): void {
    this.#now = this.#window.location.hash === '#workshop' ? 'workshop' : 'show';
  }
}
