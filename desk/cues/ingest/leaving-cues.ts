import { CueId, type Cue } from '../../../contract/desk-api/cue.ts';
import type { RundownEdit } from '../../../contract/desk-api/rundown-edit.ts';
import type { Ground } from '../../ground.ts';
import type { Rundowns } from '../rundowns.ts';

export interface IngestedCues {
  /** Whether the cue waits, or may be on air. */
  isLive(cue: Cue): boolean;
  isLocked(): boolean;
  /** Returns the ids of added parts. Throws `show-locked`. */
  edit(edit: RundownEdit): string[];
}

/** Cues that their file has lost, and that are on air or wait: each is removed once it is out, also after a restart. */
export class LeavingCues {
  readonly #ground: Ground;
  readonly #rundowns: Rundowns;
  readonly #cues: IngestedCues;
  #ids: readonly string[];
  #isLooking = false;

  constructor(ground: Ground, rundowns: Rundowns, cues: IngestedCues) {
    [this.#ground, this.#rundowns, this.#cues] = [ground, rundowns, cues];
    this.#ids = ground.prepared.list('leavingCues', CueId) ?? [];
    ground.facts.cuesShown.on(() => this.#lookSoon());
    ground.facts.locked.on(() => this.#lookSoon());
  }

  /** `present`: the cues that the file has. */
  put(leaving: readonly string[], present: ReadonlySet<string | undefined>): void {
    this.#keep([...new Set([...this.#ids.filter((id) => !present.has(id)), ...leaving])]);
  }

  #keep(ids: readonly string[]): void {
    if (ids.length === 0 && this.#ids.length === 0) return;
    this.#ids = ids;
    this.#ground.prepared.save('leavingCues', ids);
  }

  /** Batched: one frame of a service changes many views. */
  #lookSoon(): void {
    if (this.#ids.length === 0 || this.#isLooking) return;
    this.#isLooking = true;
    queueMicrotask(() => {
      this.#isLooking = false;
      this.#look();
    });
  }

  #look(): void {
    if (this.#cues.isLocked()) return;
    const known = this.#ids.flatMap((id) => this.#rundowns.find(id) ?? []);
    const live = known.filter((cue) => this.#cues.isLive(cue));
    const out = known.filter((cue) => !live.includes(cue)).map(({ id }) => id);
    if (live.length < this.#ids.length) this.#keep(live.map(({ id }) => id));
    if (out.length > 0) this.#cues.edit({ edit: 'removeCues', cues: out });
  }
}
