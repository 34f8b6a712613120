import type { AsRunEntry, AsRunPage, AsRunQuery } from '../../contract/desk-api/as-run.ts';
import type { Delivery } from '../../contract/desk-api/delivery.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import { knownError } from '../state/known-error.ts';
import { texts } from '../texts/texts.ts';

const words = texts.asRun;

/** The search form. An empty member matches anything. Days are local, as `2026-01-02`. */
export interface SearchForm {
  text: string;
  from: string;
  until: string;
  target: string;
  operator: string;
  result: '' | AsRunEntry['result'];
  trigger: '' | AsRunEntry['trigger']['kind'];
}

export const anything: SearchForm = {
  text: '',
  from: '',
  until: '',
  target: '',
  operator: '',
  result: '',
  trigger: '',
};

const pageSize = 100;

/** The query of a form. The day `until` is included. */
export function queryOf({ text, from, until, target, operator, result, trigger }: SearchForm): AsRunQuery {
  return {
    ...(text && { text }),
    ...(from && { from: new Date(`${from}T00:00`).toISOString() }),
    ...(until && { until: dayAfter(until).toISOString() }),
    ...(target && { target }),
    ...(operator && { operator }),
    ...(result && { results: [result] }),
    ...(trigger && { triggers: [trigger] }),
  };
}

function dayAfter(day: string): Date {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + 1);
  return date;
}

/** A search through the whole as-run log, page by page. A newer search replaces one that still runs. */
export class AsRunSearch {
  readonly #desk: DeskClient;
  #run = 0;
  #query: AsRunQuery = {};
  #next: string | null = null;
  #lines = $state.raw<AsRunEntry[]>([]);
  #problems = $state.raw<string[]>([]);
  #searching = $state(false);
  #hasMore = $state(false);
  #searchedTo = $state<string | null>(null);
  #failure = $state('');
  #exported = $state('');

  constructor(desk: DeskClient) {
    this.#desk = desk;
  }

  /** Newest first. */
  get lines(): readonly AsRunEntry[] {
    return this.#lines;
  }
  get problems(): readonly string[] {
    return this.#problems;
  }
  get searching(): boolean {
    return this.#searching;
  }
  get hasMore(): boolean {
    return this.#hasMore;
  }
  get searchedTo(): string | null {
    return this.#searchedTo;
  }
  get failure(): string {
    return this.#failure;
  }
  /** The outcome of the last export, in words; empty before the first. */
  get exported(): string {
    return this.#exported;
  }

  async start(form: SearchForm): Promise<void> {
    this.#query = queryOf(form);
    this.#next = null;
    this.#lines = [];
    this.#problems = [];
    this.#searchedTo = null;
    this.#exported = '';
    await this.more();
  }

  /** Searches on until another full page of lines is found or the log ends. */
  async more(): Promise<void> {
    const run = ++this.#run;
    const enough = this.#lines.length + pageSize;
    this.#searching = true;
    this.#failure = '';
    try {
      do {
        const request = { query: this.#query, next: this.#next, size: enough - this.#lines.length };
        const page = await this.#desk.call('searchAsRun', request);
        if (run !== this.#run) return;
        this.#append(page);
      } while (this.#next !== null && this.#lines.length < enough);
    } catch (thrown) {
      if (run === this.#run) this.#failure = knownError(thrown).message;
    }
    if (run === this.#run) this.#searching = false;
  }

  /** Exports the whole result, including pages that are not loaded. `open` opens a path on the host. */
  async exportAs(format: 'csv' | 'jsonl', open: (href: string) => void): Promise<void> {
    this.#failure = '';
    this.#exported = '';
    try {
      const delivery = await this.#desk.call('exportAsRun', { query: this.#query, format });
      if (delivery.how === 'download') open(delivery.href);
      this.#exported = deliveryWords(delivery);
    } catch (thrown) {
      this.#failure = knownError(thrown).message;
    }
  }

  #append({ lines, next, searchedTo, problems }: AsRunPage): void {
    this.#lines = [...this.#lines, ...lines];
    this.#problems = [...new Set([...this.#problems, ...problems])];
    this.#searchedTo = searchedTo ?? this.#searchedTo;
    this.#next = next;
    this.#hasMore = next !== null;
  }
}

export function deliveryWords(delivery: Delivery): string {
  if (delivery.how === 'saved') return words.savedAs(delivery.file);
  return delivery.how === 'download' ? words.browserSaves : '';
}
