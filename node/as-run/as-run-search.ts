import type { AsRunEntry, AsRunPage } from '../../contract/desk-api/as-run.ts';
import type { AsRunFilter } from '../../desk/ports.ts';
import { breakBetween, type ChainEnd, entryOf, hashOf, lines, type ReadLine } from './as-run-chain.ts';
import type { AsRunFile } from './as-run-files.ts';
import { linesBackward, linesForward, type RawLine } from './as-run-reading.ts';
import { basename } from 'node:path';

/** Bytes searched per page. A rare word takes several pages, but no page takes long. */
const pageBytes = 32 * 1024 * 1024;

export interface SearchScope {
  files: AsRunFile[];
  /** The newest confirmed file and its confirmed bytes; undefined if unknown. */
  confirmed: { file: AsRunFile; size: number } | undefined;
  end: ChainEnd | undefined;
  /** True if every line ever written should still exist. */
  complete: boolean;
}

export async function searchLog(
  scope: SearchScope,
  filter: AsRunFilter & { next: string | null; size: number },
): Promise<AsRunPage> {
  const page = new SearchPage(scope, filter);
  const from = placeOf(filter.next);
  for (const file of scope.files.toReversed()) {
    if (from && file.number > from.number) continue;
    if (!mayHold(file, filter)) {
      page.leaveOut();
      continue;
    }
    const until = from?.number === file.number ? from.until : endIn(scope, file);
    for await (const line of linesBackward(file.path, until)) {
      page.see(file, line);
      if (page.full) return page.part(`${file.number}:${line.end}`);
    }
  }
  return page.part(null);
}

export async function* allOf(scope: SearchScope, filter: AsRunFilter): AsyncGenerator<AsRunEntry> {
  for (const file of scope.files) {
    if (!mayHold(file, filter)) continue;
    for await (const { bytes } of linesForward(file.path, endIn(scope, file))) {
      const entry = entryOf(bytes);
      if (entry && filter.matches(entry)) yield entry;
    }
  }
}

class SearchPage {
  readonly #scope: SearchScope;
  readonly #filter: AsRunFilter & { next: string | null; size: number };
  readonly #lines: AsRunEntry[] = [];
  readonly #problems: string[] = [];
  #newer: ReadLine | undefined;
  #oldest: AsRunEntry | undefined;
  #seen = 0;
  /** A later page starts with the last line of the previous page, to check the chain between them. */
  #known: boolean;
  #begun = false;

  constructor(scope: SearchScope, filter: AsRunFilter & { next: string | null; size: number }) {
    this.#scope = scope;
    this.#filter = filter;
    this.#known = filter.next !== null;
  }

  get full(): boolean {
    return !this.#known && (this.#lines.length >= this.#filter.size || this.#seen >= pageBytes);
  }

  see(file: AsRunFile, { bytes }: RawLine): void {
    const line = { bytes, entry: entryOf(bytes), file: basename(file.path) };
    this.#check(line);
    this.#seen += bytes.length;
    this.#newer = line;
    this.#oldest = line.entry ?? this.#oldest;
    if (this.#known) this.#known = false;
    else if (line.entry && this.#filter.matches(line.entry)) this.#lines.push(line.entry);
  }

  leaveOut(): void {
    this.#begun = true;
    this.#known = false;
    this.#newer = undefined;
    this.#oldest = undefined;
  }

  part(next: string | null): AsRunPage {
    if (next === null) this.#checkBeginning();
    const searchedTo = this.#oldest?.at ?? null;
    return { lines: this.#lines, next, searchedTo, problems: this.#problems };
  }

  #check(line: ReadLine): void {
    if (!this.#begun && this.#filter.next === null) this.#checkEnd(line);
    this.#begun = true;
    const broken = this.#newer && breakBetween(line, this.#newer);
    if (broken !== undefined) this.#problems.push(broken);
  }

  #checkEnd({ bytes, entry, file }: ReadLine): void {
    const { end } = this.#scope;
    if (!end) return;
    if (hashOf(bytes) === end.hash) return;
    const seq = entry?.seq ?? 0;
    if (entry && seq < end.seq) this.#problems.push(`${file}: ${lines(seq + 1, end.seq)} cut out.`);
    else this.#problems.push(`${file}: line ${end.seq} was changed after it was written.`);
  }

  #checkBeginning(): void {
    const { end, complete } = this.#scope;
    const first = this.#newer?.entry?.seq ?? null;
    if (complete && first !== null && first > 1)
      this.#problems.push(`The log begins with line ${first}: ${lines(1, first - 1)} not there.`);
    if (!this.#begun && this.#filter.next === null && end && end.seq > 0)
      this.#problems.push(`${lines(1, end.seq)} not there.`);
  }
}

/** One day on each side, because lines wait while a disk fails and clocks are set. */
const margin = 24 * 60 * 60 * 1_000;

function mayHold({ day }: AsRunFile, { from, until }: AsRunFilter): boolean {
  if (day === undefined) return true;
  const begin = Date.parse(day) - margin;
  const end = begin + 3 * margin;
  return (from === undefined || Date.parse(from) < end) && (until === undefined || Date.parse(until) > begin);
}

function endIn({ confirmed }: SearchScope, file: AsRunFile): number | undefined {
  return confirmed?.file.number === file.number ? confirmed.size : undefined;
}

function placeOf(next: string | null): { number: number; until: number } | undefined {
  const [, number, until] = /^(\d+):(\d+)$/.exec(next ?? '') ?? [];
  return number === undefined ? undefined : { number: Number(number), until: Number(until) };
}
