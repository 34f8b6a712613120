import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';

interface PageFacts {
  chapter: string;
  /**
   * What an operator selects on the page. Pages of controllers can follow the selection; with `cue`, Preview shows the
   * next cue.
   */
  selects: 'sub-composition' | 'cue' | 'nothing';
  firesKeys: boolean;
}

/** In the order of their buttons. */
export const pageFacts = {
  show: { chapter: 'states', selects: 'sub-composition', firesKeys: true },
  rundown: { chapter: 'cues', selects: 'cue', firesKeys: true },
  data: { chapter: 'data', selects: 'nothing', firesKeys: true },
  workshop: { chapter: 'workshop', selects: 'nothing', firesKeys: false },
} as const satisfies Record<string, PageFacts>;
export type Page = keyof typeof pageFacts;
export const allPages = Object.keys(pageFacts) as Page[];

/** The shown page. The address has it too, for reloads and the browser's back button. */
export class Pages {
  readonly #window: Window;
  #now = $state<Page>('show');
  #dialogs = $state(0);
  readonly #closers: (() => void)[] = [];
  readonly #parts = new SvelteMap<string, () => void>();
  /** The dialog that finds anything is open. */
  finding = $state(false);

  constructor(page: Window) {
    this.#window = page;
    this.#read();
    page.addEventListener('hashchange', () => this.#read());
  }

  get now(): Page {
    return this.#now;
  }

  get facts(): PageFacts {
    return pageFacts[this.#now];
  }

  /** A dialog covers the page, so mouse and keys do not work behind it. */
  get covered(): boolean {
    return this.#dialogs > 0;
  }

  /** Whether keys operate the show: not in the workshop, nor while a dialog covers the page. */
  get operating(): boolean {
    return this.facts.firesKeys && !this.covered;
  }

  go(page: Page): void {
    this.#window.location.hash = page === 'show' ? '' : page;
    this.#now = page;
  }

  /** Covers the page with a dialog until the returned function is called. */
  cover(): () => void {
    untrack(() => (this.#dialogs += 1));
    return () => {
      this.#dialogs -= 1;
    };
  }

  /** By name, how to open each sheet and dialog of the shown page. */
  get parts(): ReadonlyMap<string, () => void> {
    return this.#parts;
  }

  /** Lets a part be opened by its name until the returned function is called. */
  offer(name: string, open: () => void): () => void {
    untrack(() => this.#parts.set(name, open));
    return () => void this.#parts.delete(name);
  }

  /** Lets Escape close an overlay until the returned function is called. */
  closeOnEscape(close: () => void): () => void {
    this.#closers.push(close);
    return () => void this.#closers.splice(this.#closers.indexOf(close), 1);
  }

  /** Closes the overlay opened last. Returns whether there was one. */
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
