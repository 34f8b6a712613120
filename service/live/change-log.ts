/** How much of the past is kept for clients that come back: this many changes at most, and this many characters of them. */
const mostChanges = 1_000;
const mostCharacters = 4 * 1024 * 1024;

/**
 * The last change frames of one app instance, for clients that name the revision they hold. Kept in memory only: after a
 * restart who missed anything gets a snapshot, which is always right.
 */
export class ChangeLog {
  /** The revision before the first kept frame: who holds it, or a later one, can be brought up to date. */
  #start: number;
  #frames: string[] = [];
  #size = 0;

  constructor(revision: number) {
    this.#start = revision;
  }

  /** Keep the frame of the revision that follows the last one. */
  add(frame: string): void {
    this.#frames.push(frame);
    this.#size += frame.length;
    while (this.#frames.length > mostChanges || this.#size > mostCharacters) {
      this.#size -= this.#frames.shift()?.length ?? 0;
      this.#start += 1;
    }
  }

  /** The frames after a revision, oldest first; undefined where they are not (all) kept or it never was. */
  since(revision: number): readonly string[] | undefined {
    const from = revision - this.#start;
    return from < 0 || from > this.#frames.length ? undefined : this.#frames.slice(from);
  }
}
