import type { Clock } from '../../contract/clock.ts';
import type { LinkRun } from './link-run.ts';

/**
 * Goes on to the next row by itself, by the monotonic clock. A machine that slept goes on once, because the next time is set
 * only when one has come.
 */
export class Rotations {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #next: (run: LinkRun) => void;
  readonly #callOffs = new Map<LinkRun, () => void>();

  /** `next` goes on to the next row. */
  constructor(clock: Pick<Clock, 'after'>, next: (run: LinkRun) => void) {
    this.#clock = clock;
    this.#next = next;
  }

  /** The row or the mode of a link was chosen, so its time begins anew. */
  begin(run: LinkRun): void {
    this.end(run);
    const { rotateEvery } = run.link;
    if (rotateEvery === null || run.mode === 'hold') return;
    const callOff = this.#clock.after(rotateEvery, () => {
      this.begin(run);
      this.#next(run);
    });
    this.#callOffs.set(run, callOff);
  }

  end(run: LinkRun): void {
    this.#callOffs.get(run)?.();
    this.#callOffs.delete(run);
  }

  close(): void {
    for (const run of [...this.#callOffs.keys()]) this.end(run);
  }
}
