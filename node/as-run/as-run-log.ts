import { texts } from '../../contract/texts/texts.ts';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { AsRunEntry, AsRunLine, AsRunPage, AsRunQuery } from '../../contract/desk-api/as-run.ts';
import type { Clock } from '../../contract/clock.ts';
import { errorIn } from '../../contract/errors.ts';
import type { AsRunLog, RequestNote } from '../../desk/ports.ts';
import { type CalledThread, threadProgram, threadToCall } from '../thread-calls.ts';
import type { ReadPage } from './as-run-search.ts';
import { OpenRequests } from './open-requests.ts';
import { type AsRunStore, withoutStored } from './as-run-store.ts';

export interface ClosableAsRunLog extends AsRunLog {
  /** Resolves when the log is closed and every writable line is on disk. */
  close(): Promise<void>;
}

type StoreCalls = Pick<AsRunStore, 'append' | 'search' | 'read' | 'close'>;

/** MiB of heap above which the thread ends. The lines of a write take at most some hundreds. */
const heap = 1_024;
/** Maximum lines per write. The line of a panic of a large show has a megabyte. */
const atOnce = 100;
/** Milliseconds before the next write to a failed disk. */
const retryAfter = 1_000;
/** MiB of free space below which the operator is warned. */
const lowRoom = 256;
/** Milliseconds between two checks of the free space. */
const lookAgain = 60_000;

interface WaitingLine {
  line: AsRunLine;
  resolve(): void;
  reject(error: Error): void;
}

/**
 * The log in `as-run/` of a data directory. If the disk fails, lines wait, troubles report it, and the log retries
 * every second. At most `mostWaiting` lines wait.
 */
export function openAsRunLog(
  data: string,
  { clock, mostWaiting = 10_000 }: { clock: Clock; mostWaiting?: number },
): ClosableAsRunLog {
  return new OpenAsRunLog(join(data, 'as-run'), clock, mostWaiting);
}

class OpenAsRunLog implements ClosableAsRunLog {
  readonly #directory: string;
  readonly #clock: Clock;
  readonly #mostWaiting: number;
  readonly #thread: CalledThread<StoreCalls>;
  readonly #requests: OpenRequests;
  readonly #waiting: WaitingLine[] = [];
  readonly #checked: Promise<void>;
  #keep: number | null = null;
  #work: Promise<void> | undefined;
  #wake: (() => void) | undefined;
  #isClosing = false;
  #most = atOnce;
  /** What was found wrong with the log, and why the last write failed; empty if it did not. */
  #found: string[] = [];
  #failure = '';
  /** Lost lines, and how many of these the log already mentions. */
  #lost = 0;
  #noted = 0;
  #freeMiB = Infinity;
  #lookedAt = -Infinity;
  #troubles: string[] = [];
  #changed: () => void = () => undefined;

  constructor(directory: string, clock: Clock, mostWaiting: number) {
    [this.#directory, this.#clock, this.#mostWaiting] = [directory, clock, mostWaiting];
    this.#thread = threadToCall<StoreCalls>({
      program: threadProgram('as-run/as-run-program.ts', 'as-run'),
      workerData: directory,
      heap,
      name: texts.threads.asRun,
      onNews: (damaged) => this.#noteDamage(damaged as string),
    });
    this.#requests = new OpenRequests(join(directory, 'open-requests.jsonl'));
    // A desk may be killed after the line of a request is stored and before its note is taken back.
    this.left = withoutStored(directory, this.#requests.left());
    this.#checked = this.#check();
  }

  readonly left: readonly AsRunLine[];

