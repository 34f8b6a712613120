import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { AsRunEntry, AsRunLine } from '../../contract/desk-api/as-run.ts';
import type { AsRunLog, AsRunFilter } from '../../desk/ports.ts';
import type { Clock } from '../../contract/clock.ts';
import { logFiles, type LogLocation } from './as-run-files.ts';
import { findEnd, type LogEnd, noteEnd } from './as-run-opening.ts';
import { allOf, type SearchScope, searchLog } from './as-run-search.ts';
import { AsRunWriter, type LogRules } from './as-run-writing.ts';

export interface AsRunFiles extends AsRunLog {
  /** Resolves when the log is closed and every writable line is on disk. */
  close(): Promise<void>;
}

const logRules: LogRules = { fileBytes: 16 * 1024 * 1024, waiting: 10_000 };

/** Bytes of free space below which the operator is warned. */
const lowRoom = 256 * 1024 * 1024;
/** Milliseconds between two checks of the free space. */
const lookAgain = 60_000;

/**
 * The log of a data directory: `as-run/`, and the read-only `as-run.jsonl` of earlier versions. If the disk fails,
 * lines wait, troubles report it, and the writer retries every second.
 */
export function openAsRunLog(
  data: string,
  { clock, rules = {} }: { clock: Clock; rules?: Partial<LogRules> },
): AsRunFiles {
  return new OpenAsRunLog({ directory: join(data, 'as-run'), older: join(data, 'as-run.jsonl') }, clock, {
    ...logRules,
    ...rules,
  });
}

class OpenAsRunLog implements AsRunFiles {
  readonly #location: LogLocation;
  readonly #clock: Clock;
  readonly #rules: LogRules;
  readonly #writer: AsRunWriter;
  readonly #opening: Promise<LogEnd | undefined>;
  readonly #troubles: Record<'end' | 'disk' | 'room', string[]> = { end: [], disk: [], room: [] };
  #failure = '';
  /** Lost lines, and how many of these the log already mentions. */
  #lost = 0;
  #noted = 0;
  #lookedAt = -Infinity;
  #changed: () => void = () => undefined;

  constructor(location: LogLocation, clock: Clock, rules: LogRules) {
    this.#location = location;
    this.#clock = clock;
    this.#rules = rules;
    // If listing fails, the writer reports the disk on its first write.
    this.#opening = this.#find().catch(() => undefined);
    this.#writer = new AsRunWriter({
      location,
      rules,
      clock,
      events: {
        failing: (error) => {
          this.#failure = error.message;
          this.#updateDiskTroubles();
        },
        lost: () => {
          this.#lost++;
          this.#updateDiskTroubles();
        },
        kept: () => this.#kept(),
      },
      find: async () => (await this.#opening) ?? (await this.#find()),
    });
  }

  append: AsRunLog['append'] = (line) => this.#writer.append(line);

  keepFiles = (count: number | null): void => void (this.#writer.keep = count);

  troubles = (): readonly string[] => Object.values(this.#troubles).flat();

  onTroubles = (changed: () => void): void => void (this.#changed = changed);

  search: AsRunLog['search'] = async (query) => searchLog(await this.#searched(), query);

  async *all(filter: AsRunFilter): AsyncGenerator<AsRunEntry> {
    yield* allOf(await this.#searched(), filter);
  }

  async close(): Promise<void> {
    await this.#writer.close();
    const { end } = this.#writer;
    // If this fails, the troubles already report the disk.
    if (end) await noteEnd(this.#location, end.end).catch(() => undefined);
  }

  async #searched(): Promise<SearchScope> {
    const found = await this.#opening;
    // Read the end before listing the files, so that lines written meanwhile are ignored.
    const { end } = this.#writer;
    const confirmed = end ?? found?.last;
    const files = await logFiles(this.#location);
    const newest = confirmed?.file.number ?? (found ? -Infinity : Infinity);
    const known = files.filter(({ number }) => number <= newest);
    return { files: known, confirmed, end: end?.end, complete: this.#writer.keep === null };
  }

  async #find(): Promise<LogEnd> {
    const found = await findEnd(this.#location);
    const files = await logFiles(this.#location);
    const newest = { files: files.slice(-1), confirmed: undefined, end: undefined, complete: false };
    const { problems } = await searchLog(newest, {
      from: undefined,
      until: undefined,
      matches: () => false,
      next: null,
      size: 1,
    });
    this.#setTroubles('end', [...found.troubles, ...problems.map((problem) => `The as-run log: ${problem}`)]);
    return found;
  }

  #updateDiskTroubles(): void {
    const lost = linesWere(this.#lost);
    const waiting = `Lines wait in memory, ${this.#rules.waiting.toLocaleString('en')} at most.`;
    const troubles: string[] = [];
    if (this.#failure !== '') troubles.push(`The as-run log is not written: ${this.#failure}. ${waiting}`);
    if (this.#lost > 0) troubles.push(`${lost} lost to the as-run log, because the disk could not be written to.`);
    this.#setTroubles('disk', troubles);
  }

  #kept(): void {
    this.#failure = '';
    this.#updateDiskTroubles();
    if (this.#lost > this.#noted) this.#noteLost();
    if (this.#clock.monotonic() - this.#lookedAt < lookAgain) return;
    this.#lookedAt = this.#clock.monotonic();
    void this.#lookForRoom();
  }

  #noteLost(): void {
    const reason = `${linesWere(this.#lost - this.#noted)} lost before this one, because the disk could not be written to.`;
    this.#noted = this.#lost;
    // If this line cannot be written, the writer counts it as lost too.
    this.append(deskLine(this.#clock.now(), reason)).catch(() => undefined);
  }

  async #lookForRoom(): Promise<void> {
    // If the file system does not report free space, the last trouble remains.
    const disk = await statfs(this.#location.directory).catch(() => undefined);
    if (!disk) return;
    const room = disk.bavail * disk.bsize;
    const mebibytes = Math.floor(room / 1024 / 1024);
    this.#setTroubles('room', room < lowRoom ? [`The disk of the as-run log has ${mebibytes} MiB left.`] : []);
  }

  #setTroubles(of: 'end' | 'disk' | 'room', now: string[]): void {
    if (this.#troubles[of].join('\n') === now.join('\n')) return;
    this.#troubles[of] = now;
    this.#changed();
  }
}

function linesWere(count: number): string {
  return count === 1 ? '1 line was' : `${count.toLocaleString('en')} lines were`;
}

function deskLine(now: number, reason: string): AsRunLine {
  return {
    at: new Date(now).toISOString(),
    showAt: null,
    operator: '',
    trigger: { kind: 'desk', detail: '' },
    app: null,
    kind: 'log',
    action: 'Keep the as-run log',
    targets: [],
    items: [],
    result: 'failed',
    reason,
    milliseconds: 0,
    revision: null,
  };
}
