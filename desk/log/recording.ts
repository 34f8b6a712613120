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
  ended(app: OpenApp, operation: Operation, outcome: Outcome): void {
    const name = (id: string): string => app.state.confirmed.get(id)?.item.name ?? id;
    this.#ports.record(asRunLine(operation, outcome, { ...this.#facts(app), name }));
  }

  /** Do something to an app itself, and record how it ended. `told` gives the deed when it did. */
  async doing<Answer>(app: OpenApp, told: () => AppChange, doing: () => Answer | Promise<Answer>): Promise<Answer> {
    try {
      const answer = await doing();
      this.#record(app, told(), { result: 'confirmed', revision: null });
      return answer;
    } catch (thrown) {
      this.#record(app, told(), notConfirmed(asOverlayError(thrown), true));
      throw thrown;
    }
  }

  #record(app: OpenApp, deed: AppChange, outcome: Outcome): void {
    this.#ports.record(changeLine(deed, outcome, this.#facts(app)));
  }

  #facts({ ahead, identity, name }: OpenApp): AsRunFacts {
    return { ended: this.#ports.clock.monotonic(), app: { key: identity.key, name }, ahead };
  }
}

/** What those need who make presses and have them end in the as-run log. */
export interface Logging {
  clock: Clock;
  presses: Presses;
  recording: Recording;
  /** An operation ended. */
  ended: Recording['ended'];
}

/** `log` is asked when there is something to record: who is signed on stands in it too. */
export function openLogging(clock: Clock, log: () => { operator: string; record(line: AsRunLine): void }): Logging {
  const recording = new Recording({ clock, record: (line) => log().record(line) });
  return {
    clock,
    presses: new Presses({ clock, operator: () => log().operator }),
    recording,
    ended: (...done) => recording.ended(...done),
  };
}
