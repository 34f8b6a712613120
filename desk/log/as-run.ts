import { z } from 'zod';
import {
  type asRunCalls,
  type AsRunLine,
  type AsRunQuery,
  mostShownTargets,
  operatorLength,
  type ShownLine,
  withRecorded,
} from '../../contract/desk-api/as-run.ts';
import type { Delivery } from '../../contract/desk-api/delivery.ts';
import { errorIn, OverlayError } from '../../contract/errors.ts';
import type { Calls } from '../../contract/link/link.ts';
import type { DeskPorts } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';
import type { KnownError } from '../../contract/errors.ts';
import type { Settings } from '../screens/settings.ts';
import { asRunJsonLines, asRunTable } from './as-run-table.ts';

/** Settings: the operator signed on, and the number of lines kept (null or absent for all). */
const operator = z.string().max(operatorLength);
const asRun = z.object({ keepLines: z.int().min(1).nullable().optional() });

interface Outside extends Pick<DeskPorts, 'asRunLog' | 'deliver'> {
  clock: Pick<Clock, 'now'>;
}

export class AsRun {
  readonly #outside: Outside;
  readonly #settings: Settings;
  readonly #knownError: KnownError;
  readonly #changed: () => void;
  #lines: ShownLine[] = [];
  #operator: string;

  constructor(
    outside: Outside,
    settings: Settings,
    { knownError, changed }: { knownError: KnownError; changed(): void },
  ) {
    [this.#outside, this.#settings, this.#knownError, this.#changed] = [outside, settings, knownError, changed];
    this.#operator = settings.member('operator', operator) ?? '';
    outside.asRunLog.keepLines(settings.member('asRun', asRun)?.keepLines ?? null);
    outside.asRunLog.onTroubles(changed);
  }

  /** Returns before the disk write. Failures appear in the troubles. */
  record(line: AsRunLine): void {
    // The troubles of the log report a lost line.
    this.#outside.asRunLog.append(line).catch(() => undefined);
    this.#lines = withRecorded(this.#lines, [shownLine(line)]);
    this.#changed();
  }

  /** Newest first. */
  get lines(): ShownLine[] {
    return this.#lines;
  }

  /** Empty if no operator is signed on. */
  get operator(): string {
    return this.#operator;
  }

  get troubles(): readonly string[] {
    return this.#outside.asRunLog.troubles();
  }

  readonly calls: Calls<{ calls: typeof asRunCalls; events: Record<string, never> }> = {
    searchAsRun: (request) => this.#read(() => this.#outside.asRunLog.search(request)),
    exportAsRun: ({ query, format }) => this.#read(() => this.#export(query, format)),
    signOn: ({ name }) => {
      this.#operator = name;
      this.#changed();
      this.#settings.save('operator', name);
    },
  };

  #export(query: AsRunQuery, format: 'csv' | 'jsonl'): Promise<Delivery> {
    const day = new Date(this.#outside.clock.now()).toISOString().slice(0, 10);
    const lines = () => this.#outside.asRunLog.all(query);
    return this.#outside.deliver(
      format === 'csv'
        ? { name: `as-run ${day}.csv`, mediaType: 'text/csv; charset=utf-8', content: () => asRunTable(lines()) }
        : { name: `as-run ${day}.jsonl`, mediaType: 'application/jsonl', content: () => asRunJsonLines(lines()) },
    );
  }

  async #read<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    try {
      return await read();
    } catch (thrown) {
      const known = this.#knownError(thrown);
      if (known === thrown) throw known;
      throw new OverlayError(
        'desk-failed',
        `The as-run log cannot be read: ${errorIn(thrown).message}. ${known.message}`,
      );
    }
  }
}

/** Limits targets: a panic of a large show names thousands, and screens get the latest lines with each operation. */
function shownLine({ items: _, targets, ...line }: AsRunLine): ShownLine {
  const more = targets.length - mostShownTargets;
  return { ...line, targets: targets.slice(0, mostShownTargets), ...(more > 0 && { more }) };
}
