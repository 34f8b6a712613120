/** The time as a program gets it from its machine. Tests pass a clock of their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Monotonic milliseconds from an arbitrary start. */
  monotonic(): number;
  /** Milliseconds since boot, including sleep. Cannot be set. */
  sinceBoot(): number;
  after(milliseconds: number, run: () => void): () => void;
}
