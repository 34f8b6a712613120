import { texts } from '../../contract/texts/texts.ts';
import { OverlayError, type KnownError } from '../../contract/errors.ts';
import { tooOld } from '../../contract/link/link.ts';
import { hasValues, type Operation, type Outcome, replacedBy } from './operation.ts';
import { handOf, whoOf } from './presses.ts';
import type { Clock } from '../../contract/clock.ts';

/** Milliseconds from the press until an operation is given up. Nothing is sent after that. */
export const operationDeadline = tooOld;
/** The shortest time (ms) between two values-only requests: 60 per second. */
const valuesEvery = 1_000 / 60;

export interface LanePorts {
  clock: Pick<Clock, 'monotonic' | 'after'>;
  /** Sends the operations as one request. Returns their revision, or null if the service names none. */
  send(operations: readonly Operation[], how: { signal: AbortSignal; onSent: () => void }): Promise<number | null>;
  valuesWait(waited: number): number;
  /** Two states in one layer count in their order. */
  layerOf(id: string): string | undefined;
  knownError: KnownError;
  /** Called exactly once per operation. */
  settle(operation: Operation, outcome: Outcome): void;
}

interface Sending {
  open: Set<Operation>;
  sent: boolean;
  abort: AbortController;
}

/**
 * The send queue of one app instance, with one request in flight. Hands take turns; an Out goes first. Takes and
 * commands of a hand keep press order and go before its values of other sub-compositions; values for the same
 * sub-compositions travel in the same request, before the take.
 *
 * Waiting values go together, at most 60 requests per second; newer values of a field replace them. A panic goes at once
 * and fails everything that waits.
 */
export class Lane {
  readonly #ports: LanePorts;
  /** Takes and commands, each preceded by the values that travel with it. What starts together is one. */
  #presses: Operation[][] = [];
  /** In the order of their last change, newest last. */
  #values: Operation[] = [];
  readonly #underWay = new Set<Sending>();
  /** Panics still in flight to a closed connection. */
  readonly #leftBehind = new Set<Sending>();
  readonly #deadlines = new Map<Operation, () => void>();
  #valuesAt = -Infinity;
  readonly #turns = new Map<string, number>();
  #turn = 0;
  #callOff: (() => void) | undefined;
  #soon = false;

  constructor(ports: LanePorts) {
    this.#ports = ports;
  }

