import type { Clock } from '../../contract/clock.ts';
import type { LinkRun } from './link-run.ts';

/**
 * Moves links to the next row on a timer (monotonic clock). After sleep, a link moves only once, because each move sets
 * the next timer.
 */
export class Rotations {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #next: (run: LinkRun) => void;
  readonly #callOffs = new Map<LinkRun, () => void>();

  constructor(clock: Pick<Clock, 'after'>, next: (run: LinkRun) => void) {
    this.#clock = clock;
    this.#next = next;
  }

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
