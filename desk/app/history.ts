import type { Press } from './operation.ts';
import type { KnownClock } from './same-shown.ts';

/** `at` is in ms since the epoch, for people; `start` is in monotonic ms, for comparisons. */
export type PressTimes = Pick<Press, 'at' | 'start'>;

/** Who set the state of a sub-composition last, and when. Times are in monotonic ms. */
export interface StateEntry {
  /** Differs for each time that the state was set, even to the same state, and whatever service counts revisions. */
  readonly count: number;
  /** The revision that set the state; after missed revisions, the first revision seen again. */
  readonly revision: number | undefined;
  /**
   * `desk`: an operation of this desk set it; `known`: the desk saw each time that it was set. Otherwise others may have
   * set it again: in revisions that the desk `missed`, or `elsewhere` at a polled service, which does not report a state
   * that stays the same.
   */
  readonly by: 'desk' | 'known' | 'missed' | 'elsewhere';
  /** When the state last became another state. */
  readonly at: number | undefined;
  /** When a cue last took it Out after its duration. */
  readonly wentOut: number | undefined;
}

/** What a desk knows of a service with a live channel, for its next connection there. */
export interface Standing {
  /** The desk knows all revisions up to this one; another number tells that there were more. */
  revision: number;
  own: ReadonlySet<string>;
  /** The values that this desk set there. */
  values: ReadonlyMap<string, OwnValues>;
  clock: KnownClock;
}

/** By field. */
export type OwnValues = ReadonlyMap<string, { value: unknown; by: string }>;

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

  isDoubted(id: string): boolean {
    const { by } = this.of(id);
    return by !== 'desk' && by !== 'known';
  }

  /** What an operation of this desk set last, as the service said. */
  get own(): ReadonlySet<string> {
    return new Set([...this.#entries].flatMap(([id, { by }]) => (by === 'desk' ? id : [])));
  }

  set(id: string, revision: number): void {
    const entry = this.#entry(id);
    if (entry.revision === revision) return;
    entry.revision = revision;
    this.#recount(entry, 'known');
  }

  /**
   * An operation of this desk set the state. The service need not report a state that stays the same. `isNamed`: in
   * exactly this revision.
   */
  confirmed(id: string, revision: number, isNamed: boolean): void {
    if (revision > (this.of(id).revision ?? -Infinity)) this.set(id, revision);
    const entry = this.#entry(id);
    if (isNamed && entry.revision === revision) entry.by = 'desk';
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

  /** Others may have set the state while the desk did not see the app. */
  doubt(id: string): void {
    this.#recount(this.#entry(id), 'missed');
  }

  /** The next revisions are of another counter. */
  beginAnew(): void {
    for (const entry of this.#entries.values()) {
      entry.revision = undefined;
      if (entry.by === 'desk') entry.by = 'known';
    }
  }

  /** The service of another counter says that this desk set the state there last. */
  goesOn(id: string, revision: number): void {
    const entry = this.#entry(id);
    entry.revision = revision;
    if (!this.isDoubted(id)) entry.by = 'desk';
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
