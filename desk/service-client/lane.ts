import { asOverlayError, OverlayError } from '../../contract/errors.ts';
import type { Clock } from '../ports.ts';
import type { Operation, OperationItem, Outcome } from '../../contract/model/operation.ts';

/** Milliseconds from the press until an operation is given up. Nothing is ever sent, or sent again, after it. */
export const operationDeadline = 2_000;

export interface LanePorts {
  clock: Pick<Clock, 'monotonic' | 'after'>;
  /** Send the items as one request; gives the revision that they made. `onSent` is called when they are on the wire. */
  send(items: OperationItem[], how: { signal: AbortSignal; onSent: () => void }): Promise<number>;
  /** Called once for every operation, when it ended. */
  settle(operation: Operation, outcome: Outcome): void;
}

interface Entry {
  operation: Operation;
  sent: boolean;
  abort: AbortController;
  callOff: () => void;
}

/**
 * The one way of operations to an app instance: one request under way at a time, in the order of the presses. Values
 * that wait may take newer ones in ({@link Lane.waitingValues}); takes and commands keep their place.
 */
export class Lane {
  readonly #ports: LanePorts;
  readonly #waiting: Entry[] = [];
  #underWay: Entry | undefined;

  constructor(ports: LanePorts) {
    this.#ports = ports;
  }

  push(operation: Operation): void {
    const left = Math.max(0, operationDeadline - (this.#ports.clock.monotonic() - operation.start));
    const entry: Entry = { operation, sent: false, abort: new AbortController(), callOff: () => {} };
    entry.callOff = this.#ports.clock.after(left, () => this.#end(entry, new OverlayError('deadline-passed')));
    this.#waiting.push(entry);
    this.#next();
  }

  /** The value operation that is still waiting for this sub-composition with nothing of its own behind it. */
  waitingValues(id: string): Operation | undefined {
    const last = this.#waiting.findLast(({ operation }) => operation.items.some((i) => i.subCompositionId === id));
    return last?.operation.kind === 'values' ? last.operation : undefined;
  }

  /** The connection is gone: what waits fails, what is under way is unknown. Nothing stays to be sent later. */
  cut(error: OverlayError): void {
    for (const entry of [...this.#waiting]) this.#end(entry, error);
    if (this.#underWay) this.#end(this.#underWay, error);
  }

  #next(): void {
    if (this.#underWay) return;
    const entry = this.#waiting.shift();
    if (!entry) return;
    this.#underWay = entry;
    const onSent = (): void => void (entry.sent = true);
    this.#ports.send(entry.operation.items, { signal: entry.abort.signal, onSent }).then(
      (revision) => this.#end(entry, undefined, revision),
      (thrown: unknown) => this.#end(entry, asOverlayError(thrown)),
    );
  }

  #end(entry: Entry, error: OverlayError | undefined, revision = 0): void {
    const waitingAt = this.#waiting.indexOf(entry);
    if (waitingAt >= 0) this.#waiting.splice(waitingAt, 1);
    else if (this.#underWay === entry) this.#underWay = undefined;
    else return;
    entry.callOff();
    entry.abort.abort();
    this.#ports.settle(entry.operation, error ? notConfirmed(error, entry.sent) : { result: 'confirmed', revision });
    this.#next();
  }
}

/** An answer that refuses is a failure; no answer to what was sent is unknown; what was never sent has failed. */
function notConfirmed(error: OverlayError, sent: boolean): Outcome {
  const noAnswer = ['deadline-passed', 'service-unreachable', 'service-lost', 'answer-garbage', 'internal'];
  return { result: sent && noAnswer.includes(error.code) ? 'unknown' : 'failed', error };
}
