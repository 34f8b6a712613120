import type { Operation, Outcome } from './operation.ts';

export class Endings {
  readonly #outcomes = new WeakMap<Operation, Outcome>();
  readonly #waiting = new Map<Operation, ((outcome: Outcome) => void)[]>();

  /** Resolves when the operation has ended. Never rejects. */
  of(operation: Operation): Promise<Outcome> {
    const outcome = this.#outcomes.get(operation);
    if (outcome) return Promise.resolve(outcome);
    return new Promise((resolve) => {
      this.#waiting.set(operation, [...(this.#waiting.get(operation) ?? []), resolve]);
    });
  }

  ended(operation: Operation, outcome: Outcome): void {
    this.#outcomes.set(operation, outcome);
    const waiting = this.#waiting.get(operation) ?? [];
    this.#waiting.delete(operation);
    for (const end of waiting) end(outcome);
  }
}
