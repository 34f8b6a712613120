import type { AsRunEntry, AsRunPage, AsRunQuery } from '../../contract/desk-api/as-run.ts';
import type { Delivery } from '../../contract/desk-api/delivery.ts';
import { asOverlayError } from '../../contract/errors.ts';

/** What the search asks of the desk. Both throw what the desk refuses. */
export interface SearchPorts {
  search(asked: { query: AsRunQuery; next: string | null; size: number }): Promise<AsRunPage>;
  exportAs(asked: { query: AsRunQuery; format: 'csv' | 'jsonl' }): Promise<Delivery>;
}

/** What the operator filled in. Days are those of this place, as date fields have them (`2026-01-02`); empty for any. */
export interface Wanted {
  text: string;
  from: string;
  until: string;
  target: string;
  operator: string;
  result: '' | AsRunEntry['result'];
  trigger: '' | AsRunEntry['trigger']['kind'];
}

export const anything: Wanted = { text: '', from: '', until: '', target: '', operator: '', result: '', trigger: '' };

/** How many lines are fetched at once. */
const size = 100;

/** The query of what is wanted. The day `until` is part of it. */
export function queryOf({ text, from, until, target, operator, result, trigger }: Wanted): AsRunQuery {
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

/** A search through the whole as-run log, page by page. A newer one takes the place of one that still runs. */
export class AsRunSearch {
  readonly #ports: SearchPorts;
  #run = 0;
  #query: AsRunQuery = {};
  #next: string | null = null;
  #lines = $state.raw<AsRunEntry[]>([]);
  #problems = $state.raw<string[]>([]);
  #searching = $state(false);
  #more = $state(false);
  #searchedTo = $state<string | null>(null);
  #failure = $state('');
  #exported = $state('');

  constructor(ports: SearchPorts) {
    this.#ports = ports;
  }

  /** What was found so far, newest first. */
  get lines(): readonly AsRunEntry[] {
    return this.#lines;
  }
  /** What is wrong with the log, as far as it was looked at. */
  get problems(): readonly string[] {
    return this.#problems;
  }
  get searching(): boolean {
    return this.#searching;
  }
  /** Whether there are lines that were not looked at. */
  get more(): boolean {
    return this.#more;
  }
  /** When the oldest line was asked that was looked at. */
  get searchedTo(): string | null {
    return this.#searchedTo;
  }
  /** Why the search or the export failed; empty where it did not. */
  get failure(): string {
    return this.#failure;
  }
  /** What became of the last export; empty where there was none. */
  get exported(): string {
    return this.#exported;
  }

  /** Search anew. */
  async start(wanted: Wanted): Promise<void> {
    this.#query = queryOf(wanted);
    this.#next = null;
    this.#lines = [];
    this.#problems = [];
    this.#searchedTo = null;
    this.#exported = '';
    await this.goOn();
  }

  /** Go on until there is another page full of lines, or nothing more to look at. */
  async goOn(): Promise<void> {
    const run = ++this.#run;
    const wanted = this.#lines.length + size;
    this.#searching = true;
    this.#failure = '';
    try {
      do {
        const asked = { query: this.#query, next: this.#next, size: wanted - this.#lines.length };
        const page = await this.#ports.search(asked);
        if (run !== this.#run) return;
        this.#take(page);
      } while (this.#next !== null && this.#lines.length < wanted);
    } catch (thrown) {
      if (run === this.#run) this.#failure = asOverlayError(thrown).message;
    }
    if (run === this.#run) this.#searching = false;
  }

  /** Make a file of all that the search finds, in the pages that were not looked at too; `open` opens a path on the host. */
  async exportAs(format: 'csv' | 'jsonl', open: (href: string) => void): Promise<void> {
    this.#failure = '';
    this.#exported = '';
    try {
      const delivery = await this.#ports.exportAs({ query: this.#query, format });
      if (delivery.how === 'download') open(delivery.href);
      this.#exported = deliveryWords(delivery);
    } catch (thrown) {
      this.#failure = asOverlayError(thrown).message;
    }
  }

  #take({ lines, next, searchedTo, problems }: AsRunPage): void {
    this.#lines = [...this.#lines, ...lines];
    this.#problems = [...new Set([...this.#problems, ...problems])];
    this.#searchedTo = searchedTo ?? this.#searchedTo;
    this.#next = next;
    this.#more = next !== null;
  }
}

/** What became of a file, for the operator. */
export function deliveryWords(delivery: Delivery): string {
  if (delivery.how === 'saved') return `Saved as ${delivery.file}.`;
  return delivery.how === 'download' ? 'Your browser saves it.' : '';
}
