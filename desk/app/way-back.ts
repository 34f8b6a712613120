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

  /** `wereIn`: what surely was on air; nothing of it is known of a lost service. */
  begin(panic: Operation, wereIn: ReadonlySet<string>): void {
    this.#panic = panic;
    this.#wereIn = this.#wereIn.union(wereIn);
    this.#takesUnderWay.clear();
    this.#isOut = false;
    this.confirmed();
  }

  requested(operation: Operation): void {
    if (operation.items.some(({ state }) => state === 'In')) this.#takesUnderWay.add(operation);
  }

  settled(operation: Operation, outcome: Outcome): void {
    if (this.#takesUnderWay.delete(operation) && outcome.result !== 'failed') this.end();
  }

  confirmed(): void {
    if (this.#confirmed.in.size === 0) this.#isOut = true;
    else if (this.#isOut) this.end();
  }

  end(): void {
    this.#wereIn = new Set();
    this.#isOut = false;
  }

  /** Leaves the values as they are now. Throws `undo-impossible`. */
  plan(): UndoPlan {
    const ids = this.#ids;
    if (!this.#panic || ids.length === 0) throw new OverlayError('undo-impossible');
    const items = ids.map((id) => ({ id, state: 'In' }) as const);
    const restores = ids.flatMap((id) => this.#confirmed.get(id)?.item.name ?? []);
    return { press: this.#panic, undoes: this.#panic.action, items, restores };
  }
}
