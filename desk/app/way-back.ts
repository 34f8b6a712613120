import { texts } from '../../contract/texts/texts.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Confirmed } from './confirmed.ts';
import type { Operation, Outcome } from './operation.ts';
import type { UndoPlan } from './undo-memory.ts';

/** What a panic took out, until anyone takes anything In. A panic after a panic adds to it. */
export class WayBack {
  readonly #confirmed: Pick<Confirmed, 'in' | 'get'>;
  #wereIn: ReadonlySet<string> = new Set();
  #panic: Operation | undefined;
  /** The confirmed state has shown everything Out since the panic: what is In from then on was taken In after it. */
  #isOut = false;
  /** In when a lost service was seen last. Only the next state tells whether the panic took it out. */
  #lastSeen: ReadonlySet<string> = new Set();
  readonly #takesUnderWay = new Set<Operation>();

  constructor(confirmed: Pick<Confirmed, 'in' | 'get'>) {
    this.#confirmed = confirmed;
  }

  /** The number of the panic's press; undefined if there is nothing to bring back. */
  get press(): number | undefined {
    return this.#ids.length > 0 ? this.#panic?.number : undefined;
  }

  get #ids(): string[] {
    const isOffered = this.#isOut && this.#takesUnderWay.size === 0;
    return isOffered ? [...this.#wereIn].filter((id) => this.#confirmed.get(id)) : [];
  }

  /** `isKnown`: false for a lost service. */
  begin(panic: Operation, wereIn: ReadonlySet<string>, isKnown: boolean): void {
    this.#panic = panic;
    if (isKnown) this.#wereIn = this.#wereIn.union(wereIn);
    this.#lastSeen = new Set(isKnown ? [] : wereIn);
    this.#takesUnderWay.clear();
    this.#isOut = false;
    if (isKnown) this.confirmed();
  }

  requested(operation: Operation): void {
    if (operation.items.some(({ state }) => state === 'In')) this.#takesUnderWay.add(operation);
  }

  settled(operation: Operation, outcome: Outcome): void {
    const isFailed = outcome.result === 'failed';
    if (this.#takesUnderWay.delete(operation) && !isFailed) this.end();
    if (operation === this.#panic && isFailed) this.#lastSeen = new Set();
  }

  confirmed(): void {
    const isIn = this.#confirmed.in;
    this.#wereIn = this.#wereIn.union(isIn.size === 0 ? this.#lastSeen : this.#lastSeen.intersection(isIn));
    this.#lastSeen = new Set();
    if (isIn.size === 0) this.#isOut = true;
    else if (this.#isOut) this.end();
  }

  end(): void {
    this.#wereIn = this.#lastSeen = new Set();
    this.#isOut = false;
  }

  /** Leaves the values as they are now. Throws `undo-impossible`. */
  plan(): UndoPlan {
    const ids = this.#ids;
    if (!this.#panic || ids.length === 0) throw new OverlayError('undo-impossible');
    const items = ids.map((id) => ({ id, state: 'In' }) as const);
    const restores = ids.flatMap((id) => this.#confirmed.get(id)?.name ?? []);
    return { press: this.#panic, undoes: this.#panic.action, action: texts.undo.bringBack, items, restores };
  }
}
