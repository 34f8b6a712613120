export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Monotonic milliseconds from an arbitrary start. */
  monotonic(): number;
  /** Milliseconds since boot, including sleep. Cannot be set. */
  sinceBoot(): number;
  after(milliseconds: number, run: () => void): () => void;
}
