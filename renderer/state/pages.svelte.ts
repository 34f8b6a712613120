import { untrack } from 'svelte';
import { texts } from '../texts/texts.ts';

const words = texts.state;

/** What is true of a page besides its panes. */
interface PageFacts {
  /** The caption of its button. */
  title: string;
  /** The chapter of the manual that Help opens. */
  chapter: string;
  /** What an operator selects on it. Pages of controllers can follow the selection; with `cue`, Preview shows the next cue. */
  selects: 'sub-composition' | 'cue' | 'nothing';
  /** Whether the keys of the show fire. */
  firesKeys: boolean;
}

/** The pages of the screen, in the order of their buttons: the show, its rundown, its live data, and the workshop for compositions. */
export const pageFacts = {
  show: { title: words.pages.show, chapter: 'states', selects: 'sub-composition', firesKeys: true },
  rundown: { title: words.pages.rundown, chapter: 'cues', selects: 'cue', firesKeys: true },
  data: { title: words.pages.data, chapter: 'data', selects: 'nothing', firesKeys: true },
  workshop: { title: words.pages.workshop, chapter: 'workshop', selects: 'nothing', firesKeys: false },
} as const satisfies Record<string, PageFacts>;
export type Page = keyof typeof pageFacts;
export const allPages = Object.keys(pageFacts) as Page[];

/** The page that is shown. The address has it too, for reloads and for the browser's back button. */
export class Pages {
  readonly #window: Window;
  #now = $state<Page>('show');
  /** The number of open dialogs. */
  #dialogs = $state(0);
  /** How to close each thing that lies over the page, the last opened last. */
  readonly #closers: (() => void)[] = [];

  constructor(page: Window) {
    this.#window = page;
    this.#read();
    page.addEventListener('hashchange', () => this.#read());
  }

  get now(): Page {
    return this.#now;
  }

  /** What is true of the page that is shown. */
  get facts(): PageFacts {
    return pageFacts[this.#now];
  }

  /** A dialog lies over the page, so neither mouse nor keys work behind it. */
  get covered(): boolean {
    return this.#dialogs > 0;
  }

  go(page: Page): void {
    this.#window.location.hash = page === 'show' ? '' : page;
    this.#now = page;
  }

  /** Marks the page as covered by a dialog, until the returned function is called. */
  cover(): () => void {
    untrack(() => (this.#dialogs += 1));
    return () => {
      this.#dialogs -= 1;
    };
  }

  /** Lets Escape close something that lies over the page, until the returned function is called. */
  closeOnEscape(close: () => void): () => void {
    this.#closers.push(close);
    return () => void this.#closers.splice(this.#closers.indexOf(close), 1);
  }

  /** Escape was pressed: closes what was opened last. Returns whether there was anything to close. */
  escape(): boolean {
    const close = this.#closers.at(-1);
    close?.();
    return close !== undefined;
  }

  #read(): void {
    const named = this.#window.location.hash.slice(1);
    this.#now = allPages.find((page) => page === named) ?? 'show';
  }
}
