import type { OverlayError } from '../../contract/errors.ts';
import type { Operation, Outcome, Press } from '../app/operation.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { Clock } from '../../contract/clock.ts';
import type { KnownError } from '../../contract/errors.ts';
import { notConfirmed } from '../app/lane.ts';
import type { AsRun } from './as-run.ts';
import { type AsRunFacts, asRunLine, type AppChange, changeLine } from './as-run-line.ts';

export class Recording {
  readonly #clock: Clock;
  readonly #asRun: AsRun;
  readonly #knownError: KnownError;

  constructor(clock: Clock, asRun: AsRun, knownError: KnownError) {
    [this.#clock, this.#asRun, this.#knownError] = [clock, asRun, knownError];
  }

  settled(app: OpenApp, operation: Operation, outcome: Outcome): void {
    const name = (id: string): string => app.state.confirmed.get(id)?.item.name ?? id;
    this.#asRun.record(asRunLine(operation, outcome, { ...this.#facts(app), name }));
  }

  /** Records an operation for an app that is not open; null for no app. */
  unsent(app: AsRunFacts['app'], change: AppChange, error: OverlayError): void {
    const facts = { ended: this.#clock.monotonic(), app, ahead: null };
    this.#asRun.record(changeLine(change, { result: 'failed', error }, facts));
  }

  ofDesk(change: Pick<AppChange, 'kind' | 'action'>, press: Press, error?: OverlayError): void {
    const outcome: Outcome = error ? { result: 'failed', error } : { result: 'confirmed', revision: null };
    const facts = { ended: this.#clock.monotonic(), app: null, ahead: null };
    this.#asRun.record(changeLine({ ...press, ...change, targets: [], items: [] }, outcome, facts));
  }

  /** `change` is called at the end, after success or failure. */
  async logged<Answer>(app: OpenApp, change: () => AppChange, run: () => Answer | Promise<Answer>): Promise<Answer> {
    try {
      const answer = await run();
      this.#record(app, change(), { result: 'confirmed', revision: null });
      return answer;
    } catch (thrown) {
      const error = this.#knownError(thrown);
      this.#record(app, change(), notConfirmed(error, true));
      throw error;
    }
  }

  #record(app: OpenApp, change: AppChange, outcome: Outcome): void {
    this.#asRun.record(changeLine(change, outcome, this.#facts(app)));
  }

  #facts({ clockAhead: ahead, identity, name }: OpenApp): AsRunFacts {
    return { ended: this.#clock.monotonic(), app: { key: identity.key, name }, ahead };
  }
}
