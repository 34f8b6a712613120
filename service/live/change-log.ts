/**
 * How much of the past is kept for clients that reconnect: at most this many changes, and this many characters of them.
 */
const mostChanges = 1_000;
const mostCharacters = 4 * 1024 * 1024;

/**
 * The latest change frames of one app instance, for clients that name their revision. They are kept in memory only.
 * After a restart such a client gets a snapshot, which is always right.
 */
export class ChangeLog {
  /** The revision before the first kept frame. A client at this revision or a later one can be brought up to date. */
  #start: number;
  #frames: string[] = [];
  #size = 0;

  constructor(revision: number) {
    this.#start = revision;
  }

  /** Adds the frame of the next revision. */
  add(frame: string): void {
    this.#frames.push(frame);
    this.#size += frame.length;
    while (this.#frames.length > mostChanges || this.#size > mostCharacters) {
      this.#size -= this.#frames.shift()?.length ?? 0;
      this.#start += 1;
    }
  }

  /** The frames after a revision, oldest first; undefined if some are no longer kept or the revision never existed. */
  since(revision: number): readonly string[] | undefined {
    const from = revision - this.#start;
    return from < 0 || from > this.#frames.length ? undefined : this.#frames.slice(from);
  }
}
