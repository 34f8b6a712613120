import { untrack } from 'svelte';

/** The two pages of the screen: the show, and the workshop for compositions. */
export type Page = 'show' | 'workshop';

/** Which page is looked at. It stands in the address too, so that a reload and the browser's back lead to the same one. */
export class Pages {
  readonly #window: Window;
  #now = $state<Page>('show');
  /** How many dialogs lie over the page. */
  #dialogs = $state(0);

  constructor(page: Window) {
    this.#window = page;
    this.#read();
    page.addEventListener('hashchange', () => this.#read());
  }

  get now(): Page {
    return this.#now;
  }

  /** Whether a dialog lies over the page: what is behind it is not to be worked, by mouse or by key. */
  get covered(): boolean {
    return this.#dialogs > 0;
  }

  go(page: Page): void {
    this.#window.location.hash = page === 'show' ? '' : page;
    this.#now = page;
  }

  /** A dialog lies over the page, until the function is called that this gives. */
  cover(): () => void {
    untrack(() => (this.#dialogs += 1));
    return () => {
      this.#dialogs -= 1;
    };
  }

  #read(): void {
    this.#now = this.#window.location.hash === '#workshop' ? 'workshop' : 'show';
  }
}
