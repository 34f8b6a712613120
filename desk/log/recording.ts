import type { AsRunLine } from '../../contract/desk-api/as-run.ts';
import type { OverlayError } from '../../contract/errors.ts';
import type { Operation, Outcome, Press } from '../app/operation.ts';
import type { OpenApp } from '../app/open-app.ts';
import { Presses } from '../app/presses.ts';
import type { Clock } from '../../contract/clock.ts';
import type { KnownError } from '../../contract/errors.ts';
import { notConfirmed } from '../app/lane.ts';
import { type AsRunFacts, asRunLine, type AppChange, changeLine } from './as-run-line.ts';

interface RecordingPorts {
  clock: Pick<Clock, 'monotonic'>;
  knownError: KnownError;
  record(line: AsRunLine): void;
}

export class Recording {
  readonly #ports: RecordingPorts;

  constructor(ports: RecordingPorts) {
    this.#ports = ports;
  }

  settled(app: OpenApp, operation: Operation, outcome: Outcome): void {
    const name = (id: string): string => app.state.confirmed.get(id)?.item.name ?? id;
    this.#ports.record(asRunLine(operation, outcome, { ...this.#facts(app), name }));
  }

  /** Records an operation for an app that is not open; null for no app. */
  unsent(app: AsRunFacts['app'], change: AppChange, error: OverlayError): void {
    const facts = { ended: this.#ports.clock.monotonic(), app, ahead: null };
    this.#ports.record(changeLine(change, { result: 'failed', error }, facts));
  }

  ofDesk(change: Pick<AppChange, 'kind' | 'action'>, press: Press, error?: OverlayError): void {
    const outcome: Outcome = error ? { result: 'failed', error } : { result: 'confirmed', revision: null };
    const facts = { ended: this.#ports.clock.monotonic(), app: null, ahead: null };
    this.#ports.record(changeLine({ ...press, ...change, targets: [], items: [] }, outcome, facts));
  }

  /** `change` is called at the end, after success or failure. */
  async logged<Answer>(app: OpenApp, change: () => AppChange, run: () => Answer | Promise<Answer>): Promise<Answer> {
    try {
      const answer = await run();
      this.#record(app, change(), { result: 'confirmed', revision: null });
      return answer;
    } catch (thrown) {
      const error = this.#ports.knownError(thrown);
      this.#record(app, change(), notConfirmed(error, true));
      throw error;
    }
  }

  #record(app: OpenApp, change: AppChange, outcome: Outcome): void {
    this.#ports.record(changeLine(change, outcome, this.#facts(app)));
  }

  #facts({ clockAhead: ahead, identity, name }: OpenApp): AsRunFacts {
    return { ended: this.#ports.clock.monotonic(), app: { key: identity.key, name }, ahead };
  }
}

export interface OperationPorts {
  clock: Clock;
  knownError: KnownError;
  presses: Presses;
  recording: Recording;
  settled: Recording['settled'];
}

/** `log` is a function because the log opens later. */
export function openOperationPorts(
  { clock, knownError }: Pick<OperationPorts, 'clock' | 'knownError'>,
  log: () => { operator: string; record(line: AsRunLine): void },
): OperationPorts {
  const recording = new Recording({ clock, knownError, record: (line) => log().record(line) });
  return {
    clock,
    knownError,
    presses: new Presses({ clock, operator: () => log().operator }),
    recording,
    settled: (...done) => recording.settled(...done),
  };
}
