import { z } from 'zod';
import { type asRunCalls, type AsRunLine, type AsRunQuery, operatorLength } from '../../contract/desk-api/as-run.ts';
import type { Delivery } from '../../contract/desk-api/delivery.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Calls } from '../../contract/link/link.ts';
import type { AsRunLog, AsRunFilter, Clock, DeliverFile } from '../ports.ts';
import { asRunMatch } from './as-run-match.ts';
import type { Settings } from '../screens/settings.ts';
import { asRunJsonLines, asRunTable } from './as-run-table.ts';

/** What the settings hold: who is signed on, and how many files of the log are kept, null or nothing for all. */
const operator = z.string().max(operatorLength);
const asRun = z.object({ keepFiles: z.int().min(1).nullable().optional() });

/** How many lines screens are shown without a search; the log keeps them all. */
const shown = 50;

export interface AsRunPorts {
  log: AsRunLog;
  deliver: DeliverFile;
  clock: Pick<Clock, 'now'>;
  settings: Pick<Settings, 'member' | 'save'>;
  /** Told when a member of the view changed. */
  changed(...members: ('asRun' | 'operator' | 'notices')[]): void;
}

/** The desk's side of the as-run log: what was done last, who does it, and what screens ask of the log. */
export class AsRun {
  readonly #ports: AsRunPorts;
  #lines: AsRunLine[] = [];
  #operator: string;

  constructor(ports: AsRunPorts) {
    this.#ports = ports;
    this.#operator = ports.settings.member('operator', operator) ?? '';
    ports.log.keepFiles(ports.settings.member('asRun', asRun)?.keepFiles ?? null);
    ports.log.onTroubles(() => ports.changed('notices'));
  }

  /** Keep a line. Nothing is waited for; what goes wrong is among the troubles. */
  record(line: AsRunLine): void {
    this.#ports.log.append(line).catch(() => undefined);
    this.#lines = [line, ...this.#lines].slice(0, shown);
    this.#ports.changed('asRun');
  }

  /** The last lines, newest first. */
  get lines(): AsRunLine[] {
    return this.#lines;
  }

  /** Who is signed on; empty for nobody. */
  get operator(): string {
    return this.#operator;
  }

  /** What the operator must know of the log, in sentences. */
  get troubles(): readonly string[] {
    return this.#ports.log.troubles();
  }

  readonly calls: Calls<{ calls: typeof asRunCalls; events: Record<string, never> }> = {
    searchAsRun: ({ query, next, size }) => this.#read(() => this.#ports.log.search({ ...look(query), next, size })),
    exportAsRun: ({ query, format }) => this.#read(() => this.#export(query, format)),
    signOn: ({ name }) => {
      // Who operates counts from now on, also where it cannot be kept for the next start.
      this.#operator = name;
      this.#ports.changed('operator');
      this.#ports.settings.save('operator', name);
      return null;
    },
  };

  #export(query: AsRunQuery, format: 'csv' | 'jsonl'): Promise<Delivery> {
    const day = new Date(this.#ports.clock.now()).toISOString().slice(0, 10);
    const lines = () => this.#ports.log.all(look(query));
    return this.#ports.deliver(
      format === 'csv'
        ? { name: `as-run ${day}.csv`, mediaType: 'text/csv; charset=utf-8', content: () => asRunTable(lines()) }
        : { name: `as-run ${day}.jsonl`, mediaType: 'application/jsonl', content: () => asRunJsonLines(lines()) },
    );
  }

  async #read<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    try {
      return await read();
    } catch (thrown) {
      if (thrown instanceof OverlayError) throw thrown;
      throw new OverlayError('internal', `The as-run log cannot be read: ${(thrown as Error).message}`);
    }
  }
}

function look(query: AsRunQuery): AsRunFilter {
  return { from: query.from, until: query.until, matches: asRunMatch(query) };
}
