import type { StoredState } from '../../contract/model/animation-state.ts';
import type { Operation, Outcome } from './operation.ts';
import type { Confirmed } from './confirmed.ts';

/**
 * What is to be out since the last panic, whatever was last known to be In: so that nothing brings back elsewhere what a
 * panic could not take out here. It counts until the truth shows it out, or somebody takes it In after the panic.
 */
export class LastPanic {
  readonly #confirmed: Pick<Confirmed, 'get'>;
  /** By id, how it was when the truth was last told. */
  #out = new Map<string, StoredState | undefined>();
  #underWay: Operation | undefined;
  /** The revision from which on the truth shows the panic, and counts. */
  #from = Infinity;
  #after = new Set<Operation>();
  /** What counts as the truth has it again, since that was last told. */
  readonly #free: string[] = [];

  constructor(confirmed: Pick<Confirmed, 'get'>) {
    this.#confirmed = confirmed;
  }

  /** The ids of what is to be out and is not known to be. */
  get ids(): Iterable<string> {
    return this.#out.keys();
  }

  has(id: string): boolean {
    return this.#out.has(id);
  }

  /** A panic is about to be sent. */
  begin(operation: Operation): void {
    this.#out = new Map(operation.items.map(({ subCompositionId: id }) => [id, this.#confirmed.get(id)?.state]));
    this.#underWay = operation;
    this.#from = Infinity;
    this.#after.clear();
  }

  /** This desk asks for something after the panic. */
  asked(operation: Operation): void {
    if (this.#out.size > 0) this.#after.add(operation);
  }

  /** An operation ended. `from`: the revision from which on the truth holds it; -1 for any. */
  ended(operation: Operation, outcome: Outcome, from: number): void {
    const confirmed = outcome.result === 'confirmed';
    if (operation === this.#underWay) {
      this.#underWay = undefined;
      if (confirmed) this.#from = from;
    }
    if (!this.#after.delete(operation) || !confirmed) return;
    for (const { subCompositionId: id, state } of operation.items) if (state === 'In') this.#letGo(id);
  }

  /** The truth was told, and is at this revision. Gives what may be In again, as far as the panic is concerned. */
  told(revision: number): string[] {
    if (!this.#underWay) {
      for (const [id, was] of this.#out) {
        const isIn = this.#confirmed.get(id)?.state === 'In';
        if (revision >= this.#from || !isIn || was !== 'In') this.#letGo(id);
      }
    }
    return this.#free.splice(0);
  }

  #letGo(id: string): void {
    if (this.#out.delete(id)) this.#free.push(id);
  }
}
