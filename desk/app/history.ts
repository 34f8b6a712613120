import type { Press } from './operation.ts';

/** `at` is in ms since the epoch, for people; `start` is in monotonic ms, for comparisons. */
export type PressTimes = Pick<Press, 'at' | 'start'>;

/** Who set the state of a sub-composition last, and when. Times are in monotonic ms. */
export interface StateEntry {
  /** Differs for each time that the state was set, even to the same state, and whatever service counts revisions. */
  readonly count: number;
  /** The revision that set the state; after missed revisions, the first revision seen again. */
  readonly revision: number | undefined;
  /**
   * `known`: the desk saw who set it. Otherwise others may have set it again: in revisions that the desk `missed`, or
   * `elsewhere` at a polled service, which does not report a state that stays the same.
   */
  readonly by: 'known' | 'missed' | 'elsewhere';
  /** When the state last became another state. */
  readonly at: number | undefined;
  /** When a cue last took it Out after its duration. */
  readonly wentOut: number | undefined;
}

type KeptEntry = { -readonly [member in keyof StateEntry]: StateEntry[member] };

const unset: StateEntry = {
  count: 0,
  revision: undefined,
  by: 'known',
  at: undefined,
  wentOut: undefined,
};

/** One entry per sub-composition. A holder of a `count` still owns the state while the entry has the same count. */
export class StateHistory {
  readonly #entries = new Map<string, KeptEntry>();
  /** Changes of state or values by other users, until the operator has seen them. */
  readonly elsewhere = new Map<string, PressTimes>();
  #count = 0;

  of(id: string): StateEntry {
    return this.#entries.get(id) ?? unset;
  }

  /** A confirmed change set the state. */
  set(id: string, revision: number): void {
    const entry = this.#entry(id);
    if (entry.revision === revision) return;
    entry.revision = revision;
    this.#recount(entry, 'known');
  }

  /** An operation of this desk set the state. The service need not report a state that stays the same. */
  confirmed(id: string, revision: number): void {
    if (revision > (this.of(id).revision ?? -Infinity)) this.set(id, revision);
  }

  becameAnother(id: string, now: number): void {
    this.#entry(id).at = now;
  }

  changedElsewhere(id: string, now: PressTimes, isPolled = false): void {
    this.elsewhere.set(id, now);
    if (isPolled) this.#recount(this.#entry(id), 'elsewhere');
  }

  wentOut(id: string, now: number): void {
    this.#entry(id).wentOut = now;
  }

  /** Revisions up to this one were not all seen. `isDoubted`: others may have set the state in them. */
  missed(id: string, revision: number, isDoubted: boolean): void {
    const entry = this.#entry(id);
    if (entry.revision === revision) return;
    entry.revision = revision;
    if (isDoubted) this.#recount(entry, 'missed');
  }

  /** The next revisions are of another counter. */
  beginAnew(): void {
    for (const entry of this.#entries.values()) entry.revision = undefined;
  }

  forget(isGone: (id: string) => boolean): void {
    for (const kept of [this.#entries, this.elsewhere]) for (const id of kept.keys()) if (isGone(id)) kept.delete(id);
  }

  #recount(entry: KeptEntry, by: StateEntry['by']): void {
    entry.by = by;
    entry.count = ++this.#count;
  }

  #entry(id: string): KeptEntry {
    const entry = this.#entries.get(id) ?? { ...unset };
    this.#entries.set(id, entry);
    return entry;
  }
}
