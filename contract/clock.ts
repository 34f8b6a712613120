/** The time as a program gets it from its machine. Tests pass a clock of their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds from an arbitrary start that never jump: the monotonic clock. */
  monotonic(): number;
  /** Milliseconds since the machine started, with the time that it slept. Nobody can set it. */
  sinceBoot(): number;
  /** Runs a function once after this many milliseconds. Returns the function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}
