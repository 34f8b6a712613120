const mostChanges = 1_000;
const mostCharacters = 4 * 1024 * 1024;

/**
 * Latest change frames for clients that send their revision, in memory only. After a restart they get a snapshot, which
 * is always correct.
 */
export class ChangeLog {
  /** Revision before the first frame. Clients at or after this revision can be brought up to date. */
  #start: number;
  #frames: string[] = [];
  #size = 0;

  constructor(revision: number) {
    this.#start = revision;
  }

  add(frame: string): void {
    this.#frames.push(frame);
    this.#size += frame.length;
    while (this.#frames.length > mostChanges || this.#size > mostCharacters) {
      this.#size -= this.#frames.shift()?.length ?? 0;
      this.#start += 1;
    }
  }

  /** Returns the later frames, oldest first; undefined if some are gone or the revision never existed. */
  since(revision: number): readonly string[] | undefined {
    const from = revision - this.#start;
    return from < 0 || from > this.#frames.length ? undefined : this.#frames.slice(from);
  }
}