  sending = (line: AsRunLine): RequestNote => {
    const { kept, takeBack } = this.#requests.add(line);
    // Its line may wait for the disk.
    return { kept, takeBack: () => void (this.#work ?? Promise.resolve()).then(takeBack) };
  };

  append = (line: AsRunLine): Promise<void> => {
    return this.#isClosing ? Promise.reject(closed()) : this.#append(line);
  };

  #append(line: AsRunLine): Promise<void> {
    if (this.#waiting.length >= this.#mostWaiting) {
      this.#lost++;
      this.#updateTroubles();
      return Promise.reject(new Error(texts.log.tooManyWait));
    }
    const stored = new Promise<void>((resolve, reject) => this.#waiting.push({ line, resolve, reject }));
    this.#work ??= this.#run();
    return stored;
  }

  keepLines = (count: number | null): void => void (this.#keep = count);

  troubles = (): readonly string[] => this.#troubles;

  onTroubles = (changed: () => void): void => void (this.#changed = changed);

  search: AsRunLog['search'] = async (request) => {
    if (this.#isClosing) throw closed();
    await this.#checked;
    return this.#search(request);
  };

  async *all(query: AsRunQuery): AsyncGenerator<AsRunEntry> {
    let next: string | null = null;
    do {
      if (this.#isClosing) throw closed();
      const page: ReadPage = await this.#thread.call('read', { query, next });
      yield* page.lines;
      next = page.next;
    } while (next !== null);
  }

  /** Writes waiting lines, with one last try on a failed disk. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#wake?.();
    await this.#checked;
    await this.#work;
    await this.#requests.close();
    // Lines on disk are safe, even if this fails.
    await this.#thread.call('close', undefined).catch(() => undefined);
    await this.#thread.end();
  }

  async #check(): Promise<void> {
    // By the next turn, the desk has set the limit.
    await new Promise((resolve) => setImmediate(resolve));
    // If the log cannot be opened, the first write reports the reason.
    const page = await this.#search({ query: {}, next: null, size: Infinity }).catch(() => undefined);
    this.#found.push(...(page?.problems.map((problem) => texts.log.asRun(problem)) ?? []));
    this.#updateTroubles();
  }

  #search(request: Parameters<AsRunLog['search']>[0]): Promise<AsRunPage> {
    return this.#thread.call('search', { ...request, complete: this.#keep === null });
  }

  async #run(): Promise<void> {
    // Lets the rest of the desk's turn run first, so that its lines join the first write.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const isLast = this.#isClosing;
      try {
        const lines = this.#waiting.slice(0, this.#most).map(({ line }) => line);
        const stored = await this.#thread.call('append', { lines, keep: this.#keep });
        for (const { resolve } of this.#waiting.splice(0, stored)) resolve();
        this.#failure = '';
        this.#most = atOnce;
        if (this.#waiting.length === 0) this.#noteLost();
      } catch (thrown) {
        this.#failure = errorIn(thrown).message.replace(/\.$/, '');
        // The thread may have ended because the lines were too large together.
        this.#most = Math.ceil(this.#most / 2);
        if (isLast) this.#giveUp(errorIn(thrown));
        else await this.#pause();
      }
    }
    // Cleared in the same turn that finds no waiting lines, so a later line starts a new run.
    this.#work = undefined;
    this.#updateTroubles();
  }

  #giveUp(error: Error): void {
    this.#lost += this.#waiting.length;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  async #pause(): Promise<void> {
    this.#updateTroubles();
    if (this.#isClosing) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#wake = () => resolve(undefined);
    const callOff = this.#clock.after(retryAfter, this.#wake);
    await promise;
    callOff();
  }

  #noteDamage(damaged: string): void {
    const sentence = texts.log.damaged(damaged);
    this.#found.push(sentence);
    this.#updateTroubles();
    this.#note(sentence);
  }

  #noteLost(): void {
    const lost = this.#lost - this.#noted;
    this.#noted = this.#lost;
    if (lost > 0) this.#note(texts.log.lostBefore(texts.log.linesWere(lost)));
    if (this.#clock.monotonic() - this.#lookedAt >= lookAgain) void this.#lookForRoom();
  }

  #note(reason: string): void {
    const at = new Date(this.#clock.now()).toISOString();
    const trigger = { kind: 'desk', detail: '' } as const;
    const nothing = { showAt: null, operator: '', app: null, targets: [], items: [], milliseconds: 0, revision: null };
    const line: AsRunLine = {
      ...nothing,
      at,
      trigger,
      kind: 'log',
      action: texts.log.keep,
      result: 'failed',
      reason,
    };
    // A line that is lost is counted.
    this.#append(line).catch(() => undefined);
  }

  async #lookForRoom(): Promise<void> {
    this.#lookedAt = this.#clock.monotonic();
    // Some file systems do not report their free space.
    const disk = await statfs(this.#directory).catch(() => undefined);
    this.#freeMiB = disk ? Math.floor((disk.bavail * disk.bsize) / 2 ** 20) : Infinity;
    this.#updateTroubles();
  }

  #updateTroubles(): void {
    const troubles = [...this.#found];
    const waiting = texts.log.waiting(this.#mostWaiting);
    if (this.#failure !== '') troubles.push(texts.log.notWritten(this.#failure, waiting));
    if (this.#lost > 0) troubles.push(texts.log.lost(texts.log.linesWere(this.#lost)));
    if (this.#freeMiB < lowRoom) troubles.push(texts.log.diskFull(this.#freeMiB));
    if (troubles.join('\n') === this.#troubles.join('\n')) return;
    this.#troubles = troubles;
    this.#changed();
  }
}

function closed(): Error {
  return new Error(texts.log.closed);
}