  /** These operations may already have been carried out. */
  get underWay(): Operation[] {
    return [...this.#underWay].flatMap(({ open }) => [...open]);
  }

  push(operation: Operation): void {
    const replaced = this.#replaced(operation);
    if (operation.kind === 'values') this.#pushValues(operation);
    else this.#pushPress(operation);
    this.#watch(operation);
    const error = new OverlayError('replaced', texts.lane.replaced(whoOf(operation)));
    for (const part of replaced) this.#end(part, { result: 'replaced', error });
  }

  /** Fails all operations that are not on the wire; requests in flight continue. */
  panic(operation: Operation): void {
    const overtaken = this.#takeWaiting();
    const unsent = [...this.#underWay].filter(({ open, sent }) => !sent && ![...open].some(isPanic));
    this.sendBeside(operation);
    const outcome = { result: 'failed', error: new OverlayError('overtaken') } as const;
    for (const sending of unsent) this.#finish(sending, outcome);
    for (const waiting of overtaken) this.#end(waiting, outcome);
  }

  /** Sends at once, beside what is in flight and ahead of what waits. */
  sendBeside(operation: Operation): void {
    this.#watch(operation);
    this.#send([operation]);
  }

  /**
   * On disconnect, waiting operations fail and operations in flight become unknown. A panic in flight continues,
   * because it may still arrive.
   */
  cut(error: OverlayError): void {
    for (const waiting of this.#takeWaiting()) this.#end(waiting, { result: 'failed', error });
    for (const sending of [...this.#underWay]) {
      if (![...sending.open].some(isPanic)) this.#finish(sending, notConfirmed(error, sending.sent));
      else if (this.#underWay.delete(sending)) this.#leftBehind.add(sending);
    }
  }

  close(error: OverlayError): void {
    this.cut(error);
    for (const sending of [...this.#leftBehind]) this.#finish(sending, notConfirmed(error, sending.sent));
  }

  /** Newer values replace those that wait for the same fields. Returns what will never be sent. */
  #replaced(newer: Operation): Operation[] {
    return this.#values.flatMap((waiting) => {
      const { left, lost } = replacedBy(newer.items, waiting.items);
      if (lost.length === 0) return [];
      if (!left.some(hasValues)) {
        this.#values = this.#values.filter((other) => other !== waiting);
        return [waiting];
      }
      waiting.items = left;
      const part = { ...waiting, items: lost };
      this.#watch(part);
      return [part];
    });
  }

  #pushValues(operation: Operation): void {
    this.#values.push(operation);
    this.#nextSoon();
  }

  #pushPress(operation: Operation): void {
    const ids = idsOf(operation);
    const own = this.#values.filter((values) => shares(values, ids));
    if (own.length > 0) this.#values = this.#values.filter((values) => !own.includes(values));
    const { together } = operation;
    const same = together && this.#presses.find((press) => press.some((other) => other.together === together));
    if (same) same.push(...own, operation);
    else this.#presses.push([...own, operation]);
    // What starts together is pushed in one turn.
    if (together) this.#nextSoon();
    else this.#next();
  }

  #watch(operation: Operation): void {
    this.#deadlines.get(operation)?.();
    const left = Math.max(0, operationDeadline - (this.#ports.clock.monotonic() - operation.start));
    const callOff = this.#ports.clock.after(left, () => this.#expire(operation));
    this.#deadlines.set(operation, callOff);
  }

  /** Waits for the next microtask, so that what one turn pushes travels together. */
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
    // A listener for an outcome may send a new request at once.
    if (this.#underWay.size > 0) return;
    const press = this.#pressInTurn();
    const wait = this.#valuesWait();
    const areValuesLater = wait > 0 || this.#callOff || this.#turnOf(this.#values) >= this.#turnOf(press ?? []);
    if (press && (areValuesLater || press.some(isOut))) return this.#sendPress(press);
    if (this.#values.length === 0 || this.#callOff) return;
    if (wait === Infinity) return this.#refuseValues();
    if (wait > 0) return this.#nextAfter(wait);
    const before = this.#firstBefore(this.#values, this.#presses);
    if (before) return this.#sendPress(before);
    this.#valuesAt = this.#ports.clock.monotonic();
    this.#send(this.#values.splice(0));
  }

  /** Milliseconds until the waiting values may go; infinite without any, or if the quota holds them past their deadline. */
  #valuesWait(): number {
    if (this.#values.length === 0) return Infinity;
    const now = this.#ports.clock.monotonic();
    const waited = now - Math.max(...this.#values.map(({ start }) => start));
    const quotaWait = this.#ports.valuesWait(waited);
    if (quotaWait > operationDeadline - waited) return Infinity;
    return Math.max(this.#valuesAt + valuesEvery - now, quotaWait);
  }

  /** The first press of the hand whose last turn is longest ago, an Out before others. No hand has two turns in a row. */
  #pressInTurn(): Operation[] | undefined {
    const others = this.#presses.filter((press) => this.#turnOf(press) < this.#turn);
    const among = others.length > 0 ? others : this.#presses;
    const outs = among.filter((press) => press.some(isOut));
    const first = outs.length > 0 ? outs : among;
    const oldest = Math.min(...first.map((press) => this.#turnOf(press)));
    return first.find((press) => this.#turnOf(press) === oldest);
  }

  #turnOf(operations: readonly Operation[]): number {
    return Math.min(...operations.map(({ trigger }) => this.#turns.get(handOf(trigger)) ?? 0));
  }

  /** What waits before it for the same graphic or layer goes first, in requests of its own: each press has its own end. */
  #sendPress(own: Operation[]): void {
    const first = this.#firstBefore(own, this.#presses.slice(0, this.#presses.indexOf(own))) ?? own;
    this.#presses = this.#presses.filter((press) => press !== first);
    this.#send(first);
  }

  /** The earliest press that shares a graphic or layer with these, or with a press between that does. */
  #firstBefore(own: readonly Operation[], earlier: readonly Operation[][]): Operation[] | undefined {
    const placesOf = ({ items }: Operation): string[] => items.flatMap(({ id }) => [id, this.#ports.layerOf(id) ?? id]);
    const taken = new Set(own.flatMap(placesOf));
    let first: Operation[] | undefined;
    for (const press of earlier.toReversed()) {
      const places = press.flatMap(placesOf);
      if (!places.some((place) => taken.has(place))) continue;
      first = press;
      for (const place of places) taken.add(place);
    }
    return first;
  }

  /** An operation that reaches its deadline right now is not sent. */
  #expireLate(): void {
    const now = this.#ports.clock.monotonic();
    const late = [...this.#presses.flat(), ...this.#values].filter(({ start }) => now - start >= operationDeadline);
    for (const operation of late) this.#expire(operation);
  }

  /** The quota would hold these values past their deadline, so they fail now. */
  #refuseValues(): void {
    const error = new OverlayError('too-many', texts.lane.quotaKeptForTakes);
    for (const values of this.#values.splice(0)) this.#end(values, { result: 'failed', error });
  }

  #nextAfter(wait: number): void {
    this.#callOff = this.#ports.clock.after(Math.ceil(wait), () => {
      this.#callOff = undefined;
      this.#next();
    });
  }

  #send(operations: Operation[]): void {
    this.#turn += 1;
    for (const { trigger } of operations) this.#turns.set(handOf(trigger), this.#turn);
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
    // What still waits to be sent ends with the same error, so no fault is logged.
    sending.abort.abort(outcome.result === 'confirmed' ? undefined : outcome.error);
    for (const operation of sending.open) this.#end(operation, outcome);
    this.#next();
  }

  /** Does nothing if a side effect of another end has already ended the operation. */
  #end(operation: Operation, outcome: Outcome): void {
    const callOff = this.#deadlines.get(operation);
    if (!callOff) return;
    callOff();
    this.#deadlines.delete(operation);
    this.#ports.settle(operation, outcome);
  }

  /** Ends only this operation. Its request continues for the others, so it may still carry out the ended operation. */
  #expire(operation: Operation): void {
    const error = new OverlayError('deadline-passed', operation.kind === 'panic' ? texts.lane.noAnswer : undefined);
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

/** Outs of cues and looks keep their place: what they do is one sequence. */
function isOut({ kind, purpose, items }: Operation): boolean {
  return kind === 'take' && purpose === undefined && items.every(({ state = 'In' }) => state !== 'In');
}

function isPanic({ kind }: Operation): boolean {
  return kind === 'panic';
}

function idsOf({ items }: Operation): ReadonlySet<string> {
  return new Set(items.map(({ id }) => id));
}

function shares({ items }: Operation, ids: ReadonlySet<string>): boolean {
  return items.some(({ id }) => ids.has(id));
}

/** A refusal is a failure, a sent operation without an answer is unknown, an unsent operation has failed. */
export function notConfirmed(error: OverlayError, sent: boolean): Exclude<Outcome, { result: 'confirmed' }> {
  const leavesOpen = error.becomes === 'unknown' || error.becomes === 'lost';
  return { result: sent && leavesOpen ? 'unknown' : 'failed', error };
}
