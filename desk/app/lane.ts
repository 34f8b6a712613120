import { OverlayError } from '../../contract/errors.ts';
import { tooOld } from '../../contract/link/link.ts';
import { melt, type Operation, type Outcome } from './operation.ts';
import type { Clock } from '../../contract/clock.ts';
import type { KnownError } from '../../contract/errors.ts';

/** Milliseconds from the press until an operation is given up. Nothing is sent, or sent again, after that. */
export const operationDeadline = tooOld;
/** The shortest time (ms) between two requests that carry only values: 60 per second. */
const valuesEvery = 1_000 / 60;

export interface LanePorts {
  clock: Pick<Clock, 'monotonic' | 'after'>;
  /**
   * Sends the operations as one request. Returns the revision that they made; null if the service names none. `onSent`
   * is called once they are on the wire.
   */
  send(operations: readonly Operation[], how: { signal: AbortSignal; onSent: () => void }): Promise<number | null>;
  /**
   * How much longer (ms) values must wait to spare the service's quota, given how long the newest of them have waited.
   */
  valuesWait(waited: number): number;
  knownError: KnownError;
  /** Called exactly once for every operation, when it ends. */
  settle(operation: Operation, outcome: Outcome): void;
}

/** A request under way, with those of its operations that have not ended. */
interface Sending {
  open: Set<Operation>;
  sent: boolean;
  abort: AbortController;
}

/**
 * The send queue of one app instance, with one request under way at a time.
 *
 * Takes and commands go in the order of their presses, each as its own request, ahead of values that wait for other
 * sub-compositions. Values that wait for the same sub-compositions travel in that request too, before the take, so a
 * take never overtakes them. Waiting values merge (the newest value of each field wins) and go together in one request,
 * at most 60 times per second. A panic goes at once, beside whatever is under way; everything that waits fails.
 */
export class Lane {
  readonly #ports: LanePorts;
  /** Takes and commands, each preceded by the values that travel with it. */
  readonly #presses: Operation[][] = [];
  /** In the order of their last change, newest last. */
  #values: Operation[] = [];
  readonly #underWay = new Set<Sending>();
  /** Panics still under way to a connection that is gone. */
  readonly #leftBehind = new Set<Sending>();
  readonly #deadlines = new Map<Operation, () => void>();
  #valuesAt = -Infinity;
  #callOff: (() => void) | undefined;
  #soon = false;

  constructor(ports: LanePorts) {
    this.#ports = ports;
  }

