import type { AsRunLine } from '../../contract/desk-api/as-run.ts';
import { asOverlayError } from '../../contract/errors.ts';
import type { Operation, Outcome } from '../app/operation.ts';
import type { OpenApp } from '../app/open-app.ts';
import { Presses } from '../app/presses.ts';
import type { Clock } from '../ports.ts';
import { notConfirmed } from '../app/lane.ts';
import { type AsRunFacts, asRunLine, type AppChange, changeLine } from './as-run-line.ts';

interface RecordingPorts {
  clock: Pick<Clock, 'monotonic'>;
  record(line: AsRunLine): void;
}

/** Writes a line of the as-run log for everything that is asked of an app, when it ended. */
export class Recording {
  readonly #ports: RecordingPorts;

  constructor(ports: RecordingPorts) {
    this.#ports = ports;
  }

  /** An operation ended. */
  settled(app: OpenApp, operation: Operation, outcome: Outcome): void {
    const name = (id: string): string => app.state.confirmed.get(id)?.item.name ?? id;
    this.#ports.record(asRunLine(operation, outcome, { ...this.#facts(app), name }));
  }

  /** Do something to an app itself, and record how it ended. `told` gives the deed when it did. */
  async logged<Answer>(app: OpenApp, change: () => AppChange, run: () => Answer | Promise<Answer>): Promise<Answer> {
    try {
      const answer = await run();
      this.#record(app, change(), { result: 'confirmed', revision: null });
      return answer;
    } catch (thrown) {
      this.#record(app, change(), notConfirmed(asOverlayError(thrown), true));
      throw thrown;
    }
  }

  #record(app: OpenApp, appChange: AppChange, outcome: Outcome): void {
    this.#ports.record(changeLine(appChange, outcome, this.#facts(app)));
  }

  #facts({ clockAhead: ahead, identity, name }: OpenApp): AsRunFacts {
    return { ended: this.#ports.clock.monotonic(), app: { key: identity.key, name }, ahead };
  }
}

/** What those need who make presses and have them end in the as-run log. */
export interface OperationPorts {
  clock: Clock;
  presses: Presses;
  recording: Recording;
  /** An operation ended. */
  settled: Recording['settled'];
}

/** `log` is asked when there is something to record: who is signed on stands in it too. */
export function openOperationPorts(
  clock: Clock,
  log: () => { operator: string; record(line: AsRunLine): void },
): OperationPorts {
  const recording = new Recording({ clock, record: (line) => log().record(line) });
  return {
    clock,
    presses: new Presses({ clock, operator: () => log().operator }),
    recording,
    settled: (...done) => recording.settled(...done),
  };
}
