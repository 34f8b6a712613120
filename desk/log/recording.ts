import { texts } from '../../contract/texts/texts.ts';
import { OverlayError, type KnownError } from '../../contract/errors.ts';
import { type Operation, type OperationItem, type Outcome, type Press, updateItem } from '../app/operation.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { Clock } from '../../contract/clock.ts';
import { notConfirmed } from '../app/lane.ts';
import type { AsRun } from './as-run.ts';
import type { RequestNote } from '../ports.ts';
import type { AsRunKind, AsRunLine, AsRunTarget } from '../../contract/desk-api/as-run.ts';
import { addressOf } from '../../contract/model/address.ts';

export class Recording {
  readonly #clock: Clock;
  readonly #asRun: AsRun;
  readonly #knownError: KnownError;
  readonly #nameOf: (app: OpenApp) => string;
  readonly #errors = new WeakSet<Error>();

  constructor(
    clock: Clock,
    asRun: AsRun,
    { knownError, nameOf }: { knownError: KnownError; nameOf: (app: OpenApp) => string },
  ) {
    [this.#clock, this.#asRun, this.#knownError, this.#nameOf] = [clock, asRun, knownError, nameOf];
  }

  settled(app: OpenApp, operation: Operation, outcome: Outcome): void {
    this.#write(this.#lineOf(app, operation, outcome), outcome);
  }

  /** The note is taken back after {@link settled}. A desk that is killed before leaves the line. */
  sending(app: OpenApp, operation: Operation): RequestNote {
    const error = new OverlayError('service-lost', texts.log.deskEnded);
    return this.#asRun.sending(this.#lineOf(app, operation, { result: 'unknown', error }));
  }

  #lineOf(app: OpenApp, operation: Operation, outcome: Outcome): AsRunLine {
    const name = (id: string): string => app.state.confirmed.nameOf(id);
    return asRunLine(operation, outcome, { ...this.#facts(app), name });
  }

  /** Records an operation for an app that is not open; null for no app. */
  unsent(app: AsRunFacts['app'], change: AppChange, error: OverlayError): void {
    const facts = { ended: this.#clock.monotonic(), app, ahead: null };
    const outcome: Outcome = { result: 'failed', error };
    this.#write(changeLine(change, outcome, facts), outcome);
  }

  ofDesk(
    change: Pick<AppChange, 'kind' | 'action'> & Partial<Pick<AppChange, 'targets'>>,
    press: Press,
    error?: OverlayError,
  ): void {
    const outcome: Outcome = error ? { result: 'failed', error } : { result: 'confirmed', revision: null };
    const facts = { ended: this.#clock.monotonic(), app: null, ahead: null };
    this.#write(changeLine({ ...press, targets: [], items: [], ...change }, outcome, facts), outcome);
  }

  has(error: OverlayError): boolean {
    return this.#errors.has(error);
  }

  /** `change` is called at the end, after success or failure. */
  async logged<Answer>(app: OpenApp, change: () => AppChange, run: () => Answer | Promise<Answer>): Promise<Answer> {
    try {
      const answer = await run();
      this.changed(app, change(), { result: 'confirmed', revision: null });
      return answer;
    } catch (thrown) {
      const error = this.#knownError(thrown);
      this.changed(app, change(), notConfirmed(error, true));
      throw error;
    }
  }

  changed(app: OpenApp, change: AppChange, outcome: Outcome): void {
    this.#write(changeLine(change, outcome, this.#facts(app)), outcome);
  }

  #write(line: AsRunLine, outcome: Outcome): void {
    if (outcome.result !== 'confirmed') this.#errors.add(outcome.error);
    this.#asRun.record(line);
  }

  #facts(app: OpenApp): AsRunFacts {
    const named = { key: app.identity.key, name: this.#nameOf(app) };
    return { ended: this.#clock.monotonic(), app: named, ahead: app.clockAhead };
  }
}

interface AsRunFacts {
  /** Monotonic milliseconds. */
  ended: number;
  /** The intended app; null for none. */
  app: AsRunLine['app'];
  /** Milliseconds by which the service's clock is ahead; null if unknown. */
  ahead: number | null;
}

/** A change to an app itself, unlike operations on its content. */
export interface AppChange extends Press {
  kind: AsRunKind;
  action: string;
  targets: AsRunTarget[];
  items: unknown[];
}

export function appTarget({ key, name }: { key: string; name: string }): AsRunTarget {
  return { address: key, id: key, name };
}

export function asRunLine(
  operation: Operation,
  outcome: Outcome,
  facts: AsRunFacts & { name(id: string): string },
): AsRunLine {
  const { names = operation.items.map(({ id }) => id) } = operation;
  const targets = names.map((id) => ({
    address: addressOf(operation.app, id),
    id,
    name: facts.name(id),
  }));
  return changeLine(
    { ...operation, targets, kind: operation.purpose ?? operation.kind, items: operation.items.map(loggedItem) },
    outcome,
    facts,
  );
}

/** An item as it was sent, with who set each of its values. */
function loggedItem(item: OperationItem): unknown {
  return { ...updateItem(item), ...(item.setBy && { setBy: item.setBy }) };
}

function changeLine(change: AppChange, outcome: Outcome, { ended, app, ahead }: AsRunFacts): AsRunLine {
  return {
    at: new Date(change.at).toISOString(),
    showAt: ahead === null ? null : new Date(change.at + ahead).toISOString(),
    operator: change.operator,
    trigger: change.trigger,
    app,
    kind: change.kind,
    action: change.action,
    targets: change.targets,
    items: change.items,
    result: outcome.result,
    reason: outcome.result === 'confirmed' ? '' : outcome.error.message,
    milliseconds: Math.round((ended - change.start) * 1_000) / 1_000,
    revision: outcome.result === 'confirmed' ? outcome.revision : null,
  };
}