  /** The operations under way, which may already have been carried out. */
  get underWay(): Operation[] {
    return [...this.#underWay].flatMap(({ open }) => [...open]);
  }

  /** Queues an operation. Returns the operation that carries it: itself, or the waiting values that absorbed it. */
  push(operation: Operation): Operation {
    const carrier = operation.kind === 'values' ? this.#pushValues(operation) : this.#pushPress(operation);
    this.#watch(carrier);
    return carrier;
  }

  /** Sends an operation ahead of everything. What waits fails; what is under way continues. */
  panic(operation: Operation): void {
    const overtaken = this.#takeWaiting();
    this.#watch(operation);
    this.#send([operation]);
    const error = new OverlayError('overtaken');
    for (const waiting of overtaken) this.#end(waiting, { result: 'failed', error });
  }

  /**
   * The connection is gone: what waits fails, and what is under way becomes unknown. Nothing is kept for later. Only a
   * panic that is under way continues, because it may still arrive.
   */
  cut(error: OverlayError): void {
    for (const waiting of this.#takeWaiting()) this.#end(waiting, { result: 'failed', error });
    for (const sending of [...this.#underWay]) {
      if (![...sending.open].some(({ kind }) => kind === 'panic'))
        this.#finish(sending, notConfirmed(error, sending.sent));
      else if (this.#underWay.delete(sending)) this.#leftBehind.add(sending);
    }
  }

  /** Ends every operation now. */
  close(error: OverlayError): void {
    this.cut(error);
    for (const sending of [...this.#leftBehind]) this.#finish(sending, notConfirmed(error, sending.sent));
  }

  #pushValues(operation: Operation): Operation {
    const ids = idsOf(operation);
    const last = this.#values.findLast((other) => shares(other, ids));
    // What two operators changed, or an operator and live data, is two lines of the as-run log.
    const waiting = last && isOfOne(last, operation) ? last : undefined;
    if (waiting) {
      melt(waiting, operation);
      this.#values = this.#values.filter((other) => other !== waiting);
    }
    const carrier = waiting ?? operation;
    this.#values.push(carrier);
    this.#nextSoon();
    return carrier;
  }

  #pushPress(operation: Operation): Operation {
    const ids = idsOf(operation);
    const own = this.#values.filter((values) => shares(values, ids));
    if (own.length > 0) this.#values = this.#values.filter((values) => !own.includes(values));
    this.#presses.push([...own, operation]);
    this.#next();
    return operation;
  }

  #watch(operation: Operation): void {
    this.#deadlines.get(operation)?.();
    const left = Math.max(0, operationDeadline - (this.#ports.clock.monotonic() - operation.start));
    const callOff = this.#ports.clock.after(left, () => this.#expire(operation));
    this.#deadlines.set(operation, callOff);
  }

  /** Sends on the next microtask, so that all values of one turn travel together. */
  #nextSoon(): void {
    if (this.#soon) return;
    this.#soon = true;
    queueMicrotask(() => {
      this.#soon = false;
      this.#next();
    });
  }

  #next(): void {
    if (this.#underWay.size > 0) return;
    this.#expireLate();
    // Whoever is told how one ended may ask for something else at once.
    if (this.#underWay.size > 0) return;
    const press = this.#presses.shift();
    if (press) return this.#send(press);
    if (this.#values.length === 0 || this.#callOff) return;
    const now = this.#ports.clock.monotonic();
    const waited = now - Math.max(...this.#values.map(({ start }) => start));
    const quotaWait = this.#ports.valuesWait(waited);
    if (quotaWait > operationDeadline - waited) return this.#refuseValues();
    const wait = Math.max(this.#valuesAt + valuesEvery - now, quotaWait);
    if (wait > 0) return this.#nextAfter(wait);
    this.#valuesAt = now;
    this.#send(this.#values.splice(0));
  }

  /** An operation that reaches its deadline at this very moment is not sent any more. */
  #expireLate(): void {
    const now = this.#ports.clock.monotonic();
    const late = [...this.#presses.flat(), ...this.#values].filter(({ start }) => now - start >= operationDeadline);
    for (const operation of late) this.#expire(operation);
  }

  /** The quota would hold these values beyond their deadline, so they fail now rather than then. */
  #refuseValues(): void {
    const error = new OverlayError('too-many', 'What is left of the quota of the service is kept for takes.');
    for (const values of this.#values.splice(0)) this.#end(values, { result: 'failed', error });
  }

  #nextAfter(wait: number): void {
    this.#callOff = this.#ports.clock.after(Math.ceil(wait), () => {
      this.#callOff = undefined;
      this.#next();
    });
  }

  #send(operations: Operation[]): void {
    const sending: Sending = { open: new Set(operations), sent: false, abort: new AbortController() };
    this.#underWay.add(sending);
    const onSent = (): void => void (sending.sent = true);
    this.#ports.send(operations, { signal: sending.abort.signal, onSent }).then(
      (revision) => this.#finish(sending, { result: 'confirmed', revision }),
      (thrown: unknown) => this.#finish(sending, notConfirmed(this.#ports.knownError(thrown), sending.sent)),
    );
  }

  #finish(sending: Sending, outcome: Outcome): void {
    if (!this.#underWay.delete(sending) && !this.#leftBehind.delete(sending)) return;
    sending.abort.abort();
    for (const operation of sending.open) this.#end(operation, outcome);
    this.#next();
  }

  /** Ends an operation, unless what another end brought about has ended it already. */
  #end(operation: Operation, outcome: Outcome): void {
    const callOff = this.#deadlines.get(operation);
    if (!callOff) return;
    callOff();
    this.#deadlines.delete(operation);
    this.#ports.settle(operation, outcome);
  }

  /**
   * Ends one operation at its deadline. The others in its request keep their own deadlines. The request continues for
   * them, so it may still carry out the ended operation, even if it has not left yet.
   */
  #expire(operation: Operation): void {
    const error = new OverlayError('deadline-passed');
    const sending = [...this.#underWay, ...this.#leftBehind].find(({ open }) => open.has(operation));
    if (!sending) {
      this.#removeWaiting(operation);
      this.#end(operation, { result: 'failed', error });
    } else if (sending.open.size === 1) {
      this.#finish(sending, notConfirmed(error, sending.sent));
    } else {
      sending.open.delete(operation);
      this.#end(operation, { result: 'unknown', error });
    }
  }

  #removeWaiting(operation: Operation): void {
    this.#values = this.#values.filter((other) => other !== operation);
    for (const press of this.#presses) {
      const at = press.indexOf(operation);
      if (at >= 0) press.splice(at, 1);
    }
    const empty = this.#presses.findIndex((press) => press.length === 0);
    if (empty >= 0) this.#presses.splice(empty, 1);
  }

  #takeWaiting(): Operation[] {
    return [...this.#presses.splice(0).flat(), ...this.#values.splice(0)];
  }
}

function isOfOne(one: Operation, other: Operation): boolean {
  const isData = ({ trigger }: Operation): boolean => trigger.kind === 'data';
  return one.operator === other.operator && isData(one) === isData(other);
}

function idsOf({ items }: Operation): ReadonlySet<string> {
  return new Set(items.map(({ id }) => id));
}

function shares({ items }: Operation, ids: ReadonlySet<string>): boolean {
  return items.some(({ id }) => ids.has(id));
}

/**
 * A refusal is a failure, a sent operation without an answer is unknown, and an operation that was never sent has
 * failed.
 */
export function notConfirmed(error: OverlayError, sent: boolean): Exclude<Outcome, { result: 'confirmed' }> {
  const leavesOpen = error.becomes === 'unknown' || error.becomes === 'lost';
  return { result: sent && leavesOpen ? 'unknown' : 'failed', error };
}
